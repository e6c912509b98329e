//! Days, weeks, months, seasons and years as half-open stretches of local time. Every computation is
//! checked: what leaves the calendar is `None`, never a wrong date.

use chrono::{Datelike, Days, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
use graph_schema::{Interval, Moment, Precision, Start};

use super::lexicon::Unit;

/// A stretch of local time `[from, until)`, before it gets its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) from: NaiveDateTime,
    pub(super) until: NaiveDateTime,
    pub(super) precision: Precision,
}

impl Stretch {
    /// Whole days.
    pub(super) fn days(from: NaiveDate, until: NaiveDate, precision: Precision) -> Option<Self> {
        Self::new(midnight(from), midnight(until), precision)
    }

    /// A moment, one second long.
    pub(super) fn instant(at: NaiveDateTime) -> Option<Self> {
        let until = at.checked_add_signed(TimeDelta::seconds(1))?;
        Self::new(at, until, Precision::Instant)
    }

    pub(super) fn new(
        from: NaiveDateTime,
        until: NaiveDateTime,
        precision: Precision,
    ) -> Option<Self> {
        (from < until).then_some(Self { from, until, precision })
    }

    /// Its interval at the offset of `like`.
    pub(super) fn interval(self, like: Moment) -> Option<Interval> {
        let from = like.with_local(self.from).ok()?;
        let until = like.with_local(self.until).ok()?;
        Interval::new(Start::At(from), Some(until), self.precision).ok()
    }

    /// From the start of one to the end of the other, told in the coarser precision.
    pub(super) fn through(self, other: Self) -> Option<Self> {
        Self::new(self.from, other.until, self.precision.max(other.precision))
    }

    pub(super) fn first_day(self) -> NaiveDate {
        self.from.date()
    }

    pub(super) fn last_day(self) -> NaiveDate {
        let last = self.until.checked_sub_signed(TimeDelta::milliseconds(1));
        last.unwrap_or(self.from).date()
    }

    /// Whether it is one calendar day.
    pub(super) fn is_day(self) -> bool {
        self.precision == Precision::Day
            && plus_days(self.from.date(), 1) == Some(self.until.date())
    }
}

pub(super) fn midnight(date: NaiveDate) -> NaiveDateTime {
    date.and_time(NaiveTime::MIN)
}

pub(super) fn day(from: NaiveDate) -> Option<Stretch> {
    Stretch::days(from, plus_days(from, 1)?, Precision::Day)
}

/// The week of `date`, `shift` weeks on.
pub(super) fn week(date: NaiveDate, shift: i64) -> Option<Stretch> {
    let from = plus_days(monday(date)?, shift.checked_mul(7)?)?;
    Stretch::days(from, plus_days(from, 7)?, Precision::Week)
}

/// The week of a year by ISO 8601, whose first holds its first Thursday.
pub(super) fn iso_week(year: i32, number: u32) -> Option<Stretch> {
    let monday = NaiveDate::from_isoywd_opt(year, number, chrono::Weekday::Mon)?;
    week(monday, 0)
}

/// The weekend of the week of `date`, `shift` weeks on.
pub(super) fn weekend(date: NaiveDate, shift: i64) -> Option<Stretch> {
    let week = week(date, shift)?;
    let from = midnight(plus_days(week.first_day(), 5)?);
    Some(Stretch { from, ..week })
}

/// The month of `date`, `shift` months on.
pub(super) fn month(date: NaiveDate, shift: i64) -> Option<Stretch> {
    let from = plus_months(date.with_day(1)?, shift)?;
    Stretch::days(from, plus_months(from, 1)?, Precision::Month)
}

/// A month of a year, from 1.
pub(super) fn month_of(year: i32, number: u32) -> Option<Stretch> {
    month(NaiveDate::from_ymd_opt(year, number, 1)?, 0)
}

/// A quarter of a year, from 1.
pub(super) fn quarter(year: i32, number: u32) -> Option<Stretch> {
    let from = NaiveDate::from_ymd_opt(year, number.checked_mul(3)?.checked_sub(2)?, 1)?;
    Stretch::days(from, plus_months(from, 3)?, Precision::Quarter)
}

/// A half of a year, from 1.
pub(super) fn half(year: i32, number: u32) -> Option<Stretch> {
    let from = NaiveDate::from_ymd_opt(year, number.checked_mul(6)?.checked_sub(5)?, 1)?;
    Stretch::days(from, plus_months(from, 6)?, Precision::Quarter)
}

