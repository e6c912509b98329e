//! Numbers in digits and words: cardinals, ordinals, days of a month. Knows no unit.

use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::Lex;

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
}
