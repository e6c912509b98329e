//! Noun chunks: a noun or pronoun that does something in the sentence, with all that stands
//! before it and belongs to it. Chunks never overlap.
//!
//! Source: spaCy 3.8, `lang/en/syntax_iterators.py`.

use std::ops::Range;

use super::doc::Entry;
use super::labels::{Label, Labels};

/// What a noun does that heads a chunk.
const ROLES: [&str; 10] =
    ["oprd", "nsubj", "dobj", "nsubjpass", "pcomp", "pobj", "dative", "appos", "attr", "ROOT"];

/// The labels that matter here.
pub(super) struct Chunks {
    roles: [Label; 10],
    conjunct: Label,
    nouns: [Label; 3],
}

impl Chunks {
    /// With the numbers that the labels have in `known`.
    pub(super) fn new(known: &mut Labels) -> Self {
        Self {
            roles: ROLES.map(|role| known.label(role)),
            conjunct: known.label("conj"),
            nouns: ["NOUN", "PROPN", "PRON"].map(|pos| known.label(pos)),
        }
    }

    /// The chunks of a text, in order.
    pub(super) fn find(&self, words: &[Entry]) -> Vec<Range<usize>> {
        let mut chunks: Vec<Range<usize>> = Vec::new();
        for (place, word) in words.iter().enumerate() {
            let overlaps = chunks.last().is_some_and(|last| word.reach.0 < last.end);
            if !overlaps && self.nouns.contains(&word.pos) && self.heads_chunk(words, place) {
                chunks.push(word.reach.0..place + 1);
            }
        }
        chunks
    }

    /// Whether a noun has a role, be it as one of several in a row.
    fn heads_chunk(&self, words: &[Entry], mut place: usize) -> bool {
        let Some(mut word) = words.get(place) else { return false };
        if word.label == self.conjunct {
            // The first of the row has the role of all; what is no earlier token ends the row.
            let Some(first) = words.get(word.head) else { return false };
            (place, word) = (word.head, first);
            while word.label == self.conjunct && word.head < place {
                let Some(before) = words.get(word.head) else { return false };
                (place, word) = (word.head, before);
            }
        }
        self.roles.contains(&word.label)
    }
}