pub(super) fn year(number: i32) -> Option<Stretch> {
    years(number, 1, Precision::Year)
}

fn years(first: i32, count: i32, precision: Precision) -> Option<Stretch> {
    let from = NaiveDate::from_ymd_opt(first, 1, 1)?;
    let until = NaiveDate::from_ymd_opt(first.checked_add(count)?, 1, 1)?;
    (first >= 0).then_some(())?;
    Stretch::days(from, until, precision)
}

/// The decade that begins with the year.
pub(super) fn decade(first: i32) -> Option<Stretch> {
    years(first, 10, Precision::Decade)
}

/// The century of a number, the 20th from 1900; told in decades, the coarsest precision.
pub(super) fn century(number: i32) -> Option<Stretch> {
    years(number.checked_sub(1)?.checked_mul(100)?, 100, Precision::Decade)
}

/// A season that begins in the year; spring is 0.
pub(super) fn season(year: i32, number: u32) -> Option<Stretch> {
    let from = NaiveDate::from_ymd_opt(year, 3 + 3 * number, 1)?;
    Stretch::days(from, plus_months(from, 3)?, Precision::Season)
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
    day(plus_days(week(date, shift)?.first_day(), i64::from(weekday))?)
}

/// The nth such weekday of a stretch, counted from its end if negative.
pub(super) fn nth_weekday(within: Stretch, weekday: u32, nth: i64) -> Option<Stretch> {
    let date = if nth > 0 {
        let before = plus_days(within.first_day(), -1)?;
        plus_days(weekday_beside(before, weekday, 1)?.first_day(), (nth - 1).checked_mul(7)?)?
    } else {
        let last = weekday_beside(within.until.date(), weekday, -1)?.first_day();
        plus_days(last, (nth + 1).checked_mul(7)?)?
    };
    let found = day(date)?;
    (found.from >= within.from && found.until <= within.until).then_some(found)
}

/// The unit that `date` lies in, `shift` of it on. Not for units of the clock.
pub(super) fn shifted(date: NaiveDate, unit: Unit, shift: i64) -> Option<Stretch> {
    match unit {
        Unit::Day | Unit::Night | Unit::BusinessDay => day(plus_days(date, shift)?),
        Unit::Week => week(date, shift),
        Unit::Fortnight => {
            let first = week(date, shift.checked_mul(2)?)?;
            first.through(week(date, shift.checked_mul(2)?.checked_add(1)?)?)
        }
        Unit::Weekend => weekend(date, shift),
        Unit::Month => month(date, shift),
        Unit::Quarter => {
            let quarters = i64::from(date.year()) * 4 + i64::from(date.month0() / 3) + shift;
            let year = i32::try_from(quarters.div_euclid(4)).ok()?;
            quarter(year, u32::try_from(quarters.rem_euclid(4)).ok()? + 1)
        }
        Unit::Year => year(date.year().checked_add(i32::try_from(shift).ok()?)?),
        Unit::Decade => {
            let shift = i32::try_from(shift).ok()?.checked_mul(10)?;
            decade((date.year() - date.year().rem_euclid(10)).checked_add(shift)?)
        }
        Unit::Century => {
            century((date.year().div_euclid(100) + 1).checked_add(i32::try_from(shift).ok()?)?)
        }
        Unit::Second | Unit::Minute | Unit::Hour => None,
    }
}

/// A length of time: calendar months, days, and seconds, each counted by itself. Whether negative
/// is told by who adds it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Length {
    pub(super) months: i64,
    pub(super) days: i64,
    pub(super) seconds: i64,
}

