//! Times that lie last, this or next to the time of speaking, and weekdays.

use chrono::Datelike;
use graph_schema::Precision;

use super::calendar::{self, Length, Stretch};
use super::grammar::{Date, Read, Reader, Shape, spanning};
use super::lexicon::{Lex, Unit};
use super::meaning::total;

/// A word that tells on which side of now a time lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    /// -1, 0 or 1.
    pub(super) shift: i64,
    /// "past", "coming", "upcoming": the nearest, whatever the calendar.
    pub(super) nearest: bool,
    /// "past" of units: up to now.
    pub(super) past: bool,
}

impl Reader<'_> {
    /// "today", "yesterday", "the day after tomorrow", "the other day".
    pub(super) fn day_word(&self, i: usize) -> Read<Date> {
        let today = self.today()?;
        let day = |n: i64| calendar::day(calendar::plus_days(today, n)?).map(Date::full);
        if let Some(end) =
            self.any(i, &["the day after tomorrow", "day after tomorrow", "the day after the next"])
        {
            return Some((end, day(2)?));
        }
        if let Some(end) = self.any(i, &["the day before yesterday", "day before yesterday"]) {
            return Some((end, day(-2)?));
        }
        if let Some(end) = self.any(i, &["the other day"]) {
            let from = calendar::plus_days(today, -10)?;
            let mut date = Date::full(Stretch::days(from, today, Precision::Day)?);
            date.vague = true;
            return Some((end, date));
        }
        if let Some(end) = self.any(i, &["current date", "the current date", "otd"]) {
            return Some((end, day(0)?));
        }
        // "the next day" is told from a day that was spoken of.
        if self.conventions.definite
            && let Some((end, n)) = self
                .any(i, &["the next day", "next day", "the following day"])
                .map(|e| (e, 1))
                .or_else(|| {
                    self.any(i, &["the last day", "last day", "the day before"]).map(|e| (e, -1))
                })
                .or_else(|| self.any(i, &["this day", "my day"]).map(|e| (e, 0)))
            && !(n == -1 && self.w(end - 1) == "before" && self.may_be_date(end))
        {
            return Some((end, day(n)?));
        }
        match self.w(i) {
            "today" => Some((i + 1, day(0)?)),
            "yesterday" => Some((i + 1, day(-1)?)),
            "tomorrow" | "tmrw" | "tmr" | "tomorow" => Some((i + 1, day(1)?)),
            _ => None,
        }
    }

    fn may_be_date(&self, i: usize) -> bool {
        !self.ends(i) && self.date(i).is_some()
    }

    /// "last", "this past", "next", "the coming", and where it ends.
    pub(super) fn side(&self, i: usize) -> Read<Side> {
        let start = self.skip(i, &["the", "my", "our", "your", "his", "her", "their"]);
        let this = self.skip(start, &["this", "these"]);
        let make = |shift, nearest, past| Side { shift, nearest, past };
        let found = match self.w(this) {
            "past" => Some(make(-1, true, true)),
            "last" | "previous" | "prior" => {
                Some(make(-1, this > start && self.w(this) == "last", false))
            }
            "coming" | "upcoming" => Some(make(1, true, false)),
            "next" | "following" => Some(make(1, false, false)),
            _ => None,
        };
        if let Some(side) = found {
            return Some((this + 1, side));
        }
        match self.w(start) {
            "this" | "current" | "present" => {
                Some((self.skip(start + 1, &["same"]), make(0, false, false)))
            }
            "same" | "that" if self.conventions.definite => {
                Some((start + 1, make(0, false, false)))
            }
            _ => None,
        }
    }

    /// "last week", "the past few months", "next Friday", "this summer", "3 next days", "the
    /// Friday after next", "week after next", "last week Friday".
    pub(super) fn relative(&self, i: usize) -> Read<Date> {
        if let Some(read) = self.after_next(i) {
            return Some(read);
        }
        if let Some(read) = self.counted_side(i) {
            return Some(read);
        }
        let (at, side) = self.side(i)?;
        let at = self.skip(at, &["'", "school"]);
        let read = self.sided(at, side, i)?;
        // "last week on Friday", "next week Tuesday", "next year's third quarter".
        let (end, date) = read;
        if self.w(end) == "'" || self.w(end) == "’" {
            let s = self.skip(end + 1, &["s"]);
            if let Some(read) = self.part_of_year(s, &date) {
                return Some(read);
            }
        }
        if date.best.precision == Precision::Week
            && side.shift.abs() <= 1
            && !self.is(at, &["weekend"])
        {
            let on = self.skip(self.skip(end, &[","]), &["on"]);
            if let Lex::Weekday(number) = self.lex(on)
                && (on > end || !self.ends(end))
                && self.weekday_word(on, true)
            {
                let in_week = calendar::weekday_in_week(date.best.first_day(), number, 0)?;
                return Some((on + 1, Date::full(in_week)));
            }
        }
        // 去年夏天, 上个月15号: the whole stands before its part.
        if self.chinese(end) && self.joined(end) {
            if date.best.precision == Precision::Year
                && let Some((after, holiday)) = self.holiday_at(end)
            {
                return Some((after, Date::full(holiday.in_year(date.best.from.year())?)));
            }
            let part = match (self.lex(end), date.best.precision) {
                (Lex::Season(n), Precision::Year) => {
                    date.map(|y| calendar::season(y.from.year(), n))
                }
                (Lex::Month(n), Precision::Year) => {
                    date.map(|y| calendar::month_of(y.from.year(), n))
                }
                (Lex::Ordinal(n), Precision::Month) => {
                    date.map(|m| calendar::day(m.first_day().with_day(n)?))
                }
                _ => None,
            };
            if let Some(part) = part {
                let day = if let Lex::Ordinal(n) = self.lex(end + 1) { Some(n) } else { None };
                if let Some(n) =
                    day.filter(|_| part.best.precision == Precision::Month && self.joined(end + 1))
                {
                    return Some((
                        end + 2,
                        Date::full(calendar::day(part.best.first_day().with_day(n)?)?),
                    ));
                }
                return Some((end + 1, Date { others: Vec::new(), ..part }));
            }
        }
        Some((end, date))
    }

    fn part_of_year(&self, i: usize, year: &Date) -> Read<Date> {
        let (next, number) = self.ordinal(i)?;
        let unit = self.skip(next, &["-"]);
        if self.w(unit) != "quarter" || !(1..=4).contains(&number) {
            return None;
        }
        Some((unit + 1, year.map(|y| calendar::quarter(y.from.year(), number))?))
    }

    /// What follows a side.
    fn sided(&self, at: usize, side: Side, start: usize) -> Read<Date> {
        let today = self.today()?;
        let shift = side.shift;
        // "this working week", "this calendar year".
        if let Some(end) = self.any(at, &["working week", "work week", "business week"]) {
            let week = calendar::week(today, shift)?;
            let until = calendar::plus_days(week.first_day(), 5)?;
            return Some((
                end,
                Date::full(Stretch::days(week.first_day(), until, Precision::Week)?),
            ));
        }
        let at = self.skip(at, &["calendar", "whole", "entire", "full"]);
        if let Some(unit) = self.unit(at) {
            if self.is_plural(at) {
                return self.plural_side(at, unit, side);
            }
            return self.unit_side(at, unit, side, start);
        }
        match self.lex(at) {
            Lex::Weekday(number) => {
                if !self.weekday_word(at, true) {
                    return None;
                }
                let date = self.sided_weekday(number, side)?;
                // "next friday 5/12", "this friday (jun-15)", "this friday, June 22nd".
                let more = self.skip(self.skip(at + 1, &[","]), &["(", "the"]);
                if let Some((end, told)) =
                    longest3(self.numeric(more), self.month_first(more), self.day_first(more))
                    && told.best.is_day()
                {
                    let near = |s: &Stretch| (s.from - date.best.from).num_days().abs();
                    let own = told.all().min_by_key(near).unwrap_or(told.best);
                    let end = if self.w(more.saturating_sub(1)) == "(" {
                        self.skip(end, &[")"])
                    } else {
                        end
                    };
                    return Some((end, Date::full(own)));
                }
                Some((at + 1, date))
            }
            Lex::Month(number) => {
                if !self.sure_month(at) || self.w(at) == "may" && !self.capital(at) {
                    return None;
                }
                let own = i64::from(today.month());
                let years = match (shift, i64::from(number) - own) {
                    (-1, ahead) if ahead >= 0 => -1,
                    (1, ahead) if ahead <= 0 => 1,
                    _ => 0,
                };
                let years = if self.conventions.weekday_of_week {
                    i32::try_from(shift).ok()?
                } else {
                    years
                };
                let month = calendar::month_of(today.year() + years, number)?;
                let other =
                    (shift == 1).then(|| calendar::month_of(today.year() + 1, number)).flatten();
                Some((at + 1, Date::full(month).with(other)))
            }
            Lex::Season(number) => {
                let (date, other) = self.sided_season(number, shift)?;
                Some((at + 1, Date::full(date).with(other)))
            }
            Lex::Number { .. } if shift >= 0 => {
                let (end, told) = self.numeric(at)?;
                let Shape::MonthDay(month, day) = told.shape else { return None };
                let year = today.year() + i32::try_from(shift).ok()?;
                let date = calendar::day(chrono::NaiveDate::from_ymd_opt(year, month, day)?)?;
                Some((end, Date::full(date)))
            }
            _ => {
                let (end, holiday) = self.holiday_at(at)?;
                let date = match shift {
                    0 => holiday.in_year(today.year())?,
                    _ => holiday.beside(today, shift)?,
                };
                let other = (shift == 1).then(|| holiday.in_year(today.year() + 1)).flatten();
                Some((end, Date::full(date).with(other)))
            }
        }
    }

    fn sided_weekday(&self, number: u32, side: Side) -> Option<Date> {
        let today = self.today()?;
        let beside = |n| calendar::weekday_beside(today, number, n);
        let in_week = |n| calendar::weekday_in_week(today, number, n);
        let own = in_week(0)?;
        Some(match side {
            Side { shift: 0, .. } => {
                // "this Friday" said after it may be the coming one, or the past.
                Date::full(own).with(beside(1))
            }
            Side { shift, nearest: true, .. } => Date::full(beside(shift)?),
            Side { shift, .. } if self.conventions.weekday_of_week => {
                Date::full(in_week(shift)?).with(beside(shift))
            }
            Side { shift, .. } => Date::full(beside(shift)?).with(in_week(shift)),
        })
    }

    fn sided_season(&self, number: u32, shift: i64) -> Option<(Stretch, Option<Stretch>)> {
        let day = calendar::midnight(self.today()?);
        let mut seasons =
            (day.year() - 2..=day.year() + 2).filter_map(|y| calendar::season(y, number));
        Some(match shift {
            -1 => {
                let last = seasons.rfind(|s| s.until <= day)?;
                (last, None)
            }
            0 => {
                let own = seasons
                    .find(|s| day < s.until && (s.from <= day || s.from.year() == day.year()))
                    .or_else(|| calendar::season(day.year(), number))?;
                (own, None)
            }
            _ => (seasons.find(|s| s.from > day)?, calendar::season(day.year() + 1, number)),
        })
    }

    /// "last week", "the past year", "this month".
    fn unit_side(&self, at: usize, unit: Unit, side: Side, start: usize) -> Read<Date> {
        let today = self.today()?;
        let end = at + 1;
        let led_by_the = self.w(start) == "the";
        if unit.of_clock() {
            if side.shift == 0 {
                return None;
            }
            // "at the last minute" and "last second" are no times.
            if led_by_the && side.shift < 0 && !side.past
                || self.w(at + 1) == "-"
                || self.is(self.prev(start), &["at", "in", "to", "until", "till"])
                    && side.shift < 0
                    && !side.past
            {
                return None;
            }
            let now = self.now()?;
            let other = Length::of(unit, 1.0)?.from(now, side.shift)?;
            let precision = calendar::precision_of(unit);
            return Some((end, Date::full(spanning(now, other, precision)?)));
        }
        match (unit, side.shift) {
            (Unit::Day, 0) if self.w(at) == "day" => {
                return (self.conventions.definite && self.w(start) == "this"
                    || self.w(start) == "current")
                    .then(|| calendar::day(today).map(|d| (end, Date::full(d))))?;
            }
            (Unit::Day | Unit::Night, -1) if side.past => {
                return Some((end, Date::full(calendar::day(calendar::plus_days(today, -1)?)?)));
            }
            (Unit::Night, shift) if shift != 0 && !led_by_the => {
                return Some((end, Date::full(calendar::day(calendar::plus_days(today, shift)?)?)));
            }
            (Unit::Day | Unit::Night, _) => return None,
            _ => {}
        }
        if side.past && unit != Unit::Weekend {
            // "the past week" is up to now.
            let from = Length::of(unit, 1.0)?.from(calendar::midnight(today), -1)?;
            let until = self.up_to_now(today)?;
            let back = Stretch::new(from, until, calendar::precision_of(unit))?;
            return Some((end, Date::full(back).with(calendar::shifted(today, unit, -1))));
        }
        if led_by_the && side.shift < 0 && self.w(at - 1) == "last" && self.w(end) == "of" {
            return None;
        }
        let date = if unit == Unit::Weekend && !side.past && side.nearest && side.shift > 0 {
            Date::full(calendar::weekend(today, 0)?)
        } else if unit == Unit::Weekend {
            // On a weekend "last weekend" is the one before it; "this past weekend" the nearest.
            let own = calendar::weekend(today, 0)?;
            let over = side.past && own.until <= calendar::midnight(today);
            let shift = if over { 0 } else { side.shift };
            Date::full(calendar::weekend(today, shift)?)
        } else {
            Date::full(calendar::shifted(today, unit, side.shift)?)
        };
        // The units just before or after the day of speaking are another reading.
        let length = Length::of(unit, 1.0)?;
        let beside = match side.shift {
            -1 => Stretch::new(
                length.from(calendar::midnight(today), -1)?,
                calendar::midnight(today),
                calendar::precision_of(unit),
            ),
            1 => {
                let next = calendar::midnight(calendar::plus_days(today, 1)?);
                Stretch::new(next, length.from(next, 1)?, calendar::precision_of(unit))
            }
            _ => None,
        };
        let beside = if matches!(unit, Unit::Weekend) { None } else { beside };
        Some((end, date.with(beside)))
    }

    fn prev(&self, i: usize) -> usize {
        i.checked_sub(1).unwrap_or(usize::MAX)
    }

    fn up_to_now(&self, today: chrono::NaiveDate) -> Option<chrono::NaiveDateTime> {
        let until =
            if self.conventions.exact_counts { today } else { calendar::plus_days(today, 1)? };
        Some(calendar::midnight(until))
    }

    /// "the coming weeks", "the last years": some, not counted.
    fn plural_side(&self, at: usize, unit: Unit, side: Side) -> Read<Date> {
        if side.shift == 0 || unit.of_clock() || matches!(unit, Unit::Night) {
            return None;
        }
        let (_, date) = self.reach(at + 1, side, &[(unit, 2.0, 4.0)])?;
        Some((at + 1, Date { vague: true, ..date }))
    }

    /// "the last 3 months", "next few weeks", "3 next days", "the upcoming 5 years 1 month".
    fn counted_side(&self, i: usize) -> Read<Date> {
        let side_first = self.side(i).filter(|(_, s)| s.shift != 0).and_then(|(at, side)| {
            let verb = matches!(
                self.before(i),
                "will"
                    | "ll"
                    | "would"
                    | "can"
                    | "could"
                    | "should"
                    | "may"
                    | "might"
                    | "did"
                    | "does"
                    | "only"
            );
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
                Lex::Relative(shift) if shift != 0 => {
                    (at + 1, Side { shift, nearest: true, past: self.w(at) == "past" })
                }
                _ => return None,
            };
            let unit = self.unit(at)?;
            let one = (count.most - 1.0).abs() < f64::EPSILON;
            (one || self.is_plural(at))
                .then(|| (at + 1, side, vec![(unit, count.least, count.most)]))
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
    pub(super) fn reach(&self, end: usize, side: Side, counts: &[(Unit, f64, f64)]) -> Read<Date> {
        let today = self.today()?;
        let (unit, least, most) = *counts.last()?;
        let vague = least < most;
        let counts: Vec<_> = if vague && self.conventions.exact_counts {
            vec![(unit, if most > 2.5 { 3.0 } else { 2.0 }, if most > 2.5 { 3.0 } else { 2.0 })]
        } else {
            counts.to_vec()
        };
        let length = total(&counts, true)?;
        let precision = calendar::precision_of(unit);
        let vague = vague && !self.conventions.exact_counts;
        let clocked = counts.iter().any(|c| c.0.of_clock());
        // Quarters and decades are those of the calendar.
        if matches!(unit, Unit::Quarter | Unit::Decade | Unit::Century) && counts.len() == 1 {
            let n = counts.first()?.1.round() as i64;
            let (a, b) = if side.shift < 0 { (-n, -1) } else { (1, n) };
            let (a, b) = (calendar::shifted(today, unit, a)?, calendar::shifted(today, unit, b)?);
            return Some((end, Date::full(Stretch::new(a.from, b.until, precision)?)));
        }
        let stretch = if clocked {
            let now = self.now()?;
            spanning(now, length.from(now, side.shift)?, precision)?
        } else if let [(Unit::BusinessDay, n, _)] = counts.as_slice() {
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

    /// "the week after next", "the Friday before last", "the weekend after the next".
    fn after_next(&self, i: usize) -> Read<Date> {
        let today = self.today()?;
        let at = self.skip(i, &["the"]);
        let shift = match (self.w(at + 1), self.w(self.skip(at + 2, &["the"]))) {
            ("after", "next") => 2,
            ("before", "last") => -2,
            _ => return None,
        };
        let end = self.skip(at + 2, &["the"]) + 1;
        if self.unit(end).is_some()
            || matches!(self.lex(end), Lex::Weekday(_) | Lex::Month(_) | Lex::Season(_))
        {
            return None;
        }
        if let Some(unit) = self.unit(at).filter(|u| !u.of_clock()) {
            return Some((end, Date::full(calendar::shifted(today, unit, shift)?)));
        }
        let Lex::Weekday(number) = self.lex(at) else { return None };
        let first = calendar::weekday_beside(today, number, shift.signum())?;
        let date = calendar::day(calendar::plus_days(first.first_day(), 7 * shift.signum())?)?;
        Some((end, Date::full(date)))
    }

    /// Whether a word that may be a weekday is one; `led` where the words before say so.
    pub(super) fn weekday_word(&self, i: usize, led: bool) -> bool {
        let word = self.w(i);
        match word {
            "" => true,
            "sat" | "sun" | "wed" | "mon" => {
                let tag = self.tag(i).is_none_or(|t| t.starts_with('N'));
                let day = matches!(
                    self.lex(i + 1),
                    Lex::Number { .. } | Lex::Ordinal(_) | Lex::Month(_) | Lex::Part(_)
                ) || self.is(i + 1, &["the", ",", "at", "from"]) && self.capital(i);
                tag && (led && (self.capital(i) || word != "sun" && word != "sat")
                    || day && self.capital(i))
            }
            "tue" | "fri" | "thu" => led || self.capital(i),
            _ => true,
        }
    }

    /// "Friday", "Friday the 13th", "Monday, May 8", "Friday 7/6", "Tuesday next week".
    pub(super) fn weekday(&self, i: usize) -> Read<Date> {
        let Lex::Weekday(number) = self.lex(i) else { return None };
        let led = matches!(
            self.before(i),
            "on" | "this"
                | "last"
                | "next"
                | "by"
                | "until"
                | "till"
                | "since"
                | "from"
                | "to"
                | "every"
                | "each"
                | "and"
                | "or"
                | "the"
                | ","
                | "before"
                | "after"
                | "through"
                | "-"
        );
        if !self.weekday_word(i, led) {
            return None;
        }
        let next = if self.w(i + 1) == "." && self.w(i).len() <= 5 && self.lex(i + 2) != Lex::Other
        {
            i + 2
        } else {
            i + 1
        };
        let after = self.skip(self.skip(next, &[","]), &["(", "the", "on"]);
        let after = self.skip(after, &["the"]);
        // With its date.
        let told = longest4(
            self.month_first(after),
            self.day_first(after),
            self.numeric(after),
            self.year_first(after),
        )
        .filter(|(_, d)| d.best.is_day());
        if let Some((end, date)) = told {
            let end =
                if self.w(after.saturating_sub(1)) == "(" { self.skip(end, &[")"]) } else { end };
            return Some((end, date));
        }
        // "Friday the 13th", "Monday 21".
        let the = self.w(after.saturating_sub(1)) == "the" && after > next;
        if let Some((end, day)) = self.day_number(after)
            && (the || !matches!(self.lex(after), Lex::Cardinal(_)))
            && after <= next + 2
            && self.w(after.saturating_sub(1)) != ","
            && self.w(after.saturating_sub(1)) != "on"
            && !self.is(
                end,
                &[":", "am", "pm", "a", "p", "-", "to", "oclock", "o'clock", "–", "~", ".", "h"],
            ) | (self.w(end) == "." && !self.joined(end + 1))
            && self.unit(end).is_none()
            && (the || matches!(self.lex(after), Lex::Ordinal(_)) || day > 12)
            && let Some(date) = self.weekday_of_month(i, number, day, the)
        {
            return Some((end, date));
        }
        // "Tuesday next week", "Tuesday of last week", "Friday this week".
        let of = self.skip(self.skip(next, &[","]), &["of", "in"]);
        if let Some((at, side)) = self.side(of)
            && self.unit(at) == Some(Unit::Week)
            && !self.is_plural(at)
        {
            let date = calendar::weekday_in_week(self.today()?, number, side.shift)?;
            return Some((at + 1, Date::full(date)));
        }
        // "a week from Friday" is read elsewhere; "Friday week" is the one after the next.
        let today = self.today()?;
        let own = calendar::weekday_in_week(today, number, 0)?;
        let own = (own.first_day() == today).then_some(own);
        let past = calendar::weekday_beside(today, number, -1);
        let coming = calendar::weekday_beside(today, number, 1);
        let date = if self.tense(i) > 0 {
            Date::full(coming?).with(past)
        } else {
            Date::full(past?).with(coming)
        };
        Some((next.min(i + 1).max(i + 1), date.with(own).shaped(Shape::Weekday(number))))
    }

    /// The day of a month that falls on a weekday: of this month, else the nearest month.
    fn weekday_of_month(&self, i: usize, weekday: u32, day: u32, the: bool) -> Option<Date> {
        let today = self.today()?;
        let of = |n: i64| {
            let month = calendar::month(today, n)?;
            let date = month.first_day().with_day(day)?;
            (date.weekday().num_days_from_monday() == weekday).then(|| calendar::day(date))?
        };
        if the && let Some(own) = of(0) {
            return Some(Date::full(own));
        }
        let now = calendar::midnight(today);
        let past = (0..60).find_map(|n| of(-n).filter(|s| s.from < now));
        let coming = (0..60).find_map(|n| of(n).filter(|s| s.from >= now));
        self.either(i, past, coming, None)
    }

    /// "the 18th", "the twenty second", "on 15": a day of this month or a month beside it.
    pub(super) fn day_of_month(&self, i: usize) -> Read<Date> {
        let today = self.today()?;
        let start = self.skip(i, &["the"]);
        let (next, day) = self.day_number(start)?;
        let ordinal = self.ordinal(start).is_some();
        // "In the 4th" is a part of a game.
        if matches!(self.before(i), "the" | "in") {
            return None;
        }
        let second = self.is_second_day(i);
        let led = second
            || matches!(
                self.before(i),
                "on" | "by"
                    | "until"
                    | "till"
                    | "since"
                    | "before"
                    | "after"
                    | "for"
                    | "of"
                    | "from"
                    | "to"
                    | "through"
            );
        let bare = self.before(i) == "on" && matches!(self.lex(start), Lex::Number { .. });
        let the = start > i;
        let nominal = self.ends(next)
            || led && super::dates::FUNCTION_WORDS.contains(&self.w(next))
            || self.is(
                next,
                &[
                    ",", "of", "at", "from", "to", "and", "or", "-", "for", "between", "around",
                    ")", "i", "we", "in", "through", "till", "until", "with", "but", "so",
                ],
            );
        let digits = matches!(self.lex(start), Lex::Ordinal(_))
            && self.w(start).starts_with(|c: char| c.is_ascii_digit());
        let fits = if ordinal {
            nominal
                && (led && (the || digits)
                    || the
                        && digits
                        && (day > 3 || self.before(i) == "between")
                        && !self.is(next, &["of", "in", "with"])
                    || self.conventions.definite && (the && day > 1 || digits))
        } else {
            nominal
                && (bare && self.is_clause_end(next)
                    || the
                        && led
                        && matches!(self.lex(start), Lex::Number { .. })
                        && self.is(self.prev(i).min(i), &["on", "for"]))
        };
        if !fits || self.unit(next).is_some() || self.w(next) == "%" {
            return None;
        }
        // A request to a calendar gives such a day with its month, or does not mean one.
        let near = second || matches!(self.before(i), "around" | "about" | "between");
        if self.conventions.definite && near {
            return None;
        }
        let of = |n: i64| calendar::day(calendar::month(today, n)?.first_day().with_day(day)?);
        let now = calendar::midnight(today);
        let past = (0..4).find_map(|n| of(-n).filter(|s| s.from < now));
        let coming = (0..4).find_map(|n| of(n).filter(|s| s.from >= now));
        let own = coming.filter(|c| c.from == now);
        Some((next, self.either(i, past, coming, own)?.shaped(Shape::Day(day))))
    }

    /// Whether a day of the month is the second of two: "between the 21st and 23rd".
    fn is_second_day(&self, i: usize) -> bool {
        let back =
            |words: usize, word: &str| i.checked_sub(words).is_some_and(|p| self.w(p) == word);
        back(1, "and") && (back(3, "between") || back(4, "between") && back(3, "the"))
    }

    fn is_clause_end(&self, i: usize) -> bool {
        self.ends(i) || self.is(i, &[",", "at", "and", "but"])
    }
}

fn longest3<T>(a: Read<T>, b: Read<T>, c: Read<T>) -> Read<T> {
    super::dates::longest([a, b, c])
}

fn longest4<T>(a: Read<T>, b: Read<T>, c: Read<T>, d: Read<T>) -> Read<T> {
    super::dates::longest([a, b, c, d])
}
