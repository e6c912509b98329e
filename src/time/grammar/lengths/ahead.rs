//! "in two weeks", "in 2 years' time", "within 3 years". Never where "in" tells how long a thing took.

use chrono::TimeDelta;

use crate::time::Kind;
use crate::time::calendar::{self, Stretch};
use crate::time::grammar::tense::Tense;
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::{Lex, Phrases, Set, Side, Unit};
use crate::time::meaning::{Meaning, When, clocked, total};

pub(super) const AHEAD: Side = Side { shift: 1, nearest: true, to_now: false };

impl Reader<'_> {
    /// "in two weeks", "in less than an hour", "in 3 days on Friday", "in 2 years' time".
    pub(super) fn ahead(&self, i: usize) -> Read<Meaning> {
        if self.w(i) != "in" {
            return None;
        }
        let at = self.rough(i + 1);
        let (end, counts) = self.counts(at)?;
        let quote = self.is(end, &["'", "’"]);
        let s = if quote { self.skip(end + 1, &["s"]) } else { end };
        let time = (self.w(s) == "time").then_some(s + 1);
        let unit = counts.last()?.unit;
        // "the first time in years" and "in a week you can": a length, not a date to come.
        if !self.conventions.exact_counts && time.is_none() {
            let article = matches!(self.w(at), "a" | "an") && counts.first()?.least <= 1.0;
            let told = self.told_tense(i);
            let denied = (i.saturating_sub(10)..i)
                .rev()
                .take_while(|p| !self.ends(*p))
                .any(|p| self.is(p, &["haven", "hasn", "hadn", "never"]));
            let ever = denied || self.led(i, Set::HowLongIn);
            if ever
                || told == Some(Tense::Past)
                || told.is_none()
                    && !matches!(self.before(i), "is" | "are" | "s" | "," | "")
                    && article
            {
                return None;
            }
        }
        let base = self.base(if clocked(&counts) { Unit::Minute } else { Unit::Day })?;
        let end = time.unwrap_or(end);
        // "in two weeks since the year 2011".
        if let Some((after, date)) =
            self.any(end, &["since", "after", "from"]).and_then(|a| self.date(a))
            && self.conventions.definite
        {
            let first = calendar::day(date.best.first_day())?;
            let meaning = self.day_meaning(self.away(first, &counts, 1))?;
            if self.w(after - 1) == "today" || self.w(end) != "since" {
                return None;
            }
            return Some((after, meaning));
        }
        if self.conventions.definite
            && let Some((at, n)) = self.any(end, &["on"]).and_then(|at| match self.lex(at) {
                Lex::Weekday(n) => Some((at, n)),
                _ => None,
            })
            && unit == Unit::Day
        {
            let day = total(&counts, false)?.from(base.from, 1)?.date();
            let date = calendar::weekday_beside(calendar::plus_days(day, -1)?, n, 1)?;
            return Some((at + 1, Meaning::date(&Date::full(date))));
        }
        Some((end, self.day_meaning(self.away(base, &counts, 1))?))
    }

    /// "within 3 years", "within the next 2 weeks", "less than 2 weeks from today".
    pub(super) fn within_length(&self, i: usize) -> Read<Meaning> {
        let less = self.phrase(i, "less than");
        let at = match self.w(i) {
            "within" => self.one_of(i + 1, Phrases::NextSoMany).unwrap_or(i + 1),
            _ => less?,
        };
        let (end, counts) = self.counts(at)?;
        let clocked = clocked(&counts);
        let precision = calendar::precision_of(counts.last()?.unit);
        let length = total(&counts, true)?;
        let base = if let Some(after) = self.any(end, &["from", "after", "of"]) {
            match self.date(after) {
                Some((next, date))
                    if date.best.is_day()
                        && !(less.is_none()
                            && !self.is(after, &["today", "now"])
                            && at > i + 1) =>
                {
                    Some((next, date.best.from))
                }
                _ => None,
            }
        } else {
            None
        };
        if less.is_some() && base.is_none() {
            return None;
        }
        let (end, from) = match base {
            Some(base) => base,
            None => (end, if clocked { self.now()? } else { calendar::midnight(self.today()?) }),
        };
        let until = length.from(from, 1)?;
        let until = if clocked || self.conventions.exact_counts {
            until
        } else {
            until.checked_add_signed(TimeDelta::days(1))?
        };
        let kind = if clocked { Kind::DateTimeRange } else { Kind::DateRange };
        let when = When::of(Stretch::new(from, until, precision)?);
        Some((end, Meaning::whens(kind, vec![when])))
    }
}
