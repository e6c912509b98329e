//! Numbers in digits and words: counts, days of a month, years.

use super::grammar::{Read, Reader};
use super::lexicon::{Lex, Unit};

/// A count: from the least to the most that the words may mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Count {
    pub(super) least: f64,
    pub(super) most: f64,
    /// Whether it was "a" or "an".
    pub(super) article: bool,
}

impl Count {
    fn of(value: f64) -> Self {
        Self { least: value, most: value, article: false }
    }
}

impl Reader<'_> {
    /// A cardinal in words: "twenty five", "two thousand and fifteen".
    pub(super) fn cardinal(&self, i: usize) -> Read<u32> {
        let (mut next, mut total) = self.below_hundred(i)?;
        for (name, size) in [("thousand", 1000), ("hundred", 100)] {
            if name == "hundred" && total >= 1000 {
                continue;
            }
            if self.w(next) == name {
                total = total.checked_mul(size)?;
                next += 1;
                let more = self.skip(next, &["and"]);
                let rest =
                    if size == 1000 { self.cardinal_below(more) } else { self.below_hundred(more) };
                if let Some((after, rest)) = rest.filter(|(_, r)| *r < size) {
                    total += rest;
                    next = after;
                }
                break;
            }
        }
        Some((next, total))
    }

    fn cardinal_below(&self, i: usize) -> Read<u32> {
        let (next, tens) = self.below_hundred(i)?;
        if self.w(next) != "hundred" {
            return Some((next, tens));
        }
        let total = tens.checked_mul(100)?;
        match self.below_hundred(self.skip(next + 1, &["and"])) {
            Some((after, rest)) => Some((after, total + rest)),
            None => Some((next + 1, total)),
        }
    }

    pub(super) fn below_hundred(&self, i: usize) -> Read<u32> {
        let Lex::Cardinal(value) = self.lex(i) else { return None };
        if (20..100).contains(&value) && value % 10 == 0 {
            let after = self.skip(i + 1, &["-"]);
            if let Lex::Cardinal(unit @ 1..=9) = self.lex(after) {
                return Some((after + 1, value + unit));
            }
        }
        Some((i + 1, value))
    }

    /// "21st", "twenty first", "tenth".
    pub(super) fn ordinal(&self, i: usize) -> Read<u32> {
        match self.lex(i) {
            Lex::Ordinal(value) => Some((i + 1, value)),
            Lex::Cardinal(tens @ (20 | 30)) => {
                let after = self.skip(i + 1, &["-"]);
                match self.lex(after) {
                    Lex::Ordinal(unit @ 1..=9) => Some((after + 1, tens + unit)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A day of the month: of order, or up to two digits, or in words.
    pub(super) fn day_number(&self, i: usize) -> Read<u32> {
        let (next, value) = self.ordinal(i).or_else(|| match self.lex(i) {
            Lex::Number { value, digits: 1 | 2 } => Some((i + 1, value)),
            Lex::Cardinal(_) => self.below_hundred(i),
            _ => None,
        })?;
        (1..=31).contains(&value).then_some((next, value))
    }

    /// A year in four digits or in words.
    pub(super) fn year(&self, i: usize) -> Read<i32> {
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
    pub(super) fn year_in_words(&self, i: usize) -> Read<i32> {
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
    pub(super) fn short_year(&self, i: usize, bare: bool) -> Read<i32> {
        let at = self.skip(i, &["'", "’", "‘"]);
        let Lex::Number { value, digits: 2 } = self.lex(at) else { return None };
        ((at > i && self.joined(at)) || bare).then_some((at + 1, two_digits(value)?))
    }

    /// How many: "3", "2.5", "twenty", "a few", "a couple of", "half an", "two and a half".
    pub(super) fn count(&self, i: usize) -> Read<Count> {
        match self.w(i) {
            "a" | "an" => {
                let next = match self.w(i + 1) {
                    "whole" | "full" | "good" | "single" => i + 2,
                    _ => i + 1,
                };
                if let Some((after, count)) = self.vague_count(next) {
                    return Some((after, count));
                }
                if self.w(next) == "half" {
                    return Some((self.skip(next + 1, &["-"]), Count::of(0.5)));
                }
                return Some((next, Count { article: true, ..Count::of(1.0) }));
            }
            "another" => {
                return self.count(i + 1).or(Some((i + 1, Count::of(1.0))));
            }
            "half" => {
                let next = self.skip(i + 1, &["-"]);
                return Some((self.skip(next, &["a", "an"]), Count::of(0.5)));
            }
            "½" => return Some((i + 1, Count::of(0.5))),
            _ => {}
        }
        if let Some(found) = self.vague_count(i) {
            return Some(found);
        }
        let (mut next, mut value) = match self.lex(i) {
            Lex::Number { value, .. } => {
                let mut value = f64::from(value);
                let mut next = i + 1;
                if self.w(next) == "."
                    && self.joined(next)
                    && self.joined(next + 1)
                    && let Lex::Number { value: part, digits } = self.lex(next + 1)
                {
                    value += f64::from(part) / 10f64.powi(i32::from(digits));
                    next += 2;
                }
                (next, value)
            }
            Lex::Cardinal(_) => {
                let (next, value) = self.cardinal(i)?;
                (next, f64::from(value))
            }
            _ => return None,
        };
        // "twenty and four hours", "two and a half", "two and half".
        if let Some(after) = self.any(next, &["and a half", "and half"]) {
            return Some((after, Count::of(value + 0.5)));
        }
        if self.w(next) == "and"
            && value >= 20.0
            && let Lex::Cardinal(unit @ 1..=9) = self.lex(next + 1)
            && self.unit(next + 2).is_some()
        {
            value += f64::from(unit);
            next += 2;
        }
        // "two or three", "3-4".
        if matches!(self.w(next), "or" | "-" | "to" | "–")
            && let Some((after, most)) = self.plain_count(next + 1)
            && most > value
            && most < value * 4.0 + 2.0
            && self.unit(after).is_some()
        {
            return Some((after, Count { least: value, most, article: false }));
        }
        Some((next, Count::of(value)))
    }

    fn plain_count(&self, i: usize) -> Read<f64> {
        match self.lex(i) {
            Lex::Number { value, .. } => Some((i + 1, f64::from(value))),
            Lex::Cardinal(_) => self.cardinal(i).map(|(n, v)| (n, f64::from(v))),
            _ => None,
        }
    }

    fn vague_count(&self, i: usize) -> Read<Count> {
        let between = |least, most| Count { least, most, article: false };
        match self.w(i) {
            "couple" => {
                let next = self.skip(i + 1, &["more"]);
                Some((self.skip(next, &["of"]), between(2.0, 2.0)))
            }
            "few" => Some((self.skip(i + 1, &["more", "short"]), between(2.0, 5.0))),
            "several" | "some" => Some((i + 1, between(3.0, 6.0))),
            "dozen" => Some((i + 1, Count::of(12.0))),
            _ => None,
        }
    }

    /// Counts of units in a row: "1 year 2 months and 3 days", "an hour and a half".
    pub(super) fn counts(&self, i: usize) -> Read<Vec<(Unit, f64, f64)>> {
        let mut counts: Vec<(Unit, f64, f64)> = Vec::new();
        let mut at = i;
        while let Some((next, unit, count)) = self.counted_unit(at) {
            if counts.iter().any(|(u, ..)| *u == unit) {
                break;
            }
            counts.push((unit, count.least, count.most));
            at = next;
            if let Some(after) = self.any(at, &["and a half", "and half", "and a quarter"]) {
                let part = if self.w(after - 1) == "quarter" { 0.25 } else { 0.5 };
                if let Some(last) = counts.last_mut() {
                    last.1 += part;
                    last.2 += part;
                }
                at = after;
            }
            let more = self.skip(self.skip(at, &[","]), &["and"]);
            let plain = matches!(self.lex(more), Lex::Number { .. } | Lex::Cardinal(_))
                || more == at && self.is(more, &["a", "an"]);
            // "3 months and 2 weeks ago": what is ago begins anew only after other words.
            if !plain || self.counted_unit(more).is_none() || counts.len() > 5 {
                break;
            }
            if more > at
                && self.conventions.exact_counts
                && self.ago_after(more)
                && !self.ago_joins(&counts, more)
            {
                break;
            }
            at = more;
        }
        (!counts.is_empty()).then_some((at, counts))
    }

    fn ago_after(&self, i: usize) -> bool {
        self.counted_unit(i).is_some_and(|(next, ..)| self.is(next, &["ago", "later"]))
    }

    /// "1 month and 21 days ago" is one: each unit is finer than the one before it.
    fn ago_joins(&self, counts: &[(Unit, f64, f64)], more: usize) -> bool {
        counts.len() == 1
            && self.counted_unit(more).is_some_and(|(_, unit, _)| counts.iter().all(|c| c.0 > unit))
    }

    /// One count and its unit: "3 days", "3h", "15-minute", "4 business days".
    pub(super) fn counted_unit(&self, i: usize) -> Option<(usize, Unit, Count)> {
        let (next, count) = self.count(i)?;
        let next = if self.w(next) == "-" && self.joined(next) { next + 1 } else { next };
        let next = self.skip(
            next,
            &["whole", "full", "long", "short", "solid", "more", "straight", "consecutive"],
        );
        if matches!(self.w(next), "business" | "working" | "work")
            && self.unit(next + 1) == Some(Unit::Day)
        {
            return Some((next + 2, Unit::BusinessDay, count));
        }
        let joined = self.joined(next) && matches!(self.lex(i), Lex::Number { .. });
        let unit = self
            .unit(next)
            .filter(|_| self.w(next) != "h" || joined || self.is(next + 1, &[".", ""]))
            .or_else(|| {
                Some(match self.w(next) {
                    "h" if !self.joined(next + 1) => Unit::Hour,
                    "y" | "ys" if joined => Unit::Year,
                    "d" if joined => Unit::Day,
                    "w" if joined => Unit::Week,
                    "m" if joined => return None,
                    "s" if joined && count.most < 60.0 => return None,
                    _ => return None,
                })
            })?;
        // "a second" is seldom the sixtieth of a minute.
        if unit == Unit::Second && count.article && self.w(next) == "second" {
            return None;
        }
        Some((next + 1, unit, count))
    }
}

/// The year that two digits mean: up to 29 of this century, else of the last.
pub(super) fn two_digits(value: u32) -> Option<i32> {
    let year = i32::try_from(value).ok()?;
    (0..100).contains(&year).then_some(if year < 30 { 2000 + year } else { 1900 + year })
}
