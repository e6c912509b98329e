//! Days, weeks, months, seasons and years as half-open intervals. Every computation is checked: what
//! leaves the calendar is `None`, never a wrong date.

use chrono::{Datelike, Days, Months, NaiveDate, TimeDelta};
use graph_schema::{Interval, Moment, Precision, Start};

use super::lexicon::Unit;

/// A span of days `[from, until)`, before it gets its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) from: NaiveDate,
    pub(super) until: NaiveDate,
    pub(super) precision: Precision,
}

impl Stretch {
    /// Its interval at the offset of `like`.
    pub(super) fn interval(self, like: Moment) -> Option<Interval> {
        let from = like.on_date(self.from).ok()?;
        let until = like.on_date(self.until).ok()?;
        Interval::new(Start::At(from), Some(until), self.precision).ok()
    }

    /// From the start of one to the end of the other, told in the coarser precision.
    pub(super) fn through(self, other: Self) -> Option<Self> {
        (self.from < other.until).then(|| Self {
            from: self.from,
            until: other.until,
            precision: self.precision.max(other.precision),
        })
    }
}

pub(super) fn day(from: NaiveDate) -> Option<Stretch> {
    Some(Stretch { from, until: plus_days(from, 1)?, precision: Precision::Day })
}

/// The week of `date`, `shift` weeks on.
pub(super) fn week(date: NaiveDate, shift: i64) -> Option<Stretch> {
    let from = plus_days(monday(date)?, shift.checked_mul(7)?)?;
    Some(Stretch { from, until: plus_days(from, 7)?, precision: Precision::Week })
}

/// The weekend of the week of `date`, `shift` weeks on.
pub(super) fn weekend(date: NaiveDate, shift: i64) -> Option<Stretch> {
    let week = week(date, shift)?;
    Some(Stretch { from: plus_days(week.from, 5)?, ..week })
}

/// The month of `date`, `shift` months on.
pub(super) fn month(date: NaiveDate, shift: i64) -> Option<Stretch> {
    let from = plus_months(date.with_day(1)?, shift)?;
    Some(Stretch { from, until: plus_months(from, 1)?, precision: Precision::Month })
}

/// A month of a year, from 1.
pub(super) fn month_of(year: i32, number: u32) -> Option<Stretch> {
    month(NaiveDate::from_ymd_opt(year, number, 1)?, 0)
}

pub(super) fn year(number: i32) -> Option<Stretch> {
    let from = NaiveDate::from_ymd_opt(number, 1, 1)?;
    let until = NaiveDate::from_ymd_opt(number.checked_add(1)?, 1, 1)?;
    Some(Stretch { from, until, precision: Precision::Year })
}

/// The decade that begins with the year.
pub(super) fn decade(first: i32) -> Option<Stretch> {
    let from = NaiveDate::from_ymd_opt(first, 1, 1)?;
    let until = NaiveDate::from_ymd_opt(first.checked_add(10)?, 1, 1)?;
    Some(Stretch { from, until, precision: Precision::Decade })
}

/// A season that begins in the year; spring is 0.
pub(super) fn season(year: i32, number: u32) -> Option<Stretch> {
    let from = NaiveDate::from_ymd_opt(year, 3 + 3 * number, 1)?;
    Some(Stretch { from, until: plus_months(from, 3)?, precision: Precision::Season })
}

/// The nearest such weekday before (`-1`) or after (`1`) `date`, never `date` itself.
pub(super) fn weekday_beside(date: NaiveDate, weekday: u32, direction: i64) -> Option<Stretch> {
    let own = i64::from(date.weekday().num_days_from_monday());
    let ahead = (i64::from(weekday) - own).rem_euclid(7);
    let shift = if direction > 0 {
        if ahead == 0 { 7 } else { ahead }
    } else if ahead == 0 {
        -7
    } else {
        ahead - 7
    };
    day(plus_days(date, shift)?)
}

/// The weekday of the week of `date`, `shift` weeks on.
pub(super) fn weekday_in_week(date: NaiveDate, weekday: u32, shift: i64) -> Option<Stretch> {
    day(plus_days(week(date, shift)?.from, i64::from(weekday))?)
}

