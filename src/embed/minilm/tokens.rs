//! A text to token ids, as sentence-transformers cuts it for this model: lower-case word
//! pieces, at most 256 with the marks of beginning and end.

use std::path::Path;

use tokenizers::{Tokenizer, TruncationParams};

use crate::embed::EmbedError;
use crate::embed::error::FoundTokens;

/// The most tokens of one text, marks included.
pub(super) const MOST_TOKENS: usize = 256;

pub(super) struct Tokens {
    tokenizer: Tokenizer,
}

impl Tokens {
    pub(super) fn read(path: &Path) -> Result<Self, EmbedError> {
        let broken = |source| EmbedError::ReadTokenizer { path: path.to_owned(), source };
        let mut tokenizer = Tokenizer::from_file(path).map_err(broken)?;
        let truncation = TruncationParams { max_length: MOST_TOKENS, ..Default::default() };
        tokenizer.with_truncation(Some(truncation)).map_err(broken)?;
        tokenizer.with_padding(None);
        Ok(Self { tokenizer })
    }

    /// The ids of `text`: at least one, all below `known`. `place` is for the error only.
    pub(super) fn of(
        &self,
        text: &str,
        place: usize,
        known: usize,
    ) -> Result<Vec<u32>, EmbedError> {
        let encoding = (self.tokenizer.encode_fast(head(text), true))
            .map_err(|source| EmbedError::Tokenise { text: place, source })?;
        let ids = encoding.get_ids();
        let unknown = ids.iter().find(|id| **id as usize >= known);
        let found = match unknown {
            Some(id) => FoundTokens::Unknown(*id),
            None if ids.is_empty() => FoundTokens::None,
            None => return Ok(ids.to_vec()),
        };
        Err(EmbedError::Tokens { text: place, found, known })
    }
}

/// A beginning of `text` that has `MOST_TOKENS` tokens or more, or all of it: so that a book is
/// not cut into tokens for its first page. What it leaves out could not have been seen.
///
/// Counts only what is certain to be a token of its own: a word between spaces with at least one
/// letter or digit of a script that the tokenizer surely knows, and each ideograph. Cuts only
/// where the tokenizer cuts whatever follows: at a space, and before an ideograph.
fn head(text: &str) -> &str {
    let mut certain = 0;
    let mut in_counted_word = false;
    for (place, character) in text.char_indices() {
        let ideograph = matches!(character, '\u{4e00}'..='\u{9fa5}');
        let space = matches!(character, ' ' | '\n' | '\r' | '\t');
        if (space || ideograph) && certain >= MOST_TOKENS {
            return text.get(..place).unwrap_or(text);
        }
        if space {
            in_counted_word = false;
        } else if ideograph {
            certain += 1;
            in_counted_word = false;
        } else if !in_counted_word && is_surely_kept(character) {
            certain += 1;
            in_counted_word = true;
        }
    }
    text
}

/// Letters and digits that the tokenizer's clean-up never drops: Latin, Greek, Cyrillic, kana,
/// Hangul. Others may be kept too.
fn is_surely_kept(character: char) -> bool {
    let known = matches!(
        character,
        '\0'..='\u{02af}'
            | '\u{0386}'..='\u{0481}'
            | '\u{3041}'..='\u{3096}'
            | '\u{30a1}'..='\u{30fa}'
            | '\u{ac00}'..='\u{d7a3}'
    );
    known && character.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_few_words_is_left_whole() {
        for text in ["", "a few words", &"!? ".repeat(1000), &"ab".repeat(1000)] {
            assert_eq!(head(text), text);
        }
    }

    #[test]
    fn a_long_text_is_cut_after_enough_words_and_between_words() {
        assert_eq!(head(&"ab, ".repeat(1000)), "ab, ".repeat(256).trim_end());
        assert_eq!(head(&"été ".repeat(1000)), "été ".repeat(256).trim_end());
        assert_eq!(head(&"猫".repeat(1000)), "猫".repeat(256));
        // Two ideographs and two runs of kana, and the full stop is not counted.
        assert_eq!(head(&"猫が好き。".repeat(1000)), "猫が好き。".repeat(64));
    }
}
