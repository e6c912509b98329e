//! Decades and centuries: "the nineties", "'40s", "the 21st century". An age is none.

use chrono::Datelike;

use crate::time::calendar;
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::{Lex, Set};

impl Reader<'_> {
    /// "the 1990s", "the nineties", "'40s", "the twenty-tens", "the 21st century".
    pub(in crate::time::grammar) fn decade(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        let chinese = || match self.lex(start) {
            // 十九世纪.
            Lex::Cardinal(n) | Lex::Number { value: n, .. } if self.chinese(start + 1) => {
                Some((start + 1, n))
            }
            _ => None,
        };
        if let Some((at, n)) = self.ordinal(start).or_else(chinese)
            && self.w(at) == "century"
        {
            let century = calendar::century(i32::try_from(n).ok()?)?;
            // 20世纪80年代.
            return match self.lex(at + 1) {
                Lex::Decade(tens) if self.joined(at + 1) => {
                    let first = century.from.year().checked_add(i32::try_from(tens).ok()?)?;
                    Some((at + 2, Date::full(calendar::decade(first)?)))
                }
                _ => Some((at + 1, Date::full(century))),
            };
        }
        let quoted = self.skip(start, &["'", "’", "‘"]);
        if let Lex::Number { value, digits } = self.lex(quoted) {
            return self.decade_in_digits(i, start, quoted, (value, digits));
        }
        self.decade_in_words(i, start)
    }

    /// "1990s", "'40s", "20's".
    fn decade_in_digits(
        &self,
        i: usize,
        start: usize,
        number: usize,
        (value, digits): (u32, u8),
    ) -> Read<Date> {
        let s = self.skip(number + 1, &["'", "’"]);
        let spaced = !self.joined(s) && digits == 4;
        if self.w(s) != "s" || value % 10 != 0 || !(self.joined(s) || spaced) {
            return None;
        }
        let year = i32::try_from(value).ok()?;
        let portion = self.is(self.prev(i), &["early", "mid", "late"])
            || self.before(i) == "-" && i >= 2 && self.is(i - 2, &["early", "mid", "late"]);
        let led = start > i || number > start || portion || self.conventions.definite;
        let first = match digits {
            4 if (1000..2000).contains(&year) && year % 100 == 0 => {
                // "The 1900s" are the century sooner than its first years.
                let century = calendar::century(year / 100 + 1)?;
                return Some((s + 1, Date::full(century).with(calendar::decade(year))));
            }
            4 if year >= 1000 => year,
            2 if led && !self.is_age(i) => return Some((s + 1, decade_of(value)?)),
            _ => return None,
        };
        Some((s + 1, Date::full(calendar::decade(first)?)))
    }

    /// "In her late twenties", "his 20s".
    fn is_age(&self, i: usize) -> bool {
        let mut at = i;
        while at.checked_sub(1).is_some_and(|p| self.is(p, &["early", "mid", "late", "-"])) {
            at -= 1;
        }
        self.led(at, Set::Owners)
    }

    /// "the nineties", "the twenty-tens", "two thousands".
    fn decade_in_words(&self, i: usize, start: usize) -> Read<Date> {
        let from = |year: u32| Some(Date::full(calendar::decade(i32::try_from(year).ok()?)?));
        if let Some(end) = self.phrase(start, "two thousand and tens") {
            return Some((end, from(2010)?));
        }
        if let Some(end) = self.phrase(start, "two thousands") {
            return Some((end, from(2000)?));
        }
        if let Lex::Cardinal(century @ 15..=20) = self.lex(start)
            && let at = self.skip(start + 1, &["-"])
            && let Lex::Decade(tens) = self.lex(at)
        {
            return Some((at + 1, from(century * 100 + tens)?));
        }
        let Lex::Decade(tens) = self.lex(start) else { return None };
        let chinese = self.w(start).is_empty();
        let led = start > i || self.is(self.prev(i), &["early", "mid", "late", "-"]);
        if !led && !chinese || self.w(start) == "tens" || self.is_age(i) {
            return None;
        }
        Some((start + 1, decade_of(tens)?))
    }
}

/// The decade that "the 20s" or "the nineties" is: the one just past sooner than the one that runs, which is
/// kept as another reading.
fn decade_of(tens: u32) -> Option<Date> {
    let tens = i32::try_from(tens).ok()?;
    let own = (tens == 20).then(|| calendar::decade(2020)).flatten();
    let first = tens + if tens < 20 { 2000 } else { 1900 };
    Some(Date::full(calendar::decade(first)?).with(own))
}
