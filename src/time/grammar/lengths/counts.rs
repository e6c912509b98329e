//! How many, and of what: "a few", "two and a half", "1 year 2 months and 3 days". Places nothing in
//! time.

use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::{Lex, Set, Unit};
use crate::time::meaning::Amount;

/// A count: from the least to the most that the words may mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::time::grammar) struct Count {
    pub(in crate::time::grammar) least: f64,
    pub(in crate::time::grammar) most: f64,
    /// Whether it was "a" or "an".
    pub(in crate::time::grammar) article: bool,
}

impl Count {
    fn of(value: f64) -> Self {
        Self { least: value, most: value, article: false }
    }
}

impl Reader<'_> {
    /// How many: "3", "2.5", "twenty", "a few", "a couple of", "half an", "two and a half".
    pub(in crate::time::grammar) fn count(&self, i: usize) -> Read<Count> {
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
                let more = || self.count(i + 1).filter(|_| self.w(i + 1) != "another");
                return if self.w(i + 1) == "another" { None } else { more() }
                    .or(Some((i + 1, Count::of(1.0))));
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
            // "some day" is one of them, not a few.
            "some" if self.unit(i + 1).is_some() && !self.is_plural(i + 1) => None,
            "several" | "some" => Some((i + 1, between(3.0, 6.0))),
            "dozen" => Some((i + 1, Count::of(12.0))),
            _ => None,
        }
    }

    /// Counts of units in a row: "1 year 2 months and 3 days", "an hour and a half".
    pub(in crate::time::grammar) fn counts(&self, i: usize) -> Read<Vec<Amount>> {
        let mut counts: Vec<Amount> = Vec::new();
        let mut at = i;
        while let Some((next, unit, count)) = self.counted_unit(at) {
            if counts.iter().any(|c| c.unit == unit) {
                break;
            }
            counts.push(Amount { unit, least: count.least, most: count.most });
            at = next;
            if let Some(after) = self.any(at, &["and a half", "and half", "and a quarter"]) {
                let part = if self.w(after - 1) == "quarter" { 0.25 } else { 0.5 };
                if let Some(last) = counts.last_mut() {
                    last.least += part;
                    last.most += part;
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
    fn ago_joins(&self, counts: &[Amount], more: usize) -> bool {
        counts.len() == 1
            && self
                .counted_unit(more)
                .is_some_and(|(_, unit, _)| counts.iter().all(|c| c.unit > unit))
    }

    /// One count and its unit: "3 days", "3h", "15-minute", "4 business days".
    fn counted_unit(&self, i: usize) -> Option<(usize, Unit, Count)> {
        // 第三天 is one day of several.
        if self.before(i) == "第" {
            return None;
        }
        let (next, count) = self.count(i)?;
        let next = if self.w(next) == "-" && self.joined(next) { next + 1 } else { next };
        let next = self.past(next, Set::BetweenCountAndUnit);
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