impl Length {
    /// So many of a unit; a fraction of a year falls to months, of a month or week to days,
    /// and what is left of a day is dropped.
    pub(super) fn of(unit: Unit, count: f64) -> Option<Self> {
        let whole = |of: f64| -> Option<i64> {
            let product = (count * of).round();
            #[expect(clippy::cast_possible_truncation, reason = "checked to be small")]
            (product.is_finite() && product.abs() < 1e10).then_some(product as i64)
        };
        let none = Self::default();
        Some(match unit {
            Unit::Second => Self { seconds: whole(1.0)?, ..none },
            Unit::Minute => Self { seconds: whole(60.0)?, ..none },
            Unit::Hour => Self { seconds: whole(3600.0)?, ..none },
            Unit::Day | Unit::Night | Unit::BusinessDay if count.fract().abs() < f64::EPSILON => {
                Self { days: whole(1.0)?, ..none }
            }
            Unit::Day | Unit::Night | Unit::BusinessDay => {
                Self { days: whole(1.0)?.min(count.floor() as i64), ..none }
            }
            Unit::Week | Unit::Weekend => Self { days: whole(7.0)?, ..none },
            Unit::Fortnight => Self { days: whole(14.0)?, ..none },
            Unit::Month if count.fract().abs() < f64::EPSILON => {
                Self { months: whole(1.0)?, ..none }
            }
            Unit::Month => Self {
                months: count.floor() as i64,
                days: (count.fract() * 30.0).round() as i64,
                ..none
            },
            Unit::Quarter => Self { months: whole(3.0)?, ..none },
            Unit::Year => Self { months: whole(12.0)?, ..none },
            Unit::Decade => Self { months: whole(120.0)?, ..none },
            Unit::Century => Self { months: whole(1200.0)?, ..none },
        })
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            months: self.months.checked_add(other.months)?,
            days: self.days.checked_add(other.days)?,
            seconds: self.seconds.checked_add(other.seconds)?,
        })
    }

    /// `from` moved by it, back if `direction` is negative; the last of a month stays in its month.
    pub(super) fn from(self, from: NaiveDateTime, direction: i64) -> Option<NaiveDateTime> {
        let months = self.months.checked_mul(direction)?;
        let days = self.days.checked_mul(direction)?;
        let date = plus_days(plus_months(from.date(), months)?, days)?;
        let seconds = TimeDelta::try_seconds(self.seconds.checked_mul(direction)?)?;
        date.and_time(from.time()).checked_add_signed(seconds)
    }
}

/// So many business days on or back: Monday to Friday.
pub(super) fn business_days(date: NaiveDate, count: i64) -> Option<NaiveDate> {
    let (mut at, mut left) = (date, count.unsigned_abs().min(2000));
    while left > 0 {
        at = plus_days(at, count.signum())?;
        if at.weekday().num_days_from_monday() < 5 {
            left -= 1;
        }
    }
    Some(at)
}

pub(super) fn precision_of(unit: Unit) -> Precision {
    match unit {
        Unit::Second => Precision::Instant,
        Unit::Minute => Precision::Minute,
        Unit::Hour => Precision::Hour,
        Unit::Day | Unit::Night | Unit::BusinessDay => Precision::Day,
        Unit::Week | Unit::Weekend | Unit::Fortnight => Precision::Week,
        Unit::Month => Precision::Month,
        Unit::Quarter => Precision::Quarter,
        Unit::Year => Precision::Year,
        Unit::Decade | Unit::Century => Precision::Decade,
    }
}

pub(super) fn plus_days(date: NaiveDate, days: i64) -> Option<NaiveDate> {
    let size = Days::new(days.unsigned_abs());
    if days < 0 { date.checked_sub_days(size) } else { date.checked_add_days(size) }
}

pub(super) fn plus_months(date: NaiveDate, months: i64) -> Option<NaiveDate> {
    let size = Months::new(u32::try_from(months.unsigned_abs()).ok()?);
    if months < 0 { date.checked_sub_months(size) } else { date.checked_add_months(size) }
}

fn monday(date: NaiveDate) -> Option<NaiveDate> {
    plus_days(date, -i64::from(date.weekday().num_days_from_monday()))
}

/// Easter Sunday of a year, by the Gregorian reckoning (Meeus, Jones and Butcher).
pub(super) fn easter(year: i32) -> Option<NaiveDate> {
    let (a, b, c) = (year % 19, year / 100, year % 100);
    let (d, e) = (b / 4, b % 4);
    let g = (8 * b + 13) / 25;
    let h = (19 * a + b - d - g + 15) % 30;
    let (i, k) = (c / 4, c % 4);
    let l = (32 + 2 * e + 2 * i - h - k) % 7;
    let m = (a + 11 * h + 19 * l) / 433;
    let n = h + l - 7 * m + 90;
    let month = n / 25;
    let day = (n - 90 + 33 * month + 19) % 32;
    NaiveDate::from_ymd_opt(year, u32::try_from(month).ok()?, u32::try_from(day).ok()?)
}
