//! Strings to the ids that the nets know them by. One way only: no id is ever turned back.
//!
//! Source: spaCy 3.8, `strings.pyx` and `symbols.pyx`; the hash is Austin Appleby's MurmurHash64A
//! with the seed 1.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The strings that have a number of their own, the first being number 1.
static SYMBOLS: LazyLock<HashMap<&'static str, u64>> =
    LazyLock::new(|| include_str!("symbols.txt").lines().zip(1..).collect());

/// The id of a string.
pub(super) fn id(string: &str) -> u64 {
    if string.is_empty() {
        return 0;
    }
    SYMBOLS.get(string).copied().unwrap_or_else(|| murmur(string.as_bytes(), 1))
}

/// MurmurHash64A.
fn murmur(bytes: &[u8], seed: u64) -> u64 {
    const M: u64 = 0xc6a4_a793_5bd1_e995;
    const R: u32 = 47;
    let mut hash = seed ^ (bytes.len() as u64).wrapping_mul(M);
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        let mut word = u64::from_le_bytes(*word).wrapping_mul(M);
        word ^= word >> R;
        hash = (hash ^ word.wrapping_mul(M)).wrapping_mul(M);
    }
    if !rest.is_empty() {
        let tail = rest.iter().rev().fold(0, |tail, byte| tail << 8 | u64::from(*byte));
        hash = (hash ^ tail).wrapping_mul(M);
    }
    hash ^= hash >> R;
    hash = hash.wrapping_mul(M);
    hash ^ hash >> R
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What spaCy's `StringStore` gives for these.
    #[test]
    fn ids_are_those_of_spacy() {
        assert_eq!(id(""), 0);
        assert_eq!(id("mark"), 423);
        assert_eq!(id("X"), 101);
        assert_eq!(id("hello"), 5_983_625_672_228_268_878);
        assert_eq!(id("é✨abcdefgh"), 12_463_441_864_017_144_638);
    }
}