/// The unit that `date` lies in, `shift` of it on. Not for minutes and hours.
pub(super) fn shifted(date: NaiveDate, unit: Unit, shift: i64) -> Option<Stretch> {
    match unit {
        Unit::Day => day(plus_days(date, shift)?),
        Unit::Week => week(date, shift),
        Unit::Weekend => weekend(date, shift),
        Unit::Month => month(date, shift),
        Unit::Year => year(date.year().checked_add(i32::try_from(shift).ok()?)?),
        Unit::Decade => {
            let shift = i32::try_from(shift).ok()?.checked_mul(10)?;
            decade((date.year() - date.year().rem_euclid(10)).checked_add(shift)?)
        }
        Unit::Minute | Unit::Hour => None,
    }
}

/// `date` moved by whole units, as a day; the last of a month stays within its month.
pub(super) fn moved(date: NaiveDate, unit: Unit, shift: i64) -> Option<NaiveDate> {
    match unit {
        Unit::Day => plus_days(date, shift),
        Unit::Week | Unit::Weekend => plus_days(date, shift.checked_mul(7)?),
        Unit::Month => plus_months(date, shift),
        Unit::Year => plus_months(date, shift.checked_mul(12)?),
        Unit::Decade => plus_months(date, shift.checked_mul(120)?),
        Unit::Minute | Unit::Hour => None,
    }
}

/// The minute or hour that lies `shift` of them from `anchor`. `None` when the anchor has no time of
/// day.
pub(super) fn clock(anchor: Moment, unit: Unit, shift: i64) -> Option<Interval> {
    let local = anchor.local_time();
    if local == anchor.start_of_day().local_time() {
        return None;
    }
    let (length, precision) = match unit {
        Unit::Minute => (TimeDelta::try_minutes(1)?, Precision::Minute),
        Unit::Hour => (TimeDelta::try_hours(1)?, Precision::Hour),
        _ => return None,
    };
    let from = local.checked_add_signed(length.checked_mul(i32::try_from(shift).ok()?)?)?;
    let until = from.checked_add_signed(length)?;
    let from = anchor.with_local(from).ok()?;
    Interval::new(Start::At(from), anchor.with_local(until).ok(), precision).ok()
}

pub(super) fn precision_of(unit: Unit) -> Precision {
    match unit {
        Unit::Minute => Precision::Minute,
        Unit::Hour => Precision::Hour,
        Unit::Day => Precision::Day,
        Unit::Week | Unit::Weekend => Precision::Week,
        Unit::Month => Precision::Month,
        Unit::Year => Precision::Year,
        Unit::Decade => Precision::Decade,
    }
}

pub(super) fn plus_days(date: NaiveDate, days: i64) -> Option<NaiveDate> {
    let size = Days::new(days.unsigned_abs());
    if days < 0 { date.checked_sub_days(size) } else { date.checked_add_days(size) }
}

fn plus_months(date: NaiveDate, months: i64) -> Option<NaiveDate> {
    let size = Months::new(u32::try_from(months.unsigned_abs()).ok()?);
    if months < 0 { date.checked_sub_months(size) } else { date.checked_add_months(size) }
}

fn monday(date: NaiveDate) -> Option<NaiveDate> {
    plus_days(date, -i64::from(date.weekday().num_days_from_monday()))
}

/// An interval as a person would note it in brackets: `2023-05-20`, `2023-05`, `2023`,
/// `2023-05-15 to 2023-05-21`, `since 2019`, `until 2020-01-01`. `None` without any bound.
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
        (Start::Unknown, Some(until)) => return Some(format!("until {}", until.date())),
        (Start::At(from), None) => return Some(format!("since {}", point(from))),
        (Start::KnownBy(from), None) => return Some(format!("by {}", point(from))),
        (Start::At(from) | Start::KnownBy(from), Some(until)) => (from, until),
    };
    let last = plus_days(until.date(), -1).unwrap_or(until.date()).max(from.date());
    let last = from.on_date(last).unwrap_or(from);
    let (first, last) = (point(from), point(last));
    Some(if first == last { first } else { format!("{first} to {last}") })
}
