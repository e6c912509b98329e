//! From one date or time to another: "from Monday to Friday", "between 2014 and 2018". What is told in
//! part is completed by its other end, never the other way round.

use chrono::{Datelike, NaiveDate};
use graph_schema::Precision;

use crate::time::Kind;
use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Date, Read, Reader, Shape};
use crate::time::meaning::{Body, Meaning, When};

/// One end of a range.
#[derive(Debug, Clone)]
pub(in crate::time::grammar) enum End {
    Date(Date),
    Other(Meaning),
}

impl Reader<'_> {
    fn end_at(&self, i: usize) -> Read<End> {
        if let Some(end) = self.now_word(i) {
            return Some((end, End::Other(Meaning::whens(Kind::DateTime, vec![self.now_when()?]))));
        }
        let composed = self.composed(i);
        let date = self.date(i);
        match (composed, date) {
            (Some((a, m)), Some((b, _))) if a > b => Some((a, End::Other(m))),
            (_, Some((b, d))) => Some((b, End::Date(d))),
            (Some((a, m)), None) if !matches!(m.kind, Kind::TimeRange) => Some((a, End::Other(m))),
            _ => {
                let (end, meaning) = self.counted(i)?;
                Some((end, End::Other(meaning)))
            }
        }
    }

    pub(super) fn date_range(&self, i: usize) -> Read<Meaning> {
        let start = self.any(i, &["in between", "from", "between", "in"]).unwrap_or(i);
        let between = start > i && self.w(start - 1) == "between";
        let (at, first) = self.end_at(start)?;
        let right = self.sign(at, between)?;
        // A bare "A to B" needs two dates: "Sunday to him" has one.
        let (end, second) = self.right_of(right, || self.end_at(self.skip(right, &["between"])))?;
        if self.w(i) == "in" && start == i + 1 {
            // "in 2014 through 2018".
            let years = matches!((&first, &second), (End::Date(a), End::Date(b)) if matches!(a.shape, Shape::Year(_)) && matches!(b.shape, Shape::Year(_)));
            if !years {
                return None;
            }
        }
        let whens = match (&first, &second) {
            (End::Date(a), End::Date(b)) => return Some((end, self.date_to_date(a, b)?)),
            (a, b) => {
                let (a, b) = (meaning_of(a), meaning_of(b));
                let kind = match (a.kind, b.kind) {
                    (Kind::Time, Kind::Time) => return None,
                    (Kind::Time, Kind::Date | Kind::DateRange)
                    | (Kind::Date | Kind::DateRange, Kind::Time) => return None,
                    (Kind::DateTime, Kind::Date | Kind::DateRange)
                    | (Kind::Date | Kind::DateRange, Kind::DateTime)
                        if self.now_word(start).is_some() || self.now_word(right).is_some() =>
                    {
                        Kind::DateRange
                    }
                    _ => Kind::DateTimeRange,
                };
                (kind, self.join(&a, &b, kind)?)
            }
        };
        Some((end, Meaning::whens(whens.0, whens.1)))
    }

    fn join(&self, a: &Meaning, b: &Meaning, kind: Kind) -> Option<Vec<When>> {
        let (Body::Whens(left), Body::Whens(right)) = (&a.body, &b.body) else { return None };
        let mut out = Vec::new();
        for first in left {
            let from = first.from?;
            let from = if kind == Kind::DateRange { calendar::midnight(from.date()) } else { from };
            // A time of day alone is that of the other end's day.
            let from = match (a.kind, right.first().and_then(|r| r.from)) {
                (Kind::Time, Some(day)) if b.kind == Kind::DateTime && self.anchor.is_none() => {
                    day.date().and_time(from.time())
                }
                _ => from,
            };
            for second in right {
                let mut second = *second;
                if b.kind == Kind::Time {
                    let point = second.from?;
                    let until = from.date().and_time(point.time());
                    second.from = Some(until);
                    second.until = Some(until.checked_add_signed(second.until? - point)?);
                }
                let named = Stretch::new(second.from?, second.until?, second.precision);
                // A point of the clock ends a range; a day or more is named with it.
                let until =
                    if second.precision < Precision::Day { second.from? } else { second.until? };
                let until = if kind == Kind::DateRange && second.precision == Precision::Instant {
                    calendar::midnight(calendar::plus_days(until.date(), 1)?)
                } else {
                    until
                };
                if from < until {
                    let precision = first.precision.max(second.precision);
                    let precision = if kind == Kind::DateRange {
                        precision.max(Precision::Day)
                    } else {
                        precision
                    };
                    let named = named.map(|n| {
                        if kind == Kind::DateRange && n.precision == Precision::Instant {
                            calendar::day(n.from.date()).unwrap_or(n)
                        } else {
                            n
                        }
                    });
                    out.push(When { from: Some(from), until: Some(until), precision, named });
                    break;
                }
            }
        }
        (!out.is_empty()).then_some(out)
    }

    /// From one date to another, each told in part perhaps.
    fn date_to_date(&self, a: &Date, b: &Date) -> Option<Meaning> {
        let mut whens = Vec::new();
        let told = |d: &Date| {
            !matches!(
                d.shape,
                Shape::MonthDay(..) | Shape::Month(_) | Shape::Day(_) | Shape::Weekday(_)
            )
        };
        let after = |first: Stretch| -> Option<Stretch> { self.next_after(b, first) };
        let before = |last: Stretch| -> Option<Stretch> { self.last_before(a, last) };
        match (told(a), told(b)) {
            (false, true) => whens.push((before(b.best)?, b.best)),
            (true, true) => whens.push((a.best, b.best)),
            (_, false) => {
                for first in a.all() {
                    whens.extend(after(first).map(|last| (first, last)));
                }
            }
        }
        // What goes on at the time of speaking is likelier than what is over or to come.
        if let Some(now) = self.now()
            && let Some(at) =
                whens.iter().position(|(first, last)| first.from <= now && now < last.until)
        {
            whens.swap(0, at);
        }
        let whens: Vec<When> = whens
            .into_iter()
            .filter(|(first, last)| first.from < last.until)
            .map(|(first, last)| When {
                from: Some(first.from),
                until: Some(last.until),
                precision: first.precision.max(last.precision),
                named: (!b.to_end).then_some(last),
            })
            .collect();
        (!whens.is_empty()).then(|| Meaning::whens(Kind::DateRange, whens))
    }

    fn next_after(&self, date: &Date, first: Stretch) -> Option<Stretch> {
        let year = first.from.year();
        let fits = |s: &Stretch| s.until > first.from && s.from >= first.from;
        match date.shape {
            Shape::MonthDay(m, d) => (year..=year + 8)
                .filter_map(|y| calendar::day(NaiveDate::from_ymd_opt(y, m, d)?))
                .find(fits),
            Shape::Month(m) => {
                (year..=year + 1).filter_map(|y| calendar::month_of(y, m)).find(fits)
            }
            Shape::Weekday(n) => calendar::weekday_beside(first.first_day(), n, 1),
            Shape::Day(d) => (0..3)
                .filter_map(|n| {
                    calendar::day(calendar::month(first.first_day(), n)?.first_day().with_day(d)?)
                })
                .find(fits),
            _ => Some(date.best),
        }
    }

    pub(super) fn last_before(&self, date: &Date, last: Stretch) -> Option<Stretch> {
        let year = last.until.year();
        let fits = |s: &Stretch| s.from < last.until && s.from <= last.from;
        match date.shape {
            Shape::MonthDay(m, d) => (year - 8..=year)
                .rev()
                .filter_map(|y| calendar::day(NaiveDate::from_ymd_opt(y, m, d)?))
                .find(fits),
            Shape::Month(m) => {
                (year - 1..=year).rev().filter_map(|y| calendar::month_of(y, m)).find(fits)
            }
            Shape::Weekday(n) => calendar::weekday_beside(last.first_day(), n, -1),
            Shape::Day(d) => (0..3)
                .filter_map(|n| {
                    calendar::day(calendar::month(last.first_day(), -n)?.first_day().with_day(d)?)
                })
                .find(fits),
            _ => Some(date.best),
        }
    }
}

fn meaning_of(end: &End) -> Meaning {
    match end {
        End::Date(date) => Meaning::date(date),
        End::Other(meaning) => meaning.clone(),
    }
}
