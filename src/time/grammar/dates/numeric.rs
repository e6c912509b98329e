//! Dates in digits alone: "2023-05-07", "5/7/2023", "7.5.2023", "5/7", "11/2016". Never takes a
//! fraction, a version or a price for one.

use chrono::NaiveDate;

use crate::time::calendar;
use crate::time::grammar::dates::years::two_digits;
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::{Lex, Set};

/// A number in digits, and how many digits.
type Digits = (u32, u8);

fn year_of((value, digits): Digits) -> Option<i32> {
    if digits == 4 { i32::try_from(value).ok() } else { two_digits(value) }
}

impl Reader<'_> {
    /// "2023-05-07", "5/7/2023", "7.5.2023", "5/7", "2016-11", "11/2016".
    pub(in crate::time::grammar) fn numeric(&self, i: usize) -> Read<Date> {
        let (a, sep) = (self.digits(i)?, self.w(i + 1));
        if !matches!(sep, "-" | "/" | "." | "–") {
            return None;
        }
        let b = self.digits(i + 2)?;
        let tight = self.joined(i + 1) && self.joined(i + 2);
        let third = tight && self.w(i + 3) == sep && self.joined(i + 3) && self.joined(i + 4);
        if let Some(c) = self.digits(i + 4).filter(|_| third) {
            return self.three_numbers(i, sep, [a, b, c]);
        }
        if self.belongs_to_number(i, Set::JoinsNumbers) {
            return None;
        }
        match (a.1, b.1) {
            (4, 1 | 2) => self.month_in_digits(i, a.0, b.0, sep != "." || tight),
            (1 | 2, 4) => self.month_in_digits(i, b.0, a.0, sep != "." || tight),
            (1 | 2, 1 | 2) if tight => self.day_in_digits(i, sep, a, b),
            _ => None,
        }
    }

    fn digits(&self, i: usize) -> Option<Digits> {
        match self.lex(i) {
            Lex::Number { value, digits } => Some((value, digits)),
            _ => None,
        }
    }

    /// A day with its year before or behind it.
    fn three_numbers(&self, i: usize, sep: &str, [a, b, c]: [Digits; 3]) -> Read<Date> {
        let end = i + 5;
        let date = |year: i32, (month, _): Digits, (day, _): Digits| {
            calendar::day(NaiveDate::from_ymd_opt(year, month, day)?)
        };
        if a.1 == 4 && b.1 <= 2 && c.1 <= 2 {
            return Some((end, Date::full(date(year_of(a)?, b, c)?)));
        }
        if self.belongs_to_number(i, Set::JoinsNumbers)
            || self.number_goes_on(end) && !self.range_sign_ahead(end)
        {
            return None;
        }
        // "7.5.23" is a version sooner than a date.
        let year_may = c.1 == 4 || c.1 == 2 && sep != ".";
        if a.1 > 2 || b.1 > 2 || !year_may {
            return None;
        }
        let year = year_of(c)?;
        let (month_first, day_first) = (date(year, a, b), date(year, b, a));
        let (best, other) = if sep == "." {
            (day_first.or(month_first)?, month_first)
        } else {
            (month_first.or(day_first)?, day_first)
        };
        Some((end, Date::full(best).with(other)))
    }

    /// A month and its year.
    fn month_in_digits(&self, i: usize, year: u32, month: u32, marked: bool) -> Read<Date> {
        let fits = (1..=12).contains(&month) && (1900..=2100).contains(&year);
        if !fits || !marked || self.number_goes_on(i + 3) {
            return None;
        }
        let year = i32::try_from(year).ok()?;
        Some((i + 3, Date::full(calendar::month_of(year, month)?)))
    }

    /// A month and a day, whose year may stand behind a comma.
    fn day_in_digits(&self, i: usize, sep: &str, a: Digits, b: Digits) -> Read<Date> {
        if a.0 == 0 || b.0 == 0 {
            return None;
        }
        let end = i + 3;
        let weekday = matches!(self.lex(self.prev(i)), Lex::Weekday(_));
        let led = weekday || self.led(i, Set::LeadsNumbers);
        let clock_follows = self.is(end, &["am", "pm", "a", "p", ":"]);
        let allowed = match sep {
            "/" => led || !is_fraction(a.0, b.0),
            "-" => self.before(i) == "on" && (b.1 == 2 || a.1 == 2) && !clock_follows,
            "." => weekday || matches!(self.before(i), "next" | "this"),
            _ => false,
        };
        let ranged = sep == "/" && self.range_sign_ahead(end);
        let year = self.year_behind_comma(end);
        if !allowed || year.is_none() && self.number_goes_on(end) && !ranged {
            return None;
        }
        let of = |(month, _): Digits, (day, _): Digits| {
            self.month_day(i, year.map(|(_, year)| year), month, day)
        };
        let date = of(a, b).or_else(|| of(b, a))?;
        Some((year.map_or(end, |(next, _)| next), date))
    }

    /// The year of "06/06, 2015" and "08/12,15".
    fn year_behind_comma(&self, i: usize) -> Read<i32> {
        let number = self.digits(i + 1).filter(|_| self.w(i) == ",")?;
        let fits = match number {
            (value, 4) => (1900..2100).contains(&value),
            (_, 2) => self.joined(i + 1),
            _ => false,
        };
        fits.then_some((i + 2, year_of(number)?))
    }

    /// Whether a number goes on, or is a percentage, where one may have ended: "5/7/", "3.14".
    fn number_goes_on(&self, next: usize) -> bool {
        let mark = self.is(next, &["-", "/", ".", ","]) && self.number_joined(next + 1);
        self.joined(next) && (mark || self.w(next) == "%")
    }

    /// Whether a number stands at a place, with nothing before it.
    pub(in crate::time::grammar) fn number_joined(&self, i: usize) -> bool {
        self.joined(i) && self.digits(i).is_some()
    }

    /// Whether a number, or one of some marks, is joined to the number at a place from before; but
    /// not the dash of a range.
    pub(super) fn belongs_to_number(&self, i: usize, marks: Set) -> bool {
        let number = self.digits(self.prev(i)).is_some();
        self.joined(i) && (number || self.led(i, marks)) && !self.range_sign(i)
    }

    /// Whether the dash before this token joins two dates.
    fn range_sign(&self, i: usize) -> bool {
        self.is(self.prev(i), &["-", "~", "–"]) && self.range_left.get() == Some(i)
    }

    pub(super) fn range_sign_ahead(&self, i: usize) -> bool {
        self.is(i, &["-", "–", "~"])
    }
}

/// Whether two numbers are sooner a part, a mark out of ten or "24/7" than a month and a day.
fn is_fraction(a: u32, b: u32) -> bool {
    let part = a < b && matches!(b, 2 | 3 | 4 | 5 | 8);
    part || a == b && a <= 2 || b == 10 && (5..=10).contains(&a) || (a, b) == (24, 7)
}
