//! Texts to terms, for documents and queries alike. Never depends on anything but the text, and
//! never leaves a text that has a letter, digit or emoji without a term.

use std::borrow::Cow;

use caseless::Caseless;
use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::characters::{is_cjk, is_picture, is_shade, without_accents};
use super::stop_words;

/// Words longer than this many bytes are no words: they are kept as they are.
const LONGEST_STEMMED: usize = 64;

/// What a word that ends in one of these says is its beginning: "Ann's", "we'll".
const ENDINGS: [&str; 6] = ["s", "m", "d", "re", "ve", "ll"];

/// Cuts texts into terms.
///
/// - Compatible forms (NFKC) and cases are one: "ＡＣＭＥ" and "Acme".
/// - Words are those of Unicode (UAX 29), cut also at dots, colons and underscores between letters;
///   letters with dots after each are one word: "U.S.A." is "usa".
/// - English words are stemmed (Snowball's English, "Porter 2"), and so is any other word of the
///   letters a to z, since a text does not say its language. Words with digits are not: "ASR1603"
///   and "ASR1605" differ. Commas within a number go: "1,000" is "1000".
/// - Accents are taken off Latin and Greek letters, in texts and queries: "José" and "jose" are one
///   term. Marks of other scripts stay.
/// - "C++" and "C#" are terms of their own.
/// - Runs of Han, Hiragana, Katakana and Hangul become pairs of neighbouring characters; a
///   character on its own is a term. So a text is found by any part of it of two characters.
/// - Each emoji is a term, whatever its skin tone.
/// - Some ninety English stop words are left out, and negated verbs ("don't"); where nothing else
///   would be left they are kept.
#[derive(Debug, Clone, Copy, Default)]
pub struct Analyzer;

impl Analyzer {
    /// Whether a word alone says too little to be looked for.
    pub fn is_stop_word(&self, word: &str) -> bool {
        stop_words::contains(&word.to_lowercase())
    }

    /// The terms of `text`, in their order, each as often as it is there.
    pub fn terms(&self, text: &str) -> Vec<String> {
        let folded: String = text.nfkc().default_case_fold().nfkc().collect();
        let mut terms = Terms::default();
        let mut rest = folded.as_str();
        while let Some(first) = rest.chars().next() {
            let cjk = is_cjk(first);
            let end = rest.find(|c| is_cjk(c) != cjk).unwrap_or(rest.len());
            let (run, after) = rest.split_at(end);
            if cjk {
                terms.pairs(run);
            } else {
                terms.words(run);
            }
            rest = after;
        }
        terms.finish()
    }
}

/// The terms found so far.
#[derive(Default)]
struct Terms {
    kept: Vec<String>,
    /// Stop words: wanted only if nothing else is found.
    stopped: Vec<String>,
}

impl Terms {
    fn finish(self) -> Vec<String> {
        if self.kept.is_empty() { self.stopped } else { self.kept }
    }

    /// A run of characters of a script without spaces.
    fn pairs(&mut self, run: &str) {
        let characters: Vec<char> = run.chars().collect();
        if let [alone] = characters.as_slice() {
            self.kept.push(alone.to_string());
        }
        self.kept.extend(characters.windows(2).map(String::from_iter));
    }

    /// A run of text of other scripts.
    fn words(&mut self, run: &str) {
        let mut end_of_previous = 0;
        for (start, segment) in run.split_word_bound_indices() {
            if start < end_of_previous {
                // The signs that belong to the word before.
                continue;
            }
            let after = run.get(start + segment.len()..).unwrap_or_default();
            if segment.chars().any(char::is_alphanumeric) {
                let sign = language_sign(segment, after);
                end_of_previous = start + segment.len() + sign.len();
                if sign.is_empty() {
                    self.segment(segment);
                } else {
                    self.kept.push(format!("{segment}{sign}"));
                }
            } else if segment.chars().any(is_picture) {
                let picture: String = segment.chars().filter(|&c| !is_shade(c)).collect();
                self.kept.push(if picture.is_empty() { segment.to_owned() } else { picture });
            }
        }
    }

    /// A word of Unicode: one term, or one for each part between dots.
    fn segment(&mut self, segment: &str) {
        let numeric = segment.chars().all(|c| c.is_numeric() || matches!(c, '.' | ','));
        let parts = || segment.split(['.', ':', '_', '·']).filter(|part| !part.is_empty());
        if numeric {
            self.kept.push(segment.replace(',', ""));
        } else if parts().all(|part| part.chars().count() == 1) {
            self.word(&parts().collect::<String>());
        } else {
            for part in parts() {
                self.word(part);
            }
        }
    }

    fn word(&mut self, word: &str) {
        let mut plain: Cow<'_, str> = Cow::Borrowed(word);
        let mut negated = false;
        if let Some((base, ending)) = word.rsplit_once(['\'', '’']) {
            negated = ending == "t" && base.ends_with('n');
            let base = if ENDINGS.contains(&ending) && !base.is_empty() { base } else { word };
            plain = Cow::Owned(base.replace(['\'', '’'], ""));
        }
        let plain: String = without_accents(&plain).chars().filter(|c| !is_ignorable(*c)).collect();
        if !plain.chars().any(char::is_alphanumeric) {
            return;
        }
        if negated || stop_words::contains(&plain) {
            self.stopped.push(plain);
        } else if plain.len() <= LONGEST_STEMMED && plain.bytes().all(|b| b.is_ascii_lowercase()) {
            let stem = Stemmer::create(Algorithm::English).stem(&plain).into_owned();
            self.kept.push(if stem.is_empty() { plain } else { stem });
        } else {
            self.kept.push(plain);
        }
    }
}

