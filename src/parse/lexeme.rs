//! What is known of a word without its context: its norm, and the ids of norm, first character,
//! last three characters and shape, which are all that the nets see of it.
//!
//! Source: spaCy 3.8, `lang/lex_attrs.py` and `lang/norm_exceptions.py`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::ParseError;
use super::characters::{is_digit, is_letter, is_space};
use super::files::File;
use super::strings::id;

/// Words that have a norm of their own in every language, with it: punctuation and currencies.
const NORMS: [(&str, &str); 45] = [
    ("'s", "'s"),
    ("'S", "'s"),
    ("’s", "'s"),
    ("’S", "'s"),
    ("’", "'"),
    ("‘", "'"),
    ("´", "'"),
    ("`", "'"),
    ("”", "\""),
    ("“", "\""),
    ("''", "\""),
    ("``", "\""),
    ("´´", "\""),
    ("„", "\""),
    ("»", "\""),
    ("«", "\""),
    ("‘‘", "\""),
    ("’’", "\""),
    ("？", "?"),
    ("！", "!"),
    ("，", ","),
    ("；", ";"),
    ("：", ":"),
    ("。", "."),
    ("।", "."),
    ("…", "..."),
    ("—", "-"),
    ("–", "-"),
    ("--", "-"),
    ("---", "-"),
    ("——", "-"),
    ("€", "$"),
    ("£", "$"),
    ("¥", "$"),
    ("฿", "$"),
    ("US$", "$"),
    ("C$", "$"),
    ("A$", "$"),
    ("₺", "$"),
    ("₹", "$"),
    ("৳", "$"),
    ("₩", "$"),
    ("Mex$", "$"),
    ("₣", "$"),
    ("E£", "$"),
];
/// A word of at least this many characters has no shape.
const LONG: usize = 100;
/// How often a character stands at most in a row in a shape.
const ROW: usize = 4;

/// A word.
#[derive(Debug)]
pub(super) struct Lexeme {
    pub(super) text: Box<str>,
    pub(super) lower: Box<str>,
    pub(super) norm: Box<str>,
    /// Whether it is white space throughout.
    pub(super) is_space: bool,
    pub(super) features: Features,
    /// What the nets made of it so far.
    pub(super) layers: FirstLayers,
}

/// What the nets see of a word: ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Features {
    pub(super) norm: u64,
    pub(super) prefix: u64,
    pub(super) suffix: u64,
    pub(super) shape: u64,
}

/// What the first layer of each net gives for a word, kept from the first time it is asked for.
#[derive(Debug, Default)]
pub(super) struct FirstLayers {
    /// Of the net that tagger and parser share: for the word with no space after it, and with one.
    pub(super) shared: [OnceLock<Box<[f32]>>; 2],
    /// Of the net that finds entities.
    pub(super) entities: OnceLock<Box<[f32]>>,
}

impl Lexeme {
    /// A word with a norm.
    fn new(text: &str, norm: &str) -> Self {
        let suffix = text.char_indices().rev().nth(2).map_or(0, |(at, _)| at);
        let first = text.chars().next().map_or(0, char::len_utf8);
        Self {
            lower: text.to_lowercase().into(),
            norm: norm.into(),
            is_space: !text.is_empty() && text.chars().all(is_space),
            features: Features {
                norm: id(norm),
                prefix: id(text.get(..first).unwrap_or_default()),
                suffix: id(text.get(suffix..).unwrap_or_default()),
                shape: id(&shape(text)),
            },
            layers: FirstLayers::default(),
            text: text.into(),
        }
    }
}

/// The norms of words, and so words.
#[derive(Debug)]
pub(super) struct Lexicon {
    /// Norms by the ids of words, as the model has them; they go before `NORMS`.
    norms: HashMap<u64, Box<str>>,
}

impl Lexicon {
    /// Reads the file `vocab/lookups.bin` of a model's folder.
    pub(super) fn read(folder: &Path) -> Result<Self, ParseError> {
        #[derive(serde::Deserialize)]
        struct Tables {
            lexeme_norm: HashMap<u64, Box<str>>,
        }
        let Tables { lexeme_norm } = File::of(folder, "vocab/lookups.bin").read()?;
        Ok(Self { norms: lexeme_norm })
    }

    /// The word `text`; with `norm` for its norm if given.
    pub(super) fn lexeme(&self, text: &str, norm: Option<&str>) -> Arc<Lexeme> {
        let told = || self.norms.get(&id(text)).map(|norm| &**norm);
        let listed = || NORMS.iter().find(|(word, _)| *word == text).map(|(_, norm)| *norm);
        let norm = norm.or_else(told).or_else(listed);
        Arc::new(Lexeme::new(text, norm.unwrap_or(&text.to_lowercase())))
    }
}

/// The shape of a word: X and x for letters, d for digits, other characters as they are, and no
/// more than four of one in a row. "Linz2024!" has "Xxxxdddd!".
fn shape(text: &str) -> String {
    if text.chars().count() >= LONG {
        return "LONG".to_owned();
    }
    let mut shape = String::with_capacity(text.len());
    let (mut last, mut row) = (None, 0);
    for character in text.chars() {
        let kind = match character {
            letter if is_letter(letter) && letter.is_uppercase() => 'X',
            letter if is_letter(letter) => 'x',
            digit if is_digit(digit) => 'd',
            other => other,
        };
        row = if last == Some(kind) { row + 1 } else { 0 };
        last = Some(kind);
        if row < ROW {
            shape.push(kind);
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_keeps_four_of_a_kind_in_a_row() {
        for (text, expected) in [
            ("Linz2024!", "Xxxxdddd!"),
            ("internationally", "xxxx"),
            ("USA", "XXX"),
            ("!!!!!!", "!!!!"),
            ("½²é中", "½dxx"),
            ("", ""),
        ] {
            assert_eq!(shape(text), expected);
        }
        assert_eq!(shape(&"a".repeat(100)), "LONG");
    }

    #[test]
    fn a_short_word_is_its_own_suffix() {
        let features = Lexeme::new("éa", "éa").features;
        assert_eq!((features.prefix, features.suffix), (id("é"), id("éa")));
        assert_eq!(Lexeme::new("naïve", "naive").features.suffix, id("ïve"));
    }
}
