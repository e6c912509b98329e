//! Bounds that stand behind what they bound: "2012 or later", "Tuesday after 1pm", "from 2015 on".

use chrono::{NaiveDateTime, NaiveTime};

use crate::time::Kind;
use crate::time::calendar::Stretch;
use crate::time::grammar::bounds::{Bound, bound_of};
use crate::time::grammar::compose::when_on;
use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::{Phrases, Set};
use crate::time::meaning::{Body, Meaning, When, at};

impl Reader<'_> {
    /// "2012 or later", "1/1/2016 and after", "3 pm or later on Monday", "2020年之前".
    pub(super) fn trailed_bound(&self, i: usize) -> Read<Meaning> {
        // 到6月30号为止.
        if self.w(i) == "to"
            && self.chinese(i)
            && let Some((at, meaning)) = self.composed(i + 1)
            && let Some(end) = self.phrase(at, "为 止")
        {
            return Some((end, bound_of(&meaning, Bound::Until)?));
        }
        let (at, meaning) = self.composed(i)?;
        // 月底之前 has the end with it.
        let to_end = self.chinese(i) && (i..at).any(|p| self.is(p, &["closing", "end"]));
        let (end, bound) = if let Some(end) = self.one_of(at, Phrases::OrLater) {
            (end, Bound::Since)
        } else if let Some(end) = self.one_of(at, Phrases::OrEarlier) {
            (end, Bound::By)
        } else if self.joined(at) && self.w(at) == "ago" && to_end {
            (at + 1, Bound::By)
        } else if self.joined(at) && self.w(at) == "ago" {
            (at + 1, Bound::Before)
        } else if self.joined(at) && self.w(at) == "later" {
            (at + 1, Bound::After)
        } else {
            return None;
        };
        // "and after my work is done" goes on.
        if self.is(end - 1, &["after", "before"]) && !self.ends(end) && !self.is(end, &["on", ","])
        {
            return None;
        }
        // A date behind a time: "3 pm or later on Monday".
        if meaning.kind == Kind::Time
            && self.w(end) == "on"
            && let Some((after, date)) = self.date(end + 1)
        {
            let Body::Whens(times) = &meaning.body else { return None };
            let point = times.first()?;
            let whens = date
                .all()
                .filter_map(|d| {
                    let from = at_time(d, point.from?)?;
                    Some(When {
                        from: Some(from),
                        until: None,
                        precision: point.precision,
                        named: None,
                    })
                })
                .collect();
            return Some((after, Meaning::whens(Kind::DateTimeRange, whens)));
        }
        Some((end, bound_of(&meaning, bound)?))
    }

    /// "today before 4pm", "Tuesday after 1pm".
    pub(super) fn dated_bound(&self, i: usize) -> Read<Meaning> {
        let (at, date) = self.date(i).filter(|(_, d)| d.best.is_day())?;
        let (word, bound) = self.bound_word(at)?;
        if self.w(at) == "from" {
            return None;
        }
        let (end, clock) = self.clock(word, true)?;
        if !clock.point {
            return None;
        }
        let mut whens = Vec::new();
        for clock in std::iter::once(clock).chain(clock.other_half()) {
            for day in date.all() {
                let point = when_on(day.from, clock)?;
                whens.push(point);
            }
        }
        let meaning = Meaning::whens(Kind::DateTime, whens);
        Some((end, bound_of(&meaning, bound)?))
    }

    /// "from 2015 on", "from Monday onwards".
    pub(super) fn onwards(&self, i: usize) -> Read<Meaning> {
        let (at, meaning) = self.bounded_what(self.phrase(i, "from")?)?;
        let end = self.any(at, &["onwards", "onward", "on", "开 始"])?;
        let goes = self.w(at) == "on"
            && !self.ends(end)
            && !self.among(end, Set::FunctionWords)
            && self.w(end) != ",";
        if goes {
            return None;
        }
        Some((end, bound_of(&meaning, Bound::Since)?))
    }
}

fn at_time(day: Stretch, clock: NaiveDateTime) -> Option<NaiveDateTime> {
    let seconds = clock.time().signed_duration_since(NaiveTime::MIN).num_seconds();
    at(day.from, seconds)
}