/// The signs at the start of `after` that make a programming language of `word`: "c" and "++" or
/// "#", "notepad" and "++".
fn language_sign<'a>(word: &str, after: &'a str) -> &'a str {
    let length = if !word.bytes().all(|b| b.is_ascii_lowercase()) {
        0
    } else if after.starts_with("++") {
        2
    } else if word.len() == 1
        && after.starts_with('#')
        && !after.chars().nth(1).is_some_and(|c| c.is_alphanumeric() || c == '#')
    {
        1
    } else {
        0
    };
    after.get(..length).unwrap_or_default()
}

/// Whether it is not seen within a word: a soft hyphen, a joiner, a variation selector, the frame of
/// a key.
fn is_ignorable(c: char) -> bool {
    is_shade(c)
        || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{20E3}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn terms(text: &str) -> String {
        Analyzer.terms(text).join(" ")
    }

    #[test]
    fn english_is_stemmed_and_stop_words_are_left_out() {
        assert_eq!(terms("Melanie was running to the stations"), "melani run station");
        assert_eq!(terms("Ann's dogs; the Joneses’ cat"), "ann dog jones cat");
        assert_eq!(terms("I'm sure we'll go, they don't"), "sure go");
    }

    #[test]
    fn a_text_of_stop_words_only_keeps_them() {
        assert_eq!(terms("Who are you?"), "who are you");
        assert_eq!(terms("I don't"), "i dont");
        assert_eq!(terms("the"), "the");
    }

    #[test]
    fn names_of_languages_are_kept_apart() {
        assert_eq!(terms("C, C++ and C#."), "c c++ c#");
        assert_eq!(terms("Ｃ＋＋17 or F#"), "c++ 17 f#");
        assert_eq!(terms("a1++ x #2 room#5 1+1"), "a1 x 2 room 5 1 1");
    }

    #[test]
    fn forms_cases_and_accents_of_a_word_are_one() {
        assert_eq!(terms("ＡＣＭＥ acme ACME"), "acm acm acm");
        assert_eq!(terms("José JOSÉ jose\u{301} jose"), "jose jose jose jose");
        assert_eq!(terms("Straße STRASSE"), "strass strass");
        assert_eq!(terms("İstanbul istanbul"), "istanbul istanbul");
    }

    #[test]
    fn digits_are_kept_whole() {
        assert_eq!(terms("ASR1603 ASR1605"), "asr1603 asr1605");
        assert_eq!(terms("1,000 3.14 10:30 2023-05-08"), "1000 3.14 10 30 2023 05 08");
        assert_eq!(terms("the 1980s, New York 2"), "1980s new york 2");
    }

    #[test]
    fn dots_cut_words_but_not_initials() {
        assert_eq!(terms("U.S.A. USA"), "usa usa");
        assert_eq!(terms("went home.Then node.js"), "went home node js");
        assert_eq!(terms("works_at"), "work");
    }

    #[test]
    fn scripts_without_spaces_become_pairs() {
        assert_eq!(terms("特朗普"), "特朗 朗普");
        assert_eq!(terms("猫"), "猫");
        assert_eq!(terms("東京タワーへ行く"), "東京 京タ タワ ワー ーへ へ行 行く");
        assert_eq!(terms("한국어 좋다"), "한국 국어 좋다");
        assert_eq!(terms("我爱Rust语言"), "我爱 rust 语言");
        assert_eq!(terms("ｶﾞﾗｽ"), terms("ガラス"));
    }

    #[test]
    fn each_emoji_is_a_term_whatever_its_tone() {
        assert_eq!(terms("great 😂😂 👍🏽"), "great 😂 😂 👍");
        assert_eq!(terms("👨‍👩‍👧"), "👨‍👩‍👧");
        assert_eq!(terms("❤️"), terms("❤"));
        assert_eq!(terms("🇩🇪🇫🇷"), "🇩🇪 🇫🇷");
    }

    #[test]
    fn a_text_without_words_has_no_terms() {
        assert_eq!(terms(""), "");
        assert_eq!(terms(" \n ... -- ?!"), "");
    }

    proptest! {
        #[test]
        fn any_text_with_a_letter_or_digit_has_terms_and_none_is_empty(text in any::<String>()) {
            let terms = Analyzer.terms(&text);
            prop_assert!(terms.iter().all(|term| !term.is_empty()));
            let folded: String = text.nfkc().default_case_fold().nfkc().collect();
            if folded.chars().any(char::is_alphanumeric) {
                prop_assert!(!terms.is_empty());
            }
        }

        #[test]
        fn case_and_composition_change_no_term(text in "[a-zA-Zéñüß '.0-9]{0,30}") {
            let decomposed: String = text.nfd().collect();
            prop_assert_eq!(Analyzer.terms(&text), Analyzer.terms(&decomposed));
            prop_assert_eq!(Analyzer.terms(&text), Analyzer.terms(&text.to_uppercase()));
        }
    }
}
