//! The grammar of times: the reader of one text, and the longest expression that begins at a token.
//! The rules are methods of [`Reader`], in the rooms beside this file by what they read. Looks a
//! bounded number of tokens ahead and back, so that a text is read in linear time; never at the
//! clock, and never at another text.

mod beside;
mod bounds;
mod clocks;
mod compose;
mod dates;
mod lengths;
mod look;
mod numbers;
mod periods;
mod place;
mod ranges;
mod recurring;
mod relative;
mod tense;
mod titles;
mod vague;

use std::cell::Cell;

use graph_schema::Moment;

use crate::parse::Doc;
use crate::time::lexicon::Set;
use crate::time::meaning::Meaning;
use crate::time::tokens::{Token, tokens};
use crate::time::{Conventions, Untold, holidays};

pub(super) use dates::{Date, Shape};

/// How deep one expression may stand within another.
const MOST_NESTED: u8 = 4;

/// Reads one text.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) anchor: Option<Moment>,
    pub(super) conventions: &'a Conventions,
    depth: Cell<u8>,
    /// Where the right side of a range begins, while it is read.
    pub(super) range_left: Cell<Option<usize>>,
}

/// What was read, and the token after it.
type Read<T> = Option<(usize, T)>;

impl<'a> Reader<'a> {
    pub(super) fn new(
        text: &'a str,
        doc: Option<&Doc>,
        anchor: Option<Moment>,
        conventions: &'a Conventions,
    ) -> Self {
        let tokens = tokens(text, doc);
        Self { text, tokens, anchor, conventions, depth: Cell::new(0), range_left: Cell::new(None) }
    }

    /// Every expression, as the tokens that it takes and what it means.
    pub(super) fn all(&self) -> Vec<(usize, usize, Meaning)> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            match self.longest(at) {
                Some((next, _)) if next > at && self.is_title(at, next) => at = next,
                // "The 21st century BC".
                Some((next, _)) if next > at && self.is(next, &["bc", "bce"]) => {
                    found.push((at, next + 1, Meaning::open(Untold::OutsideCalendar)));
                    at = next + 1;
                }
                Some((next, meaning)) if next > at => {
                    found.push((at, next, meaning));
                    at = next;
                }
                _ => at += 1,
            }
        }
        found
    }

    /// The longest expression that begins at a token; of two as long, the first in this order.
    fn longest(&self, i: usize) -> Read<Meaning> {
        if !self.may_begin(i) {
            return None;
        }
        let mut best: Read<Meaning> = None;
        let mut consider = |read: Read<Meaning>| {
            if let Some((next, _)) = &read
                && best.as_ref().is_none_or(|(end, _)| next > end)
            {
                best = read;
            }
        };
        consider(self.recurring(i));
        consider(self.composed(i));
        consider(self.range(i));
        consider(self.bounded(i));
        consider(self.impossible(i));
        consider(self.counted(i));
        consider(self.duration_alone(i));
        consider(self.vague(i));
        best
    }

    fn may_begin(&self, i: usize) -> bool {
        let Some(token) = self.tokens.get(i) else { return false };
        token.class.begins_any() || self.among(i, Set::Starters) || holidays::begins(&token.word)
    }

    /// Reads deeper, but not too deep.
    fn nested<T>(&self, read: impl FnOnce() -> Option<T>) -> Option<T> {
        let depth = self.depth.get();
        if depth >= MOST_NESTED {
            return None;
        }
        self.depth.set(depth + 1);
        let out = read();
        self.depth.set(depth);
        out
    }
}

fn longest<T>(reads: impl IntoIterator<Item = Read<T>>) -> Read<T> {
    let mut best: Read<T> = None;
    for read in reads.into_iter().flatten() {
        if best.as_ref().is_none_or(|(end, _)| read.0 > *end) {
            best = Some(read);
        }
    }
    best
}
