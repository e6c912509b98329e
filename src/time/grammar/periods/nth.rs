//! The nth unit or weekday of a longer time: "the first week of October", "the last Friday of 2016".
//! What reaches out of the longer time is none.

use graph_schema::Precision;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Date, Read, Reader, Shape};
use crate::time::lexicon::{Lex, Unit};

impl Reader<'_> {
    /// "the first week of October", "the second Monday of next month", "last week of 2016", "the
    /// first ten days of last year", "the 9th month of next year".
    pub(in crate::time::grammar) fn nth_of(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        let (at, nth) = match self.w(start) {
            "last" => (start + 1, -1),
            _ => self.ordinal(start).map(|(n, v)| (n, i64::from(v)))?,
        };
        let (at, count) = match self.count(at) {
            Some((next, count)) if self.unit(next).is_some() && !count.article => {
                (next, count.least.round() as i64)
            }
            _ => (at, 1),
        };
        let weekday = match self.lex(at) {
            Lex::Weekday(number) => Some(number),
            _ => None,
        };
        let unit = self.unit(at);
        if weekday.is_none() && unit.is_none_or(|u| u.of_clock()) {
            return None;
        }
        let of = self.skip(self.skip(at + 1, &["of", "in"]), &["the month of"]);
        let outer = longest_outer(self, of);
        let Some((end, outer)) = outer else {
            // "first Sunday": of this month.
            let number = weekday.filter(|_| nth > 0 && self.conventions.definite)?;
            let month = calendar::month(self.today()?, 0)?;
            return Some((at + 1, Date::full(calendar::nth_weekday(month, number, nth)?)));
        };
        let date = outer.map(|within| {
            if let Some(number) = weekday {
                return calendar::nth_weekday(within, number, nth);
            }
            nth_unit(within, unit?, nth, count)
        })?;
        if date.best.precision > outer.best.precision {
            return None;
        }
        Some((end, Date { shape: Shape::Full, ..date }))
    }
}

fn nth_unit(within: Stretch, unit: Unit, nth: i64, count: i64) -> Option<Stretch> {
    let zero = nth.checked_sub(1)?;
    let found = match unit {
        Unit::Week if nth > 0 => {
            // The first week is the one that holds the first Thursday of a year; of a month the one
            // that holds its first Thursday too.
            let first = calendar::plus_days(within.first_day(), 3)?;
            let first = calendar::week(first, 0)?;
            let a = calendar::week(first.first_day(), zero)?;
            let b = calendar::week(first.first_day(), zero.checked_add(count - 1)?)?;
            Stretch::new(a.from, b.until, Precision::Week)?
        }
        Unit::Week => {
            let last = calendar::plus_days(within.until.date(), -4)?;
            let b = calendar::week(last, 0)?;
            let a = calendar::week(last, 1 - count)?;
            Stretch::new(a.from, b.until, Precision::Week)?
        }
        Unit::Weekend => {
            let saturday = calendar::nth_weekday(within, 5, nth)?;
            calendar::weekend(saturday.first_day(), 0)?
        }
        Unit::Day | Unit::Night => {
            let a = if nth > 0 {
                calendar::plus_days(within.first_day(), zero)?
            } else {
                calendar::plus_days(within.until.date(), -count)?
            };
            Stretch::days(a, calendar::plus_days(a, count)?, Precision::Day)?
        }
        Unit::Month | Unit::Year | Unit::Decade | Unit::Quarter => {
            let start = if nth > 0 { within.first_day() } else { within.last_day() };
            let shift = if nth > 0 { zero } else { 1 - count };
            let a = calendar::shifted(start, unit, shift)?;
            let b = calendar::shifted(start, unit, shift.checked_add(count - 1)?)?;
            Stretch::new(a.from, b.until, a.precision)?
        }
        _ => return None,
    };
    // A week may hang over; anything else lies within.
    let reaches = found.from < within.until && within.from < found.until;
    reaches.then_some(found)
}

/// What an nth unit is counted in: a month, a year, a month beside, with or without a year.
fn longest_outer(reader: &Reader<'_>, i: usize) -> Read<Date> {
    let at = reader.skip(i, &["the"]);
    let month = match reader.lex(at) {
        Lex::Month(_) => reader.month_first(at).or_else(|| {
            let Lex::Month(number) = reader.lex(at) else { return None };
            Some((at + 1, reader.yearless(i, |y| calendar::month_of(y, number))?))
        }),
        _ => None,
    };
    month
        .or_else(|| reader.relative(i))
        .or_else(|| reader.bare_year(i))
        .or_else(|| reader.season(i))
        .or_else(|| reader.holiday(at))
        .or_else(|| {
            let unit = reader
                .unit(at)
                .filter(|u| at > i && matches!(u, Unit::Month | Unit::Year | Unit::Week))?;
            (!reader.is_plural(at)).then_some(())?;
            let of = matches!(reader.before(i), "of" | "in");
            of.then_some((at + 1, Date::full(calendar::shifted(reader.today()?, unit, 0)?)))
        })
        .filter(|(_, d)| d.best.precision > Precision::Day || !d.best.is_day())
}
