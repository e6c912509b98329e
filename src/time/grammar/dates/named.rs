//! Dates with the name of their month: "May 7", "the 7th of May", "2016, Nov 3". Whether a word is a
//! month at all is told by `months`.

use chrono::{Datelike, NaiveDate};
use graph_schema::Precision;

use crate::time::calendar;
use crate::time::grammar::dates::years::two_digits;
use crate::time::grammar::{Date, Read, Reader, Shape};
use crate::time::lexicon::{Lex, Set};

impl Reader<'_> {
    /// "May 7", "May 7th, 2023", "May 2023", "Sep-23-2020", "September the twenty-first".
    pub(in crate::time::grammar) fn month_first(&self, i: usize) -> Read<Date> {
        let i0 = i;
        let i = self.any(i, &["the month of", "month of"]).unwrap_or(i);
        let Lex::Month(month) = self.lex(i) else { return None };
        // "He may 2 be late": after a pronoun it is the verb.
        let pronoun = self.led(i, Set::Pronouns);
        if pronoun && !self.capital(i) && matches!(self.w(i), "may" | "march") {
            return None;
        }
        let after = self.skip(self.sep(i + 1), &["the"]);
        let day = self.day_number(after).filter(|(next, _)| {
            let short = matches!(self.lex(after), Lex::Cardinal(_));
            let unit = self.unit(*next).is_some() && !self.is(*next, &["night", "quarter"]);
            let clock = self.w(*next) == ":" && self.joined(*next) && self.joined(next + 1);
            // "May one" is no date, and "May 3 days" none.
            let year = short && self.year_in_words(after).is_some_and(|(end, _)| end > *next);
            let doubtful = short && !self.sure_month(i);
            !(unit || clock || year || doubtful)
        });
        if let Some((next, day)) = day {
            if after > i + 1 && self.w(i + 1) == "," && !matches!(self.lex(after), Lex::Ordinal(_))
            {
                // "In May, 3 of us": a comma wants an ordinal behind it.
                return Some((i + 1, self.month_year(i, None, month)?))
                    .filter(|_| self.month_stands(i, i0));
            }
            let (next, year) = match self.year_after(next) {
                Some((after, year)) => (after, Some(year)),
                None => (next, self.year_of_list(next)),
            };
            if let Some(date) = self.month_day(i, year, month, day) {
                return Some((next, date));
            }
        }
        if let Some((next, year)) = self.year_after(i + 1) {
            return Some((next, self.month_year(i, Some(year), month)?));
        }
        // "August 99".
        if let Lex::Number { value: value @ 32..=99, digits: 2 } = self.lex(i + 1)
            && self.unit(i + 2).is_none()
        {
            return Some((i + 2, self.month_year(i, two_digits(value), month)?));
        }
        // "June next year".
        let of = self.skip(self.skip(i + 1, &[","]), &["of", "in"]);
        if let Some((next, within)) =
            self.relative(of).filter(|(_, d)| d.best.precision == Precision::Year)
        {
            return Some((next, within.map(|w| calendar::month_of(w.from.year(), month))?));
        }
        let listed = self.listed_month(i + 1, month).filter(|_| self.sure_month(i));
        if listed.is_none() && !self.month_stands(i, i0) {
            return None;
        }
        Some((i + 1, listed.or_else(|| self.month_year(i, None, month))?))
    }

    /// "7 May 2023", "the 7th of May", "16. Nov. 2016", "22/Jan/2019", "23rd day of September".
    pub(in crate::time::grammar) fn day_first(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        let (next, day) = self.day_number(start)?;
        if start > i && matches!(self.lex(start), Lex::Number { .. }) && self.w(next) == "%" {
            return None;
        }
        if start > 0 && self.joined(start) && self.is(start - 1, &["$", "€", "£", "#"]) {
            return None;
        }
        let next = self.skip(next, &["day"]);
        let month_at = self.skip(self.skip(self.sep(next), &["of"]), &["the"]);
        if let Lex::Month(month) = self.lex(month_at) {
            // "one may" is no date.
            let worded = matches!(self.lex(start), Lex::Cardinal(_));
            let of = month_at > next;
            if !of && !self.sure_month(month_at) && self.w(month_at) == "may"
                || worded && !of && !self.capital(month_at) && self.w(month_at).len() < 5
            {
                return None;
            }
            let after = if self.w(month_at + 1) == "."
                && self.lex(month_at + 2) != Lex::Other
                && self.w(month_at).len() < 5
            {
                month_at + 2
            } else {
                month_at + 1
            };
            let (next, year) = match self.year_after(after) {
                Some((next, year)) => (next, Some(year)),
                None => (month_at + 1, self.year_of_list(month_at + 1)),
            };
            return Some((next, self.month_day(start, year, month, day)?));
        }
        // "the 20th of next month".
        self.ordinal(start).or_else(|| (start > i).then_some((next, day)))?;
        let of = self.skip(next, &["of", "in"]);
        let (end, within) = self.relative(of).or_else(|| self.definite_month(of))?;
        if within.best.precision != Precision::Month {
            return None;
        }
        let date = within
            .map(|w| calendar::day(NaiveDate::from_ymd_opt(w.from.year(), w.from.month(), day)?))?;
        Some((end, Date { shape: Shape::Full, ..date }))
    }

    /// "the month" behind "the 15th day of".
    fn definite_month(&self, i: usize) -> Read<Date> {
        let end = self.phrase(i, "the month")?;
        Some((end, Date::full(calendar::month(self.today()?, 0)?)))
    }

    /// "2016 june", "2016, Nov 3", "2019-aug-1", "2020/23/Sep", "2016 10 16", "2023年5月7日".
    pub(in crate::time::grammar) fn year_first(&self, i: usize) -> Read<Date> {
        let Lex::Number { digits: 4, .. } = self.lex(i) else { return None };
        let (next, year) = self.year(i)?;
        if !(1000..=2999).contains(&year) {
            return None;
        }
        let at = self.sep(next);
        if self.chinese(next) && self.joined(next) {
            // 2022年夏天, 2022年圣诞节.
            if let Lex::Season(number) = self.lex(next) {
                return Some((next + 1, Date::full(calendar::season(year, number)?)));
            }
            if let Some((end, holiday)) = self.holiday_at(next) {
                return Some((end, Date::full(holiday.in_year(year)?)));
            }
        }
        if let Lex::Month(month) = self.lex(at) {
            if self.w(at) == "may" && at == next && !self.capital(at) {
                return None;
            }
            let day_at = self.sep(at + 1);
            let day = self.day_number(day_at).filter(|(n, _)| {
                (day_at == at + 1 || self.joined(day_at))
                    && self.w(*n) != ":"
                    && self.unit(*n).is_none()
            });
            if let Some((next, day)) = day
                && let Some(date) = self.month_day(i, Some(year), month, day)
            {
                return Some((next, date));
            }
            return Some((at + 1, self.month_year(i, Some(year), month)?));
        }
        if let (Lex::Number { value: day, digits: 2 }, Lex::Month(month)) =
            (self.lex(at), self.lex(at + 2))
            && self.is(at + 1, &["-", "/"])
        {
            return Some((at + 3, self.month_day(i, Some(year), month, day)?));
        }
        if let (Lex::Number { value: month, digits: 2 }, Lex::Number { value: day, digits: 2 }) =
            (self.lex(next), self.lex(next + 1))
            && !self.joined(next)
            && !self.joined(next + 1)
            && !self.is(next + 2, &[":", "-", "/"])
        {
            return Some((next + 2, self.month_day(i, Some(year), month, day)?));
        }
        None
    }
}
