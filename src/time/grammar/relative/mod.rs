//! Times that lie last, this or next to the time of speaking: "last week", "the Friday after next".
//! What lies beside another date is read in `beside`.

mod reach;
mod sided;
mod units;

use chrono::Datelike;
use graph_schema::Precision;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::{Lex, Set, Side};

impl Reader<'_> {
    /// "last", "this past", "next", "the coming", and where it ends.
    pub(super) fn side(&self, i: usize) -> Read<Side> {
        let start = self.past(i, Set::Determiners);
        let this = self.skip(start, &["this", "these"]);
        match self.lex(this) {
            // "This last week" is the nearest.
            Lex::Relative(side) if side.shift != 0 => {
                let nearest = side.nearest || this > start && self.w(this) == "last";
                return Some((this + 1, Side { nearest, ..side }));
            }
            // 最近两周.
            _ if self.w(this) == "recently" && self.chinese(this) => {
                self.count(this + 1)?;
                return Some((this + 1, Side { shift: -1, nearest: true, to_now: true }));
            }
            _ => {}
        }
        let own = Side { shift: 0, nearest: false, to_now: false };
        match self.lex(start) {
            Lex::Relative(_) => Some((self.skip(start + 1, &["same"]), own)),
            _ if self.conventions.definite && self.is(start, &["same", "that"]) => {
                Some((start + 1, own))
            }
            _ => None,
        }
    }

    /// "last week", "the past few months", "next Friday", "this summer", "3 next days", "the
    /// Friday after next", "week after next", "last week Friday".
    pub(super) fn relative(&self, i: usize) -> Read<Date> {
        // "The following Monday I resigned" is counted from what was told before.
        if !self.conventions.definite && self.is_told_after(i) {
            return None;
        }
        if let Some((end, date)) = self.after_next(i) {
            let day = || self.weekday_behind(end, &date).filter(|_| self.chinese(end));
            let part = self.chinese_part(end, &date).or_else(day);
            return part.or(Some((end, date)));
        }
        if let Some(read) = self.counted_side(i) {
            return Some(read);
        }
        let (at, side) = self.side(i)?;
        let at = self.skip(at, &["'", "school"]);
        let (end, date) = self.sided(at, side, i)?;
        let near_week = date.best.precision == Precision::Week && side.shift.abs() <= 1;
        self.quarter_behind(end, &date)
            .or_else(|| {
                self.weekday_behind(end, &date).filter(|_| near_week && self.w(at) != "weekend")
            })
            .or_else(|| self.chinese_part(end, &date))
            .or(Some((end, date)))
    }

    /// "next year's third quarter", from the mark behind the year.
    fn quarter_behind(&self, i: usize, year: &Date) -> Read<Date> {
        let mark = self.is(i, &["'", "’"]);
        self.part_of_year(self.skip(i + 1, &["s"]), year).filter(|_| mark)
    }

    /// "last week on Friday", "next week Tuesday".
    fn weekday_behind(&self, end: usize, week: &Date) -> Read<Date> {
        let on = self.skip(self.skip(end, &[","]), &["on"]);
        let Lex::Weekday(number) = self.lex(on) else { return None };
        if on == end && self.ends(end) || !self.weekday_word(on, true) {
            return None;
        }
        let day = calendar::weekday_in_week(week.best.first_day(), number, 0)?;
        Some((on + 1, Date::full(day)))
    }

    /// 去年夏天, 上个月15号: the whole stands before its part.
    fn chinese_part(&self, i: usize, whole: &Date) -> Read<Date> {
        if !self.chinese(i) || !self.joined(i) {
            return None;
        }
        let year = whole.best.from.year();
        if whole.best.precision == Precision::Year
            && let Some((end, holiday)) = self.holiday_at(i)
        {
            return Some((end, Date::full(holiday.in_year(year)?)));
        }
        let part = match (self.lex(i), whole.best.precision) {
            (Lex::Season(n), Precision::Year) => calendar::season(year, n)?,
            (Lex::Decade(n), Precision::Decade) => {
                calendar::decade(year.checked_add(i32::try_from(n).ok()?)?)?
            }
            (Lex::Month(n), Precision::Year) => {
                let month = calendar::month_of(year, n)?;
                if let Lex::Ordinal(day) = self.lex(i + 1)
                    && self.joined(i + 1)
                {
                    let day = calendar::day(month.first_day().with_day(day)?)?;
                    return Some((i + 2, Date::full(day)));
                }
                month
            }
            (Lex::Ordinal(n), Precision::Month) => {
                calendar::day(whole.best.first_day().with_day(n)?)?
            }
            _ => return None,
        };
        Some((i + 1, Date { best: part, others: Vec::new(), ..whole.clone() }))
    }

    fn part_of_year(&self, i: usize, year: &Date) -> Read<Date> {
        let (next, number) = self.ordinal(i)?;
        let unit = self.skip(next, &["-"]);
        if self.w(unit) != "quarter" || !(1..=4).contains(&number) {
            return None;
        }
        Some((unit + 1, year.map(|y| calendar::quarter(y.from.year(), number))?))
    }

    /// "the week after next", "the Friday before last", "the weekend after the next".
    fn after_next(&self, i: usize) -> Read<Date> {
        let today = self.today()?;
        let at = self.skip(i, &["the"]);
        let shift = match (self.w(at + 1), self.w(self.skip(at + 2, &["the"]))) {
            ("after", "next") => 2,
            ("before", "last") => -2,
            _ => return None,
        };
        let end = self.skip(at + 2, &["the"]) + 1;
        let within = self.chinese(end) && self.joined(end);
        if self.unit(end).is_some()
            || !within && matches!(self.lex(end), Lex::Weekday(_) | Lex::Month(_) | Lex::Season(_))
        {
            return None;
        }
        if let Some(unit) = self.unit(at).filter(|u| !u.of_clock()) {
            return Some((end, Date::full(calendar::shifted(today, unit, shift)?)));
        }
        let side = shift.signum();
        let year_on = |s: Stretch| s.from.year().checked_add(i32::try_from(side).ok()?);
        let date = match self.lex(at) {
            Lex::Weekday(number) => {
                let first = calendar::weekday_beside(today, number, side)?.first_day();
                calendar::day(calendar::plus_days(first, 7 * side)?)?
            }
            Lex::Season(number) => {
                calendar::season(year_on(self.sided_season(number, side)?.0)?, number)?
            }
            Lex::Month(number) => {
                calendar::month_of(year_on(self.sided_month(at, number, side)?.best)?, number)?
            }
            _ => return None,
        };
        Some((end, Date::full(date)))
    }
}
