//! Years: in digits and words, behind a date, and alone. A number that counts something is none.

use crate::time::calendar;
use crate::time::grammar::{Date, Read, Reader, Shape};
use crate::time::lexicon::{Lex, Set};

impl Reader<'_> {
    /// A year in four digits or in words.
    pub(in crate::time::grammar) fn year(&self, i: usize) -> Read<i32> {
        match self.lex(i) {
            Lex::Number { value, digits: 4 } => {
                // "2,015.5" and "12:2015" are no years.
                let part = [".", ",", ":"].contains(&self.w(i + 1))
                    && self.joined(i + 1)
                    && matches!(self.lex(i + 2), Lex::Number { .. })
                    && self.joined(i + 2);
                (!part || self.w(i + 1) == ",").then_some((i + 1, i32::try_from(value).ok()?))
            }
            Lex::Cardinal(_) => self.year_in_words(i),
            _ => None,
        }
    }

    /// "nineteen ninety six", "two thousand and fifteen", "nineteen zero one", "twenty eighteen".
    pub(in crate::time::grammar) fn year_in_words(&self, i: usize) -> Read<i32> {
        if let Some((next, value)) = self.cardinal(i)
            && (1000..=2999).contains(&value)
            && next > i + 1
        {
            return Some((next, i32::try_from(value).ok()?));
        }
        let Lex::Cardinal(century @ (10..=20)) = self.lex(i) else { return None };
        let mut after = self.skip(i + 1, &["-"]);
        if self.w(after) == "hundred" {
            let more = self.skip(after + 1, &["and"]);
            let (next, rest) = self.below_hundred(more).unwrap_or((after + 1, 0));
            return Some((next, i32::try_from(century * 100 + rest).ok()?));
        }
        let zero = matches!(self.w(after), "zero" | "oh" | "o");
        after += usize::from(zero);
        let (next, rest) = self.below_hundred(after)?;
        let fits = if zero { (1..=9).contains(&rest) } else { rest >= 10 };
        // "twenty one" is no year.
        fits.then_some((next, i32::try_from(century * 100 + rest).ok()?))
    }

    /// "'87" and, where `bare`, "87".
    pub(in crate::time::grammar) fn short_year(&self, i: usize, bare: bool) -> Read<i32> {
        let at = self.skip(i, &["'", "’", "‘"]);
        let Lex::Number { value, digits: 2 } = self.lex(at) else { return None };
        ((at > i && self.joined(at)) || bare).then_some((at + 1, two_digits(value)?))
    }

    /// A year behind a date, with what may stand between.
    pub(in crate::time::grammar) fn year_after(&self, i: usize) -> Read<i32> {
        let at = self.skip(self.sep(i), &["of", "in", "the"]);
        let at = if self.w(at) == "of" || self.w(at) == "year" { at + 1 } else { at };
        let at = self.skip(at, &["year"]);
        self.year(at).filter(|(_, y)| (1000..=2999).contains(y)).or_else(|| {
            let bare = at > i && self.is(at - 1, &["of", "/"]);
            self.short_year(at, bare)
        })
    }

    /// A year alone: "2019", "the year 2008", "nineteen ninety six".
    pub(in crate::time::grammar) fn bare_year(&self, i: usize) -> Read<Date> {
        if let Some(read) = self.year_by_its_word(i) {
            return read;
        }
        if let Some((next, year)) = self.short_year(i, false) {
            let alone = self.ends(next) || !self.joined(next);
            let led = self.led(i, Set::LeadsYear) && !self.is(self.prev(i), &["-", "the", "~"]);
            return (alone && led && self.w(next) != "s").then_some((next, calendar_year(year)?));
        }
        if let Some((next, year)) = self.chinese_short_year(i) {
            return Some((next, calendar_year(year)?));
        }
        let (next, year) = self.year(i)?;
        // 1887年: the sign tells that it is a year.
        if self.chinese(i) && matches!(self.lex(i), Lex::Number { .. }) && year >= 1000 {
            return Some((next, calendar_year(year)?));
        }
        let told = if matches!(self.lex(i), Lex::Cardinal(_)) {
            (1100..2100).contains(&year) && self.led(i, Set::LeadsWordedYear)
        } else {
            (1500..=2150).contains(&year)
                && self.stands_apart(i, next)
                && self.counts_nothing(i, next, year)
        };
        told.then_some((next, calendar_year(year)?))
    }

    /// "the year 2008", "cy 18"; a read of nothing where the word "year" has no year behind it.
    fn year_by_its_word(&self, i: usize) -> Option<Read<Date>> {
        let words = ["the year of", "the year", "year of", "year", "cy", "calendar year"];
        let of = self.skip(self.any(i, &words)?, &["of"]);
        let counted = || {
            let (next, value) = self.cardinal(of).filter(|_| self.w(i) == "year")?;
            (value >= 100).then_some((next, i32::try_from(value).ok()?))
        };
        let short = || self.short_year(of, self.w(i) == "cy");
        let named = self.year(of).or_else(counted).or_else(short);
        Some(named.and_then(|(next, year)| Some((next, calendar_year(year)?))))
    }

    /// 08年, 我15年毕业: two digits before 年 that count no years.
    fn chinese_short_year(&self, i: usize) -> Read<i32> {
        let Lex::Number { value, digits: 2 } = self.lex(i) else { return None };
        let sign = self.tokens.get(i + 1).and_then(|t| self.text.get(t.span.clone()));
        if sign != Some("年") || !self.joined(i + 1) {
            return None;
        }
        let padded = self.w(i).starts_with('0');
        if !padded && self.among(i + 2, Set::CountsYears) {
            return None;
        }
        let told = i == 0
            || padded
            || !self.joined(i)
            || self.led(i, Set::ChineseTeller)
            || self.ends(i - 1);
        told.then_some((i + 2, two_digits(value)?))
    }

    /// Whether digits are a number by themselves, and no part of a longer one, a range of other
    /// numbers or a word.
    fn stands_apart(&self, i: usize, next: usize) -> bool {
        if self.belongs_to_number(i, Set::NoYearBehind) {
            return false;
        }
        let letter = || self.w(next).chars().next().is_some_and(char::is_alphabetic);
        let goes_on = self.among(next, Set::NoYearBefore)
            || self.w(next) == "." && self.number_joined(next + 1)
            || !self.chinese(next) && (self.lex(next) != Lex::Other || letter());
        // "32 - 2015" is no range of years.
        let small = |at: usize| matches!(self.lex(at), Lex::Number { digits, .. } if digits < 4);
        let ranged = self.w(next) == "-" && small(next + 1)
            || self.before(i) == "-" && i >= 2 && small(i - 2);
        !(self.joined(next) && goes_on || ranged)
    }

    /// Whether a number is a year rather than a count: of a unit, or of "2000 pieces".
    fn counts_nothing(&self, i: usize, next: usize, year: i32) -> bool {
        let a_unit = self.is(next, &["a", "per", "each"]) && self.unit(next + 1).is_some();
        if self.unit(next).is_some() || a_unit || self.led(i, Set::Numbered) {
            return false;
        }
        let led = self.led(i, Set::LeadsYear);
        let noun = match self.tag(next) {
            _ if self.chinese(next) => false,
            Some(tag) => {
                let letter = self.w(next).starts_with(char::is_alphabetic);
                letter && (tag == "NNS" || tag == "NN" && !led)
            }
            None => {
                let word = self.w(next);
                word.chars().next().is_some_and(char::is_alphabetic)
                    && !self.among(next, Set::FunctionWords)
                    && (!led || word.ends_with('s') && word.len() > 4)
            }
        };
        !noun && (led || (1900..=2100).contains(&year))
    }
}

fn calendar_year(year: i32) -> Option<Date> {
    Some(Date::full(calendar::year(year)?).shaped(Shape::Year(year)))
}

/// The year that two digits mean: up to 29 of this century, else of the last.
pub(super) fn two_digits(value: u32) -> Option<i32> {
    let year = i32::try_from(value).ok()?;
    (0..100).contains(&year).then_some(if year < 30 { 2000 + year } else { 1900 + year })
}
