//! Days of one month or week: "4 to 22 this month", "November 19-20", "next week between Wednesday and
//! Friday". Knows no clock.

use chrono::Datelike;
use graph_schema::Precision;

use crate::time::Kind;
use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Date, Read, Reader, Shape, longest};
use crate::time::lexicon::{Lex, Set};
use crate::time::meaning::{Meaning, When};

impl Reader<'_> {
    /// "from 3 until 12 of Sept", "4 to 22 this month", "November 19-20", "April ninth through
    /// seventeenth", "between 2 and 7 Feb 2018".
    pub(super) fn days_of_month(&self, i: usize) -> Read<Meaning> {
        let start = self.any(i, &["from", "between"]).unwrap_or(i);
        let between = start > i && self.w(start - 1) == "between";
        if let Some((at, day)) = self.day_number(self.skip(start, &["the"]))
            && let Some(right) = self.sign(at, between)
        {
            return self.day_to_date(at, day, right);
        }
        self.date_to_day(start, between)
    }

    /// A day, then a date with its month: "from 3 until 12 of Sept".
    fn day_to_date(&self, at: usize, day: u32, right: usize) -> Read<Meaning> {
        let dates =
            || longest([self.day_first(right), self.month_first(right), self.day_of_this(right)]);
        let (end, last) = self.right_of(right, dates).filter(|(_, d)| d.best.is_day())?;
        if self.w(at).is_empty() || self.unit(end).is_some() {
            return None;
        }
        let whens = last.all().filter_map(|last| {
            let own = last.first_day().with_day(day).filter(|d| *d <= last.first_day());
            let month_before = || calendar::month(last.first_day(), -1)?.first_day().with_day(day);
            Some(through(calendar::day(own.or_else(month_before)?)?, last))
        });
        Some((end, Meaning::whens(Kind::DateRange, whens.collect())))
    }

    /// A date with its month, then a day: "November 19-20".
    fn date_to_day(&self, start: usize, between: bool) -> Read<Meaning> {
        let (at, first) = longest([self.month_first(start), self.day_first(start)])?;
        if !first.best.is_day() {
            return None;
        }
        let the = self.skip(self.sign(at, between)?, &["the"]);
        let (end, day) = self.day_number(the)?;
        let number = matches!(self.lex(the), Lex::Number { .. });
        if self.unit(end).is_some()
            || self.among(end, Set::FollowsNoDay)
            || matches!(self.lex(end), Lex::Month(_))
            || number && !self.ends(end) && self.w(the).is_empty()
        {
            return None;
        }
        let (end, year) = self.year_after(end).map_or((end, None), |(e, y)| (e, Some(y)));
        let whens = first.all().filter_map(|first| {
            let first = match year {
                Some(year) => calendar::day(first.first_day().with_year(year)?)?,
                None => first,
            };
            let own = first.first_day().with_day(day).filter(|d| *d > first.first_day());
            // "The 30th to the second" goes on in the month after, "30 - 2" does not.
            let month_after = || calendar::month(first.first_day(), 1)?.first_day().with_day(day);
            let last = own.or_else(|| month_after().filter(|_| !number))?;
            Some(through(first, calendar::day(last)?))
        });
        let whens: Vec<When> = whens.collect();
        (!whens.is_empty()).then(|| (end, Meaning::whens(Kind::DateRange, whens)))
    }

    /// "22 this month", "23 in next month", "22 January, 1995".
    fn day_of_this(&self, i: usize) -> Read<Date> {
        let (at, day) = self.day_number(self.skip(i, &["the"]))?;
        let (end, month) = self.relative(self.skip(at, &["in", "of"]))?;
        if month.best.precision != Precision::Month {
            return None;
        }
        let date = month.map(|m| calendar::day(m.first_day().with_day(day)?))?;
        Some((end, Date { shape: Shape::Full, others: Vec::new(), ..date }))
    }

    /// "next week between Wednesday and Friday", "this week from Tue to Thur".
    pub(super) fn week_between(&self, i: usize) -> Read<Meaning> {
        let (at, week) = self.relative(i)?;
        if week.best.precision != Precision::Week {
            return None;
        }
        let start = self.any(at, &["from", "between"])?;
        let Lex::Weekday(first) = self.lex(start) else { return None };
        let right = self.sign(start + 1, self.w(start - 1) == "between")?;
        let Lex::Weekday(last) = self.lex(right) else { return None };
        let day = week.best.first_day();
        let first = calendar::weekday_in_week(day, first, 0)?;
        let last = calendar::weekday_in_week(day, last, 0)?;
        let when = through(first, last);
        (first.from < last.until).then(|| (right + 1, Meaning::whens(Kind::DateRange, vec![when])))
    }

    /// "Feb between 2-7 2018", "next month from 4 to 22".
    pub(super) fn month_between(&self, i: usize) -> Read<Meaning> {
        let (at, month) = match self.lex(i) {
            Lex::Month(n) => (i + 1, self.yearless(i, |y| calendar::month_of(y, n))?),
            _ => self.relative(i)?,
        };
        let start = self.any(at, &["from", "between"])?;
        if month.best.precision != Precision::Month {
            return None;
        }
        let (after, first) = self.day_number(start)?;
        let right = self.sign(after, self.w(start - 1) == "between")?;
        let (end, last) = self.day_number(right)?;
        if self.is(end, &[":", "am", "pm"]) {
            return None;
        }
        let (end, year) = self.year_after(end).map_or((end, None), |(e, y)| (e, Some(y)));
        let whens = month
            .all()
            .filter_map(|m| {
                let m = match year {
                    Some(y) => calendar::month_of(y, m.from.month())?,
                    None => m,
                };
                let first = calendar::day(m.first_day().with_day(first)?)?;
                let last = calendar::day(m.first_day().with_day(last)?)?;
                Stretch::new(first.from, last.until, first.precision)
                    .map(|s| When { named: Some(last), ..When::of(s) })
            })
            .collect();
        Some((end, Meaning::whens(Kind::DateRange, whens)))
    }
}

/// From the first day to the last, which is named with it.
fn through(first: Stretch, last: Stretch) -> When {
    let (from, until) = (Some(first.from), Some(last.until));
    When { from, until, precision: first.precision, named: Some(last) }
}
