//! Whether two stretches of time tell the same, each as coarsely as the coarser. Reckons only.

use chrono::{Datelike, Months, NaiveDate, NaiveDateTime};
use graph_schema::{Interval, Precision, Start};

/// Equal, or overlapping by half of their union, once both are told as coarsely as the coarser.
pub(super) fn agrees(a: &Interval, b: &Interval) -> bool {
    let precision = a.precision().max(b.precision());
    let (Some(a), Some(b)) = (widened(a, precision), widened(b, precision)) else { return false };
    let both = (a.1.min(b.1) - a.0.max(b.0)).num_seconds();
    let union = (a.1.max(b.1) - a.0.min(b.0)).num_seconds();
    both > 0 && both * 2 >= union
}

/// The bounds, widened to the units of a precision that is coarser than the interval's own. What is
/// open at its end is told by its beginning, a unit long.
pub(super) fn widened(
    interval: &Interval,
    to: Precision,
) -> Option<(NaiveDateTime, NaiveDateTime)> {
    let from = match interval.start() {
        Start::At(m) | Start::KnownBy(m) => m.local_time(),
        Start::Unknown => return None,
    };
    let last = interval.until().map(|m| m.local_time());
    if to <= interval.precision()
        && let Some(until) = last
    {
        return Some((from, until));
    }
    let whole = |day: NaiveDate| -> Option<(NaiveDate, NaiveDate)> {
        let plus = |d: NaiveDate, months: u32| d.checked_add_months(Months::new(months));
        Some(match to {
            Precision::Instant | Precision::Minute | Precision::Hour | Precision::Day => {
                (day, day.succ_opt()?)
            }
            Precision::Week => {
                let back = chrono::Days::new(u64::from(day.weekday().num_days_from_monday()));
                let monday = day.checked_sub_days(back)?;
                (monday, monday.checked_add_days(chrono::Days::new(7))?)
            }
            Precision::Month => (day.with_day(1)?, plus(day.with_day(1)?, 1)?),
            Precision::Season | Precision::Quarter => {
                let first = day.with_day(1)?;
                let into =
                    if to == Precision::Season { first.month() % 3 } else { first.month0() % 3 };
                let first = first.checked_sub_months(Months::new(into))?;
                (first, plus(first, 3)?)
            }
            Precision::Year => {
                let first = NaiveDate::from_ymd_opt(day.year(), 1, 1)?;
                (first, plus(first, 12)?)
            }
            Precision::Decade => {
                let first = NaiveDate::from_ymd_opt(day.year() - day.year().rem_euclid(10), 1, 1)?;
                (first, plus(first, 120)?)
            }
        })
    };
    let first = whole(from.date())?;
    let until = match last {
        Some(until) => whole((until - chrono::TimeDelta::milliseconds(1)).date())?.1,
        None => first.1,
    };
    Some((first.0.and_time(chrono::NaiveTime::MIN), until.and_time(chrono::NaiveTime::MIN)))
}
