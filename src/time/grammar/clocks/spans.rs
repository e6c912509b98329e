//! From one time of day to another: "5 to 6pm", "from 10 am for 3 hours". Knows no date.

use crate::time::grammar::clocks::{Clock, DAY};
use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::{Lex, Set};
use crate::time::meaning::total;

impl Reader<'_> {
    /// "5 to 6pm", "between 9:30 and 3", "from 10 am for 3 hours", "11-4". Bare numbers alone are a
    /// range of clocks where `bare`.
    pub(in crate::time::grammar) fn clock_range(&self, i: usize, bare: bool) -> Read<Clock> {
        let start = self.skip(i, &["from", "between"]);
        let led = start > i;
        if self.w(i) == "for"
            && let Some(read) = self.lasting_from(i)
        {
            return Some(read);
        }
        let (at, first) = self.clock(start, true)?;
        if led
            && self.w(i) == "from"
            && self.w(at) == "for"
            && let Some((end, counts)) = self.counts(at + 1)
            && counts.iter().all(|c| c.unit.of_clock())
        {
            let length = total(&counts, true)?.seconds;
            return Some((
                end,
                Clock { until: first.from + length, sure: true, point: false, ..first },
            ));
        }
        let sign = self.skip(at, &["(", ")"]);
        let and = self.w(sign) == "and" && self.w(i) == "between";
        if !(and || self.among(sign, Set::RangeSigns)) {
            return None;
        }
        let right = self.skip(sign + 1, &["-"]);
        let (end, second) = self.right_of(right, || self.clock(right, true))?;
        let numbers = self.bare_hour(start, at) && self.bare_hour(right, end);
        // "My 9-5 job" is no time.
        let told = led || self.conventions.definite || self.before(i) == "at";
        if numbers && !(bare && told) {
            return None;
        }
        Some((end, between(first, second)?))
    }

    /// "for 2 hours from 2pm".
    fn lasting_from(&self, i: usize) -> Read<Clock> {
        let (at, counts) = self.counts(i + 1)?;
        let at = self.skip(at, &[","]);
        if self.w(at) != "from" || !counts.iter().all(|c| c.unit.of_clock()) {
            return None;
        }
        let (end, first) = self.clock(at + 1, true)?;
        let length = total(&counts, true)?.seconds;
        Some((end, Clock { until: first.from + length, point: false, sure: true, ..first }))
    }

    fn bare_hour(&self, i: usize, end: usize) -> bool {
        (i..end).all(|p| {
            matches!(self.lex(p), Lex::Number { digits: 1 | 2, .. } | Lex::Cardinal(_))
                || self.w(p) == "-"
        }) && end <= i + 2
    }
}

/// From one point of the clock to the next such point after it; the half of the day that one end
/// tells is that of the other too, where the order allows it.
fn between(first: Clock, second: Clock) -> Option<Clock> {
    if !first.point || !second.point {
        return None;
    }
    let half = DAY / 2;
    let (mut from, mut until) = (first.from, second.from);
    match (first.sure, second.sure) {
        (false, true) => {
            let early = from % half;
            let alone = early < until && until <= early + half;
            from = if alone { early } else { early + half };
            until += if from < until { 0 } else { DAY };
        }
        (true, false) => {
            let early = until % half;
            until = [early, early + half, early + DAY].into_iter().find(|until| *until > from)?;
        }
        (false, false) => until += if from < until { 0 } else { half },
        (true, true) => until += if from < until { 0 } else { DAY },
    }
    let precision = first.precision.min(second.precision);
    Some(Clock { from, until, precision, sure: first.sure || second.sure, point: false })
}
