//! Parts of the day: "in the late afternoon", "tonight", "last night". Hours come from the conventions.

use graph_schema::Precision;

use crate::time::calendar;
use crate::time::grammar::clocks::{Clock, HOUR, Told};
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::{Lex, Part, Set};

impl Reader<'_> {
    /// The hours of a part of the day.
    pub(in crate::time::grammar) fn part_clock(&self, told: Told) -> Clock {
        let [from, until] = self.conventions.hours(told.part);
        let (mut from, mut until) = (from * HOUR, until * HOUR);
        match told.lean {
            -1 => until = from + 2 * HOUR,
            1 => from = until - 2 * HOUR,
            _ => {}
        }
        Clock { from, until, precision: Precision::Hour, sure: true, point: false }
    }

    /// -1 for "early", 1 for "late".
    fn lean(&self, i: usize) -> Option<i64> {
        match self.w(i) {
            "early" | "earlier" => Some(-1),
            "late" | "later" => Some(1),
            _ => None,
        }
    }

    /// "morning", "in the late afternoon", "early in the morning".
    pub(in crate::time::grammar) fn part(&self, i: usize) -> Read<Told> {
        let (at, mut lean) = match self.lean(i) {
            Some(lean) => (self.skip(i + 1, &["-"]), lean),
            None => (i, 0),
        };
        let mut inner = self.any(at, &["in the", "in", "at the", "at"]).unwrap_or(at);
        if self.w(at) == "in" && self.w(inner) == "business" && self.w(inner + 1) == "hours" {
            return None;
        }
        if let Some(l) = self.lean(inner).filter(|_| inner > at || lean == 0) {
            lean = l;
            inner = self.skip(inner + 1, &["-"]);
        }
        if let Some(end) = self.any(inner, &["night - time", "night time"]) {
            return Some((end, Told { part: Part::Night, lean }));
        }
        if let Some(end) = self.any(inner, &["lunch time", "lunch hour"]) {
            return Some((end, Told { part: Part::Lunch, lean }));
        }
        let Lex::Part(part) = self.lex(inner) else { return None };
        let plural = self.w(inner).ends_with('s');
        if plural && inner == at && !self.conventions.definite {
            return None;
        }
        if self.among(inner, Set::Tonight) {
            return None;
        }
        // "breakfast" and "lunch" are meals first.
        if matches!(part, Part::Breakfast) || self.w(inner) == "lunch" && self.before(inner) != "at"
        {
            return None;
        }
        let at_only = self.w(at) == "at" && inner == at + 1;
        if at_only && part != Part::Night && part != Part::Lunch
            || self.w(at) == "in"
                && inner == at + 1
                && part != Part::Morning
                && part != Part::Night
                && part != Part::Afternoon
                && part != Part::Evening
        {
            return None;
        }
        Some((inner + 1, Told { part, lean }))
    }

    /// Whether a part of the day may stand without a date: never after "good".
    pub(in crate::time::grammar) fn part_stands(&self, i: usize, end: usize) -> bool {
        if self.chinese(i) {
            return true;
        }
        if matches!(self.before(i), "good" | "of" | "last" | "next") {
            return false;
        }
        let prep = self.among(i, Set::BeginsPart);
        prep || self.conventions.definite && !self.is(end, &["person", "gown"])
            || matches!(self.w(end), "at")
    }

    pub(in crate::time::grammar) fn joins_part(&self, i: usize) -> bool {
        self.before(i) != "of" || self.w(i) == "the"
    }

    /// "tonight", "last night", "this morning", "next evening".
    pub(in crate::time::grammar) fn day_and_part(&self, i: usize) -> Option<(usize, Date, Told)> {
        let today = self.today()?;
        let day = |n: i64| calendar::day(calendar::plus_days(today, n)?).map(Date::full);
        if self.among(i, Set::Tonight) {
            return Some((i + 1, day(0)?, Told { part: Part::Night, lean: 0 }));
        }
        let lean = self.lean(i).unwrap_or(0);
        let start = if lean == 0 { i } else { i + 1 };
        let (at, side) = self.side(start)?;
        let Lex::Part(part) = self.lex(at) else { return None };
        // "The last night of camp" is no night that was just now.
        let the = self.w(start) == "the" || side.shift < 0 && self.is_definite(start);
        if matches!(part, Part::Lunch | Part::Dinner | Part::Breakfast) || the {
            return None;
        }
        // "this night" is the coming one, "last evening" that of yesterday.
        Some((at + 1, day(side.shift)?, Told { part, lean }))
    }
}
