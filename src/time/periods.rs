//! Parts of longer times: weeks and weekdays of a month, quarters, seasons, decades, holidays, and
//! "early", "the middle of", "the rest of".

use chrono::Datelike;
use graph_schema::Precision;

use super::calendar::{self, Stretch};
use super::grammar::{Date, Read, Reader, Shape};
use super::holidays::{self, Holiday};
use super::lexicon::{Lex, Unit};

impl Reader<'_> {
    /// "the first week of October", "the second Monday of next month", "last week of 2016", "the
    /// first ten days of last year", "the 9th month of next year".
    pub(super) fn nth_of(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        let (at, nth) = match self.w(start) {
            "last" => (start + 1, -1),
            _ => self.ordinal(start).map(|(n, v)| (n, i64::from(v)))?,
        };
        let (at, count) = match self.count(at) {
            Some((next, count)) if self.unit(next).is_some() && !count.article => {
                (next, count.least.round() as i64)
            }
            _ => (at, 1),
        };
        let weekday = match self.lex(at) {
            Lex::Weekday(number) => Some(number),
            _ => None,
        };
        let unit = self.unit(at);
        if weekday.is_none() && unit.is_none_or(|u| u.of_clock()) {
            return None;
        }
        let of = self.skip(self.skip(at + 1, &["of", "in"]), &["the month of"]);
        let outer = longest_outer(self, of);
        let Some((end, outer)) = outer else {
            // "first Sunday": of this month.
            let number = weekday.filter(|_| nth > 0 && self.conventions.definite)?;
            let month = calendar::month(self.today()?, 0)?;
            return Some((at + 1, Date::full(calendar::nth_weekday(month, number, nth)?)));
        };
        let date = outer.map(|within| {
            if let Some(number) = weekday {
                return calendar::nth_weekday(within, number, nth);
            }
            nth_unit(within, unit?, nth, count)
        })?;
        if date.best.precision > outer.best.precision {
            return None;
        }
        Some((end, Date { shape: Shape::Full, ..date }))
    }

    /// "week 31", "the week of the 18th", "the week starting February 4", "w/c Feb 4".
    pub(super) fn week_of(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        if let Some(at) = self.phrase(start, "w / c").or_else(|| self.phrase(start, "wc")) {
            let (end, day) = self.date(at)?;
            return Some((end, day.map(|d| calendar::week(d.first_day(), 0))?));
        }
        let unit = self.unit(start)?;
        if unit == Unit::Week
            && let Lex::Number { value, .. } = self.lex(start + 1)
        {
            let of = self.skip(start + 2, &["of", "in"]);
            let (end, year) = match self.year(of).filter(|_| of > start + 2) {
                Some((end, year)) => (end, year),
                None => (start + 2, self.today()?.year()),
            };
            return Some((end, Date::full(calendar::iso_week(year, value)?)));
        }
        if self.is_plural(start) || !matches!(unit, Unit::Week | Unit::Weekend) {
            return None;
        }
        let at = self.any(
            start + 1,
            &[
                "starting on",
                "beginning on",
                "commencing on",
                "starting",
                "beginning",
                "commencing",
                "of",
                "ending",
            ],
        )?;
        let (end, day) = self.date(at)?;
        if !day.best.is_day() {
            return None;
        }
        let date = day.map(|d| match unit {
            Unit::Weekend => calendar::weekend(d.first_day(), 0),
            _ => calendar::week(d.first_day(), 0),
        })?;
        Some((end, Date { shape: Shape::Full, ..date }))
    }

    /// "Q3", "Q1 2016", "2016 Q1", "H2 2019", "the third quarter of 2020", "the first half of May".
    pub(super) fn quarter(&self, i: usize) -> Read<Date> {
        if let Some((at, year)) = self.year(i).filter(|(_, y)| (1900..2100).contains(y)) {
            let at = self.skip(self.skip(at, &["-"]), &["the"]);
            let (end, part) = self.quarter_name(at)?;
            return Some((end, Date::full(part(year)?)));
        }
        let start = self.skip(i, &["the"]);
        let (at, part) = self.quarter_name(start)?;
        let short = self.w(start).starts_with(['q', 'h']);
        let of = self.skip(self.skip(at, &["-", ","]), &["of", "in"]);
        if let Some((end, year)) = self.year(of) {
            return Some((end, Date::full(part(year)?)));
        }
        if let Some((end, year)) =
            self.relative(of).filter(|(_, d)| d.best.precision == Precision::Year)
        {
            return Some((end, year.map(|y| part(y.from.year()))?));
        }
        if let Some(end) = self.phrase(of, "the year") {
            return Some((end, self.yearless(i, part)?));
        }
        // "a quarter" by itself is a coin.
        if !(short && self.w(start) != "h") || self.w(start) == "h" {
            return None;
        }
        Some((at, self.yearless(i, part)?))
    }

    fn quarter_name(&self, i: usize) -> Read<impl Fn(i32) -> Option<Stretch> + use<>> {
        let make = |half: bool, n: u32| {
            move |year: i32| if half { calendar::half(year, n) } else { calendar::quarter(year, n) }
        };
        let w = self.w(i);
        if matches!(w, "q" | "h") {
            let Lex::Number { value, digits: 1 } = self.lex(i + 1) else { return None };
            let most = if w == "q" { 4 } else { 2 };
            return ((1..=most).contains(&value) && self.joined(i + 1))
                .then(|| (i + 2, make(w == "h", value)));
        }
        let (at, n) = match w {
            "last" => (i + 1, 4),
            _ => self.ordinal(i)?,
        };
        let at = self.skip(at, &["-"]);
        match self.w(at) {
            "quarter" if (1..=4).contains(&n) => Some((at + 1, make(false, n))),
            "half" if (1..=2).contains(&n) => Some((at + 1, make(true, n))),
            _ => None,
        }
    }

    /// "summer 2016", "the summer of 2022", "summer" by itself.
    pub(super) fn season(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        let Lex::Season(number) = self.lex(start) else { return None };
        let at = self.skip(start + 1, &["of", ",", "in"]);
        let (end, year) = match self.year(at).or_else(|| self.short_year(at, false)) {
            Some((end, year)) => (end, Some(year)),
            None => (start + 1, None),
        };
        if let Some(year) = year {
            return Some((end, Date::full(calendar::season(year, number)?)));
        }
        if at > start + 1
            && let Some((end, year)) =
                self.relative(at).filter(|(_, d)| d.best.precision == Precision::Year)
        {
            return Some((end, year.map(|y| calendar::season(y.from.year(), number))?));
        }
        let w = self.w(start);
        if self.has_agent(i) {
            return None;
        }
        let led = matches!(
            self.before(i),
            "in" | "during"
                | "over"
                | "this"
                | "since"
                | "until"
                | "by"
                | "early"
                | "late"
                | "mid"
                | "throughout"
                | "whole"
                | "all"
                | "for"
        ) || start > i
            && matches!(
                self.before(i),
                "in" | "during" | "over" | "for" | "throughout" | "since" | "of" | "by" | "until"
            );
        let noun = self.tag(start).is_none_or(|t| t.starts_with('N'));
        let sure = match w {
            "fall" | "spring" => led && noun,
            _ => led || self.conventions.definite,
        };
        // "in the summer" of no year may be any.
        if !sure || !noun || self.followed_by_noun(start + 1) {
            return None;
        }
        let date = self.yearless(i, |y| calendar::season(y, number))?;
        Some((start + 1, date))
    }

    fn followed_by_noun(&self, i: usize) -> bool {
        self.tag(i).is_some_and(|t| matches!(t, "NN" | "NNS"))
            || self.is(
                i,
                &[
                    "camp",
                    "school",
                    "break",
                    "vacation",
                    "job",
                    "internship",
                    "dress",
                    "clothes",
                    "apart",
                    "asleep",
                ],
            )
    }

    /// "the 1990s", "the nineties", "'40s", "the twenty-tens", "the 21st century".
    pub(super) fn decade(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        if let Some((at, n)) = self.ordinal(start)
            && self.w(at) == "century"
        {
            return Some((at + 1, Date::full(calendar::century(i32::try_from(n).ok()?)?)));
        }
        let quoted = self.skip(start, &["'", "’", "‘"]);
        if let Lex::Number { value, digits } = self.lex(quoted) {
            let s = self.skip(quoted + 1, &["'", "’"]);
            let spaced = !self.joined(s) && digits == 4;
            if self.w(s) != "s" || value % 10 != 0 || !(self.joined(s) || spaced) {
                return None;
            }
            let first = match digits {
                4 if (1000..2000).contains(&value) && value % 100 == 0 => {
                    // "The 1900s" are the century sooner than its first years.
                    let number = i32::try_from(value / 100 + 1).ok()?;
                    let first = calendar::decade(i32::try_from(value).ok()?);
                    return Some((s + 1, Date::full(calendar::century(number)?).with(first)));
                }
                4 if value >= 1000 => value,
                2 if start > i || quoted > start || self.conventions.definite => 1900 + value,
                _ => return None,
            };
            // "in her 20s" is an age.
            if digits == 2
                && matches!(self.before(i), "my" | "her" | "his" | "their" | "our" | "your")
            {
                return None;
            }
            let first = i32::try_from(first).ok()?;
            let first = if digits == 2 && first < 1920 { first + 100 } else { first };
            return Some((s + 1, Date::full(calendar::decade(first)?)));
        }
        let century = match self.lex(start) {
            Lex::Cardinal(c @ (15..=20)) => Some((self.skip(start + 1, &["-"]), c)),
            _ => None,
        };
        if let Some(end) = self.any(start, &["two thousand and tens"]) {
            return Some((end, Date::full(calendar::decade(2010)?)));
        }
        if let Some(end) = self.any(start, &["two thousands"]) {
            return Some((end, Date::full(calendar::decade(2000)?)));
        }
        if let Some((at, century)) = century
            && let Lex::Decade(tens) = self.lex(at)
        {
            return Some((
                at + 1,
                Date::full(calendar::decade(i32::try_from(century * 100 + tens).ok()?)?),
            ));
        }
        let Lex::Decade(tens) = self.lex(start) else { return None };
        let chinese = self.w(start).is_empty();
        if start == i && !chinese || self.w(start) == "tens" {
            return None;
        }
        let first = if tens == 0 {
            2000
        } else if tens < 20 {
            2000 + tens
        } else {
            1900 + tens
        };
        Some((start + 1, Date::full(calendar::decade(i32::try_from(first).ok()?)?)))
    }

    pub(super) fn holiday_at(&self, i: usize) -> Read<&'static Holiday> {
        let words = self.tokens.get(i..(i + 8).min(self.tokens.len()))?;
        if !words.first().is_some_and(|w| holidays::begins(&w.word)) {
            return None;
        }
        let words = words.iter().map(|t| t.word.as_str());
        // "On Passover" is a day, "over Passover" all of them.
        let whole = !self.conventions.feast_days && self.before(i) != "on";
        let (taken, holiday) = holidays::named(words, whole)?;
        Some((i + taken, holiday))
    }

    /// "Christmas", "Easter 2018", "labor day 2021 weekend", "independence day of this year".
    pub(super) fn holiday(&self, i: usize) -> Read<Date> {
        if let Some((end, day)) = self.fourth_of_july(i) {
            return Some((end, day));
        }
        let (at, holiday) = self.holiday_at(i)?;
        // "Christmas magic": a name before a noun tells what kind, not when.
        let led = matches!(
            self.before(i),
            "on" | "at"
                | "for"
                | "over"
                | "this"
                | "last"
                | "next"
                | "since"
                | "until"
                | "till"
                | "by"
                | "before"
                | "after"
                | "during"
                | "every"
                | "each"
                | "past"
                | "from"
                | "to"
                | "between"
                | "around"
        );
        // "During Thanksgiving we usually ...": a habit has no one day.
        let mut clause = (i.saturating_sub(8)..i + 12).filter(|p| *p < self.tokens.len());
        let habit = clause.any(|p| self.is(p, &["usually", "always", "often", "never"]));
        if habit && !self.conventions.definite && self.year(at).is_none() {
            return None;
        }
        let generic =
            self.modifies(at) || self.told_tense(i).is_none() && !self.chinese(i) && !self.ends(at);
        let kind = !led && !self.conventions.definite && self.w(at) != "weekend" && generic;
        if kind && self.year(self.skip(at, &[",", "of", "in"])).is_none() {
            return None;
        }
        let of = self.skip(at, &["of", ",", "in"]);
        let (mut end, mut date) = if let Some((end, year)) = self.year(of) {
            (end, Date::full(holiday.in_year(year)?))
        } else if let Some((end, year)) =
            self.relative(of).filter(|(_, d)| d.best.precision == Precision::Year)
        {
            (end, year.map(|y| holiday.in_year(y.from.year()))?)
        } else {
            (at, self.yearless(i, |y| holiday.in_year(y))?)
        };
        if self.w(end) == "weekend" {
            end += 1;
            if let Some((after, year)) = self.year(end) {
                end = after;
                date = Date::full(holiday.in_year(year)?);
            }
            date = date.map(|d| {
                let day = d.first_day();
                // The weekend that the day stands in or beside.
                let shift = i64::from(day.weekday().num_days_from_monday() == 0);
                let own = calendar::weekend(day, -shift)?;
                Stretch::new(
                    own.from,
                    own.until.max(d.until.min(own.until + chrono::TimeDelta::days(1))),
                    Precision::Week,
                )
            })?;
        }
        Some((end, date))
    }

    /// Whether what stands before a token is told to be a kind of it: a noun follows.
    pub(super) fn modifies(&self, i: usize) -> bool {
        match self.tag(i) {
            Some(tag) => tag.starts_with("NN"),
            None => {
                let word = self.w(i);
                self.lex(i) == Lex::Other
                    && word.chars().next().is_some_and(char::is_alphabetic)
                    && !super::dates::FUNCTION_WORDS.contains(&word)
                    && !self.chinese(i)
            }
        }
    }

    fn fourth_of_july(&self, i: usize) -> Read<Date> {
        let end = self.any(i, &["the fourth of july weekend"])?;
        let date =
            self.yearless(i, |y| calendar::weekend(chrono::NaiveDate::from_ymd_opt(y, 7, 4)?, 0))?;
        Some((end, date))
    }

    /// "early 2019", "mid-May", "the end of March", "late last week", "the rest of the month".
    pub(super) fn portion(&self, i: usize) -> Read<Date> {
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
        let at = self.skip(at, &["-", "on", "in"]);
        let (end, outer) = self.date(at).or_else(|| self.current(at)).or_else(|| {
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

    /// "the weekend"; and, where the conventions say so, "the week", "for the day", "the year".
    pub(super) fn definite(&self, i: usize) -> Read<Date> {
        let today = self.today()?;
        let start = self.skip(i, &["the", "my"]);
        if self.w(start) == "weekend" {
            if start == i && !self.conventions.definite {
                return None;
            }
            let own = calendar::weekend(today, 0)?;
            let past = calendar::weekend(today, -1);
            let now = calendar::midnight(today);
            let date = if self.conventions.definite || own.from <= now || self.tense(i) > 0 {
                Date::full(own).with(past)
            } else {
                Date::full(past?).with(Some(own))
            };
            // "the weekend" of nobody's plans is no time: it needs "over", "on", "at" or "for".
            let led = matches!(
                self.before(i),
                "over"
                    | "on"
                    | "at"
                    | "for"
                    | "during"
                    | "through"
                    | "until"
                    | "by"
                    | "before"
                    | "after"
                    | "in"
                    | "throughout"
            );
            return (led || self.conventions.definite).then_some((start + 1, date));
        }
        if !self.conventions.definite
            || start == i
            || self.w(i) == "my" && !self.is(start, &["week", "day"])
        {
            return None;
        }
        let unit = self.unit(start).filter(|u| !u.of_clock() && *u != Unit::Night)?;
        if self.is_plural(start)
            || self.is(start + 1, &["after", "before", "of", "that", "when"])
                && unit != Unit::Fortnight
        {
            return None;
        }
        if let Some(end) = self.phrase(start, "year to date") {
            let year = calendar::year(today.year())?;
            return Some((
                end,
                Date::full(Stretch::days(year.first_day(), today, Precision::Day)?),
            ));
        }
        Some((start + 1, Date::full(calendar::shifted(today, unit, 0)?)))
    }
}

/// Which part of a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    Early,
    Middle,
    Late,
    Start,
    End,
    Earlier,
    Later,
    Rest,
}

fn portion_of(
    s: Stretch,
    which: Which,
    today: Option<chrono::NaiveDate>,
    exact: bool,
) -> Option<Stretch> {
    let (from, until) = (s.first_day(), s.until.date());
    let day = |n: i64| calendar::plus_days(from, n);
    let month = |n: i64| calendar::plus_months(from, n);
    // Where the first part ends, and the middle begins and ends.
    let (half, middle, after, late) = match s.precision {
        Precision::Week => (day(3)?, day(1)?, day(5)?, day(3)?),
        Precision::Month => (day(15)?, day(9)?, day(20)?, day(15)?),
        Precision::Season | Precision::Quarter => (month(1)?, month(1)?, month(2)?, month(2)?),
        Precision::Year => (month(6)?, month(4)?, month(8)?, month(6)?),
        Precision::Decade => (month(48)?, month(36)?, month(84)?, month(72)?),
        _ => return None,
    };
    let (a, b) = match which {
        Which::Early => (from, half),
        Which::Middle => (middle, after),
        Which::Late => (late, until),
        Which::Start if s.precision == Precision::Year => (from, middle),
        Which::Start => (from, half),
        Which::End if s.precision == Precision::Year => (after, until),
        Which::End => (late, until),
        Which::Earlier => match today.filter(|t| from < *t && *t < until) {
            Some(today) if today < half || !exact => (from, today),
            _ => (from, half),
        },
        Which::Later => match today.filter(|t| from <= *t && *t < until) {
            Some(today) if today > half || !exact => (today, until),
            _ => (late, until),
        },
        Which::Rest => {
            let today = today.filter(|t| from <= *t && *t < until).unwrap_or(from);
            (today, until)
        }
    };
    Stretch::days(a, b, s.precision)
}

fn nth_unit(within: Stretch, unit: Unit, nth: i64, count: i64) -> Option<Stretch> {
    let zero = nth.checked_sub(1)?;
    let found = match unit {
        Unit::Week if nth > 0 => {
            // The first week is the one that holds the first Thursday of a year; of a month the one
            // that holds its first Thursday too.
            let first = calendar::plus_days(within.first_day(), 3)?;
            let first = calendar::week(first, 0)?;
            let a = calendar::week(first.first_day(), zero)?;
            let b = calendar::week(first.first_day(), zero.checked_add(count - 1)?)?;
            Stretch::new(a.from, b.until, Precision::Week)?
        }
        Unit::Week => {
            let last = calendar::plus_days(within.until.date(), -4)?;
            let b = calendar::week(last, 0)?;
            let a = calendar::week(last, 1 - count)?;
            Stretch::new(a.from, b.until, Precision::Week)?
        }
        Unit::Weekend => {
            let saturday = calendar::nth_weekday(within, 5, nth)?;
            calendar::weekend(saturday.first_day(), 0)?
        }
        Unit::Day | Unit::Night => {
            let a = if nth > 0 {
                calendar::plus_days(within.first_day(), zero)?
            } else {
                calendar::plus_days(within.until.date(), -count)?
            };
            Stretch::days(a, calendar::plus_days(a, count)?, Precision::Day)?
        }
        Unit::Month | Unit::Year | Unit::Decade | Unit::Quarter => {
            let start = if nth > 0 { within.first_day() } else { within.last_day() };
            let shift = if nth > 0 { zero } else { 1 - count };
            let a = calendar::shifted(start, unit, shift)?;
            let b = calendar::shifted(start, unit, shift.checked_add(count - 1)?)?;
            Stretch::new(a.from, b.until, a.precision)?
        }
        _ => return None,
    };
    // A week may hang over; anything else lies within.
    let reaches = found.from < within.until && within.from < found.until;
    reaches.then_some(found)
}

/// What an nth unit is counted in: a month, a year, a month beside, with or without a year.
fn longest_outer(reader: &Reader<'_>, i: usize) -> Read<Date> {
    let at = reader.skip(i, &["the"]);
    let month = match reader.lex(at) {
        Lex::Month(_) => reader.month_first(at).or_else(|| {
            let Lex::Month(number) = reader.lex(at) else { return None };
            Some((at + 1, reader.yearless(i, |y| calendar::month_of(y, number))?))
        }),
        _ => None,
    };
    month
        .or_else(|| reader.relative(i))
        .or_else(|| reader.bare_year(i))
        .or_else(|| reader.season(i))
        .or_else(|| {
            let unit = reader
                .unit(at)
                .filter(|u| at > i && matches!(u, Unit::Month | Unit::Year | Unit::Week))?;
            (!reader.is_plural(at)).then_some(())?;
            let of = matches!(reader.before(i), "of" | "in")
                || reader.is(i.saturating_sub(1), &["of", "in"]);
            of.then_some((at + 1, Date::full(calendar::shifted(reader.today()?, unit, 0)?)))
        })
        .filter(|(_, d)| d.best.precision > Precision::Day)
}
