//! Times that lie last, this or next to the time of speaking: "last week", "the Friday after next".
//! What lies beside another date is read in `beside`.

mod reach;
mod sided;
mod units;

use chrono::Datelike;
use graph_schema::Precision;

use crate::time::calendar::{self};
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::Lex;

/// A word that tells on which side of now a time lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    /// -1, 0 or 1.
    pub(super) shift: i64,
    /// "past", "coming", "upcoming": the nearest, whatever the calendar.
    pub(super) nearest: bool,
    /// "past" of units: up to now.
    pub(super) past: bool,
}

impl Reader<'_> {
    /// "last", "this past", "next", "the coming", and where it ends.
    pub(super) fn side(&self, i: usize) -> Read<Side> {
        let start = self.skip(i, &["the", "my", "our", "your", "his", "her", "their"]);
        let this = self.skip(start, &["this", "these"]);
        let make = |shift, nearest, past| Side { shift, nearest, past };
        let found = match self.w(this) {
            "past" => Some(make(-1, true, true)),
            "last" | "previous" | "prior" => {
                Some(make(-1, this > start && self.w(this) == "last", false))
            }
            "coming" | "upcoming" => Some(make(1, true, false)),
            "next" | "following" => Some(make(1, false, false)),
            _ => None,
        };
        if let Some(side) = found {
            return Some((this + 1, side));
        }
        match self.w(start) {
            "this" | "current" | "present" => {
                Some((self.skip(start + 1, &["same"]), make(0, false, false)))
            }
            "same" | "that" if self.conventions.definite => {
                Some((start + 1, make(0, false, false)))
            }
            _ => None,
        }
    }

    /// "last week", "the past few months", "next Friday", "this summer", "3 next days", "the
    /// Friday after next", "week after next", "last week Friday".
    pub(super) fn relative(&self, i: usize) -> Read<Date> {
        if let Some(read) = self.after_next(i) {
            return Some(read);
        }
        if let Some(read) = self.counted_side(i) {
            return Some(read);
        }
        let (at, side) = self.side(i)?;
        let at = self.skip(at, &["'", "school"]);
        let read = self.sided(at, side, i)?;
        // "last week on Friday", "next week Tuesday", "next year's third quarter".
        let (end, date) = read;
        if self.w(end) == "'" || self.w(end) == "’" {
            let s = self.skip(end + 1, &["s"]);
            if let Some(read) = self.part_of_year(s, &date) {
                return Some(read);
            }
        }
        if date.best.precision == Precision::Week
            && side.shift.abs() <= 1
            && !self.is(at, &["weekend"])
        {
            let on = self.skip(self.skip(end, &[","]), &["on"]);
            if let Lex::Weekday(number) = self.lex(on)
                && (on > end || !self.ends(end))
                && self.weekday_word(on, true)
            {
                let in_week = calendar::weekday_in_week(date.best.first_day(), number, 0)?;
                return Some((on + 1, Date::full(in_week)));
            }
        }
        // 去年夏天, 上个月15号: the whole stands before its part.
        if self.chinese(end) && self.joined(end) {
            if date.best.precision == Precision::Year
                && let Some((after, holiday)) = self.holiday_at(end)
            {
                return Some((after, Date::full(holiday.in_year(date.best.from.year())?)));
            }
            let part = match (self.lex(end), date.best.precision) {
                (Lex::Season(n), Precision::Year) => {
                    date.map(|y| calendar::season(y.from.year(), n))
                }
                (Lex::Month(n), Precision::Year) => {
                    date.map(|y| calendar::month_of(y.from.year(), n))
                }
                (Lex::Ordinal(n), Precision::Month) => {
                    date.map(|m| calendar::day(m.first_day().with_day(n)?))
                }
                _ => None,
            };
            if let Some(part) = part {
                let day = if let Lex::Ordinal(n) = self.lex(end + 1) { Some(n) } else { None };
                if let Some(n) =
                    day.filter(|_| part.best.precision == Precision::Month && self.joined(end + 1))
                {
                    return Some((
                        end + 2,
                        Date::full(calendar::day(part.best.first_day().with_day(n)?)?),
                    ));
                }
                return Some((end + 1, Date { others: Vec::new(), ..part }));
            }
        }
        Some((end, date))
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
        if self.unit(end).is_some()
            || matches!(self.lex(end), Lex::Weekday(_) | Lex::Month(_) | Lex::Season(_))
        {
            return None;
        }
        if let Some(unit) = self.unit(at).filter(|u| !u.of_clock()) {
            return Some((end, Date::full(calendar::shifted(today, unit, shift)?)));
        }
        let Lex::Weekday(number) = self.lex(at) else { return None };
        let first = calendar::weekday_beside(today, number, shift.signum())?;
        let date = calendar::day(calendar::plus_days(first.first_day(), 7 * shift.signum())?)?;
        Some((end, Date::full(date)))
    }
}
