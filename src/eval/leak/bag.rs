//! The telling words that questions and turns share, whatever their order. Compares the terms of the
//! index, in which stop words are left out, and never guesses at meaning.

use std::collections::{BTreeSet, HashMap};

use crate::eval::fold::fold;
use crate::index::analyze::Analyzer;

/// The fewest telling words whose being there is told. People who answer a shorter question say
/// nearly all of it.
const FEWEST: usize = 8;
/// Of a question's telling words so many are to be there, in percent.
const SHARE: usize = 85;

/// How many telling words of a question a turn holds, and how many the question has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shared {
    pub(super) words: usize,
    pub(super) of: usize,
}

/// For each turn, by its place, the terms in it.
pub(super) struct Bags(HashMap<String, Vec<usize>>);

impl Bags {
    pub(super) fn new(texts: &[String]) -> Self {
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, text) in texts.iter().enumerate() {
            for term in terms(text) {
                places.entry(term).or_default().push(place);
            }
        }
        Self(places)
    }

    /// The turns that hold nearly all telling words of `question`.
    pub(super) fn holding(&self, question: &str) -> HashMap<usize, Shared> {
        let asked = terms(question);
        let of = asked.len();
        let mut counts: HashMap<usize, usize> = HashMap::new();
        if of >= FEWEST {
            for place in asked.iter().filter_map(|term| self.0.get(term)).flatten() {
                *counts.entry(*place).or_default() += 1;
            }
        }
        let much = counts.into_iter().filter(|(_, n)| n * 100 >= of * SHARE && *n >= FEWEST);
        much.map(|(place, words)| (place, Shared { words, of })).collect()
    }
}

fn terms(text: &str) -> BTreeSet<String> {
    Analyzer.terms(&fold(text)).into_iter().collect()
}
