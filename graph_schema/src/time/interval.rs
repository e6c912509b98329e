//! Half-open intervals: when something holds in the world, and when it was believed. Never empty,
//! never reversed.

use std::fmt;

use chrono::{Days, NaiveTime};
use serde::{Deserialize, Serialize};

use super::{Moment, TimeError};

/// How finely a time was told, from the finest to the coarsest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "each variant is the word it is named by")]
pub enum Precision {
    Instant = 0,
    Minute = 1,
    Hour = 2,
    Day = 3,
    Week = 4,
    Month = 5,
    Season = 6,
    Quarter = 7,
    Year = 8,
    Decade = 9,
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The word that is serialized.
        self.serialize(f)
    }
}

/// How an interval begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// It began at this moment, give or take the precision.
    At(Moment),
    /// An open start: it holds from this moment at the latest, and began at an unknown time before.
    KnownBy(Moment),
    /// It began at an unknown time.
    Unknown,
}

/// Whether something held at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// It did.
    Yes,
    /// It may have: the moment lies before a start that is not known.
    Perhaps,
    /// It did not.
    No,
}

/// When something holds in the world: half-open, `[start, until)`, with the precision it was told in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "RawInterval", into = "RawInterval")]
pub struct Interval {
    start: Start,
    until: Option<Moment>,
    precision: Precision,
}

#[derive(Serialize, Deserialize)]
struct RawInterval {
    start: Start,
    until: Option<Moment>,
    precision: Precision,
}

impl From<Interval> for RawInterval {
    fn from(i: Interval) -> Self {
        Self { start: i.start, until: i.until, precision: i.precision }
    }
}

impl TryFrom<RawInterval> for Interval {
    type Error = TimeError;

    fn try_from(raw: RawInterval) -> Result<Self, TimeError> {
        Self::new(raw.start, raw.until, raw.precision)
    }
}

impl Interval {
    /// The interval with these bounds; `until` of `None` means that no end is known.
    ///
    /// # Errors
    /// When it would end before or where it begins. A known open start must also lie before the end.
    pub fn new(
        start: Start,
        until: Option<Moment>,
        precision: Precision,
    ) -> Result<Self, TimeError> {
        if let (Start::At(from) | Start::KnownBy(from), Some(until)) = (start, until)
            && until <= from
        {
            return Err(TimeError::Reversed { from, until });
        }
        Ok(Self { start, until, precision })
    }

    /// A state that holds at `moment` and began at an unknown time before it.
    pub fn known_by(moment: Moment) -> Self {
        let precision = match moment.local_time().time() {
            NaiveTime::MIN => Precision::Day,
            _ => Precision::Minute,
        };
        Self { start: Start::KnownBy(moment), until: None, precision }
    }

    /// A state that begins at `moment`, told in `precision`, with no known end.
    pub fn since(moment: Moment, precision: Precision) -> Self {
        Self { start: Start::At(moment), until: None, precision }
    }

    /// The whole calendar day of `moment`.
    pub fn day_of(moment: Moment) -> Self {
        let from = moment.start_of_day();
        let until =
            from.date().checked_add_days(Days::new(1)).and_then(|next| from.on_date(next).ok());
        Self { start: Start::At(from), until, precision: Precision::Day }
    }

    /// How it begins.
    pub fn start(&self) -> Start {
        self.start
    }

    /// The first moment at which it no longer holds, if known.
    pub fn until(&self) -> Option<Moment> {
        self.until
    }

    /// How finely it was told.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// The first moment at which it holds for certain.
    pub fn certain_from(&self) -> Option<Moment> {
        match self.start {
            Start::At(m) | Start::KnownBy(m) => Some(m),
            Start::Unknown => None,
        }
    }

    /// Whether it holds at `t`.
    pub fn holds_at(&self, t: Moment) -> Holds {
        if self.until.is_some_and(|until| until <= t) {
            return Holds::No;
        }
        match self.start {
            Start::At(from) if t < from => Holds::No,
            Start::KnownBy(known) if t < known => Holds::Perhaps,
            Start::Unknown => Holds::Perhaps,
            Start::At(_) | Start::KnownBy(_) => Holds::Yes,
        }
    }

    /// The same interval, ending at `until` if it would go on beyond it. `None` when nothing is left.
    pub fn ending_by(&self, until: Moment) -> Option<Self> {
        let until = self.until.map_or(until, |own| own.min(until));
        Self::new(self.start, Some(until), self.precision).ok()
    }
}

impl fmt::Display for Interval {
    /// `[2024-01-05, 2024-01-06)`; an open start reads `<=2024-01-05`, an unknown bound `..`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.start {
            Start::At(from) => write!(f, "[{from}, ")?,
            Start::KnownBy(known) => write!(f, "[<={known}, ")?,
            Start::Unknown => f.write_str("[.., ")?,
        }
        match self.until {
            Some(until) => write!(f, "{until})"),
            None => f.write_str("..)"),
        }
    }
}

/// When this memory believed something: half-open, `[from, until)`; without an end, it still does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recorded {
    /// When the memory was told.
    pub from: Moment,
    /// When it ceased to believe it.
    pub until: Option<Moment>,
}

impl Recorded {
    /// Believed from `from` on.
    pub fn since(from: Moment) -> Self {
        Self { from, until: None }
    }

    /// Whether it was believed at `t`.
    pub fn believed_at(&self, t: Moment) -> bool {
        self.from <= t && self.until.is_none_or(|until| t < until)
    }
}

impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.until {
            Some(until) => write!(f, "[{}, {until})", self.from),
            None => write!(f, "[{}, ..)", self.from),
        }
    }
}
