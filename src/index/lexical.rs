//! Ranks documents by BM25 over their terms (Robertson and Zaragoza 2009). Never scores by anything
//! but the documents there are now: what was removed leaves no trace, in the statistics or in
//! memory, and the order of insertion changes no bit of a score.
//!
//! To score windows, such as a turn with its two neighbours, keep a second [`Lexical`] whose
//! document `id` has the terms of its window one after the other, and insert a window again when a
//! neighbour comes. Its statistics are then those of windows, and a query stays as cheap.

use std::collections::HashMap;
use std::sync::Arc;

/// A repeated term hardly ever stops to count.
const MOST_K1: f32 = 1000.0;

/// The two constants of BM25.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bm25 {
    /// How slowly a repeated term stops to count. From 0 to 1000; what lies outside is taken as the
    /// nearer end, NaN as 0.
    pub k1: f32,
    /// How much longer documents are marked down: from 0, not at all, to 1, in full; what lies
    /// outside is taken as the nearer end, NaN as 0.
    pub b: f32,
}

impl Default for Bm25 {
    fn default() -> Self {
        Self { k1: 0.9, b: 0.4 }
    }
}

/// Documents as bags of terms.
#[derive(Debug, Clone, Default)]
pub struct Lexical {
    bm25: Bm25,
    numbers: HashMap<Arc<str>, u32>,
    terms: Vec<Term>,
    free_terms: Vec<u32>,
    slots: HashMap<u64, u32>,
    documents: Vec<Document>,
    free_slots: Vec<u32>,
    /// The lengths of all documents.
    total: u64,
}

/// A term that some document has.
#[derive(Debug, Clone, Default)]
struct Term {
    text: Arc<str>,
    /// The slots of the documents that have it, and how often, by slot.
    postings: Vec<(u32, u32)>,
}

#[derive(Debug, Clone, Default)]
struct Document {
    id: u64,
    length: u32,
    terms: Vec<u32>,
}

