//! Seasons: "summer 2016", "in the summer". Never the verbs "fall" and "spring".

use chrono::Datelike;
use graph_schema::Precision;

use crate::time::calendar;
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::{Lex, Set};

impl Reader<'_> {
    /// "summer 2016", "the summer of 2022", "summer" by itself.
    pub(in crate::time::grammar) fn season(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        let Lex::Season(number) = self.lex(start) else { return None };
        let at = self.skip(start + 1, &["of", ",", "in"]);
        let (end, year) = match self.year(at).or_else(|| self.short_year(at, false)) {
            Some((end, year)) => (end, Some(year)),
            None => (start + 1, None),
        };
        if let Some(year) = year {
            return Some((end, Date::full(calendar::season(year, number)?)));
        }
        if at > start + 1
            && let Some((end, year)) =
                self.relative(at).filter(|(_, d)| d.best.precision == Precision::Year)
        {
            return Some((end, year.map(|y| calendar::season(y.from.year(), number))?));
        }
        let w = self.w(start);
        if self.has_agent(i) {
            return None;
        }
        let led = self.led(i, Set::LeadsSeason) || start > i && self.led(i, Set::LeadsTheSeason);
        let noun = self.tag(start).is_none_or(|t| t.starts_with('N'));
        let sure = match w {
            "fall" | "spring" => led && noun,
            _ => led || self.conventions.definite,
        };
        // "in the summer" of no year may be any.
        if !sure || !noun || self.followed_by_noun(start + 1) {
            return None;
        }
        let date = self.yearless(i, |y| calendar::season(y, number))?;
        Some((start + 1, date))
    }

    fn followed_by_noun(&self, i: usize) -> bool {
        self.tag(i).is_some_and(|t| matches!(t, "NN" | "NNS"))
            || self.among(i, Set::FollowsNoSeason)
    }
}
