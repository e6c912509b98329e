//! Times that are counted from a named date: "two weeks before 9 June 2023", "the Friday after Easter".
//! Never from an event without a date.

use chrono::NaiveDate;

use crate::time::calendar::{self, Length, Stretch};
use crate::time::grammar::clocks::Told;
use crate::time::grammar::{Date, Read, Reader, Shape, longest};
use crate::time::lexicon::{Lex, Part, Unit};
use crate::time::meaning::{Amount, at, clocked};

impl Reader<'_> {
    /// "two weeks before 9 June 2023", "the week before that Friday", "3 days from tomorrow", "the
    /// Friday after 9 June".
    pub(super) fn beside(&self, i: usize) -> Read<Date> {
        if let Some(read) = self.chinese_beside(i) {
            return Some(read);
        }
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
        let (at, direction) = self.side_of(next, counts.is_some())?;
        // 前年 is one word.
        if self.chinese(start)
            && self.joined(at)
            && self.tokens.get(at)?.span == self.tokens.get(start)?.span
        {
            return None;
        }
        if counts.is_some() && self.is(at, &["now", "today"]) && self.w(next) == "from" {
            return None;
        }
        let (end, base) = self.date(at)?;
        if base.vague {
            return None;
        }
        if let Some(counts) = counts {
            if clocked(&counts) {
                return None;
            }
            // "in the two weeks before": counted from the near edge of what is named; "a week from
            // Monday" is a Monday.
            let exact = self.w(next) == "from" && base.best.is_day();
            let now = self.today().map(calendar::midnight);
            let coming = base.all().find(|b| exact && now.is_some_and(|now| b.from > now));
            let base = coming.map_or(base, Date::full);
            let date = base.map(|b| {
                let edge = calendar::day(if direction < 0 { b.first_day() } else { b.last_day() })?;
                let away = self.away(edge, &counts, direction)?.0;
                Some(if exact { away.all().last()? } else { away.best })
            })?;
            return Some((end, Date { shape: Shape::Full, ..date }));
        }
        let date = base.map(|b| {
            let edge = if direction < 0 { b.first_day() } else { b.last_day() };
            if let Some(number) = weekday {
                return calendar::weekday_beside(edge, number, direction);
            }
            match alone? {
                Unit::Night if direction < 0 && !self.conventions.definite => {
                    self.night_before(b.first_day())
                }
                unit => unit_beside(b, unit, direction),
            }
        })?;
        Some((end, Date { shape: Shape::Full, ..date }))
    }

    /// 春节前一天, 5月1日后三天.
    fn chinese_beside(&self, i: usize) -> Read<Date> {
        if !self.chinese(i) {
            return None;
        }
        let (at, base) = longest([self.holiday(i), self.month_first(i), self.year_first(i)])?;
        let (end, direction, counts) = self.chinese_offset(at)?;
        let date = base.map(|b| {
            let edge = calendar::day(if direction < 0 { b.first_day() } else { b.last_day() })?;
            Some(self.away(edge, &counts, direction)?.0.best)
        })?;
        Some((end, Date { shape: Shape::Full, ..date }))
    }

    /// 前一天, 后三天: how far a time lies from what stands before these words.
    pub(in crate::time::grammar) fn chinese_offset(
        &self,
        i: usize,
    ) -> Option<(usize, i64, Vec<Amount>)> {
        let direction = match self.w(i) {
            "ago" => -1,
            "later" => 1,
            _ => return None,
        };
        (self.chinese(i) && self.joined(i) && self.joined(i + 1)).then_some(())?;
        let (end, counts) = self.counts(i + 1).filter(|(_, counts)| !clocked(counts))?;
        Some((end, direction, counts))
    }

    fn night_before(&self, day: NaiveDate) -> Option<Stretch> {
        let night = self.part_clock(Told { part: Part::Night, lean: 0 });
        let eve = calendar::midnight(calendar::plus_days(day, -1)?);
        Stretch::new(at(eve, night.from)?, at(eve, night.until)?, night.precision)
    }

    /// "before" or "after" what is named.
    fn side_of(&self, i: usize, counted: bool) -> Read<i64> {
        match self.w(i) {
            "before" | "preceding" => Some((i + 1, -1)),
            "prior" if self.w(i + 1) == "to" => Some((i + 2, -1)),
            "after" | "following" => Some((i + 1, 1)),
            "from" | "since" if counted => Some((i + 1, 1)),
            _ => None,
        }
    }
}

/// The unit that ends where a time begins, or begins where it ends.
fn unit_beside(named: Stretch, unit: Unit, direction: i64) -> Option<Stretch> {
    let length = match unit {
        Unit::Weekend => {
            let edge = if direction < 0 { named.first_day() } else { named.last_day() };
            let own = calendar::weekend(edge, 0)?;
            let at = calendar::midnight(edge);
            let inside = if direction < 0 { own.from >= at } else { own.from <= at };
            return calendar::weekend(edge, if inside { direction } else { 0 });
        }
        Unit::Night => Length::of(Unit::Day, 1.0)?,
        unit => Length::of(unit, 1.0)?,
    };
    let precision = calendar::precision_of(unit);
    if direction < 0 {
        Stretch::new(length.from(named.from, -1)?, named.from, precision)
    } else {
        Stretch::new(named.until, length.from(named.until, 1)?, precision)
    }
}
