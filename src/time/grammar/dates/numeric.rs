//! Dates in digits alone: "2023-05-07", "5/7/2023", "7.5.2023", "5/7", "11/2016". Never takes a
//! fraction, a version or a price for one.

use chrono::NaiveDate;

use crate::time::calendar::{self};
use crate::time::grammar::dates::years::two_digits;
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::Lex;

/// Fractions, marks out of ten and "24/7", which look like a month and a day.
const FRACTIONS: &[(u32, u32)] = &[
    (1, 2),
    (1, 3),
    (2, 3),
    (1, 4),
    (3, 4),
    (1, 5),
    (9, 10),
    (10, 10),
    (8, 10),
    (7, 10),
    (24, 7),
    (1, 1),
];

impl Reader<'_> {
    /// "2023-05-07", "5/7/2023", "7.5.2023", "5/7", "2016-11", "11/2016".
    pub(in crate::time::grammar) fn numeric(&self, i: usize) -> Read<Date> {
        let Lex::Number { value: a, digits: da } = self.lex(i) else { return None };
        let sep = self.w(i + 1);
        if !matches!(sep, "-" | "/" | "." | "–") {
            return None;
        }
        let Lex::Number { value: b, digits: db } = self.lex(i + 2) else { return None };
        let tight = self.joined(i + 1) && self.joined(i + 2);
        let int = |v: u32| i32::try_from(v).ok();
        let third = (tight && self.w(i + 3) == sep && self.joined(i + 3) && self.joined(i + 4))
            .then(|| self.lex(i + 4))
            .and_then(|l| {
                if let Lex::Number { value, digits } = l { Some((value, digits)) } else { None }
            });
        let clean = |next: usize| {
            let more = self.joined(next)
                && self.is(next, &["-", "/", ".", ","])
                && self.joined(next + 1)
                && matches!(self.lex(next + 1), Lex::Number { .. });
            let percent = self.joined(next) && self.is(next, &["%"]);
            !(more || percent)
        };
        let behind = i.checked_sub(1).is_some_and(|p| {
            self.joined(i)
                && (matches!(self.lex(p), Lex::Number { .. })
                    || self.is(p, &["-", "/", ".", ",", "$", "+"]))
        });
        if let Some((c, dc)) = third {
            let end = i + 5;
            let date = |y: i32, m: u32, d: u32| calendar::day(NaiveDate::from_ymd_opt(y, m, d)?);
            if da == 4 && db <= 2 && dc <= 2 {
                let best = date(int(a)?, b, c)?;
                return Some((end, Date::full(best)));
            }
            if behind && !self.range_sign(i)
                || da > 2
                || db > 2
                || !(dc == 4 || dc == 2)
                || !clean(end) && !self.range_sign_ahead(end)
            {
                return None;
            }
            if dc == 2 && sep == "." {
                return None;
            }
            let year = if dc == 4 { int(c)? } else { two_digits(c)? };
            let (us, other) = (date(year, a, b), date(year, b, a));
            let (best, second) =
                if sep == "." { (other.or(us)?, us) } else { (us.or(other)?, other) };
            return Some((end, Date::full(best).with(second)));
        }
        // Two parts: a year and a month, or a month and a day.
        let end = i + 3;
        if behind && !self.range_sign(i) {
            return None;
        }
        let year_month = match (da, db) {
            (4, 1 | 2) => Some((a, b)),
            (1 | 2, 4) => Some((b, a)),
            _ => None,
        };
        if let Some((year, month)) = year_month {
            let fits = (1..=12).contains(&month) && (1900..=2100).contains(&year);
            if !fits || !clean(end) || sep == "." && !tight {
                return None;
            }
            return Some((end, Date::full(calendar::month_of(int(year)?, month)?)));
        }
        if da > 2 || db > 2 || !tight || a == 0 || b == 0 {
            return None;
        }
        let led = self.is(
            self.before_at(i),
            &[
                "on", "since", "by", "until", "till", "from", "before", "after", "for", "next",
                "this", "of", "tomorrow", "(",
            ],
        ) || matches!(self.lex(self.before_at(i)), Lex::Weekday(_));
        let weekday = matches!(self.lex(self.before_at(i)), Lex::Weekday(_))
            || matches!(self.before(i), "next" | "this");
        let allowed = match sep {
            "/" => led || !FRACTIONS.contains(&(a, b)),
            "-" => self.before(i) == "on" && (db == 2 || da == 2) && !self.clock_follows(end),
            "." => weekday,
            _ => false,
        };
        // "06/06, 2015" and "08/12,15".
        let year = if self.w(end) == "," {
            let joined = self.joined(end + 1);
            match self.lex(end + 1) {
                Lex::Number { value, digits: 4 } if (1900..2100).contains(&value) => {
                    Some((end + 2, int(value)?))
                }
                Lex::Number { value, digits: 2 } if joined => Some((end + 2, two_digits(value)?)),
                _ => None,
            }
        } else {
            None
        };
        if !allowed || year.is_none() && !clean(end) && !(sep == "/" && self.range_sign_ahead(end))
        {
            return None;
        }
        let of = |m: u32, d: u32| self.month_day(i, year.map(|y| y.1), m, d);
        let date = of(a, b).or_else(|| of(b, a))?;
        Some((year.map_or(end, |y| y.0), date))
    }

    fn clock_follows(&self, i: usize) -> bool {
        self.is(i, &["am", "pm", "a", "p"]) || self.w(i) == ":"
    }

    pub(super) fn before_at(&self, i: usize) -> usize {
        i.checked_sub(1).unwrap_or(usize::MAX)
    }

    /// Whether the dash before this token joins two dates.
    pub(super) fn range_sign(&self, i: usize) -> bool {
        self.is(self.before_at(i), &["-", "~", "–"]) && self.range_left.get() == Some(i)
    }

    pub(super) fn range_sign_ahead(&self, i: usize) -> bool {
        self.is(i, &["-", "–", "~"])
    }
}
