//! Weeks by number or by a day of theirs, and "the week", "the weekend" of the time of speaking. In talk
//! only a weekend that something leads to is a time.

use chrono::Datelike;
use graph_schema::Precision;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::tense::Tense;
use crate::time::grammar::{Date, Read, Reader, Shape};
use crate::time::lexicon::{Lex, Phrases, Set, Unit};

impl Reader<'_> {
    /// "week 31", "the week of the 18th", "the week starting February 4", "w/c Feb 4".
    pub(in crate::time::grammar) fn week_of(&self, i: usize) -> Read<Date> {
        if let Some(read) = self.iso_week(i) {
            return Some(read);
        }
        let start = self.skip(i, &["the"]);
        if let Some(at) = self.phrase(start, "w / c").or_else(|| self.phrase(start, "wc")) {
            let (end, day) = self.date(at)?;
            return Some((end, day.map(|d| calendar::week(d.first_day(), 0))?));
        }
        let unit = self.unit(start)?;
        if unit == Unit::Week
            && let Lex::Number { value, .. } = self.lex(start + 1)
        {
            let of = self.skip(start + 2, &["of", "in"]);
            let (end, year) = match self.year(of).filter(|_| of > start + 2) {
                Some((end, year)) => (end, year),
                None => (start + 2, self.today()?.year()),
            };
            return Some((end, Date::full(calendar::iso_week(year, value)?)));
        }
        if self.is_plural(start) || !matches!(unit, Unit::Week | Unit::Weekend) {
            return None;
        }
        let at = self.one_of(start + 1, Phrases::WeekWith)?;
        let (end, day) = self.date(at)?;
        if !day.best.is_day() {
            return None;
        }
        let date = day.map(|d| match unit {
            Unit::Weekend => calendar::weekend(d.first_day(), 0),
            _ => calendar::week(d.first_day(), 0),
        })?;
        Some((end, Date { shape: Shape::Full, ..date }))
    }

    /// "2023-W24", and its day: "2023-W24-3" (ISO 8601).
    fn iso_week(&self, i: usize) -> Read<Date> {
        let Lex::Number { value: year, digits: 4 } = self.lex(i) else { return None };
        let w = self.skip(i + 1, &["-"]);
        let Lex::Number { value: week, digits: 2 } = self.lex(w + 1) else { return None };
        if self.w(w) != "w" || !(i + 1..=w + 1).all(|p| self.joined(p)) {
            return None;
        }
        let week = calendar::iso_week(i32::try_from(year).ok()?, week)?;
        if let Lex::Number { value: day @ 1..=7, digits: 1 } = self.lex(w + 3)
            && self.w(w + 2) == "-"
            && self.joined(w + 2)
            && self.joined(w + 3)
        {
            let day = calendar::weekday_in_week(week.first_day(), day - 1, 0)?;
            return Some((w + 4, Date::full(day)));
        }
        Some((w + 2, Date::full(week)))
    }

    /// "the weekend"; and, where the conventions say so, "the week", "for the day", "the year".
    pub(in crate::time::grammar) fn definite(&self, i: usize) -> Read<Date> {
        let today = self.today()?;
        let start = self.skip(i, &["the", "my"]);
        if self.w(start) == "weekend" {
            if start == i && !self.conventions.definite {
                return None;
            }
            let date = self.own_weekend(i)?;
            // "the weekend" of nobody's plans is no time: it needs "over", "on", "at" or "for".
            let led = self.led(i, Set::LeadsWeekend) || self.chinese(start);
            return (led || self.conventions.definite).then_some((start + 1, date));
        }
        if !self.conventions.definite
            || start == i
            || self.w(i) == "my" && !self.is(start, &["week", "day"])
        {
            return None;
        }
        let unit = self.unit(start).filter(|u| !u.of_clock() && *u != Unit::Night)?;
        if self.is_plural(start) || self.among(start + 1, Set::Specifies) && unit != Unit::Fortnight
        {
            return None;
        }
        if let Some(end) = self.phrase(start, "year to date") {
            let year = calendar::year(today.year())?;
            return Some((
                end,
                Date::full(Stretch::days(year.first_day(), today, Precision::Day)?),
            ));
        }
        Some((start + 1, Date::full(calendar::shifted(today, unit, 0)?)))
    }

    /// The weekend of the time of speaking: the last one where the past is told, but on a weekend.
    pub(super) fn own_weekend(&self, i: usize) -> Option<Date> {
        let today = self.today()?;
        let own = calendar::weekend(today, 0)?;
        let past = calendar::weekend(today, -1);
        let begun = own.from <= calendar::midnight(today);
        if self.conventions.definite || begun || self.tense(i) == Tense::Future {
            return Some(Date::full(own).with(past));
        }
        Some(Date::full(past?).with(Some(own)))
    }
}
