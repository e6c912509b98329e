//! An interval as a person would note it in brackets, and as the grammar reads it again.

use chrono::{Datelike, NaiveTime, TimeDelta, Timelike};
use graph_schema::{Interval, Moment, Precision, Start};

use super::calendar::{self, Stretch, plus_days};

/// `2023-05-20`, `2023-05`, `2023`, `2023-05-15 to 2023-05-21`, `since 2019`, `before 2020`.
/// `None` without any bound. What is finer than a day is told by its day.
pub(crate) fn describe(interval: &Interval) -> Option<String> {
    let point = |m: Moment| match interval.precision() {
        Precision::Year | Precision::Decade => m.date().format("%Y").to_string(),
        Precision::Month | Precision::Season | Precision::Quarter => {
            m.date().format("%Y-%m").to_string()
        }
        _ => m.date().format("%Y-%m-%d").to_string(),
    };
    let (from, until) = match (interval.start(), interval.until()) {
        (Start::Unknown, None) => return None,
        (Start::Unknown, Some(until)) => {
            let whole = until.local_time().time() == NaiveTime::MIN;
            let until = if whole { point(until) } else { until.to_string() };
            return Some(format!("before {until}"));
        }
        (Start::At(from), None) => return Some(format!("since {}", point(from))),
        (Start::KnownBy(from), None) => return Some(format!("by {}", point(from))),
        (Start::At(from) | Start::KnownBy(from), Some(until)) => (from, until),
    };
    let last = last_day(until).max(from.date());
    let last = from.on_date(last).unwrap_or(from);
    let (first, last) = (point(from), point(last));
    Some(if first == last { first } else { format!("{first} to {last}") })
}

fn last_day(until: Moment) -> chrono::NaiveDate {
    match until.local_time().time() {
        NaiveTime::MIN => plus_days(until.date(), -1).unwrap_or(until.date()),
        _ => until.date(),
    }
}

/// A bounded interval in words that [`super::find`] reads back to the same bounds and precision:
/// "2023-05-20", "May 2023", "the summer of 2022", "from 2023-05-02 to 2023-05-04". `None` for what
/// has no such words: what is open, or is no whole unit of the calendar and no run of days.
pub fn words(interval: &Interval) -> Option<String> {
    let (Start::At(from), Some(until)) = (interval.start(), interval.until()) else { return None };
    let (from, until) = (from.local_time(), until.local_time());
    let (date, year) = (from.date(), from.year());
    let clock = |length| Stretch::new(from, from.checked_add_signed(length)?, interval.precision());
    let (unit, text) = match interval.precision() {
        Precision::Instant => {
            (clock(TimeDelta::seconds(1))?, from.format("%Y-%m-%dT%H:%M:%S").to_string())
        }
        Precision::Minute => {
            (clock(TimeDelta::minutes(1))?, from.format("%Y-%m-%d at %H:%M").to_string())
        }
        Precision::Hour => {
            (clock(TimeDelta::hours(1))?, from.format("%Y-%m-%d at %H o'clock").to_string())
        }
        Precision::Day => {
            let run = Stretch::days(date, until.date(), Precision::Day)?;
            let last = run.last_day();
            let text =
                if last == date { date.to_string() } else { format!("from {date} to {last}") };
            (run, text)
        }
        Precision::Week => (calendar::week(date, 0)?, format!("the week of {date}")),
        Precision::Month => (calendar::month(date, 0)?, from.format("%B %Y").to_string()),
        Precision::Season => {
            let (number, name) = match from.month() {
                3 => (0, "spring"),
                6 => (1, "summer"),
                9 => (2, "autumn"),
                _ => (3, "winter"),
            };
            (calendar::season(year, number)?, format!("the {name} of {year}"))
        }
        Precision::Quarter => {
            let number = from.month0() / 3 + 1;
            (calendar::quarter(year, number)?, format!("Q{number} {year}"))
        }
        Precision::Year => (calendar::year(year)?, format!("the year {year}")),
        // "The 1900s" are a century.
        Precision::Decade if year % 100 == 0 => return None,
        Precision::Decade => (calendar::decade(year)?, format!("the {year}s")),
    };
    // A time is told to its own precision.
    let whole = match interval.precision() {
        Precision::Minute => from.second() == 0,
        Precision::Hour => from.second() == 0 && from.minute() == 0,
        _ => true,
    };
    (whole && unit.from == from && unit.until == until).then_some(text)
}
