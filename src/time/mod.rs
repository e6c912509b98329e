//! Temporal expressions of English and Chinese text to half-open intervals with a precision, resolved
//! against a turn's own time. Never invents a date: what cannot be resolved says why. No clock.
//!
//! A text becomes tokens (`tokens`, with a parser's tags where there is a parse), each classed by
//! tables (`lexicon`, the files beside it); rules over classes (`grammar`) read the longest
//! expression at each place; `calendar` and `holidays` reckon. Time is linear in the length of the
//! text. Chinese is a second table: its words stand for English ones.
//!
//! Where a thing is read, below `grammar/`:
//! - "7 May", "5/7/2023", "2019", "Friday", "yesterday", "the 18th": `dates/named`, `numeric`,
//!   `years`, `weekdays`, `days`; whether "may" is a month: `dates/months`;
//! - days of one list ("May 3 and 4, 2022"): `dates/listed`; words of a title, which are none: `titles`;
//! - "two weeks ago", "in 3 days", "for four years", "3 hours": `lengths/ago`, `ahead`, `lasting`,
//!   `alone`; "a few", "two and a half": `lengths/counts`; "recently", "now": `vague`;
//! - "two weeks before 9 June", "the Friday after Easter": `beside`; "a week before the race":
//!   `lengths/event`;
//! - "last week", "next Friday", "the past 3 months": `relative/units`, `sided`, `reach`;
//! - "8:30", "half past seven", "this morning", "5 to 6pm": `clocks/digits`, `words`, `parts`,
//!   `spans`; a date with a time: `compose`;
//! - "the first week of May", "Q3", "summer", "the nineties", "Christmas", "early 2019",
//!   "all week": `periods/nth`, `quarters`, `seasons`, `decades`, `feasts`, `portions`, `whole`; "the
//!   week of": `weeks`;
//! - "from Monday to Friday", "4 to 22 May": `ranges/dates`, `days`, `months`; "before 2010": `bounds`;
//! - "every Tuesday": `recurring`.
//!
//! What a question asks of time ("when did", "before she moved") is read in `asked`.
//!
//! Which words lead to what is told by the sets of `english.toml`; whether the words around speak of
//! the future, by `grammar/tense`; which words an expression keeps, by `grammar/place`.
//!
//! Conventions of [`Conventions::DIALOGUE`]:
//! - weeks run from Monday to Sunday; last, this and next week, month, quarter and year are those of
//!   the calendar, and the days just before or after the turn's day are kept as another reading;
//! - "last Friday" is the nearest Friday before the turn's day and "next Friday" the nearest after;
//! - seasons are the northern meteorological ones, a winter being named by the year it begins in;
//! - a count of weeks, months or years ago is the week, month or year of the calendar that it falls
//!   in, and the exact day is kept as another reading; a vague count spans what it may mean;
//! - "the past week" and "the last 3 months" reach up to and with the turn's day;
//! - the end of a range is named with it: "26 to 28 June" ends with the 28th;
//! - a time of day without a date is of the turn's own day;
//! - a date in digits is read month first (12/11/2023 is in December) but for dots (12.11.2023 is in
//!   November), and the other reading is kept;
//! - a date without its year or week is the nearest past one, or the nearest to come where the words
//!   around it plan, ask or tell in the present; of several verbs in a sentence the nearest one decides,
//!   first within the clause;
//! - "early", "mid" and "late" are thirds, "the beginning" and "the end" of a year its quarters;
//! - "in the last month" reaches up to now; an hour up to five is of the afternoon, and one up to six
//!   behind "tonight" or "last night" is of the day after; what is quoted as a title holds no time;
//! - "all week" of the past reaches up to the turn's day, of the future from it on.

mod asked;
mod calendar;
mod conventions;
mod describe;
mod grammar;
mod holidays;
mod lexicon;
mod meaning;
mod tokens;

use std::fmt;
use std::ops::Range;

use graph_schema::{Interval, Moment};

use serde::Serialize as _;

use crate::parse::Doc;

pub use asked::{Answer, Asked, Bound, Side, asked};
pub use conventions::Conventions;
pub(crate) use describe::describe;
pub use describe::words;

/// What an expression tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A day.
    Date,
    /// Any other stretch of days.
    DateRange,
    /// A time of day without its day.
    Time,
    /// A stretch of a day without its day.
    TimeRange,
    /// A time of a day.
    DateTime,
    /// A stretch with times of day.
    DateTimeRange,
    /// A length.
    Duration,
    /// What recurs.
    Set,
}

/// One stretch of time that an expression may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The time.
    pub interval: Interval,
    /// The bound as it was named: the end of a range, or what the time lies before or after; the
    /// 28th of "26 to 28 June", whose interval ends with that day, and 9 June of "before 9 June".
    pub named: Option<Interval>,
}

