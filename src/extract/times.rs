//! The times of a turn that may date a fact: stretches of days, and what recurs, each with the words
//! that tell it. What lasts or only tells an hour dates nothing by itself.

use std::ops::Range;

use graph_schema::{Interval, Moment};

use crate::parse::Doc;
use crate::time::{Conventions, Expression, Kind, find_with};

/// A time that a turn tells.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Timed {
    /// Its words with the preposition before them, as bytes of the text.
    pub(super) span: Range<usize>,
    /// When; `None` for what recurs, as "every Tuesday".
    pub(super) interval: Option<Interval>,
    /// Whether its bounds are wide because its words are vague.
    pub(super) vague: bool,
}

/// The times of `text`, said at `said_at`; the tags of its parse decide what is doubtful.
pub(super) fn told(text: &str, doc: Option<&Doc>, said_at: Option<Moment>) -> Vec<Timed> {
    let found = find_with(text, doc, said_at, &Conventions::DIALOGUE);
    let dates = found.into_iter().filter(|e| !matches!(e.kind, Kind::Time | Kind::TimeRange));
    dates
        .filter(|e| e.interval().is_some() || recurs(e, text))
        .map(|e| Timed { interval: e.interval(), span: e.phrase, vague: e.vague })
        .collect()
}

/// Whether a recurrence is told beside the words rather than of one: "every week", not "weekly".
fn recurs(e: &Expression, text: &str) -> bool {
    let apart = text.get(e.phrase.clone()).is_some_and(|words| words.contains(' '));
    e.kind == Kind::Set && apart
}
