//! From one time of day to another: "5 to 6pm", "from 10 am for 3 hours". Knows no date.

use crate::time::grammar::clocks::{Clock, DAY, HOUR};
use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::Lex;
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
        let (at, mut first) = self.clock(start, true)?;
        if led
            && self.w(i) == "from"
            && self.w(at) == "for"
            && let Some((end, counts)) = self.counts(at + 1)
            && counts.iter().all(|c| c.0.of_clock())
        {
            let length = total(&counts, true)?.seconds;
            return Some((
                end,
                Clock { until: first.from + length, sure: true, point: false, ..first },
            ));
        }
        let at_part = at;
        let at = self.skip(at, &["(", ")"]);
        let sign = self.w(at);
        let joins =
            matches!(sign, "to" | "till" | "until" | "-" | "–" | "—" | "~" | "through" | "thru")
                || sign == "and" && self.w(i) == "between";
        if !joins {
            return None;
        }
        let right = self.skip(at + 1, &["-"]);
        let (end, mut second) = self.right_of(right, || self.clock(right, true))?;
        let bare_left = self.bare_hour(start, at_part);
        let bare_right = self.bare_hour(right, end);
        // "My 9-5 job" is no time.
        if bare_left && bare_right && !led && !self.conventions.definite && self.before(i) != "at" {
            return None;
        }
        if bare_left
            && bare_right
            && !bare
            && !self.part_behind(start, at_part)
            && !self.part_behind(right, end)
        {
            return None;
        }
        if !first.point || !second.point {
            return None;
        }
        let half = 12 * HOUR;
        let mut sure = true;
        match (first.sure, second.sure) {
            (false, true) => {
                // The half of the end, unless the beginning would come after it.
                let b = second.from;
                let candidates = [first.from % half, first.from % half + half];
                let best = candidates.into_iter().filter(|a| *a < b).max();
                first.from = match best {
                    Some(a) => a,
                    None => first.from % half + half,
                };
                if first.from >= second.from {
                    second.from += DAY;
                    second.until += DAY;
                }
            }
            (true, false) => {
                let a = first.from;
                let b = [second.from % half, second.from % half + half, second.from % half + DAY]
                    .into_iter()
                    .find(|b| *b > a)?;
                second.until += b - second.from;
                second.from = b;
            }
            (false, false) => {
                if second.from <= first.from {
                    second.from += half;
                    second.until += half;
                }
                sure = false;
            }
            (true, true) => {
                if second.from <= first.from {
                    second.from += DAY;
                    second.until += DAY;
                }
            }
        }
        let precision = first.precision.min(second.precision);
        Some((end, Clock { from: first.from, until: second.from, precision, sure, point: false }))
    }

    /// "for 2 hours from 2pm".
    fn lasting_from(&self, i: usize) -> Read<Clock> {
        let (at, counts) = self.counts(i + 1)?;
        let at = self.skip(at, &[","]);
        if self.w(at) != "from" || !counts.iter().all(|c| c.0.of_clock()) {
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

    fn part_behind(&self, i: usize, end: usize) -> bool {
        (i..end).any(|p| matches!(self.lex(p), Lex::Part(_)))
    }
}
