//! Compares expressions with what a recogniser's specification lists, and maps its conventions: what
//! it calls the end of a range, and of what lies before or after something. Never asks the grammar.

use chrono::{NaiveDateTime, NaiveTime, Timelike};
use graph_schema::{Interval, Moment, Precision, Start};

use super::cases::{Expected, Listed};
use crate::time::{Expression, Kind, Reading, Span};

/// The bounds of a reading in the specification's own convention.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bounds {
    /// From when, if that is told.
    pub(super) from: Option<NaiveDateTime>,
    /// Until when, if that is told.
    pub(super) until: Option<NaiveDateTime>,
}

/// The bounds of a span as the specification writes them: the end of a range is where what was named
/// as its end begins; "until" and "by" end there too; "after" a day begins with the day.
pub(super) fn bounds(span: &Span) -> Bounds {
    let local = |m: Moment| m.local_time();
    let from = match span.interval.start() {
        Start::At(m) | Start::KnownBy(m) => Some(local(m)),
        Start::Unknown => None,
    };
    let until = span.interval.until().map(local);
    let Some(named) = span.named else { return Bounds { from, until } };
    let first = start_of(&named);
    let day = named.precision() <= Precision::Day;
    match (from, until) {
        // Open at its end: "after".
        (Some(_), None) if day => Bounds { from: first, until },
        (_, Some(_)) => Bounds { from, until: first },
        _ => Bounds { from, until },
    }
}

fn start_of(interval: &Interval) -> Option<NaiveDateTime> {
    match interval.start() {
        Start::At(m) | Start::KnownBy(m) => Some(m.local_time()),
        Start::Unknown => None,
    }
}

/// Whether the best reading of an expression equals a listed value.
pub(super) fn resolved(found: &Expression, expected: &Expected) -> bool {
    expected.values.iter().any(|listed| equals(found, listed))
}

fn equals(found: &Expression, listed: &Listed) -> bool {
    match (found.readings.first(), listed) {
        (Some(Reading::Recurring(iso)), Listed::Timex(timex)) => {
            iso.rsplit('/').next() == Some(timex.as_str())
        }
        (Some(Reading::Length { most, least, .. }), Listed::Seconds(seconds)) => {
            // Three is "a few" there, two "a couple".
            (most - seconds).abs() < 0.01 || (least - seconds).abs() < 0.01
        }
        (Some(Reading::Span(span)), Listed::Point(text)) => {
            let point =
                !matches!(found.kind, Kind::DateRange | Kind::TimeRange | Kind::DateTimeRange);
            point && bounds(span).from.is_some_and(|from| same(from, text))
        }
        (Some(Reading::Span(span)), Listed::Bounds(start, end)) => {
            let own = bounds(span);
            let side = |own: Option<NaiveDateTime>, listed: &Option<String>| match (own, listed) {
                (None, None) => true,
                (Some(own), Some(listed)) => same(own, listed),
                _ => false,
            };
            side(own.from, start) && side(own.until, end)
        }
        _ => false,
    }
}

/// Whether a local time is what is written, to as fine as it is written. The last second of a day is
/// the next midnight.
fn same(own: NaiveDateTime, listed: &str) -> bool {
    let own = own.with_nanosecond(0).unwrap_or(own);
    let next = |t: NaiveDateTime| {
        if t.time() == NaiveTime::from_hms_opt(23, 59, 59).unwrap_or(NaiveTime::MIN) {
            t + chrono::TimeDelta::seconds(1)
        } else {
            t
        }
    };
    if let Ok(date) = chrono::NaiveDate::parse_from_str(listed, "%Y-%m-%d") {
        return own.date() == date && own.time() == NaiveTime::MIN;
    }
    if let Ok(time) = NaiveDateTime::parse_from_str(listed, "%Y-%m-%d %H:%M:%S") {
        return own == time || next(own) == next(time);
    }
    match NaiveTime::parse_from_str(listed, "%H:%M:%S") {
        Ok(time) => {
            let day = own.date();
            own.time() == time || next(day.and_time(time)).time() == next(own).time()
        }
        Err(_) => false,
    }
}
