//! Runs of characters that are cut in a way of their own: "don't" to "do" and "n't", ":-)" to
//! itself. They are met as a run, or as a sequence of tokens that the patterns have made of one.
//!
//! Source: spaCy 3.8, `tokenizer.pyx` (`_apply_special_cases`, `_filter_special_spans`).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Piece;
use crate::parse::lexeme::Lexeme;

/// The special runs.
#[derive(Debug, Default)]
pub(super) struct Specials {
    cuts: HashMap<Box<str>, Arc<[Arc<Lexeme>]>>,
    /// The most bytes that one of them has.
    longest: usize,
    /// The ways in which the patterns cut special runs, by their first token.
    sequences: HashMap<Box<str>, Vec<Vec<Box<str>>>>,
}

impl Specials {
    /// Adds a run and its tokens.
    pub(super) fn add(&mut self, run: &str, tokens: Vec<Arc<Lexeme>>) {
        self.longest = self.longest.max(run.len());
        self.cuts.insert(run.into(), tokens.into());
    }

    /// Says that the patterns cut a special run into the tokens `sequence`.
    pub(super) fn add_sequence(&mut self, sequence: Vec<Box<str>>) {
        if let Some(first) = sequence.first() {
            self.sequences.entry(first.clone()).or_default().push(sequence);
        }
    }

    /// The tokens of a run that is special.
    pub(super) fn get(&self, run: &str) -> Option<&Arc<[Arc<Lexeme>]>> {
        if run.len() > self.longest {
            return None;
        }
        self.cuts.get(run)
    }

    /// Cuts anew where tokens in a row make a special run: the longest first, of those the first.
    pub(super) fn join(&self, text: &str, pieces: Vec<Piece>) -> Vec<Piece> {
        let mut found = self.found(&pieces);
        if found.is_empty() {
            return pieces;
        }
        found.sort_by_key(|&(start, length)| (std::cmp::Reverse(length), start));
        let mut seen = HashSet::new();
        let mut taken = HashMap::new();
        for (start, length) in found {
            let end = start + length;
            if !seen.contains(&start) && !seen.contains(&(end - 1)) {
                taken.insert(start, length);
            }
            // Those not taken count as seen too, as they do in spaCy.
            seen.extend(start..end);
        }
        let mut joined = Vec::with_capacity(pieces.len());
        let mut rest = pieces.as_slice();
        let mut place = 0;
        while !rest.is_empty() {
            let length = taken.get(&place).copied().unwrap_or(1);
            let (run, after) = rest.split_at(length.min(rest.len()));
            match self.get(text_of(text, run)).filter(|_| taken.contains_key(&place)) {
                Some(tokens) => push(&mut joined, run, tokens),
                None => joined.extend_from_slice(run),
            }
            rest = after;
            place += length;
        }
        joined
    }

    /// Where in `pieces` a special run stands: its first piece and how many it has.
    fn found(&self, pieces: &[Piece]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (start, piece) in pieces.iter().enumerate() {
            let Some(sequences) = self.sequences.get(&piece.lexeme.text) else { continue };
            let rest = pieces.get(start..).unwrap_or_default();
            for sequence in sequences {
                let here = rest.get(..sequence.len());
                if here.is_some_and(|here| {
                    here.iter().map(|piece| &piece.lexeme.text).eq(sequence.iter())
                }) {
                    found.push((start, sequence.len()));
                }
            }
        }
        found
    }
}

/// Puts `tokens` in the place of the pieces `run`.
fn push(joined: &mut Vec<Piece>, run: &[Piece], tokens: &[Arc<Lexeme>]) {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return };
    let mut start = first.start;
    for (number, lexeme) in tokens.iter().enumerate() {
        let space_after = number + 1 == tokens.len() && last.space_after;
        joined.push(Piece { lexeme: Arc::clone(lexeme), start, space_after });
        start += lexeme.text.len();
    }
}

/// The text of tokens in a row, without the space after the last.
fn text_of<'a>(text: &'a str, pieces: &[Piece]) -> &'a str {
    let (start, end) = (pieces.first().map(|p| p.start), pieces.last().map(Piece::end));
    start.zip(end).and_then(|(start, end)| text.get(start..end)).unwrap_or_default()
}
