//! Times with two bounds, and with one: "from Monday to Friday", "between 2014 and 2018", "before 9
//! June", "since August", "3 pm or later".

use chrono::{Datelike, NaiveDate};

use super::Kind;
use super::calendar::{self, Stretch};
use super::grammar::{Date, Read, Reader, Shape};
use super::lexicon::Lex;
use super::meaning::{Body, Meaning, When, at};

const TO: &[&str] = &["to", "till", "until", "through", "thru", "-", "–", "—", "~"];

/// One end of a range.
#[derive(Debug, Clone)]
enum End {
    Date(Date),
    Other(Meaning),
}

impl Reader<'_> {
    /// Reads what stands right of the sign of a range, where a dash belongs to no date.
    pub(super) fn right_of<T>(&self, i: usize, read: impl FnOnce() -> Option<T>) -> Option<T> {
        let before = self.range_left.replace(Some(i));
        let out = read();
        self.range_left.set(before);
        out
    }

    /// "from A to B", "between A and B", "A - B".
    pub(super) fn range(&self, i: usize) -> Read<Meaning> {
        self.nested(|| {
            super::dates::longest([
                self.days_of_month(i),
                self.week_between(i),
                self.month_between(i),
                self.date_range(i),
            ])
        })
    }

    fn sign(&self, i: usize, between: bool) -> Option<usize> {
        let i = self.skip(i, &[","]);
        if TO.contains(&self.w(i)) {
            let next = self.any(i, &["up to", "up until"]).unwrap_or(i + 1);
            return Some(self.skip(next, &["-"]));
        }
        (between && self.w(i) == "and").then_some(i + 1)
    }

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

    fn date_range(&self, i: usize) -> Read<Meaning> {
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
                    second.until = Some(until + (second.until? - point));
                }
                let named = Stretch::new(second.from?, second.until?, second.precision);
                // A point of the clock ends a range; a day or more is named with it.
                let until = if second.precision < graph_schema::Precision::Day {
                    second.from?
                } else {
                    second.until?
                };
                let until = if kind == Kind::DateRange
                    && second.precision == graph_schema::Precision::Instant
                {
                    calendar::midnight(calendar::plus_days(until.date(), 1)?)
                } else {
                    until
                };
                if from < until {
                    let precision = first.precision.max(second.precision);
                    let precision = if kind == Kind::DateRange {
                        precision.max(graph_schema::Precision::Day)
                    } else {
                        precision
                    };
                    let named = named.map(|n| {
                        if kind == Kind::DateRange
                            && n.precision == graph_schema::Precision::Instant
                        {
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

    fn last_before(&self, date: &Date, last: Stretch) -> Option<Stretch> {
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

    /// "from 3 until 12 of Sept", "4 to 22 this month", "November 19-20", "April ninth through
    /// seventeenth", "between 2 and 7 Feb 2018".
    fn days_of_month(&self, i: usize) -> Read<Meaning> {
        let start = self.any(i, &["from", "between"]).unwrap_or(i);
        let between = start > i && self.w(start - 1) == "between";
        let the = self.skip(start, &["the"]);
        // A day, then a date with its month.
        if let Some((at, day)) = self.day_number(the)
            && let Some(right) = self.sign(at, between)
        {
            let (end, last) = self
                .right_of(right, || {
                    super::dates::longest([
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
        let (at, first) = super::dates::longest([self.month_first(start), self.day_first(start)])?;
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
        if month.best.precision != graph_schema::Precision::Month {
            return None;
        }
        let date = month.map(|m| calendar::day(m.first_day().with_day(day)?))?;
        Some((end, Date { shape: Shape::Full, others: Vec::new(), ..date }))
    }

    /// "next week between Wednesday and Friday", "this week from Tue to Thur".
    fn week_between(&self, i: usize) -> Read<Meaning> {
        let (at, week) = self.relative(i)?;
        if week.best.precision != graph_schema::Precision::Week {
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
    fn month_between(&self, i: usize) -> Read<Meaning> {
        let (at, month) = match self.lex(i) {
            Lex::Month(n) => (i + 1, self.yearless(i, |y| calendar::month_of(y, n))?),
            _ => self.relative(i)?,
        };
        let start = self.any(at, &["from", "between"])?;
        if month.best.precision != graph_schema::Precision::Month {
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

    /// A time with one bound: "before 2010", "after next Tuesday", "since August", "by 9pm".
    pub(super) fn bounded(&self, i: usize) -> Read<Meaning> {
        self.nested(|| {
            super::dates::longest([
                self.led_bound(i),
                self.trailed_bound(i),
                self.dated_bound(i),
                self.end_of_day(i),
                self.rough_count_bound(i),
                self.since_ago(i),
                self.rest_of_day(i),
                self.to_date(i),
                self.onwards(i),
            ])
        })
    }

    fn bound_word(&self, i: usize) -> Read<Bound> {
        for (bound, phrases) in BOUNDS {
            // "<> 6pm" is not at six.
            if let Some(end) = self.any(i, phrases).filter(|_| !self.is_unequal(i)) {
                return Some((end, *bound));
            }
        }
        None
    }

    fn is_unequal(&self, i: usize) -> bool {
        self.w(i) == "<" && self.w(i + 1) == ">" || self.w(i) == ">" && self.before(i) == "<"
    }

    fn led_bound(&self, i: usize) -> Read<Meaning> {
        let (at, bound) = self.bound_word(i)?;
        // "Inspired by autumn" has an agent, not a bound.
        if self.has_agent(i + 1) {
            return None;
        }
        // What reaches to the end of a time reaches to where that time ends.
        if let Some((end, date)) = self.date(at).filter(|(_, d)| d.to_end && bound == Bound::Before)
        {
            let when = When {
                from: None,
                until: Some(date.best.until),
                precision: date.best.precision,
                named: None,
            };
            return Some((end, Meaning::whens(Kind::DateRange, vec![when])));
        }
        let at = self.any(at, &["around", "about", "approximately"]).unwrap_or(at);
        let (end, meaning) = self.bounded_what(at)?;
        // "by" and "before" of an undated meal or morning.
        Some((end, bound_of(&meaning, bound)?))
    }

    fn bounded_what(&self, i: usize) -> Read<Meaning> {
        if self.w(i) == "lunch" {
            let told = super::clock::Told { part: super::lexicon::Part::Lunch, lean: 0 };
            return Some((i + 1, self.time_of_day(self.part_clock(told))?));
        }
        let composed = self.composed(i);
        let clock = self.clock(i, false).map(|(e, c)| (e, self.time_of_day(c)));
        let read = match composed {
            Some((end, meaning)) => Some((end, meaning)),
            None => clock.and_then(|(e, m)| Some((e, m?))),
        };
        let bare = || {
            let at = self.skip(i, &["year"]);
            let (end, year) = self.year(at)?;
            ((1500..2150).contains(&year) && self.unit(end).is_none()).then_some(())?;
            Some((end, Meaning::date(&Date::full(calendar::year(year)?))))
        };
        let month = || match self.lex(i) {
            Lex::Month(n) if self.capital(i) || self.w(i).len() > 4 => {
                Some((i + 1, Meaning::date(&self.yearless(i, |y| calendar::month_of(y, n))?)))
            }
            _ => None,
        };
        read.or_else(bare).or_else(month).filter(|(_, m)| {
            !matches!(m.kind, Kind::DateTimeRange)
                || matches!(&m.body, Body::Whens(w) if w.iter().all(|w| w.named.is_none()))
        })
    }

    /// "2012 or later", "1/1/2016 and after", "3 pm or later on Monday", "2020年之前".
    fn trailed_bound(&self, i: usize) -> Read<Meaning> {
        let (at, meaning) = self.composed(i)?;
        let (end, bound) = if let Some(end) = self.any(
            at,
            &[
                "or later",
                "and later",
                "or after",
                "and after",
                "or newer",
                "onwards",
                "onward",
                "and onwards",
            ],
        ) {
            (end, Bound::Since)
        } else if let Some(end) =
            self.any(at, &["or before", "and before", "or earlier", "and earlier"])
        {
            (end, Bound::By)
        } else if self.joined(at) && self.w(at) == "ago" {
            (at + 1, Bound::Before)
        } else if self.joined(at) && self.w(at) == "later" {
            (at + 1, Bound::After)
        } else {
            return None;
        };
        // "and after my work is done" goes on.
        if self.is(end - 1, &["after", "before"]) && !self.ends(end) && !self.is(end, &["on", ","])
        {
            return None;
        }
        // A date behind a time: "3 pm or later on Monday".
        if meaning.kind == Kind::Time
            && self.w(end) == "on"
            && let Some((after, date)) = self.date(end + 1)
        {
            let Body::Whens(times) = &meaning.body else { return None };
            let point = times.first()?;
            let whens = date
                .all()
                .filter_map(|d| {
                    let from = at_time(d, point.from?)?;
                    Some(When {
                        from: Some(from),
                        until: None,
                        precision: point.precision,
                        named: None,
                    })
                })
                .collect();
            return Some((after, Meaning::whens(Kind::DateTimeRange, whens)));
        }
        Some((end, bound_of(&meaning, bound)?))
    }

    /// "today before 4pm", "Tuesday after 1pm".
    fn dated_bound(&self, i: usize) -> Read<Meaning> {
        let (at, date) = self.date(i).filter(|(_, d)| d.best.is_day())?;
        let (word, bound) = self.bound_word(at)?;
        if self.w(at) == "from" {
            return None;
        }
        let (end, clock) = self.clock(word, true)?;
        if !clock.point {
            return None;
        }
        let mut whens = Vec::new();
        for clock in std::iter::once(clock).chain(clock.other_half()) {
            for day in date.all() {
                let point = super::compose::when_on(day.from, clock)?;
                whens.push(point);
            }
        }
        let meaning = Meaning::whens(Kind::DateTime, whens);
        Some((end, bound_of(&meaning, bound)?))
    }

    /// "from 2015 on", "from Monday onwards".
    fn onwards(&self, i: usize) -> Read<Meaning> {
        let (at, meaning) = self.bounded_what(self.phrase(i, "from")?)?;
        let end = self.any(at, &["onwards", "onward", "on"])?;
        let goes = self.w(at) == "on"
            && !self.ends(end)
            && !super::dates::FUNCTION_WORDS.contains(&self.w(end))
            && self.w(end) != ",";
        if goes {
            return None;
        }
        Some((end, bound_of(&meaning, Bound::Since)?))
    }

    /// "the rest of the day", from now on.
    fn rest_of_day(&self, i: usize) -> Read<Meaning> {
        let at = self.skip(self.phrase(i, "rest")?, &["of"]);
        let day = self.skip(at, &["the", "this", "my", "current", "today"]);
        let end = if self.w(day) == "day" { day + 1 } else { day };
        if day == at || self.w(end - 1) != "day" && self.w(end - 1) != "today" {
            return None;
        }
        let now = self.now()?;
        let until = calendar::day(now.date())?.until;
        let when = When::of(Stretch::new(now, until, graph_schema::Precision::Hour)?);
        Some((end, Meaning::whens(Kind::DateTimeRange, vec![when])))
    }

    /// "to date": up to now.
    fn to_date(&self, i: usize) -> Read<Meaning> {
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

    /// "31 February": names a day that no calendar has.
    pub(super) fn impossible(&self, i: usize) -> Read<Meaning> {
        let (end, month, day) = match self.lex(i) {
            Lex::Month(month) if self.sure_month(i) => {
                let (end, day) = self.day_number(self.skip(i + 1, &["."]))?;
                (end, month, day)
            }
            Lex::Number { .. } | Lex::Ordinal(_) => {
                let (at, day) = self.day_number(i)?;
                let at = self.skip(at, &["of"]);
                let Lex::Month(month) = self.lex(at) else {
                    let (end, within) = self.relative(at)?;
                    if within.best.precision != graph_schema::Precision::Month
                        || within.best.first_day().with_day(day).is_some()
                        || at == i + 1
                    {
                        return None;
                    }
                    return Some((end, open_day()));
                };
                (at + 1, month, day)
            }
            _ => return None,
        };
        let (end, year) = self.year_after(end).map_or((end, 2000), |(e, y)| (e, y));
        if self.unit(end).is_some() || NaiveDate::from_ymd_opt(year, month, day).is_some() {
            return None;
        }
        Some((end, open_day()))
    }

    /// "end of the day", "the eod", "end of tomorrow".
    fn end_of_day(&self, i: usize) -> Read<Meaning> {
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
                Stretch::new(
                    d.until - chrono::TimeDelta::seconds(1),
                    d.until,
                    graph_schema::Precision::Instant,
                )
            })
            .map(When::of)
            .collect();
        Some((end, Meaning::whens(Kind::DateTime, whens)))
    }

    /// "more than 2 weeks before today", "since two years ago".
    fn rough_count_bound(&self, i: usize) -> Read<Meaning> {
        let at = self.phrase(i, "more than")?;
        let (end, date) = self.beside(at).or_else(|| {
            let (end, meaning) = self.counted(at)?;
            let Body::Whens(whens) = &meaning.body else { return None };
            let when = whens.first()?;
            Some((end, Date::full(Stretch::new(when.from?, when.until?, when.precision)?)))
        })?;
        let back = date.best.from < calendar::midnight(self.today()?);
        let bound = if back { Bound::Before } else { Bound::After };
        Some((end, bound_of(&Meaning::date(&date), bound)?))
    }

    fn since_ago(&self, i: usize) -> Read<Meaning> {
        let (at, bound) = self.bound_word(i)?;
        let (end, meaning) = self.counted(at)?;
        matches!(self.w(end - 1), "ago" | "now" | "later").then_some(())?;
        Some((end, bound_of(&meaning, bound)?))
    }
}

fn open_day() -> Meaning {
    Meaning { kind: Kind::Date, body: Body::Open("its month has no such day"), vague: false }
}

fn at_time(day: Stretch, clock: chrono::NaiveDateTime) -> Option<chrono::NaiveDateTime> {
    let seconds = clock.time().signed_duration_since(chrono::NaiveTime::MIN).num_seconds();
    at(day.from, seconds)
}

fn meaning_of(end: &End) -> Meaning {
    match end {
        End::Date(date) => Meaning::date(date),
        End::Other(meaning) => meaning.clone(),
    }
}

/// On which side of what is named a time lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// Up to, without it.
    Before,
    /// Up to, and it too.
    Until,
    /// At it at the latest.
    By,
    /// After it, without it.
    After,
    /// From it on.
    Since,
}

const BOUNDS: &[(Bound, &[&str])] = &[
    (
        Bound::By,
        &[
            "on or before",
            "on or earlier than",
            "before or in",
            "before or on",
            "earlier than or in",
            "earlier than or on",
            "before or at",
            "at or before",
            "as late as",
            "< =",
        ],
    ),
    (
        Bound::Since,
        &[
            "on or after",
            "on or later than",
            "later than or at",
            "later than or on",
            "later than or in",
            "after or equal to",
            "after or on",
            "after or in",
            "at or after",
            "as early as",
            "no earlier than",
            "not earlier than",
            "starting from",
            "starting on",
            "starting in",
            "starting",
            "beginning on",
            "beginning from",
            "beginning in",
            "since",
            "> =",
        ],
    ),
    (
        Bound::Before,
        &[
            "sometime before",
            "before",
            "prior to",
            "no later than",
            "not later than",
            "sooner than",
            "earlier than",
            "in advance of",
            "<",
        ],
    ),
    (Bound::After, &["sometime after", "after", "later than", ">"]),
    (Bound::Until, &["up until", "until", "till", "up to", "by", "through to"]),
];

fn bound_of(meaning: &Meaning, bound: Bound) -> Option<Meaning> {
    let Body::Whens(whens) = &meaning.body else { return None };
    let kind = match meaning.kind {
        Kind::Date | Kind::DateRange => Kind::DateRange,
        Kind::Time | Kind::TimeRange => Kind::TimeRange,
        Kind::DateTime | Kind::DateTimeRange => Kind::DateTimeRange,
        Kind::Duration | Kind::Set => return None,
    };
    let whens = whens
        .iter()
        .filter_map(|w| {
            let named = Stretch::new(w.from?, w.until?, w.precision)?;
            let point = w.precision < graph_schema::Precision::Day;
            let (from, until) = match bound {
                Bound::Before => (None, Some(named.from)),
                Bound::Until | Bound::By if point => (None, Some(named.from)),
                Bound::Until | Bound::By => (None, Some(named.until)),
                Bound::After
                    if point && kind != Kind::TimeRange && meaning.kind == Kind::DateTime =>
                {
                    (Some(named.from), None)
                }
                Bound::After if point && meaning.kind == Kind::Time => (Some(named.from), None),
                Bound::After => (Some(named.until), None),
                Bound::Since => (Some(named.from), None),
            };
            let keep = bound == Bound::By && w.precision > graph_schema::Precision::Day;
            Some(When { from, until, precision: w.precision, named: (!keep).then_some(named) })
        })
        .collect::<Vec<_>>();
    (!whens.is_empty()).then(|| Meaning { vague: meaning.vague, ..Meaning::whens(kind, whens) })
}
