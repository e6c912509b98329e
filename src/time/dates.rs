//! Dates that are told by their numbers: days, months, years and decades, with or without their year.

use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use regex::Regex;

use super::calendar::{self, Stretch};
use super::grammar::{Read, Reader};
use super::lexicon::Lex;

impl Reader<'_> {
    /// "May 7", "May 7th, 2023", "May 2019".
    pub(super) fn month_first(&self, i: usize) -> Read<Stretch> {
        let Lex::Month { number, doubtful } = self.lex(i) else { return None };
        let capital = self.words.get(i)?.capital;
        let mut next = i + 1;
        if doubtful && self.text_at(next) == "." {
            next += 1;
        }
        let day = self.skip(next, &["the"]);
        let told = match self.lex(day) {
            Lex::Ordinal(d) => Some((d, true)),
            Lex::Digits { value, digits: 1 | 2 } => Some((value, false)),
            _ => None,
        };
        if let Some((d, ordinal)) = told {
            let comma = if self.lex(day + 1) == Lex::Mark(',') { day + 2 } else { day + 1 };
            let year = self.year_at(comma);
            if doubtful && !capital && !ordinal && year.is_none() {
                return None;
            }
            let end = year.map_or(day + 1, |(end, _)| end);
            return Some((end, self.date(i, year.map(|(_, y)| y), number, d)?));
        }
        // "31 February 2020" is no month.
        let before = i.saturating_sub(1 + usize::from(i > 0 && self.key(i - 1) == "of"));
        let stray = i > 0
            && matches!(self.lex(before), Lex::Ordinal(_) | Lex::Digits { digits: 1 | 2, .. });
        if self.key(day) == "the" || stray {
            return None;
        }
        let next =
            if self.lex(next) == Lex::Mark(',') { next + 1 } else { self.skip(next, &["of"]) };
        let (end, year) = self.year_at(next)?;
        Some((end, calendar::month_of(year, number)?))
    }

    /// "7 May 2023", "7th of May".
    pub(super) fn day_first(&self, i: usize) -> Read<Stretch> {
        let d = match self.lex(i) {
            Lex::Ordinal(d) => d,
            Lex::Digits { value, digits: 1 | 2 } => value,
            _ => return None,
        };
        let at = self.skip(i + 1, &["of"]);
        let Lex::Month { number, doubtful } = self.lex(at) else { return None };
        let comma = if self.lex(at + 1) == Lex::Mark(',') { at + 2 } else { at + 1 };
        let year = self.year_at(comma);
        if doubtful && year.is_none() && !self.words.get(at)?.capital {
            return None;
        }
        let end = year.map_or(at + 1, |(end, _)| end);
        Some((end, self.date(i, year.map(|(_, y)| y), number, d)?))
    }

    pub(super) fn date(
        &self,
        i: usize,
        year: Option<i32>,
        month: u32,
        day: u32,
    ) -> Option<Stretch> {
        if let Some(year) = year {
            return calendar::day(NaiveDate::from_ymd_opt(year, month, day)?);
        }
        let today = self.day()?;
        // 29 February lies at most eight years away.
        let on = |year: i32| NaiveDate::from_ymd_opt(year, month, day);
        let date = if self.speaks_of_future(i) {
            (0..=8).filter_map(|n| on(today.year() + n)).find(|d| *d >= today)
        } else {
            (0..=8).filter_map(|n| on(today.year() - n)).find(|d| *d <= today)
        };
        calendar::day(date?)
    }

    pub(super) fn year_at(&self, i: usize) -> Read<i32> {
        match self.lex(i) {
            Lex::Digits { value: value @ 1000..=2999, digits: 4 } => {
                Some((i + 1, i32::try_from(value).ok()?))
            }
            _ => None,
        }
    }

    pub(super) fn bare_year(&self, i: usize) -> Read<Stretch> {
        let (next, number) = self.year_at(i)?;
        let counts = matches!(self.lex(next), Lex::Unit(_))
            || (self.lex(next) == Lex::Mark('-') && matches!(self.lex(next + 1), Lex::Other));
        if counts {
            return None;
        }
        Some((next, calendar::year(number)?))
    }

    pub(super) fn decade(&self, i: usize) -> Read<Stretch> {
        let Lex::Decade { year, century } = self.lex(i) else { return None };
        let first = match (century, year) {
            (true, year) => year,
            (false, 30..) => 1900 + year,
            (false, year) => {
                let now = u32::try_from(self.day()?.year()).ok()?;
                if 2000 + year <= now { 2000 + year } else { 1900 + year }
            }
        };
        Some((i + 1, calendar::decade(i32::try_from(first).ok()?)?))
    }

    pub(super) fn iso(&self, i: usize) -> Read<Stretch> {
        let start = self.words.get(i)?.span.start;
        let (length, date) = iso_date(self.text.get(start..)?)?;
        let mut next = i;
        while self.words.get(next).is_some_and(|w| w.span.start < start + length) {
            next += 1;
        }
        Some((next, calendar::day(date)?))
    }

    /// "25/12/2023", where only one order of day and month is possible.
    pub(super) fn slashed(&self, i: usize) -> Read<Stretch> {
        let (Lex::Digits { value: a, .. }, Lex::Digits { value: b, .. }) =
            (self.lex(i), self.lex(i + 2))
        else {
            return None;
        };
        let slash = Lex::Mark('/');
        if self.lex(i + 1) != slash || self.lex(i + 3) != slash {
            return None;
        }
        let (end, year) = self.year_at(i + 4)?;
        let one = NaiveDate::from_ymd_opt(year, a, b);
        let other = NaiveDate::from_ymd_opt(year, b, a);
        match (one, other) {
            (Some(date), None) | (None, Some(date)) => Some((end, calendar::day(date)?)),
            (Some(date), Some(same)) if date == same => Some((end, calendar::day(date)?)),
            _ => None,
        }
    }
}

/// A date in the form of ISO 8601, also with slashes; no digit follows.
static ISO_DATE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^([0-9]{4})[-/]([0-9]{2})[-/]([0-9]{2})(?:[^0-9]|$)")
        .expect("the pattern is fixed, and the tests of this room use it")
});

/// The ISO date that a text begins with, and its length.
pub(super) fn iso_date(text: &str) -> Option<(usize, NaiveDate)> {
    let (_, [year, month, day]) = ISO_DATE.captures(text)?.extract();
    let date = NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)?;
    Some(("2024-01-05".len(), date))
}
