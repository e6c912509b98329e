//! An interval as a person would note it in brackets, and as the grammar reads it again.

use chrono::{NaiveDateTime, NaiveTime};
use graph_schema::{Interval, Moment, Precision, Start};

use super::calendar::plus_days;

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
/// "2023-05-20", "May 2023", "the summer of 2022", "from 2 May 2023 to 4 May 2023". `None` for what
/// has no such words, as an interval that is open or begins within a minute.
pub fn words(interval: &Interval) -> Option<String> {
    let (Start::At(from), Some(until)) = (interval.start(), interval.until()) else { return None };
    let (from, until) = (from.local_time(), until.local_time());
    let whole = |t: NaiveDateTime| t.time() == NaiveTime::MIN;
    let day = |t: NaiveDateTime| t.date().format("%Y-%m-%d").to_string();
    let clock = |t: NaiveDateTime| t.format("%Y-%m-%d at %H:%M").to_string();
    let last = plus_days(until.date(), -1)?;
    let month = from.format("%B %Y").to_string();
    let text = match interval.precision() {
        Precision::Instant => from.format("%Y-%m-%dT%H:%M:%S").to_string(),
        Precision::Minute => clock(from),
        Precision::Hour => from.format("%Y-%m-%d at %H o'clock").to_string(),
        _ if !whole(from) || !whole(until) => return None,
        Precision::Day if last == from.date() => day(from),
        Precision::Day => format!("from {} to {last}", day(from)),
        Precision::Week => format!("the week of {}", day(from)),
        Precision::Month => month,
        Precision::Season => {
            use chrono::Datelike;
            let name = match from.month() {
                3 => "spring",
                6 => "summer",
                9 => "autumn",
                _ => "winter",
            };
            format!("the {name} of {}", from.format("%Y"))
        }
        Precision::Quarter => {
            use chrono::Datelike;
            format!("Q{} {}", from.month0() / 3 + 1, from.format("%Y"))
        }
        Precision::Year => format!("the year {}", from.format("%Y")),
        Precision::Decade => format!("the {}s", from.format("%Y")),
    };
    Some(text)
}
