//! Bounds with a place of their own: "the rest of the day", "to date", "end of tomorrow", "more than two
//! weeks ago". Never without the time of speaking.

use chrono::TimeDelta;
use graph_schema::Precision;

use crate::time::Kind;
use crate::time::calendar::{self, Stretch};
use crate::time::grammar::bounds::{Bound, bound_of};
use crate::time::grammar::{Date, Read, Reader};
use crate::time::meaning::{Meaning, When};

impl Reader<'_> {
    /// "the rest of the day", from now on.
    pub(super) fn rest_of_day(&self, i: usize) -> Read<Meaning> {
        let at = self.skip(self.phrase(i, "rest")?, &["of"]);
        let day = self.skip(at, &["the", "this", "my", "current", "today"]);
        let end = if self.w(day) == "day" { day + 1 } else { day };
        if day == at || self.w(end - 1) != "day" && self.w(end - 1) != "today" {
            return None;
        }
        let now = self.now()?;
        let until = calendar::day(now.date())?.until;
        let when = When::of(Stretch::new(now, until, Precision::Hour)?);
        Some((end, Meaning::whens(Kind::DateTimeRange, vec![when])))
    }

    /// "to date": up to now.
    pub(super) fn to_date(&self, i: usize) -> Read<Meaning> {
        let end =
            self.phrase(i, "to date").filter(|end| self.ends(*end) && self.before(i) != "up")?;
        let today = calendar::day(self.today()?)?;
        let when = When {
            from: None,
            until: Some(today.until),
            precision: today.precision,
            named: Some(today),
        };
        Some((end, Meaning::whens(Kind::DateRange, vec![when])))
    }

    /// "end of the day", "the eod", "end of tomorrow".
    pub(super) fn end_of_day(&self, i: usize) -> Read<Meaning> {
        let start = self.skip(i, &["the"]);
        let today = || Some(Date::full(calendar::day(self.today()?)?));
        let (end, date) = if self.w(start) == "eod" {
            (start + 1, today()?)
        } else {
            let at = self.skip(self.phrase(start, "end of")?, &["the"]);
            match self.w(at) {
                "day" => (at + 1, today()?),
                _ => self.date(at).filter(|(_, d)| d.best.is_day())?,
            }
        };
        let whens = date
            .all()
            .filter_map(|d| {
                let last = d.until.checked_sub_signed(TimeDelta::seconds(1))?;
                Stretch::new(last, d.until, Precision::Instant)
            })
            .map(When::of)
            .collect();
        Some((end, Meaning::whens(Kind::DateTime, whens)))
    }

    /// "more than 2 weeks before today", "since two years ago".
    pub(super) fn rough_count_bound(&self, i: usize) -> Read<Meaning> {
        let at = self.phrase(i, "more than")?;
        let (next, _) = self.counts(at)?;
        let back = self.is(next, &["before", "ago", "prior", "earlier", "back", "preceding"]);
        let bound = if back { Bound::Before } else { Bound::After };
        let beside = self.beside(at).map(|(end, date)| (end, Meaning::date(&date)));
        let (end, meaning) = beside.or_else(|| self.counted(at))?;
        Some((end, bound_of(&meaning, bound)?))
    }

    pub(super) fn since_ago(&self, i: usize) -> Read<Meaning> {
        let (at, bound) = self.bound_word(i)?;
        let (end, meaning) = self.counted(at)?;
        matches!(self.w(end - 1), "ago" | "now" | "later").then_some(())?;
        Some((end, bound_of(&meaning, bound)?))
    }
}
