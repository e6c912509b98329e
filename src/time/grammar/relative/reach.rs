//! A count of units up to now or from now on: "the last 3 months", "3 next days". Ends at the day of
//! speaking, or begins there.

use chrono::NaiveDateTime;
use graph_schema::Precision;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Date, Read, Reader, Shape};
use crate::time::lexicon::{Lex, Set, Side, Unit};
use crate::time::meaning::{Amount, clocked, total};

impl Reader<'_> {
    /// "the last 3 months", "next few weeks", "3 next days", "the upcoming 5 years 1 month".
    pub(super) fn counted_side(&self, i: usize) -> Read<Date> {
        let side_first = self.side(i).filter(|(_, s)| s.shift != 0).and_then(|(at, side)| {
            let verb = self.led(i, Set::LastIsVerb);
            if verb && self.w(at - 1) == "last" {
                return None;
            }
            let (end, counts) = self.counts(at)?;
            let article = self.is(at, &["a", "an", "half", "another"]);
            // "last Friday 2 days" is two things.
            (!article).then_some((end, side, counts))
        });
        let read = side_first.or_else(|| {
            let start = self.skip(i, &["the"]);
            let (at, count) = self.count(start)?;
            if count.article {
                return None;
            }
            let (at, side) = match self.lex(at) {
                Lex::Relative(side) if side.shift != 0 => (at + 1, Side { nearest: true, ..side }),
                _ => return None,
            };
            let unit = self.unit(at)?;
            let one = (count.most - 1.0).abs() < f64::EPSILON;
            (one || self.is_plural(at)).then(|| {
                (at + 1, side, vec![Amount { unit, least: count.least, most: count.most }])
            })
        });
        let (end, side, counts) = read?;
        if self.is(end, &["of"]) && self.side(end + 1).is_some() {
            return None;
        }
        if self.is(end, &["after", "from"])
            && self.date(end + 1).is_some_and(|(_, d)| d.shape != Shape::Now)
            && self.w(end + 1) != "today"
        {
            return None;
        }
        self.reach(end, side, &counts)
    }

    /// A length up to now, or from now on.
    pub(in crate::time::grammar) fn reach(
        &self,
        end: usize,
        side: Side,
        counts: &[Amount],
    ) -> Read<Date> {
        let today = self.today()?;
        let last = *counts.last()?;
        let unit = last.unit;
        let vague = last.is_vague();
        let counts: Vec<_> = if vague && self.conventions.exact_counts {
            vec![last.settled()]
        } else {
            counts.to_vec()
        };
        let length = total(&counts, true)?;
        let precision = calendar::precision_of(unit);
        let vague = vague && !self.conventions.exact_counts;
        let clocked = clocked(&counts);
        // Quarters and decades are those of the calendar.
        if matches!(unit, Unit::Quarter | Unit::Decade | Unit::Century) && counts.len() == 1 {
            let n = counts.first()?.least.round() as i64;
            let (a, b) = if side.shift < 0 { (-n, -1) } else { (1, n) };
            let (a, b) = (calendar::shifted(today, unit, a)?, calendar::shifted(today, unit, b)?);
            return Some((end, Date::full(Stretch::new(a.from, b.until, precision)?)));
        }
        let stretch = if clocked {
            let now = self.now()?;
            spanning(now, length.from(now, side.shift)?, precision)?
        } else if let [Amount { unit: Unit::BusinessDay, least: n, .. }] = counts.as_slice() {
            let n = n.round() as i64;
            if side.shift > 0 {
                let last = calendar::business_days(today, n)?;
                let first = calendar::business_days(today, 1)?;
                Stretch::days(first, calendar::plus_days(last, 1)?, Precision::Day)?
            } else {
                Stretch::days(calendar::business_days(today, -n)?, today, Precision::Day)?
            }
        } else if side.shift < 0 {
            let from = length.from(calendar::midnight(today), -1)?;
            Stretch::new(from, self.up_to_now(today)?, precision)?
        } else {
            let first = calendar::plus_days(today, 1)?;
            let from = if self.conventions.exact_counts { first } else { today };
            Stretch::new(
                calendar::midnight(from),
                length.from(calendar::midnight(first), 1)?,
                precision,
            )?
        };
        let mut date = Date::full(stretch);
        date.vague = vague;
        Some((end, date))
    }
}

/// A stretch of a length of units up to or from a moment.
pub(super) fn spanning(
    a: NaiveDateTime,
    b: NaiveDateTime,
    precision: Precision,
) -> Option<Stretch> {
    Stretch::new(a.min(b), a.max(b), precision)
}
