//! An embedder without weights: words and pieces of words hashed into a unit vector. Never
//! knows meaning: two texts are near when they are spelt alike, so "car" and "automobile" are as
//! far apart as any two words. It is for tests, and for machines that cannot have the model.
//!
//! Features of a text, after NFKC and case folding: each word (UAX #29; each ideograph is one),
//! each trigram of a word's characters with its ends marked, and each pair of neighbouring
//! ideographs. A feature counts by the square root of how often it occurs; its BLAKE3 hash gives
//! it a dimension and a sign. The same text gives the same vector on every machine.
//!
//! Source: Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", 2009.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization as _;
use unicode_segmentation::UnicodeSegmentation as _;

use super::{EmbedError, Embedder};
use crate::nn::normalise;

/// What a trigram or a pair counts beside a whole word.
const PIECE_WEIGHT: f32 = 0.5;

/// An embedder without weights; lexical only, see the module.
#[derive(Debug, Clone)]
pub struct Hashed {
    id: String,
    dimensions: usize,
}

impl Hashed {
    /// An embedder of vectors of so many numbers; 0 is taken as 1.
    #[must_use]
    pub fn new(dimensions: usize) -> Self {
        let dimensions = dimensions.max(1);
        Self { id: format!("hashed-{dimensions}"), dimensions }
    }

    fn vector_of(&self, text: &str) -> Vec<f32> {
        let mut vector = vec![0.0; self.dimensions];
        for (feature, count) in features(text) {
            let (dimension, sign) = self.place_of(&feature);
            let weight = if feature.starts_with(WORD) { 1.0 } else { PIECE_WEIGHT };
            if let Some(value) = vector.get_mut(dimension) {
                *value += sign * weight * (count as f32).sqrt();
            }
        }
        // No feature at all, or features that cancel out: a fixed unit vector.
        if vector.iter().all(|value| *value == 0.0)
            && let Some(first) = vector.first_mut()
        {
            *first = 1.0;
        }
        normalise(&mut vector);
        vector
    }

    fn place_of(&self, feature: &str) -> (usize, f32) {
        let hash = blake3::hash(feature.as_bytes());
        let (number, rest) = hash.as_bytes().split_first_chunk().unwrap_or((&[0; 8], &[]));
        let sign = if rest.first().is_some_and(|byte| byte & 1 == 1) { -1.0 } else { 1.0 };
        // The remainder is below `dimensions`, which is a usize.
        ((u64::from_le_bytes(*number) % self.dimensions as u64) as usize, sign)
    }
}

impl Embedder for Hashed {
    fn id(&self) -> &str {
        &self.id
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| self.vector_of(text)).collect())
    }
}

/// The first character of the feature of a whole word, of a trigram, of a pair.
const WORD: char = 'w';
const TRIGRAM: char = 't';
const PAIR: char = 'p';

/// The features of a text and how often each occurs.
fn features(text: &str) -> BTreeMap<String, u32> {
    let text: String = text.nfkc().collect();
    // Case folding can leave a text that is no longer NFKC.
    let text: String = caseless::default_case_fold_str(&text).nfkc().collect();
    let mut features = BTreeMap::new();
    let mut count = |kind: char, characters: &[char]| {
        let feature: String = std::iter::once(kind).chain(characters.iter().copied()).collect();
        let count: &mut u32 = features.entry(feature).or_default();
        *count = count.saturating_add(1);
    };
    let mut before: Option<(usize, char)> = None;
    for (start, word) in text.unicode_word_indices() {
        let characters: Vec<char> = word.chars().collect();
        count(WORD, &characters);
        if let [only] = characters.as_slice() {
            if let Some((end, before)) = before
                && end == start
            {
                count(PAIR, &[before, *only]);
            }
            before = Some((start + word.len(), *only));
        } else {
            before = None;
            let marked: Vec<char> = [' '].into_iter().chain(characters).chain([' ']).collect();
            marked.windows(3).for_each(|trigram| count(TRIGRAM, trigram));
        }
    }
    features
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn likeness(a: &str, b: &str) -> f32 {
        let vectors = Hashed::new(512).embed(&[a, b]).unwrap();
        vectors[0].iter().zip(&vectors[1]).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn texts_spelt_alike_are_nearer_than_others() {
        let near = likeness("She plays the violin", "He played a violin");
        let far = likeness("She plays the violin", "Rain fell on Monday");
        assert!(near > far + 0.2, "near {near}, far {far}");
        let near = likeness("東京タワーに行った", "東京駅で会った");
        let far = likeness("東京タワーに行った", "猫が好きです");
        assert!(near > far + 0.1, "near {near}, far {far}");
    }

    #[test]
    fn case_and_compatibility_forms_make_no_difference() {
        assert!(likeness("STRASSE Ⅳ ﬁne", "straße iv FINE") > 0.999);
    }

    #[test]
    fn a_text_without_words_has_a_fixed_unit_vector() {
        let vectors = Hashed::new(8).embed(&["", " \n", "…!?", "👍"]).unwrap();
        for vector in vectors {
            assert_eq!(vector, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        }
    }

    #[test]
    fn the_vectors_of_a_known_text_do_not_change_between_versions() {
        let vector = &Hashed::new(4).embed(&["Ann met Bob"]).unwrap()[0];
        assert_eq!(vector, &[0.0, 0.0, 0.0, 0.0]);
    }

    proptest! {
        #[test]
        fn any_text_has_a_unit_vector_that_depends_on_it_alone(
            text in any::<String>(),
            dimensions in 0_usize..70,
        ) {
            let hashed = Hashed::new(dimensions);
            let vectors = hashed.embed(&["before", &text, &text]).unwrap();
            prop_assert_eq!(&vectors[1], &hashed.embed(&[&text]).unwrap()[0]);
            prop_assert_eq!(&vectors[1], &vectors[2]);
            prop_assert_eq!(vectors[1].len(), hashed.dimensions());
            let length: f32 = vectors[1].iter().map(|value| value * value).sum();
            prop_assert!((length - 1.0).abs() < 1e-4, "length² {}", length);
        }
    }
}
