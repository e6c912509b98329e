//! Units behind "last", "this" and "next": "last week", "the past year", "the coming weeks". Those with
//! a count are read in `reach`.

use chrono::{NaiveDate, NaiveDateTime};

use crate::time::calendar::{self, Length, Stretch};
use crate::time::grammar::relative::Side;
use crate::time::grammar::relative::reach::spanning;
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::Unit;

impl Reader<'_> {
    /// "last week", "the past year", "this month".
    pub(super) fn unit_side(&self, at: usize, unit: Unit, side: Side, start: usize) -> Read<Date> {
        let today = self.today()?;
        let end = at + 1;
        let led_by_the = self.w(start) == "the";
        if unit.of_clock() {
            if side.shift == 0 {
                return None;
            }
            // "at the last minute" and "last second" are no times.
            if led_by_the && side.shift < 0 && !side.past
                || self.w(at + 1) == "-"
                || self.is(self.prev(start), &["at", "in", "to", "until", "till"])
                    && side.shift < 0
                    && !side.past
            {
                return None;
            }
            let now = self.now()?;
            let other = Length::of(unit, 1.0)?.from(now, side.shift)?;
            let precision = calendar::precision_of(unit);
            return Some((end, Date::full(spanning(now, other, precision)?)));
        }
        match (unit, side.shift) {
            (Unit::Day, 0) if self.w(at) == "day" => {
                return (self.conventions.definite && self.w(start) == "this"
                    || self.w(start) == "current")
                    .then(|| calendar::day(today).map(|d| (end, Date::full(d))))?;
            }
            (Unit::Day | Unit::Night, -1) if side.past => {
                return Some((end, Date::full(calendar::day(calendar::plus_days(today, -1)?)?)));
            }
            (Unit::Night, shift) if shift != 0 && !led_by_the => {
                return Some((end, Date::full(calendar::day(calendar::plus_days(today, shift)?)?)));
            }
            (Unit::Day | Unit::Night, _) => return None,
            _ => {}
        }
        if side.past && unit != Unit::Weekend {
            // "the past week" is up to now.
            let from = Length::of(unit, 1.0)?.from(calendar::midnight(today), -1)?;
            let until = self.up_to_now(today)?;
            let back = Stretch::new(from, until, calendar::precision_of(unit))?;
            return Some((end, Date::full(back).with(calendar::shifted(today, unit, -1))));
        }
        if led_by_the && side.shift < 0 && self.w(at - 1) == "last" && self.w(end) == "of" {
            return None;
        }
        let date = if unit == Unit::Weekend && !side.past && side.nearest && side.shift > 0 {
            Date::full(calendar::weekend(today, 0)?)
        } else if unit == Unit::Weekend {
            // On a weekend "last weekend" is the one before it; "this past weekend" the nearest.
            let own = calendar::weekend(today, 0)?;
            let over = side.past && own.until <= calendar::midnight(today);
            let shift = if over { 0 } else { side.shift };
            Date::full(calendar::weekend(today, shift)?)
        } else {
            Date::full(calendar::shifted(today, unit, side.shift)?)
        };
        // The units just before or after the day of speaking are another reading.
        let length = Length::of(unit, 1.0)?;
        let beside = match side.shift {
            -1 => Stretch::new(
                length.from(calendar::midnight(today), -1)?,
                calendar::midnight(today),
                calendar::precision_of(unit),
            ),
            1 => {
                let next = calendar::midnight(calendar::plus_days(today, 1)?);
                Stretch::new(next, length.from(next, 1)?, calendar::precision_of(unit))
            }
            _ => None,
        };
        let beside = if matches!(unit, Unit::Weekend) { None } else { beside };
        Some((end, date.with(beside)))
    }

    /// "the coming weeks", "the last years": some, not counted.
    pub(super) fn plural_side(&self, at: usize, unit: Unit, side: Side) -> Read<Date> {
        if side.shift == 0 || unit.of_clock() || matches!(unit, Unit::Night) {
            return None;
        }
        let (_, date) = self.reach(at + 1, side, &[(unit, 2.0, 4.0)])?;
        Some((at + 1, Date { vague: true, ..date }))
    }

    pub(in crate::time::grammar) fn prev(&self, i: usize) -> usize {
        i.checked_sub(1).unwrap_or(usize::MAX)
    }

    pub(super) fn up_to_now(&self, today: NaiveDate) -> Option<NaiveDateTime> {
        let until =
            if self.conventions.exact_counts { today } else { calendar::plus_days(today, 1)? };
        Some(calendar::midnight(until))
    }
}
