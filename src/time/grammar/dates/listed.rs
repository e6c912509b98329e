//! Dates of a list that share their month or year: "March and April 2021", "May 3 and 4, 2022". What
//! one item lacks is taken from the nearest that has it; a range is none.

use crate::time::calendar;
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::{Lex, Set};

/// How many items of a list are looked at.
const MOST_ITEMS: usize = 4;

impl Reader<'_> {
    /// Past what stands between two items of a list.
    fn next_item(&self, i: usize) -> Option<usize> {
        let at = self.skip(i, &[","]);
        let at = self.skip(at, &["and", "or", "&"]);
        (at > i).then_some(at)
    }

    /// The year that the last month of a list has, read from behind the item that ends at `i`.
    pub(super) fn year_of_list(&self, i: usize) -> Option<i32> {
        let mut at = i;
        for _ in 0..MOST_ITEMS {
            at = self.next_item(at)?;
            let month = matches!(self.lex(at), Lex::Month(_)).then_some(at + 1);
            let first = month.unwrap_or(at);
            let day = self.day_number(self.skip(first, &["the"]));
            at = match (month, day) {
                (_, Some((next, _))) => next,
                (Some(next), None) => next,
                (None, None) => return None,
            };
            // "3 and 4 May 2022".
            if month.is_none() && matches!(self.lex(self.skip(at, &["of"])), Lex::Month(_)) {
                at = self.skip(at, &["of"]) + 1;
            }
            if let Some((_, year)) = self.year_after(at) {
                return Some(year);
            }
        }
        None
    }

    /// A day whose month another item of its list tells: "4" of "May 3 and 4", "3" of "3 and 4 May".
    pub(super) fn listed_day(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        let (next, day) = self.day_number(start)?;
        if self.unit(next).is_some() || self.among(next, Set::FollowsNoDay) {
            return None;
        }
        let worded = matches!(self.lex(start), Lex::Cardinal(_));
        let (end, month, year) = match self.month_before_list(i).filter(|_| !worded) {
            Some(month) => {
                let year = self.year_after(next);
                (year.map_or(next, |(end, _)| end), month, year.map(|(_, year)| year))
            }
            None => (next, self.month_behind_list(i, start, next)?, None),
        };
        let year = year.or_else(|| self.year_of_list(next));
        let named = self.w(end).chars().next().is_some_and(char::is_alphabetic)
            && !self.among(end, Set::FunctionWords);
        (!named).then_some(())?;
        Some((end, self.month_day(i, year, month, day)?))
    }

    /// The month of a list whose next item begins at a token: "May 3, 4 and".
    fn month_before_list(&self, i: usize) -> Option<u32> {
        let mut at = i;
        for _ in 0..MOST_ITEMS {
            let mut p = at;
            while p.checked_sub(1).is_some_and(|q| self.is(q, &[",", "and", "or", "&", "the"])) {
                p -= 1;
            }
            // "3 and 4" are items, "3 4" are not.
            let day = p.checked_sub(1).filter(|_| p < at)?;
            self.day_number(day).filter(|(next, _)| *next == day + 1)?;
            if let Some(q) = day.checked_sub(1)
                && let Lex::Month(month) = self.lex(q)
            {
                return self.sure_month(q).then_some(month);
            }
            at = day;
        }
        None
    }

    /// The month that ends a list whose first item is a day: "on the 3rd and 4th of May".
    fn month_behind_list(&self, i: usize, start: usize, next: usize) -> Option<u32> {
        let ordinal = matches!(self.lex(start), Lex::Ordinal(_));
        (ordinal || self.led(i, Set::LeadsDay)).then_some(())?;
        let mut at = next;
        for _ in 0..MOST_ITEMS {
            at = self.skip(self.next_item(at)?, &["the"]);
            at = self.day_number(at)?.0;
            let of = self.skip(at, &["of"]);
            if let Lex::Month(month) = self.lex(of) {
                return self.sure_month(of).then_some(month);
            }
        }
        None
    }

    /// A month that has no year of its own, with that of its list.
    pub(super) fn listed_month(&self, end: usize, month: u32) -> Option<Date> {
        Some(Date::full(calendar::month_of(self.year_of_list(end)?, month)?))
    }
}
