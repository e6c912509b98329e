//! Units behind "last", "this" and "next": "last week", "the past year", "the coming weeks". Those with
//! a count are read in `reach`.

use chrono::{NaiveDate, NaiveDateTime};

use crate::time::calendar::{self, Length, Stretch};
use crate::time::grammar::relative::reach::spanning;
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::{Set, Side, Unit};
use crate::time::meaning::Amount;

impl Reader<'_> {
    /// "last week", "the past year", "this month".
    pub(super) fn unit_side(&self, at: usize, unit: Unit, side: Side, start: usize) -> Read<Date> {
        let today = self.today()?;
        let end = at + 1;
        if unit.of_clock() {
            return Some((end, self.clock_side(at, unit, side, start)?));
        }
        if matches!(unit, Unit::Day | Unit::Night) {
            let shift = self.day_side(at, unit, side, start)?;
            return Some((end, Date::full(calendar::day(calendar::plus_days(today, shift)?)?)));
        }
        if unit == Unit::Weekend {
            // The coming weekend is that of this week.
            let shift = if side.nearest && side.shift > 0 { 0 } else { side.shift };
            let last_of = self.is_last_of(at, side, start);
            return (!last_of).then_some((end, Date::full(calendar::weekend(today, shift)?)));
        }
        let (length, precision) = (Length::of(unit, 1.0)?, calendar::precision_of(unit));
        let midnight = calendar::midnight(today);
        let own = calendar::shifted(today, unit, side.shift);
        // "In the last month" is up to now as "the past month" is.
        let reaches = !self.conventions.definite
            && side.shift < 0
            && self.w(start) == "the"
            && self.led(start, Set::LeadsSpan)
            && self.w(at + 1) != "of";
        if side.to_now || reaches {
            // "the past week" is up to now.
            let back = Stretch::new(length.from(midnight, -1)?, self.up_to_now(today)?, precision)?;
            return Some((end, Date::full(back).with(own)));
        }
        if self.is_last_of(at, side, start) {
            return None;
        }
        // The units just before or after the day of speaking are another reading.
        let beside = match side.shift {
            -1 => Stretch::new(length.from(midnight, -1)?, midnight, precision),
            1 => {
                let next = calendar::midnight(calendar::plus_days(today, 1)?);
                Stretch::new(next, length.from(next, 1)?, precision)
            }
            _ => None,
        };
        Some((end, Date::full(own?).with(beside)))
    }

    /// Whether it is the last one of what is named behind it: "the last week of May".
    fn is_last_of(&self, at: usize, side: Side, start: usize) -> bool {
        let last = self.is_definite(start) && side.shift < 0 && self.before(at) == "last";
        last && self.w(at + 1) == "of"
    }

    /// "the past hour", "the next minute".
    fn clock_side(&self, at: usize, unit: Unit, side: Side, start: usize) -> Option<Date> {
        // "at the last minute" and "last second" are no times.
        let last = side.shift < 0 && !side.to_now;
        let led = self.w(start) == "the" || self.led(start, Set::LeadsNoMoment);
        if side.shift == 0 || last && led || self.w(at + 1) == "-" {
            return None;
        }
        let now = self.now()?;
        let other = Length::of(unit, 1.0)?.from(now, side.shift)?;
        Some(Date::full(spanning(now, other, calendar::precision_of(unit))?))
    }

    /// How many days on "the current day", "the past night" and "next night" are.
    fn day_side(&self, at: usize, unit: Unit, side: Side, start: usize) -> Option<i64> {
        let told = match (unit, side.shift) {
            (Unit::Day, 0) if self.w(at) == "day" => {
                self.w(start) == "current" || self.conventions.definite && self.w(start) == "this"
            }
            (_, -1) if side.to_now => true,
            (Unit::Night, shift) => shift != 0 && !self.is_definite(start),
            _ => false,
        };
        told.then_some(side.shift)
    }

    /// "the coming weeks", "the last years": some, not counted.
    pub(super) fn plural_side(&self, at: usize, unit: Unit, side: Side) -> Read<Date> {
        if side.shift == 0 || unit.of_clock() || matches!(unit, Unit::Night) {
            return None;
        }
        let (_, date) = self.reach(at + 1, side, &[Amount { unit, least: 2.0, most: 4.0 }])?;
        Some((at + 1, Date { vague: true, ..date }))
    }

    pub(super) fn up_to_now(&self, today: NaiveDate) -> Option<NaiveDateTime> {
        let until =
            if self.conventions.exact_counts { today } else { calendar::plus_days(today, 1)? };
        Some(calendar::midnight(until))
    }
}
