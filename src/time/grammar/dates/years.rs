//! Years: in digits and words, behind a date, and alone. A number that counts something is none.

use crate::time::calendar::{self};
use crate::time::grammar::look::FUNCTION_WORDS;
use crate::time::grammar::{Date, Read, Reader, Shape};
use crate::time::lexicon::Lex;

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
        (fits && (century < 20 || rest >= 10))
            .then_some((next, i32::try_from(century * 100 + rest).ok()?))
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
        let calendar_year = |y: i32| Some(Date::full(calendar::year(y)?).shaped(Shape::Year(y)));
        if let Some(at) =
            self.any(i, &["the year of", "the year", "year of", "year", "cy", "calendar year"])
        {
            let of = self.skip(at, &["of"]);
            let named = self.year(of).or_else(|| {
                let (next, value) = self.cardinal(of).filter(|_| self.w(i) == "year")?;
                (value >= 100).then_some((next, i32::try_from(value).ok()?))
            });
            if let Some((next, year)) = named.or_else(|| self.short_year(of, self.w(i) == "cy")) {
                return Some((next, calendar_year(year)?));
            }
            return None;
        }
        let (next, year) = self.year(i)?;
        if !(1000..=2199).contains(&year) {
            return None;
        }
        if matches!(self.lex(i), Lex::Cardinal(_)) {
            let led = matches!(
                self.before(i),
                "in" | "since"
                    | "until"
                    | "till"
                    | "by"
                    | "of"
                    | "from"
                    | "before"
                    | "after"
                    | "and"
                    | "during"
                    | "around"
                    | "to"
                    | "between"
            );
            return (led && (1100..2100).contains(&year)).then_some((next, calendar_year(year)?));
        }
        if self.joined(i)
            && (self
                .is(self.before_at(i), &["$", "#", "€", "£", "-", "+", "/", ".", ":", "_", "–"])
                || matches!(self.lex(self.before_at(i)), Lex::Number { .. }))
            && !self.range_sign(i)
        {
            return None;
        }
        if self.joined(next) && self.is(next, &["%", "/", "_", ":", "$"]) {
            return None;
        }
        if self.joined(next)
            && self.is(next, &["-", "."])
            && matches!(self.lex(next + 1), Lex::Number { .. })
            && self.joined(next + 1)
            && !self.range_sign_ahead(next)
        {
            return None;
        }
        if self.joined(next)
            && !self.chinese(next)
            && (self.lex(next) != Lex::Other
                || self.w(next).chars().next().is_some_and(char::is_alphabetic))
        {
            return None;
        }
        // "32 - 2015" is no range of years.
        let number = |at: usize| matches!(self.lex(at), Lex::Number { digits, .. } if digits < 4);
        if self.is(next, &["-"]) && number(next + 1)
            || self.before(i) == "-" && i >= 2 && number(i - 2)
        {
            return None;
        }
        if self.unit(next).is_some() || !(1500..=2150).contains(&year) {
            return None;
        }
        let led = matches!(
            self.before(i),
            "in" | "since"
                | "until"
                | "till"
                | "by"
                | "of"
                | "from"
                | "before"
                | "after"
                | "during"
                | "around"
                | "between"
                | "than"
                | "late"
                | "early"
                | "mid"
                | "through"
                | "to"
                | "for"
                | "="
                | ">"
                | "<"
                | "circa"
                | "the"
                | "~"
                | "-"
                | "–"
                | "not"
                | "equals"
                | "and"
                | "or"
                | "is"
                | "back"
        );
        let noun = match self.tag(next) {
            _ if self.chinese(next) => false,
            Some(tag) => tag == "NNS" || tag == "NN",
            None => {
                let word = self.w(next);
                word.chars().next().is_some_and(char::is_alphabetic)
                    && !FUNCTION_WORDS.contains(&word)
                    && (!led || word.ends_with('s') && word.len() > 4)
            }
        };
        // "2000 pieces".
        if noun && !(led && self.tag(next) == Some("NN")) {
            return None;
        }
        let surely = led || (1900..=2100).contains(&year);
        surely.then_some((next, calendar_year(year)?))
    }
}

/// The year that two digits mean: up to 29 of this century, else of the last.
pub(super) fn two_digits(value: u32) -> Option<i32> {
    let year = i32::try_from(value).ok()?;
    (0..100).contains(&year).then_some(if year < 30 { 2000 + year } else { 1900 + year })
}
