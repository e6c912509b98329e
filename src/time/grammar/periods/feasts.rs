//! Holidays in a sentence: "Christmas", "Easter 2018", "labor day weekend". Which day each falls on is
//! told by `holidays`; one that only tells what kind a thing is, or a habit, gets no date.

use chrono::{Datelike, TimeDelta};
use graph_schema::Precision;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Date, Read, Reader};
use crate::time::holidays;
use crate::time::holidays::Holiday;
use crate::time::lexicon::Set;

impl Reader<'_> {
    pub(in crate::time::grammar) fn holiday_at(&self, i: usize) -> Read<&'static Holiday> {
        let words = self.tokens.get(i..(i + 8).min(self.tokens.len()))?;
        if !words.first().is_some_and(|w| holidays::begins(&w.word)) {
            return None;
        }
        let words = words.iter().map(|t| t.word.as_str());
        // "On Passover" is a day, "over Passover" all of them.
        let whole = !self.conventions.feast_days && self.before(i) != "on";
        let (taken, holiday) = holidays::named(words, whole)?;
        Some((i + taken, holiday))
    }

    /// "Christmas", "Easter 2018", "labor day 2021 weekend", "independence day of this year".
    pub(in crate::time::grammar) fn holiday(&self, i: usize) -> Read<Date> {
        let (at, holiday) = self.holiday_at(i)?;
        // "Christmas magic": a name before a noun tells what kind, not when.
        let led = self.led(i, Set::LeadsHoliday);
        // "During Thanksgiving we usually ...": a habit has no one day.
        let mut clause = (i.saturating_sub(8)..i + 12).filter(|p| *p < self.tokens.len());
        let habit = clause.any(|p| self.among(p, Set::Habits));
        if habit && !self.conventions.definite && self.year(at).is_none() {
            return None;
        }
        let generic =
            self.modifies(at) || self.told_tense(i).is_none() && !self.chinese(i) && !self.ends(at);
        let kind = !led && !self.conventions.definite && self.w(at) != "weekend" && generic;
        let of_year = self.skip(at, &[",", "of", "in"]);
        let beside =
            || self.relative(of_year).is_some_and(|(_, d)| d.best.precision == Precision::Year);
        if kind && self.year(of_year).is_none() && !beside() {
            return None;
        }
        let of = self.skip(at, &["of", ",", "in"]);
        let (mut end, mut date) = if let Some((end, year)) = self.year(of) {
            (end, Date::full(holiday.in_year(year)?))
        } else if let Some((end, year)) =
            self.relative(of).filter(|(_, d)| d.best.precision == Precision::Year)
        {
            (end, year.map(|y| holiday.in_year(y.from.year()))?)
        } else {
            (at, self.yearless(i, |y| holiday.in_year(y))?)
        };
        if self.w(end) == "weekend" {
            end += 1;
            if let Some((after, year)) = self.year(end) {
                end = after;
                date = Date::full(holiday.in_year(year)?);
            }
            date = date.map(|d| {
                let day = d.first_day();
                // The weekend that the day stands in or beside.
                let shift = i64::from(day.weekday().num_days_from_monday() == 0);
                let own = calendar::weekend(day, -shift)?;
                Stretch::new(
                    own.from,
                    own.until.max(d.until.min(own.until.checked_add_signed(TimeDelta::days(1))?)),
                    Precision::Week,
                )
            })?;
        }
        Some((end, date))
    }
}
