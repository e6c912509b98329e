//! Days of one month or week: "4 to 22 this month", "November 19-20", "next week between Wednesday and
//! Friday". Knows no clock.

use chrono::Datelike;
use graph_schema::Precision;

use crate::time::Kind;
use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Date, Read, Reader, Shape, longest};
use crate::time::lexicon::Lex;
use crate::time::meaning::{Meaning, When};

impl Reader<'_> {
    /// "from 3 until 12 of Sept", "4 to 22 this month", "November 19-20", "April ninth through
    /// seventeenth", "between 2 and 7 Feb 2018".
    pub(super) fn days_of_month(&self, i: usize) -> Read<Meaning> {
        let start = self.any(i, &["from", "between"]).unwrap_or(i);
        let between = start > i && self.w(start - 1) == "between";
        let the = self.skip(start, &["the"]);
        // A day, then a date with its month.
        if let Some((at, day)) = self.day_number(the)
            && let Some(right) = self.sign(at, between)
        {
            let (end, last) = self
                .right_of(right, || {
                    longest([
                        self.day_first(right),
                        self.month_first(right),
                        self.day_of_this(right),
                    ])
                })
                .filter(|(_, d)| d.best.is_day())?;
            let clocked = self.w(at).is_empty();
            if clocked || self.unit(end).is_some() {
                return None;
            }
            let whens = last
                .all()
                .filter_map(|l| {
                    let own = l.first_day().with_day(day).filter(|d| *d <= l.first_day());
                    let first = own.or_else(|| {
                        calendar::month(l.first_day(), -1)?.first_day().with_day(day)
                    })?;
                    Some(When {
                        from: Some(calendar::midnight(first)),
                        until: Some(l.until),
                        precision: l.precision,
                        named: Some(l),
                    })
                })
                .collect();
            return Some((end, Meaning::whens(Kind::DateRange, whens)));
        }
        // A date with its month, then a day.
        let (at, first) = longest([self.month_first(start), self.day_first(start)])?;
        if !first.best.is_day() {
            return None;
        }
        let right = self.sign(at, between)?;
        let the = self.skip(right, &["the"]);
        let (mut end, day) = self.day_number(the)?;
        let number = matches!(self.lex(the), Lex::Number { .. });
        if self.unit(end).is_some()
            || self.is(end, &[":", "am", "pm", "/", "-", "%"])
            || matches!(self.lex(end), Lex::Month(_))
            || number && !self.ends(end) && self.w(the).is_empty()
        {
            return None;
        }
        let mut year = None;
        if let Some((next, y)) = self.year_after(end) {
            end = next;
            year = Some(y);
        }
        let whens: Vec<When> = first
            .all()
            .filter_map(|f| {
                let f = match year {
                    Some(y) => calendar::day(f.first_day().with_year(y)?)?,
                    None => f,
                };
                let own = f.first_day().with_day(day).filter(|d| *d > f.first_day());
                let last = own.or_else(|| {
                    calendar::month(f.first_day(), 1)?.first_day().with_day(day).filter(|_| !number)
                })?;
                let last = calendar::day(last)?;
                Some(When {
                    from: Some(f.from),
                    until: Some(last.until),
                    precision: f.precision,
                    named: Some(last),
                })
            })
            .collect();
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
        let when = When {
            from: Some(first.from),
            until: Some(last.until),
            precision: first.precision,
            named: Some(last),
        };
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
