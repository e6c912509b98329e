//! The times of a turn that may date a fact: stretches of days, and what recurs, each with the words
//! that tell it; beside them what lasts, and what names a time that cannot be told. What only tells
//! an hour dates nothing by itself. Never invents a date.

use std::ops::Range;

use graph_schema::{Interval, Moment, Precision, Start};

use crate::parse::Doc;
use crate::time::{Conventions, Expression, Kind, Reading, find, find_with};

/// The seconds of a day: what lasts less is no state.
const DAY: f64 = 86_400.0;

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

/// A length of days or more: "for two weeks".
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lasting {
    /// Where its words begin, as a byte of the text.
    at: usize,
    /// When that began which lasts still, after so long.
    pub(super) so_far: Option<Interval>,
}

/// What a turn tells of time.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Times {
    /// What dates a fact, in order of the text; none overlapping.
    pub(super) dated: Vec<Timed>,
    /// Where times begin that cannot be told, as bytes of the text: "on 30 February", "two days
    /// after my birthday". Their words stay words, for they name things.
    open: Vec<usize>,
    /// The lengths, in order.
    lasting: Vec<Lasting>,
    /// Where "three years since" ends, as a byte of the text, and when that was.
    since: Vec<(usize, Interval)>,
}

impl Times {
    /// Whether a time that cannot be told begins within these bytes.
    pub(super) fn is_open(&self, within: &Range<usize>) -> bool {
        let first = self.open.partition_point(|at| *at < within.start);
        self.open.get(first).is_some_and(|at| *at < within.end)
    }

    /// How far back the clause lies whose "since" ends at this byte: "three years since I left".
    pub(super) fn back_to(&self, end: usize) -> Option<Interval> {
        self.since.iter().find(|(at, _)| *at == end).map(|(_, when)| *when)
    }

    /// The first length that begins within these bytes.
    pub(super) fn lasting(&self, within: &Range<usize>) -> Option<&Lasting> {
        let first = self.lasting.partition_point(|l| l.at < within.start);
        self.lasting.get(first).filter(|l| l.at < within.end)
    }
}

/// The times of `text`, said at `said_at`; the tags of its parse decide what is doubtful.
pub(super) fn told(text: &str, doc: Option<&Doc>, said_at: Option<Moment>) -> Times {
    let mut times = Times::default();
    for e in find_with(text, doc, said_at, &Conventions::DIALOGUE) {
        match e.readings.first() {
            _ if matches!(e.kind, Kind::Time | Kind::TimeRange) => {}
            Some(Reading::Open(_)) => times.open.push(e.phrase.start),
            Some(Reading::Length { least, .. }) if *least >= DAY => {
                times.lasting.extend(lasting(&e, text, said_at));
                times.since.extend(since(&e, text, said_at));
            }
            Some(Reading::Span(_)) => times.dated.push(timed(e)),
            Some(Reading::Recurring(_)) if recurs(&e, text) => times.dated.push(timed(e)),
            _ => {}
        }
    }
    times
}

fn timed(e: Expression) -> Timed {
    Timed { interval: e.interval(), vague: e.vague, span: e.phrase }
}

/// Whether a recurrence is told beside the words rather than of one: "every week", not "weekly".
fn recurs(e: &Expression, text: &str) -> bool {
    text.get(e.phrase.clone()).is_some_and(|words| words.contains(' '))
}

/// A length told by "for". What lasts still after two years began when two years ago was.
fn lasting(e: &Expression, text: &str, said_at: Option<Moment>) -> Option<Lasting> {
    let length = text.get(e.span.clone())?;
    let before = text.get(..e.span.start)?.trim_end();
    let told_before = before.get(before.len().saturating_sub(4)..);
    let lower = length.to_lowercase();
    let after_for = lower.strip_prefix("for ");
    if after_for.is_none() && !told_before.is_some_and(|w| w.eq_ignore_ascii_case(" for")) {
        return None;
    }
    let so_far = back(after_for.unwrap_or(&lower), said_at).and_then(|began| {
        let Start::At(from) = began.start() else { return None };
        Some(Interval::since(from, began.precision().max(Precision::Day)))
    });
    Some(Lasting { at: e.phrase.start, so_far })
}

/// When a length back from the turn was.
fn back(length: &str, said_at: Option<Moment>) -> Option<Interval> {
    find(&format!("{length} ago"), said_at?).first()?.interval()
}

/// A length told with "since" behind it.
fn since(e: &Expression, text: &str, said_at: Option<Moment>) -> Option<(usize, Interval)> {
    const SINCE: &str = " since";
    let after = text.get(e.span.end..)?;
    after.get(..SINCE.len()).filter(|word| word.eq_ignore_ascii_case(SINCE))?;
    let when = back(&text.get(e.span.clone())?.to_lowercase(), said_at)?;
    Some((e.span.end + SINCE.len(), when))
}
