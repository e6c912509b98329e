//! Decades and centuries: "the nineties", "'40s", "the 21st century". An age is none.

use crate::time::calendar::{self};
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::Lex;

impl Reader<'_> {
    /// "the 1990s", "the nineties", "'40s", "the twenty-tens", "the 21st century".
    pub(in crate::time::grammar) fn decade(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        if let Some((at, n)) = self.ordinal(start)
            && self.w(at) == "century"
        {
            return Some((at + 1, Date::full(calendar::century(i32::try_from(n).ok()?)?)));
        }
        let quoted = self.skip(start, &["'", "’", "‘"]);
        if let Lex::Number { value, digits } = self.lex(quoted) {
            let s = self.skip(quoted + 1, &["'", "’"]);
            let spaced = !self.joined(s) && digits == 4;
            if self.w(s) != "s" || value % 10 != 0 || !(self.joined(s) || spaced) {
                return None;
            }
            let first = match digits {
                4 if (1000..2000).contains(&value) && value % 100 == 0 => {
                    // "The 1900s" are the century sooner than its first years.
                    let number = i32::try_from(value / 100 + 1).ok()?;
                    let first = calendar::decade(i32::try_from(value).ok()?);
                    return Some((s + 1, Date::full(calendar::century(number)?).with(first)));
                }
                4 if value >= 1000 => value,
                2 if start > i || quoted > start || self.conventions.definite => 1900 + value,
                _ => return None,
            };
            // "in her 20s" is an age.
            if digits == 2
                && matches!(self.before(i), "my" | "her" | "his" | "their" | "our" | "your")
            {
                return None;
            }
            let first = i32::try_from(first).ok()?;
            let first = if digits == 2 && first < 1920 { first + 100 } else { first };
            return Some((s + 1, Date::full(calendar::decade(first)?)));
        }
        let century = match self.lex(start) {
            Lex::Cardinal(c @ (15..=20)) => Some((self.skip(start + 1, &["-"]), c)),
            _ => None,
        };
        if let Some(end) = self.any(start, &["two thousand and tens"]) {
            return Some((end, Date::full(calendar::decade(2010)?)));
        }
        if let Some(end) = self.any(start, &["two thousands"]) {
            return Some((end, Date::full(calendar::decade(2000)?)));
        }
        if let Some((at, century)) = century
            && let Lex::Decade(tens) = self.lex(at)
        {
            return Some((
                at + 1,
                Date::full(calendar::decade(i32::try_from(century * 100 + tens).ok()?)?),
            ));
        }
        let Lex::Decade(tens) = self.lex(start) else { return None };
        let chinese = self.w(start).is_empty();
        if start == i && !chinese || self.w(start) == "tens" {
            return None;
        }
        let first = if tens == 0 {
            2000
        } else if tens < 20 {
            2000 + tens
        } else {
            1900 + tens
        };
        Some((start + 1, Date::full(calendar::decade(i32::try_from(first).ok()?)?)))
    }
}