impl Lexical {
    /// No documents yet.
    pub fn new(bm25: Bm25) -> Self {
        // NaN passes `clamp` and gives way to the other operand of `max`.
        let bm25 =
            Bm25 { k1: bm25.k1.clamp(0.0, MOST_K1).max(0.0), b: bm25.b.clamp(0.0, 1.0).max(0.0) };
        Self { bm25, ..Self::default() }
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Puts a document with these terms under `id`, in place of what was there.
    pub fn insert(&mut self, id: u64, terms: &[String]) {
        self.remove(id);
        let slot = self.free_slots.pop().unwrap_or_else(|| {
            self.documents.push(Document::default());
            number(self.documents.len() - 1)
        });
        let mut sorted: Vec<&str> = terms.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        let mut numbers = Vec::new();
        for same in sorted.chunk_by(|a, b| a == b) {
            let Some(text) = same.first() else { continue };
            let term = self.intern(text);
            numbers.push(term);
            if let Some(term) = self.terms.get_mut(index(term)) {
                let posting = (slot, number(same.len()));
                // Nearly always the last.
                let at = match term.postings.last() {
                    Some(last) if last.0 > slot => term.postings.partition_point(|p| p.0 < slot),
                    _ => term.postings.len(),
                };
                term.postings.insert(at, posting);
            }
        }
        let length = number(terms.len());
        if let Some(document) = self.documents.get_mut(index(slot)) {
            numbers.shrink_to_fit();
            *document = Document { id, length, terms: numbers };
        }
        self.total += u64::from(length);
        self.slots.insert(id, slot);
    }

    /// Takes out document `id`; says whether there was one.
    pub fn remove(&mut self, id: u64) -> bool {
        let Some(slot) = self.slots.remove(&id) else { return false };
        let Some(document) = self.documents.get_mut(index(slot)).map(std::mem::take) else {
            return false;
        };
        self.total -= u64::from(document.length);
        for number in document.terms {
            let Some(term) = self.terms.get_mut(index(number)) else { continue };
            if let Ok(at) = term.postings.binary_search_by_key(&slot, |posting| posting.0) {
                term.postings.remove(at);
            }
            if term.postings.is_empty() {
                self.numbers.remove(&term.text);
                *term = Term::default();
                self.free_terms.push(number);
            }
        }
        self.free_slots.push(slot);
        true
    }

    /// The score of every document that has one of the terms, by id. A term that is asked for twice
    /// counts twice; the order of the terms does not matter.
    pub fn scores(&self, terms: &[String]) -> Vec<(u64, f32)> {
        let mut sorted: Vec<&str> = terms.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        let mut sums = vec![0.0_f32; self.documents.len()];
        let mut touched: Vec<u32> = Vec::new();
        // Added by term and not by number, so that sums do not depend on the order of insertion.
        for same in sorted.chunk_by(|a, b| a == b) {
            let Some(term) = same.first().and_then(|text| self.term(text)) else { continue };
            let weight = self.inverse_document_frequency(term.postings.len()) * same.len() as f32;
            for &(slot, frequency) in &term.postings {
                let (Some(sum), Some(document)) =
                    (sums.get_mut(index(slot)), self.documents.get(index(slot)))
                else {
                    continue;
                };
                if *sum <= 0.0 {
                    touched.push(slot);
                }
                *sum += weight * self.saturated(frequency, document.length);
            }
        }
        let mut scores: Vec<(u64, f32)> = touched
            .into_iter()
            .filter_map(|slot| {
                let id = self.documents.get(index(slot))?.id;
                let score = *sums.get(index(slot))?;
                (score > 0.0).then_some((id, score))
            })
            .collect();
        scores.sort_unstable_by_key(|&(id, _)| id);
        scores.dedup_by_key(|score| score.0);
        scores
    }

    fn inverse_document_frequency(&self, frequency: usize) -> f32 {
        let (all, having) = (self.len() as f64, frequency as f64);
        (1.0 + (all - having + 0.5) / (having + 0.5)).ln() as f32
    }

    /// What a term counts that a document of `length` terms has `frequency` times: from 0 to k1 + 1.
    fn saturated(&self, frequency: u32, length: u32) -> f32 {
        let Bm25 { k1, b } = self.bm25;
        let frequency = frequency as f32;
        // A document that has a term has a length, so the total is not 0.
        let relative = (f64::from(length) * self.len() as f64 / self.total.max(1) as f64) as f32;
        frequency * (k1 + 1.0) / (frequency + k1 * (1.0 - b + b * relative))
    }

    fn term(&self, text: &str) -> Option<&Term> {
        self.terms.get(index(*self.numbers.get(text)?))
    }

    /// The number of a term, which is given one if it is new.
    fn intern(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let text: Arc<str> = Arc::from(text);
        let new = self.free_terms.pop().unwrap_or_else(|| {
            self.terms.push(Term::default());
            number(self.terms.len() - 1)
        });
        if let Some(term) = self.terms.get_mut(index(new)) {
            term.text = Arc::clone(&text);
        }
        self.numbers.insert(text, new);
        new
    }
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// As a `u32`: memory ends before there are as many documents or terms.
fn number(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn terms(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// BM25 as it is written down, in f64, over every document.
    fn by_the_formula(
        documents: &BTreeMap<u64, Vec<String>>,
        query: &[String],
        bm25: Bm25,
    ) -> Vec<(u64, f64)> {
        let (k1, b) = (f64::from(bm25.k1), f64::from(bm25.b));
        let n = documents.len() as f64;
        let average = documents.values().map(Vec::len).sum::<usize>() as f64 / n;
        let score = |document: &Vec<String>| -> f64 {
            let length = 1.0 - b + b * document.len() as f64 / average;
            query
                .iter()
                .map(|term| {
                    let df = documents.values().filter(|d| d.contains(term)).count() as f64;
                    let tf = document.iter().filter(|t| *t == term).count() as f64;
                    let idf = (1.0 + (n - df + 0.5) / (df + 0.5)).ln();
                    if tf > 0.0 { idf * tf * (k1 + 1.0) / (tf + k1 * length) } else { 0.0 }
                })
                .sum()
        };
        documents.iter().map(|(&id, d)| (id, score(d))).filter(|hit| hit.1 > 0.0).collect()
    }

    #[test]
    fn rare_terms_and_short_documents_count_more() {
        let mut index = Lexical::new(Bm25 { k1: 1.2, b: 0.75 });
        index.insert(1, &terms("cat dog"));
        index.insert(2, &terms("dog fish bird worm"));
        index.insert(3, &terms("dog"));
        let scores: BTreeMap<u64, f32> = index.scores(&terms("cat dog")).into_iter().collect();
        assert!(scores[&1] > scores[&3] && scores[&3] > scores[&2]);
        assert!(index.scores(&terms("cow")).is_empty());
    }

    #[test]
    fn nothing_of_a_removed_document_stays() {
        let mut index = Lexical::new(Bm25::default());
        index.insert(1, &terms("secret plan"));
        index.insert(2, &terms("plan"));
        assert!(index.remove(1));
        assert!(!index.remove(1));
        assert!(!format!("{index:?}").contains("secret"));
        assert!(index.scores(&terms("secret")).is_empty());
        assert!(index.remove(2) && index.is_empty());
        assert!(index.scores(&terms("plan")).is_empty());
    }

    #[test]
    fn no_constant_makes_a_score_that_is_no_number() {
        for k1 in [f32::NAN, -1.0, 0.0, f32::INFINITY] {
            for b in [f32::NAN, -1.0, 2.0, f32::INFINITY] {
                let mut index = Lexical::new(Bm25 { k1, b });
                index.insert(1, &terms("a a b"));
                index.insert(2, &[]);
                let scores = index.scores(&terms("a"));
                assert_eq!(scores.len(), 1);
                assert!(scores[0].1.is_finite());
            }
        }
    }

    fn word() -> impl Strategy<Value = String> {
        "[a-f]".prop_map(String::from)
    }

    proptest! {
        #[test]
        fn scores_are_those_of_the_formula_whatever_came_and_went(
            steps in prop::collection::vec(
                (0_u64..8, prop::option::weighted(0.7, prop::collection::vec(word(), 0..12))),
                0..40,
            ),
            query in prop::collection::vec(word(), 0..5),
            k1 in (0..=200_u8).prop_map(|hundredths| f32::from(hundredths) / 100.0),
            b in (0..=100_u8).prop_map(|hundredths| f32::from(hundredths) / 100.0),
        ) {
            let bm25 = Bm25 { k1, b };
            let mut index = Lexical::new(bm25);
            let mut documents = BTreeMap::new();
            for (id, document) in steps {
                match document {
                    Some(terms) => {
                        index.insert(id, &terms);
                        documents.insert(id, terms);
                    }
                    None => prop_assert_eq!(index.remove(id), documents.remove(&id).is_some()),
                }
            }
            prop_assert_eq!(index.len(), documents.len());
            let scores = index.scores(&query);
            let expected = by_the_formula(&documents, &query, bm25);
            prop_assert_eq!(scores.len(), expected.len());
            for (score, expected) in scores.iter().zip(&expected) {
                prop_assert_eq!(score.0, expected.0);
                prop_assert!((f64::from(score.1) - expected.1).abs() < 1e-5 * (1.0 + expected.1));
            }
            // An index fed anew, in another order, gives the same bits.
            let mut anew = Lexical::new(bm25);
            for (&id, document) in documents.iter().rev() {
                anew.insert(id, document);
            }
            let backwards: Vec<String> = query.iter().rev().cloned().collect();
            prop_assert_eq!(anew.scores(&backwards), scores);
        }
    }
}
