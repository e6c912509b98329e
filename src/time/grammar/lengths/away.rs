//! So many units from a moment: the unit of the calendar that it falls in, or what the conventions say.
//! Reads no words.

use chrono::{NaiveDate, NaiveDateTime};

use crate::time::Kind;
use crate::time::calendar::{self, Length, Stretch};
use crate::time::grammar::{Date, Reader};
use crate::time::lexicon::Unit;
use crate::time::meaning::{Amount, clocked, total};

impl Reader<'_> {
    /// So far from `base` in one direction: the unit that it falls in, or what the conventions say.
    pub(in crate::time::grammar) fn away(
        &self,
        base: Stretch,
        counts: &[Amount],
        direction: i64,
    ) -> Option<(Date, Kind)> {
        let Amount { unit, least, most } = *counts.last()?;
        let (least_length, most_length) = (total(counts, false)?, total(counts, true)?);
        let clocked = clocked(counts);
        let edge =
            if direction < 0 || clocked { base.from } else { calendar::midnight(base.last_day()) };
        let point = |length: Length| -> Option<NaiveDateTime> {
            if let [Amount { unit: Unit::BusinessDay, .. }] = counts {
                let date = calendar::business_days(edge.date(), length.days * direction)?;
                return Some(calendar::midnight(date));
            }
            length.from(edge, direction)
        };
        if clocked {
            let at = point(if least < most { most_length } else { least_length })?;
            let wide = if least < most { point(least_length)? } else { at };
            let (a, b) = (at.min(wide), at.max(wide));
            let one = Length::of(unit, 1.0)?;
            let exact = Stretch::new(a, one.from(b, 1)?, calendar::precision_of(unit))?;
            return Some((Date::full(exact), Kind::DateTime));
        }
        let exact = calendar::day(point(least_length)?.date())?;
        // Two of them, or parts of them, tell a day.
        let whole = counts.len() == 1 && least.fract().abs() < f64::EPSILON;
        if self.conventions.exact_counts {
            let kept = if least < most {
                let Amount { unit, least, .. } = counts.last()?.settled();
                calendar::day(point(Length::of(unit, least)?)?.date())?
            } else {
                exact
            };
            return Some((Date::full(kept), Kind::Date));
        }
        if !whole {
            // A year and a half ago is a month; what was counted to the day is that day.
            let coarse = match counts {
                [Amount { unit: Unit::Year | Unit::Decade, .. }] => {
                    within(Unit::Month, exact.first_day())
                }
                _ => None,
            };
            return Some(match coarse {
                Some(month) => (Date::full(month).with(Some(exact)), Kind::DateRange),
                None => (Date::full(exact), Kind::Date),
            });
        }
        let near = within(unit, point(least_length)?.date())?;
        let far = within(unit, point(most_length)?.date())?;
        let (a, b) = if near.from <= far.from { (near, far) } else { (far, near) };
        let best = Stretch::new(a.from, b.until, near.precision.max(far.precision))?;
        let kind = if best.is_day() { Kind::Date } else { Kind::DateRange };
        let mut date = Date::full(best).with(Some(exact));
        date.vague = least < most;
        Some((date, kind))
    }
}

/// The unit of the calendar that a day falls in.
pub(in crate::time::grammar) fn within(unit: Unit, day: NaiveDate) -> Option<Stretch> {
    match unit {
        // Fortnights have no place in the calendar.
        Unit::Fortnight => calendar::week(day, 0),
        unit => calendar::shifted(day, unit, 0),
    }
}
