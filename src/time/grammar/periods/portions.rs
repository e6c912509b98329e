//! Portions of a time: "early 2019", "mid-May", "the end of March", "the rest of the month". A day has
//! none here.

use chrono::{Datelike, NaiveDate};
use graph_schema::Precision;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Date, Read, Reader, Shape};
use crate::time::lexicon::Unit;

/// Which part of a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::time::grammar) enum Which {
    Early,
    Middle,
    Late,
    Start,
    End,
    Earlier,
    Later,
    Rest,
}

impl Reader<'_> {
    /// "early 2019", "mid-May", "the end of March", "late last week", "the rest of the month".
    pub(in crate::time::grammar) fn portion(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        let (at, which) = match self.w(start) {
            "early" => (start + 1, Which::Early),
            "late" => (start + 1, Which::Late),
            "mid" => (start + 1, Which::Middle),
            "earlier" => (self.skip(start + 1, &["in"]), Which::Earlier),
            "later" => (self.skip(start + 1, &["in", "on"]), Which::Later),
            "beginning" | "start" => (self.skip(start + 1, &["of"]), Which::Start),
            "middle" => (self.phrase(start, "middle of")?, Which::Middle),
            "end" => (self.phrase(start, "end of")?, Which::End),
            "rest" | "remainder" | "remaining" => (self.skip(start + 1, &["of"]), Which::Rest),
            _ => return None,
        };
        let needs_of = matches!(which, Which::Start) && self.w(start + 1) != "of";
        if needs_of {
            return None;
        }
        let dashed = self.w(at) == "-";
        let at = self.skip(at, &["-", "on", "in"]);
        let date = if dashed { self.right_of(at, || self.date(at)) } else { self.date(at) };
        let (end, outer) = date.or_else(|| self.current(at)).or_else(|| {
            (which == Which::Rest || self.w(start + 1) == "of")
                .then(|| self.current(self.skip(at, &["my", "current"])))?
        })?;
        let precision = outer.best.precision;
        if outer.best.is_day() && matches!(which, Which::Earlier) {
            return Some((end, outer));
        }
        if precision < Precision::Week || outer.vague {
            return None;
        }
        let now = self.today();
        let exact = self.conventions.exact_counts;
        let date = outer.map(|s| portion_of(s, which, now, exact))?;
        let mut date = Date { shape: Shape::Full, to_end: which == Which::End, ..date };
        if which == Which::Rest {
            date.last = calendar::day(date.best.last_day());
        }
        Some((end, date))
    }

    /// The week, month or year of the time of speaking, where "of" stands before it.
    fn current(&self, i: usize) -> Read<Date> {
        let start = self.skip(self.skip(i, &["the", "my", "this"]), &["current"]);
        let unit =
            self.unit(start).filter(|u| !u.of_clock() && *u != Unit::Day && *u != Unit::Night)?;
        if self.is_plural(start) {
            return None;
        }
        Some((start + 1, Date::full(calendar::shifted(self.today()?, unit, 0)?)))
    }
}

pub(in crate::time::grammar) fn portion_of(
    s: Stretch,
    which: Which,
    today: Option<NaiveDate>,
    exact: bool,
) -> Option<Stretch> {
    let (from, until) = (s.first_day(), s.until.date());
    let day = |n: i64| calendar::plus_days(from, n);
    let month = |n: i64| calendar::plus_months(from, n);
    // Where the first part ends, the middle begins and ends, and the last part begins: in requests
    // halves around a middle that overlaps them, in talk thirds.
    let (early, middle, after, late) = match s.precision {
        Precision::Week if exact => (day(3)?, day(1)?, day(5)?, day(3)?),
        Precision::Week => (day(3)?, day(1)?, day(4)?, day(3)?),
        Precision::Month if exact => (day(15)?, day(9)?, day(20)?, day(15)?),
        Precision::Month => (day(10)?, day(10)?, day(20)?, day(20)?),
        Precision::Season | Precision::Quarter => (month(1)?, month(1)?, month(2)?, month(2)?),
        Precision::Year if exact => (month(6)?, month(4)?, month(8)?, month(6)?),
        Precision::Year => (month(4)?, month(4)?, month(8)?, month(8)?),
        Precision::Decade => {
            // A century is ten of them.
            let decades = i64::from((until.year() - from.year()).max(10) / 10);
            let month = |n: i64| month(n * decades);
            (month(48)?, month(36)?, month(84)?, month(72)?)
        }
        _ => return None,
    };
    let year = s.precision == Precision::Year;
    let (a, b) = match which {
        Which::Early => (from, early),
        Which::Middle => (middle, after),
        Which::Late => (late, until),
        Which::Start if year && !exact => (from, month(3)?),
        Which::Start if year => (from, middle),
        Which::Start => (from, early),
        Which::End if year && !exact => (month(9)?, until),
        Which::End if year => (after, until),
        Which::End => (late, until),
        Which::Earlier => match today.filter(|t| from < *t && *t < until) {
            Some(today) if today < early || !exact => (from, today),
            _ => (from, early),
        },
        Which::Later => match today.filter(|t| from <= *t && *t < until) {
            Some(today) if today > early || !exact => (today, until),
            _ => (late, until),
        },
        Which::Rest => {
            let today = today.filter(|t| from <= *t && *t < until).unwrap_or(from);
            (today, until)
        }
    };
    Stretch::days(a, b, s.precision)
}
