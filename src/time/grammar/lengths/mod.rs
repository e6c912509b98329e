//! Times that are told by a count of units from now, and lengths of time. What is counted from a named
//! date is read in `beside`.

mod ago;
mod ahead;
mod alone;
mod away;
mod counts;
mod event;
mod lasting;

use crate::time::Kind;
use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::{Phrases, Unit};
use crate::time::meaning::Meaning;

impl Reader<'_> {
    /// "two weeks ago", "in 5 minutes", "3 days later", "within a month", "for 3 days from today",
    /// "four years" of what goes on.
    pub(super) fn counted(&self, i: usize) -> Read<Meaning> {
        self.ago(i)
            .or_else(|| self.ahead(i))
            .or_else(|| self.within_length(i))
            .or_else(|| self.lasting(i))
            .or_else(|| self.going_on(i))
            .or_else(|| self.present(i))
            .or_else(|| self.beside_event(i))
    }

    fn day_meaning(&self, read: Option<(Date, Kind)>) -> Option<Meaning> {
        let (date, kind) = read?;
        Some(Meaning { kind, ..Meaning::date(&date) })
    }

    /// Counts with "about", "almost" or "more than" before them.
    fn rough(&self, i: usize) -> usize {
        self.one_of(i, Phrases::Roughly).unwrap_or(i)
    }

    /// What is counted from: the moment of speaking, or its day.
    fn base(&self, unit: Unit) -> Option<Stretch> {
        let now = self.now()?;
        if unit.of_clock() { Stretch::instant(now) } else { calendar::day(now.date()) }
    }
}
