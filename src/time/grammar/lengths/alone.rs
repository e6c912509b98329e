//! Lengths with no place in time: "3 hours", "all week". An age is none.

use crate::time::Kind;
use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::{Phrases, Set};
use crate::time::meaning::{Amount, Body, Meaning};

impl Reader<'_> {
    /// "3 hours", "all week", "half a year", "more than 4 days": a length, with no place in time.
    pub(in crate::time::grammar) fn duration_alone(&self, i: usize) -> Read<Meaning> {
        let start = self.any(i, &["more than", "less than", "at least", "at most"]).unwrap_or(i);
        let one = |unit| vec![Amount::exactly(unit, 1.0)];
        let make = |end: usize, counts: Vec<Amount>| {
            let vague = counts.iter().any(Amount::is_vague);
            Some((end, Meaning { kind: Kind::Duration, body: Body::Length(counts), vague }))
        };
        if matches!(self.w(start), "all" | "full" | "whole" | "entire") {
            let at = self.skip(self.skip(start + 1, &["-"]), &["the"]);
            let unit = self.unit(at).filter(|u| !u.of_clock() && !self.is_plural(at))?;
            return make(at + 1, one(unit));
        }
        if self.is(start, &["half"])
            && let Some(unit) = self.unit(self.skip(start + 1, &["-"]))
        {
            return make(self.skip(start + 1, &["-"]) + 1, vec![Amount::exactly(unit, 0.5)]);
        }
        let (end, mut counts) = self.counts(start)?;
        // "Two weeks ago" of no known now is no length.
        if self.anchor.is_none()
            && [Phrases::Ago, Phrases::FromNow].iter().any(|list| self.one_of(end, *list).is_some())
        {
            return None;
        }
        if self.conventions.exact_counts {
            for count in &mut counts {
                *count = count.settled();
            }
        }
        // "a day" and "one day" of talk are seldom lengths.
        let single = counts.len() == 1 && (counts.first()?.least - 1.0).abs() < f64::EPSILON;
        if single
            && self.is(start, &["a", "an", "one"])
            && !self.conventions.definite
            && !self.led(start, Set::LeadsLength)
        {
            return None;
        }
        // "the 2 hours" are fine; "5 day-old" and "12 years old" are ages.
        if self.is(end, &["old"]) || self.w(end) == "-" && self.w(end + 1) == "old" {
            return None;
        }
        make(end, counts)
    }
}
