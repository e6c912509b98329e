//! What follows "last", "this" and "next": weekdays, months, seasons, holidays. Units are read in `units`.

use chrono::{Datelike, NaiveDate};
use graph_schema::Precision;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::tense::Tense;
use crate::time::grammar::{Date, Read, Reader, Shape, longest};
use crate::time::lexicon::{Lex, Side};

impl Reader<'_> {
    /// What follows a side.
    pub(super) fn sided(&self, at: usize, side: Side, start: usize) -> Read<Date> {
        let today = self.today()?;
        let shift = side.shift;
        // "this working week", "this calendar year".
        if let Some(end) = self.any(at, &["working week", "work week", "business week"]) {
            let week = calendar::week(today, shift)?;
            let until = calendar::plus_days(week.first_day(), 5)?;
            return Some((
                end,
                Date::full(Stretch::days(week.first_day(), until, Precision::Week)?),
            ));
        }
        let at = self.skip(at, &["calendar", "whole", "entire", "full"]);
        if let Some(unit) = self.unit(at) {
            if self.is_plural(at) {
                return self.plural_side(at, unit, side);
            }
            return self.unit_side(at, unit, side, start);
        }
        match self.lex(at) {
            Lex::Weekday(number) => self.weekday_with_date(at, number, side),
            Lex::Month(number) => Some((at + 1, self.sided_month(at, number, shift)?)),
            Lex::Season(number) => {
                let (date, other) = self.sided_season(number, shift)?;
                // "This winter was mild", said in June, is the last one.
                let over = shift == 0
                    && date.from > calendar::midnight(today)
                    && self.told_tense(start) == Some(Tense::Past);
                let date = if over { self.sided_season(number, -1)?.0 } else { date };
                Some((at + 1, Date::full(date).with(other)))
            }
            Lex::Number { .. } if shift >= 0 => {
                let (end, told) = self.numeric(at)?;
                let Shape::MonthDay(month, day) = told.shape else { return None };
                let year = today.year() + i32::try_from(shift).ok()?;
                let date = calendar::day(NaiveDate::from_ymd_opt(year, month, day)?)?;
                Some((end, Date::full(date)))
            }
            _ => {
                let (end, holiday) = self.holiday_at(at)?;
                let date = match shift {
                    0 => holiday.in_year(today.year())?,
                    _ => holiday.beside(today, shift)?,
                };
                let other = (shift == 1).then(|| holiday.in_year(today.year() + 1)).flatten();
                Some((end, Date::full(date).with(other)))
            }
        }
    }

    /// "next friday", and "next friday 5/12", "this friday (jun-15)", "this friday, June 22nd".
    fn weekday_with_date(&self, at: usize, number: u32, side: Side) -> Read<Date> {
        if !self.weekday_word(at, true) {
            return None;
        }
        let date = self.sided_weekday(number, side)?;
        let more = self.skip(self.skip(at + 1, &[","]), &["(", "the"]);
        let told = longest([self.numeric(more), self.month_first(more), self.day_first(more)]);
        let Some((end, told)) = told.filter(|(_, told)| told.best.is_day()) else {
            return Some((at + 1, date));
        };
        let near = |s: &Stretch| (s.from - date.best.from).num_days().abs();
        let own = told.all().min_by_key(near).unwrap_or(told.best);
        let end = if self.before(more) == "(" { self.skip(end, &[")"]) } else { end };
        Some((end, Date::full(own)))
    }

    pub(super) fn sided_month(&self, at: usize, number: u32, shift: i64) -> Option<Date> {
        if !self.sure_month(at) || self.w(at) == "may" && !self.capital(at) {
            return None;
        }
        let today = self.today()?;
        let ahead = i64::from(number) - i64::from(today.month());
        let years = match shift {
            _ if self.conventions.weekday_of_week => i32::try_from(shift).ok()?,
            -1 if ahead >= 0 => -1,
            1 if ahead <= 0 => 1,
            _ => 0,
        };
        let month = calendar::month_of(today.year() + years, number)?;
        let other = (shift == 1).then(|| calendar::month_of(today.year() + 1, number)).flatten();
        Some(Date::full(month).with(other))
    }

    fn sided_weekday(&self, number: u32, side: Side) -> Option<Date> {
        let today = self.today()?;
        let beside = |n| calendar::weekday_beside(today, number, n);
        let in_week = |n| calendar::weekday_in_week(today, number, n);
        let own = in_week(0)?;
        Some(match side {
            Side { shift: 0, .. } => {
                // "this Friday" said after it may be the coming one, or the past.
                Date::full(own).with(beside(1))
            }
            Side { shift, nearest: true, .. } => Date::full(beside(shift)?),
            Side { shift, .. } if self.conventions.weekday_of_week => {
                Date::full(in_week(shift)?).with(beside(shift))
            }
            Side { shift, .. } => Date::full(beside(shift)?).with(in_week(shift)),
        })
    }

    pub(in crate::time::grammar) fn sided_season(
        &self,
        number: u32,
        shift: i64,
    ) -> Option<(Stretch, Option<Stretch>)> {
        let day = calendar::midnight(self.today()?);
        let mut seasons =
            (day.year() - 2..=day.year() + 2).filter_map(|y| calendar::season(y, number));
        Some(match shift {
            -1 => {
                let last = seasons.rfind(|s| s.until <= day)?;
                (last, None)
            }
            0 => {
                let own = seasons
                    .find(|s| day < s.until && (s.from <= day || s.from.year() == day.year()))
                    .or_else(|| calendar::season(day.year(), number))?;
                (own, None)
            }
            _ => (seasons.find(|s| s.from > day)?, calendar::season(day.year() + 1, number)),
        })
    }
}
