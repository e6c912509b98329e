//! Lengths with a beginning: "2 weeks starting May 20th", and "for four years" of what still goes on.
//! Never dates what is over.

use crate::time::Kind;
use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::{Phrases, Set, Unit};
use crate::time::meaning::{Meaning, When, clocked, total};

impl Reader<'_> {
    /// "for 3 days from today", "2 weeks starting May 20th", "a week beginning tomorrow".
    pub(super) fn lasting(&self, i: usize) -> Read<Meaning> {
        let at = self.skip(i, &["for"]);
        let (next, counts) = self.counts(at)?;
        let next = self.skip(next, &[","]);
        let from_at = self
            .one_of(next, Phrases::Starting)
            .or_else(|| (at > i).then(|| self.any(next, &["from"]))?)?;
        let (end, date) = self.date(from_at)?;
        if !date.best.is_day() || clocked(&counts) {
            return None;
        }
        let length = total(&counts, true)?;
        let precision = calendar::precision_of(counts.last()?.unit);
        let whens: Vec<When> = date
            .all()
            .filter_map(|d| Stretch::new(d.from, length.from(d.from, 1)?, precision))
            .map(When::of)
            .collect();
        (!whens.is_empty()).then(|| (end, Meaning::whens(Kind::DateRange, whens)))
    }

    /// "for four years now", of what still goes on: from so long ago, with no end known.
    pub(super) fn going_on(&self, i: usize) -> Read<Meaning> {
        if self.conventions.exact_counts {
            return None;
        }
        let at = match self.w(i) {
            "for" => self.rough(i + 1),
            // "Seven years now".
            _ => self.rough(i),
        };
        let (next, counts) = self.counts(at)?;
        let unit = counts.last()?.unit;
        if self.w(i) != "for"
            && !(self.w(next) == "now"
                && (self.ends(next + 1) || self.is(next + 1, &[",", "and", "but", "since"])))
        {
            return None;
        }
        if unit.of_clock() || unit == Unit::Night {
            return None;
        }
        let end = self.skip(next, &["now", "already"]);
        let end = self.any(end, &["and counting"]).unwrap_or(end);
        let before = || (i.saturating_sub(12)..i).rev().take_while(|p| !self.ends(*p));
        let past = before().find_map(|p| {
            let gone = self.w(p) == "s" && self.is_participle(p + 1);
            if self.among(p, Set::GoesOn) || gone {
                return Some(true);
            }
            self.among(p, Set::WentOn).then_some(false)
        });
        let had_been = before().any(|p| self.w(p) == "had" && self.is(p + 1, &["been"]));
        let goes_on = end > next || past == Some(true) && !had_been;
        if !goes_on {
            return None;
        }
        let (date, _) = self.away(self.base(Unit::Day)?, &counts, -1)?;
        let precision = date.best.precision;
        let when = When { from: Some(date.best.from), until: None, precision, named: None };
        Some((end, Meaning { vague: date.vague, ..Meaning::whens(Kind::DateRange, vec![when]) }))
    }

    /// Whether "has" may stand before a word.
    fn is_participle(&self, i: usize) -> bool {
        let word = self.w(i);
        self.tag(i) == Some("VBN")
            || self.among(i, Set::Participles)
            || word.len() > 4 && word.ends_with("ed")
    }
}
