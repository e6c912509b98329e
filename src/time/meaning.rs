//! What an expression means before it is given to the caller: stretches of local time, lengths,
//! recurrences; and how they become readings.

use chrono::{NaiveDateTime, TimeDelta};
use graph_schema::{Interval, Moment, Precision, Start};

use super::calendar::{Length, Stretch};
use super::grammar::Date;
use super::lexicon::Unit;
use super::{Conventions, Kind, Reading, Span, Untold};

/// The meaning of an expression.
#[derive(Debug, Clone)]
pub(super) struct Meaning {
    pub(super) kind: Kind,
    pub(super) body: Body,
    pub(super) vague: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Body {
    /// Stretches of time, best first.
    Whens(Vec<When>),
    /// Amounts of units, added up.
    Length(Vec<Amount>),
    /// A recurrence.
    Set(String),
    /// Names a time that cannot be told.
    Open(Untold),
}

/// So many of a unit, from the least to the most that the words may mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Amount {
    pub(super) unit: Unit,
    pub(super) least: f64,
    pub(super) most: f64,
}

impl Amount {
    pub(super) fn exactly(unit: Unit, count: f64) -> Self {
        Self { unit, least: count, most: count }
    }

    /// How many a request means by it: three by "a few".
    pub(super) fn settled(self) -> Self {
        let few = Conventions::few(self.most);
        if self.is_vague() { Self::exactly(self.unit, few) } else { self }
    }

    pub(super) fn is_vague(&self) -> bool {
        self.least < self.most
    }
}

/// Whether a length has a unit that is shorter than a day.
pub(super) fn clocked(amounts: &[Amount]) -> bool {
    amounts.iter().any(|a| a.unit.of_clock())
}

/// A stretch of local time that may be open at an end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct When {
    pub(super) from: Option<NaiveDateTime>,
    pub(super) until: Option<NaiveDateTime>,
    pub(super) precision: Precision,
    /// The bound as it was named: the end of a range, or what it lies before or after.
    pub(super) named: Option<Stretch>,
}

impl When {
    pub(super) fn of(s: Stretch) -> Self {
        Self { from: Some(s.from), until: Some(s.until), precision: s.precision, named: None }
    }

    fn span(self, like: Moment) -> Option<Span> {
        let at = |t: Option<NaiveDateTime>| match t {
            Some(t) => like.with_local(t).ok().map(Some),
            None => Some(None),
        };
        let start = at(self.from)?.map_or(Start::Unknown, Start::At);
        let interval = Interval::new(start, at(self.until)?, self.precision).ok()?;
        Some(Span { interval, named: self.named.and_then(|s| s.interval(like)) })
    }
}

impl Meaning {
    pub(super) fn whens(kind: Kind, whens: Vec<When>) -> Self {
        Self { kind, body: Body::Whens(whens), vague: false }
    }

    pub(super) fn date(date: &Date) -> Self {
        let kind = match date.best.precision {
            p if p < Precision::Day => Kind::DateTimeRange,
            _ if date.best.is_day() => Kind::Date,
            _ => Kind::DateRange,
        };
        let whens = date.all().map(|s| When { named: date.last, ..When::of(s) }).collect();
        Self { vague: date.vague, ..Self::whens(kind, whens) }
    }

    /// Of its stretches, those that are a day.
    pub(super) fn days(&self) -> impl Iterator<Item = When> {
        let whens = match &self.body {
            Body::Whens(whens) => whens.as_slice(),
            _ => &[],
        };
        whens.iter().copied().filter(|w| w.precision == Precision::Day)
    }

    pub(super) fn open(why: Untold) -> Self {
        Self { kind: Kind::Date, body: Body::Open(why), vague: false }
    }

    pub(super) fn set(iso: String) -> Self {
        Self { kind: Kind::Set, body: Body::Set(iso), vague: false }
    }

    /// Its readings at an offset, best first.
    pub(super) fn readings(self, like: Option<Moment>) -> Vec<Reading> {
        match self.body {
            Body::Whens(whens) => {
                let spans = whens.into_iter().filter_map(|w| w.span(like?));
                let mut readings: Vec<Reading> = spans.map(Reading::Span).collect();
                if readings.is_empty() {
                    readings.push(Reading::Open(Untold::OutsideCalendar));
                }
                readings
            }
            Body::Length(counts) => vec![length(&counts)],
            Body::Set(iso) => vec![Reading::Recurring(iso)],
            Body::Open(why) => vec![Reading::Open(why)],
        }
    }
}

/// A length as ISO 8601, and in seconds where a month counts 30 days and a year 365.
fn length(amounts: &[Amount]) -> Reading {
    let (mut date, mut clock) = (String::new(), String::new());
    let (mut least, mut most) = (0.0, 0.0);
    let mut sorted = amounts.to_vec();
    sorted.sort_by_key(|amount| std::cmp::Reverse(amount.unit));
    for amount in sorted {
        let seconds = seconds_of(amount.unit);
        least += amount.least * seconds;
        most += amount.most * seconds;
        let (size, letter) = iso(amount.unit);
        let to = if amount.unit.of_clock() { &mut clock } else { &mut date };
        to.push_str(&format!("{}{letter}", amount.least * size));
    }
    let iso = if clock.is_empty() { format!("P{date}") } else { format!("P{date}T{clock}") };
    Reading::Length { iso, least, most }
}

pub(super) fn iso(unit: Unit) -> (f64, &'static str) {
    match unit {
        Unit::Second => (1.0, "S"),
        Unit::Minute => (1.0, "M"),
        Unit::Hour => (1.0, "H"),
        Unit::Day | Unit::Night => (1.0, "D"),
        Unit::BusinessDay => (1.0, "BD"),
        Unit::Week => (1.0, "W"),
        Unit::Fortnight => (2.0, "W"),
        Unit::Weekend => (1.0, "WE"),
        Unit::Month => (1.0, "M"),
        Unit::Quarter => (3.0, "M"),
        Unit::Year => (1.0, "Y"),
        Unit::Decade => (10.0, "Y"),
        Unit::Century => (100.0, "Y"),
    }
}

fn seconds_of(unit: Unit) -> f64 {
    const DAY: f64 = 86_400.0;
    match unit {
        Unit::Second => 1.0,
        Unit::Minute => 60.0,
        Unit::Hour => 3600.0,
        Unit::Day | Unit::Night | Unit::BusinessDay => DAY,
        Unit::Week => 7.0 * DAY,
        Unit::Fortnight => 14.0 * DAY,
        Unit::Weekend => 2.0 * DAY,
        Unit::Month => 30.0 * DAY,
        Unit::Quarter => 90.0 * DAY,
        Unit::Year => 365.0 * DAY,
        Unit::Decade => 3650.0 * DAY,
        Unit::Century => 36_500.0 * DAY,
    }
}

/// The whole length of amounts, at their least or their most, for adding to a moment.
pub(super) fn total(amounts: &[Amount], most: bool) -> Option<Length> {
    amounts.iter().try_fold(Length::default(), |sum, a| {
        sum.plus(Length::of(a.unit, if most { a.most } else { a.least })?)
    })
}

/// A moment so many seconds after midnight.
pub(super) fn at(midnight: NaiveDateTime, seconds: i64) -> Option<NaiveDateTime> {
    midnight.checked_add_signed(TimeDelta::try_seconds(seconds)?)
}