/// What an expression may mean.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// A stretch of time.
    Span(Span),
    /// A length: in ISO 8601, and in seconds from the least to the most, where a month has 30 days
    /// and a year 365.
    Length {
        /// As "P2W" or "PT1.5H".
        iso: String,
        /// The fewest seconds.
        least: f64,
        /// The most seconds.
        most: f64,
    },
    /// A recurrence, in the letters of TIMEX3: "P1W", "XXXX-WXX-1T16".
    Recurring(String),
    /// A time that cannot be told, and why.
    Open(Untold),
}

/// Why a time cannot be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Untold {
    /// "Two days after my birthday": only the words of the event are known.
    CountedFromEvent,
    /// "At that time".
    SpokenOfBefore,
    /// "Some day".
    SomeDay,
    /// "31 February".
    NoSuchDay,
    /// "66 million years ago".
    OutsideCalendar,
}

impl fmt::Display for Untold {
    /// As a clause: "its month has no such day".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CountedFromEvent => "it is counted from another event",
            Self::SpokenOfBefore => "it is a time that was spoken of before",
            Self::SomeDay => "it is some day to come",
            Self::NoSuchDay => "its month has no such day",
            Self::OutsideCalendar => "its time lies outside the calendar",
        })
    }
}

impl fmt::Display for Kind {
    /// Its name in one lower-case word: "datetimerange".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl fmt::Display for Reading {
    /// "[2023-06-09, 2023-06-10) day", "lasts P2W", "recurs P1W", "open, its month has no such day".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Span(span) => write!(f, "{} {}", span.interval, span.interval.precision()),
            Self::Length { iso, .. } => write!(f, "lasts {iso}"),
            Self::Recurring(iso) => write!(f, "recurs {iso}"),
            Self::Open(why) => write!(f, "open, {why}"),
        }
    }
}

/// A part of a text that names a time.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    /// Where it stands, as bytes of the text.
    pub span: Range<usize>,
    /// The same with the preposition that leads it, as "on" of "on Friday".
    pub phrase: Range<usize>,
    /// What it tells.
    pub kind: Kind,
    /// Whether its bounds are wide because its words are vague.
    pub vague: bool,
    /// What it may mean, best first; never empty.
    pub readings: Vec<Reading>,
}

impl Expression {
    /// The best reading as a stretch of time, if it is one.
    pub fn interval(&self) -> Option<Interval> {
        match self.readings.first() {
            Some(Reading::Span(span)) => Some(span.interval),
            _ => None,
        }
    }

    /// Every stretch of time that it may mean, best first.
    pub fn intervals(&self) -> impl Iterator<Item = Interval> {
        self.readings.iter().filter_map(|r| match r {
            Reading::Span(span) => Some(span.interval),
            _ => None,
        })
    }
}

/// The expressions of `text` in order, none overlapping, each resolved against `anchor`: the time at
/// which the text was said. Takes time linear in the length of the text.
pub fn find(text: &str, anchor: Moment) -> Vec<Expression> {
    find_with(text, None, Some(anchor), &Conventions::DIALOGUE)
}

/// [`find`], with the parse of the same text, whose tags decide what is doubtful.
pub fn find_parsed(doc: &Doc, anchor: Moment) -> Vec<Expression> {
    find_with(doc.text(), Some(doc), Some(anchor), &Conventions::DIALOGUE)
}

/// The expressions of `text` that need no anchor: dates that tell their year, lengths, recurrences.
pub fn find_absolute(text: &str) -> Vec<Expression> {
    find_with(text, None, None, &Conventions::DIALOGUE)
}

/// [`find`] with everything told: the parse of `text` if there is one, the time it was said at if that
/// is known, and the conventions.
pub fn find_with(
    text: &str,
    doc: Option<&Doc>,
    anchor: Option<Moment>,
    conventions: &Conventions,
) -> Vec<Expression> {
    let reader = grammar::Reader::new(text, doc, anchor, conventions);
    let epoch = chrono::DateTime::UNIX_EPOCH.naive_utc();
    let like = anchor.or_else(|| Moment::local(epoch).ok());
    let found = reader.all().into_iter().filter_map(|(from, next, meaning)| {
        let undated = matches!(meaning.kind, Kind::Time | Kind::TimeRange);
        if undated && anchor.is_none() {
            return None;
        }
        let (span, phrase) = reader.place(from, next)?;
        let (kind, vague) = (meaning.kind, meaning.vague);
        Some(Expression { span, phrase, kind, vague, readings: meaning.readings(like) })
    });
    found.collect()
}
