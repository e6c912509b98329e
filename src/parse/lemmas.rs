//! Lemmas by rule: a table of exceptions, then endings taken off and put on, checked against the
//! words that there are.
//!
//! Source: spaCy 3.8, `lemmatizer.py` (`rule_lemmatize`) and `lang/en/lemmatizer.py`; the tables
//! are the model's, made from WordNet 3.0.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::ParseError;
use super::characters::is_letter;
use super::files::File;
use super::strings::id;

/// The tables, by the id of a part of speech in lower case.
pub(super) struct Lemmas {
    by_pos: HashMap<u64, Tables>,
}

#[derive(Default)]
struct Tables {
    rules: Vec<(String, String)>,
    exceptions: HashMap<String, Vec<String>>,
    words: HashSet<String>,
}

impl Lemmas {
    /// Reads the file `lemmatizer/lookups/lookups.bin` of a model's folder.
    pub(super) fn read(folder: &Path) -> Result<Self, ParseError> {
        #[derive(serde::Deserialize)]
        struct Lookups {
            lemma_rules: HashMap<u64, Vec<(String, String)>>,
            lemma_exc: HashMap<u64, HashMap<String, Vec<String>>>,
            lemma_index: HashMap<u64, HashSet<String>>,
        }
        let file = File::of(folder, "lemmatizer/lookups/lookups.bin");
        let Lookups { lemma_rules, lemma_exc, lemma_index } = file.read()?;
        let mut by_pos: HashMap<u64, Tables> = HashMap::new();
        for (pos, rules) in lemma_rules {
            by_pos.entry(pos).or_default().rules = rules;
        }
        for (pos, exceptions) in lemma_exc {
            by_pos.entry(pos).or_default().exceptions = exceptions;
        }
        for (pos, words) in lemma_index {
            by_pos.entry(pos).or_default().words = words;
        }
        Ok(Self { by_pos })
    }

    /// The lemma of a word with a universal part of speech and a morphology such as
    /// `Number=Sing|Person=3`.
    pub(super) fn lemma(&self, text: &str, lower: &str, pos: &str, morph: &str) -> String {
        if matches!(pos, "" | "EOL" | "SPACE") || is_base_form(pos, morph) {
            return lower.to_owned();
        }
        match self.by_pos.get(&id(&pos.to_lowercase())) {
            Some(tables) => tables.lemma(text, lower),
            None if pos == "PROPN" => text.to_owned(),
            None => lower.to_owned(),
        }
    }
}

/// Whether nothing was done to the word: singular nouns, infinitives, and so on.
fn is_base_form(pos: &str, morph: &str) -> bool {
    let has = |feature: &str, value: &str| {
        let mut features = morph.split('|').filter_map(|feature| feature.split_once('='));
        features.any(|found| found == (feature, value))
    };
    let has_number = morph.split('|').any(|feature| feature.starts_with("Number="));
    match pos {
        "NOUN" if has("Number", "Sing") => true,
        "VERB" if has("VerbForm", "Fin") && has("Tense", "Pres") && !has_number => true,
        _ => has("VerbForm", "Inf") || has("VerbForm", "None") || has("Degree", "Pos"),
    }
}

impl Tables {
    fn lemma(&self, text: &str, lower: &str) -> String {
        // The best comes first: exceptions, words of the table, forms that are not all letters. A form
        // of no table counts only where there is nothing else.
        let mut forms: Vec<String> = Vec::new();
        let mut unknown = None;
        for (old, new) in &self.rules {
            let Some(stem) = lower.strip_suffix(old.as_str()) else { continue };
            let form = format!("{stem}{new}");
            if form.is_empty() {
                continue;
            }
            if self.words.contains(&form) {
                forms.insert(0, form);
            } else if !form.chars().all(is_letter) {
                forms.push(form);
            } else {
                unknown.get_or_insert(form);
            }
        }
        let exceptions = self.exceptions.get(lower).into_iter().flatten();
        for form in exceptions {
            if !forms.contains(form) {
                forms.insert(0, form.clone());
            }
        }
        forms.into_iter().next().or(unknown).unwrap_or_else(|| text.to_owned())
    }
}
