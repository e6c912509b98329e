//! The times of a turn that may date a fact: stretches of days, each with the words that tell it.
//! What recurs, lasts or only tells an hour dates nothing by itself.

use std::ops::Range;

use graph_schema::{Interval, Moment};

use crate::time::{self, Kind};

/// A time that a turn tells.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Timed {
    /// Its words with the preposition before them, as bytes of the text.
    pub(super) span: Range<usize>,
    pub(super) interval: Interval,
    /// Whether its bounds are wide because its words are vague.
    pub(super) vague: bool,
}

/// The times of `text`, said at `said_at`.
pub(super) fn told(text: &str, said_at: Option<Moment>) -> Vec<Timed> {
    let found = match said_at {
        Some(anchor) => time::find(text, anchor),
        None => time::find_absolute(text),
    };
    let dates = found.into_iter().filter(|e| !matches!(e.kind, Kind::Time | Kind::TimeRange));
    dates
        .filter_map(|e| Some(Timed { interval: e.interval()?, span: e.phrase, vague: e.vague }))
        .collect()
}
