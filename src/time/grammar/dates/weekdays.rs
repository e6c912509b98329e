//! Weekdays: "Friday", "Friday the 13th", "Monday, May 8", "Tuesday next week". What stands behind
//! "last" or "next" is read in `relative`.

use chrono::{Datelike, NaiveDate};

use crate::time::calendar;
use crate::time::grammar::tense::Tense;
use crate::time::grammar::{Date, Read, Reader, Shape, longest};
use crate::time::lexicon::{Lex, Set, Unit};

impl Reader<'_> {
    /// Whether a word that may be a weekday is one; `led` where the words before say so.
    pub(in crate::time::grammar) fn weekday_word(&self, i: usize, led: bool) -> bool {
        let word = self.w(i);
        match word {
            "" => true,
            "sat" | "sun" | "wed" | "mon" => {
                let tag = self.tag(i).is_none_or(|t| t.starts_with('N'));
                let day = matches!(
                    self.lex(i + 1),
                    Lex::Number { .. } | Lex::Ordinal(_) | Lex::Month(_) | Lex::Part(_)
                ) || self.is(i + 1, &["the", ",", "at", "from"]) && self.capital(i)
                    || (self.among(i + 1, Set::RangeSigns) || self.w(i + 1) == "or")
                        && matches!(self.lex(i + 2), Lex::Weekday(_));
                tag && (led && (self.capital(i) || word != "sun" && word != "sat")
                    || day && self.capital(i))
            }
            "tue" | "fri" | "thu" => led || self.capital(i),
            _ => true,
        }
    }

    /// "Friday", "Friday the 13th", "Monday, May 8", "Friday 7/6", "Tuesday next week".
    pub(in crate::time::grammar) fn weekday(&self, i: usize) -> Read<Date> {
        let Lex::Weekday(number) = self.lex(i) else { return None };
        let led = self.led(i, Set::LeadsWeekday);
        if !self.weekday_word(i, led) {
            return None;
        }
        let next = if self.w(i + 1) == "." && self.w(i).len() <= 5 && self.lex(i + 2) != Lex::Other
        {
            i + 2
        } else {
            i + 1
        };
        let after = self.skip(self.skip(next, &[","]), &["(", "the", "on"]);
        let after = self.skip(after, &["the"]);
        // With its date.
        let told = longest([
            self.month_first(after),
            self.day_first(after),
            self.numeric(after),
            self.year_first(after),
        ])
        .filter(|(_, d)| d.best.is_day());
        if let Some((end, date)) = told {
            let end =
                if self.w(after.saturating_sub(1)) == "(" { self.skip(end, &[")"]) } else { end };
            return Some((end, self.on_weekday(&date, number).unwrap_or(date)));
        }
        // "Friday the 13th", "Monday 21".
        let the = self.w(after.saturating_sub(1)) == "the" && after > next;
        if let Some((end, day)) = self.day_number(after)
            && (the || !matches!(self.lex(after), Lex::Cardinal(_)))
            && after <= next + 2
            && self.w(after.saturating_sub(1)) != ","
            && self.w(after.saturating_sub(1)) != "on"
            && !self.among(end, Set::FollowsClock) | (self.w(end) == "." && !self.joined(end + 1))
            && self.unit(end).is_none()
            && (the || matches!(self.lex(after), Lex::Ordinal(_)) || day > 12)
            && let Some(date) = self.weekday_of_month(i, number, day, the)
        {
            return Some((end, date));
        }
        // "Tuesday next week", "Tuesday of last week", "Friday this week".
        let of = self.skip(self.skip(next, &[","]), &["of", "in"]);
        if let Some((at, side)) = self.side(of)
            && self.unit(at) == Some(Unit::Week)
            && !self.is_plural(at)
        {
            let date = calendar::weekday_in_week(self.today()?, number, side.shift)?;
            return Some((at + 1, Date::full(date)));
        }
        let today = self.today()?;
        // "Friday week" is the one after the next.
        if self.w(i + 1) == "week" && self.lex(i + 2) == Lex::Other {
            let coming = calendar::weekday_beside(today, number, 1)?.first_day();
            let day = calendar::day(calendar::plus_days(coming, 7)?)?;
            return Some((i + 2, Date::full(day)));
        }
        let own = calendar::weekday_in_week(today, number, 0)?;
        let own = (own.first_day() == today).then_some(own);
        let past = calendar::weekday_beside(today, number, -1);
        let coming = calendar::weekday_beside(today, number, 1);
        let date = if self.tense(i) == Tense::Future {
            Date::full(coming?).with(past)
        } else {
            Date::full(past?).with(coming)
        };
        Some((i + 1, date.with(own).shaped(Shape::Weekday(number))))
    }

    /// A date without its year, in the nearest year in which it falls on a weekday.
    fn on_weekday(&self, date: &Date, weekday: u32) -> Option<Date> {
        let Shape::MonthDay(month, day) = date.shape else { return None };
        // A request names the day of the month, and may be wrong about its weekday.
        if self.conventions.definite {
            return None;
        }
        let today = self.today()?;
        let of = |n: i32| NaiveDate::from_ymd_opt(today.year().checked_add(n)?, month, day);
        let found = (-6..=6)
            .filter_map(of)
            .filter(|d| d.weekday().num_days_from_monday() == weekday)
            .min_by_key(|d| (*d - today).num_days().abs())?;
        Some(Date::full(calendar::day(found)?).shaped(date.shape))
    }

    /// The day of a month that falls on a weekday: of this month, else the nearest month.
    fn weekday_of_month(&self, i: usize, weekday: u32, day: u32, the: bool) -> Option<Date> {
        let today = self.today()?;
        let of = |n: i64| {
            let month = calendar::month(today, n)?;
            let date = month.first_day().with_day(day)?;
            (date.weekday().num_days_from_monday() == weekday).then(|| calendar::day(date))?
        };
        if the && let Some(own) = of(0) {
            return Some(Date::full(own));
        }
        let now = calendar::midnight(today);
        let past = (0..60).find_map(|n| of(-n).filter(|s| s.from < now));
        let coming = (0..60).find_map(|n| of(n).filter(|s| s.from >= now));
        self.either(i, past, coming, None)
    }
}
