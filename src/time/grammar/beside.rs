//! Times that are counted from a named date: "two weeks before 9 June 2023", "the Friday after Easter".
//! Never from an event without a date.

use crate::time::calendar::{self, Length, Stretch};
use crate::time::grammar::{Date, Read, Reader, Shape};
use crate::time::lexicon::{Lex, Unit};

impl Reader<'_> {
    /// "two weeks before 9 June 2023", "the week before that Friday", "3 days from tomorrow", "the
    /// Friday after 9 June".
    pub(super) fn beside(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        let weekday = match self.lex(start) {
            Lex::Weekday(number) => Some(number),
            _ => None,
        };
        // "Sunday 3 weeks after January 15th".
        if let Some(number) = weekday
            && let Some((end, date)) = self.counts(start + 1).and_then(|_| self.beside(start + 1))
        {
            let own = date.map(|d| {
                calendar::weekday_in_week(d.first_day(), number, 0).filter(|_| d.is_day())
            })?;
            return Some((end, own));
        }
        let alone = self.unit(start).filter(|_| !self.is_plural(start) && !self.clock_unit(start));
        let (next, counts) = match (weekday, alone) {
            (Some(_), _) | (_, Some(_)) => (start + 1, None),
            _ => {
                let (next, counts) = self.counts(i)?;
                (next, Some(counts))
            }
        };
        let (at, direction) = match self.w(next) {
            "before" => (next + 1, -1),
            "prior" if self.w(next + 1) == "to" => (next + 2, -1),
            "after" | "following" => (next + 1, 1),
            "from" | "since" if counts.is_some() => (next + 1, 1),
            "preceding" => (next + 1, -1),
            _ => return None,
        };
        if counts.is_some() && self.is(at, &["now", "today"]) && self.w(next) == "from" {
            return None;
        }
        let (end, base) = self.date(at)?;
        if base.vague {
            return None;
        }
        if let Some(counts) = counts {
            if counts.iter().any(|c| c.0.of_clock()) {
                return None;
            }
            // "in the two weeks before": counted from the near edge of what is named.
            let date = base.map(|b| {
                let edge = calendar::day(if direction < 0 { b.first_day() } else { b.last_day() })?;
                Some(self.away(edge, &counts, direction)?.0.best)
            })?;
            return Some((end, Date { shape: Shape::Full, ..date }));
        }
        let date = base.map(|b| {
            let edge = if direction < 0 { b.first_day() } else { b.last_day() };
            if let Some(number) = weekday {
                return calendar::weekday_beside(edge, number, direction);
            }
            match alone? {
                Unit::Weekend => {
                    let own = calendar::weekend(edge, 0)?;
                    let at = calendar::midnight(edge);
                    let inside = if direction < 0 { own.from >= at } else { own.from <= at };
                    calendar::weekend(edge, if inside { direction } else { 0 })
                }
                unit => {
                    let length =
                        Length::of(if unit == Unit::Night { Unit::Day } else { unit }, 1.0)?;
                    let precision = calendar::precision_of(unit);
                    if direction < 0 {
                        Stretch::new(length.from(b.from, -1)?, b.from, precision)
                    } else {
                        Stretch::new(b.until, length.from(b.until, 1)?, precision)
                    }
                }
            }
        })?;
        Some((end, Date { shape: Shape::Full, ..date }))
    }
}
