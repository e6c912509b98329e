//! A date, a part of the day and a clock that stand beside one another, in any order, as one time.
//! Reads no part itself.

use chrono::{NaiveDate, NaiveDateTime};
use graph_schema::Precision;

use crate::time::Kind;
use crate::time::calendar;
use crate::time::grammar::clocks::{Clock, Told};
use crate::time::grammar::{Date, Read, Reader, Shape};
use crate::time::lexicon::{Lex, Part, Unit};
use crate::time::meaning::{Meaning, When, at};

#[derive(Default)]
struct Parts {
    date: Option<Date>,
    told: Option<Told>,
    clock: Option<Clock>,
}

impl Parts {
    /// Whether a time of day may join: there is no date, or it is a day.
    fn may_have_clock(&self) -> bool {
        self.date.as_ref().is_none_or(|d| d.best.is_day())
    }
}

impl Reader<'_> {
    /// "tomorrow at 8am", "Friday afternoon", "3 in the afternoon on 5 May", "tonight".
    pub(super) fn composed(&self, i: usize) -> Read<Meaning> {
        let mut parts = Parts::default();
        let rough = self.is(i, &["around", "about", "circa", "approximately"]);
        let i = if rough { i + 1 } else { i };
        let mut end = i;
        let mut at = i;
        while let Some(next) = self.component(at, &mut parts, at == i) {
            end = next;
            if self.conventions.holidays_apart && parts.date.is_some() && self.is_holiday(at) {
                break;
            }
            if parts.date.is_some()
                && (parts.clock.is_some_and(|c| !c.point || c.sure) && parts.told.is_some())
            {
                break;
            }
            at = self.connector(next, &parts);
        }
        if end == i {
            return None;
        }
        if rough && parts.clock.is_none_or(|c| !c.point) {
            return None;
        }
        self.composition(parts).map(|meaning| (end, meaning))
    }

    /// Past what may stand between components.
    fn connector(&self, i: usize, parts: &Parts) -> usize {
        if let Some(next) =
            self.any(i, &[", at", ", on", ", around", ", in", ", from", ", between"])
        {
            return next - usize::from(self.is(next - 1, &["in", "from", "between"]));
        }
        match self.w(i) {
            "," | "(" | ")" | "at" | "on" | "of" | "around" | "about" | "by" | "sometime" | "@" => {
                i + 1
            }
            "-" if parts.date.is_some() && self.w(i + 2) == ":" => i + 1,
            "t" if self.joined(i) && self.joined(i + 1) => i + 1,
            "for"
                if parts.told.is_none()
                    && parts.clock.is_none()
                    && parts.date.is_some()
                    && matches!(self.lex(i + 1), Lex::Number { .. }) =>
            {
                i + 1
            }
            _ => i,
        }
    }

    /// Takes up the next part, if one stands there that may join the others; where it ends.
    fn component(&self, i: usize, parts: &mut Parts, first: bool) -> Option<usize> {
        if i >= self.tokens.len() {
            return None;
        }
        self.part_of_date(i, parts, first)
            .or_else(|| self.clock_component(i, parts, first))
            .or_else(|| self.day_and_part_component(i, parts))
            .or_else(|| self.part_component(i, parts, first))
            .or_else(|| self.date_component(i, parts, first))
            .or_else(|| self.half_component(i, parts, first))
            .or_else(|| self.year_component(i, parts))
            .or_else(|| self.week_component(i, parts))
    }

    fn clock_component(&self, i: usize, parts: &mut Parts, first: bool) -> Option<usize> {
        if parts.clock.is_some() || !parts.may_have_clock() {
            return None;
        }
        let led = matches!(self.before(i), "at" | "around" | "@" | "about");
        let beside = !first && (parts.date.is_some() || parts.told.is_some());
        // Never after a comma without "at": "on Friday, 7 people".
        let apart = matches!(self.before(i), "," | "of" | "by");
        let bare = led && (first || beside) || beside && !apart;
        if let Some((end, clock)) = self.clock_range(i, bare || first)
            && !(first && self.date(i).is_some_and(|(e, _)| e >= end))
        {
            parts.clock = Some(clock);
            return Some(end);
        }
        let (end, clock) = self.clock(i, bare || first && self.then_part(i))?;
        let dated = parts.date.is_none()
            && self.date(i).is_some_and(|(e, d)| e >= end && d.shape != Shape::Now);
        if dated || first && self.longer_count(i, end) {
            return None;
        }
        parts.clock = Some(clock);
        Some(end)
    }

    fn day_and_part_component(&self, i: usize, parts: &mut Parts) -> Option<usize> {
        if parts.date.is_some() || parts.told.is_some() {
            return None;
        }
        let (end, date, told) = self.day_and_part(i)?;
        parts.date = Some(date);
        parts.told = Some(told).filter(|_| !parts.clock.is_some_and(|c| c.sure));
        Some(end)
    }

    /// "the night of May 3".
    fn part_of_date(&self, i: usize, parts: &mut Parts, first: bool) -> Option<usize> {
        let at = self.skip(i, &["the"]);
        let Lex::Part(part) = self.lex(at) else { return None };
        if !first || self.w(at + 1) != "of" || self.w(at).ends_with('s') {
            return None;
        }
        let (end, date) = self.date(at + 2).filter(|(_, date)| date.best.is_day())?;
        parts.date = Some(date);
        parts.told = Some(Told { part, lean: 0 });
        Some(end)
    }

    fn part_component(&self, i: usize, parts: &mut Parts, first: bool) -> Option<usize> {
        let wanted = parts.clock.is_none_or(|c| !c.sure) || parts.date.is_some();
        if parts.told.is_some() || !parts.may_have_clock() || !wanted {
            return None;
        }
        let (end, told) = self.part(i)?;
        let stands = if first { self.part_stands(i, end) } else { self.joins_part(i) };
        parts.told = Some(told).filter(|_| stands);
        stands.then_some(end)
    }

    fn date_component(&self, i: usize, parts: &mut Parts, first: bool) -> Option<usize> {
        if parts.date.is_some() {
            return None;
        }
        let (end, date) = self.date(i)?;
        let day_of_month = matches!(date.shape, Shape::Day(_));
        let apart = self.conventions.holidays_apart && self.is_holiday(i);
        let joins = date.best.is_day() && !(day_of_month && self.before(i) != "on") && !apart;
        (first || joins).then(|| {
            parts.date = Some(date);
            end
        })
    }

    /// "Feb 5 AM", "Tuesday PM".
    fn half_component(&self, i: usize, parts: &mut Parts, first: bool) -> Option<usize> {
        let day_alone = parts.date.is_some() && parts.clock.is_none() && parts.told.is_none();
        if first || !day_alone || !parts.may_have_clock() {
            return None;
        }
        let part = match self.w(i) {
            "am" => Part::Morning,
            "pm" => Part::Afternoon,
            _ => return None,
        };
        parts.told = Some(Told { part, lean: 0 });
        Some(i + 1)
    }

    /// "Wed Oct 26 15:50:06 2016".
    fn year_component(&self, i: usize, parts: &mut Parts) -> Option<usize> {
        let Shape::MonthDay(month, day) = parts.date.as_ref()?.shape else { return None };
        parts.clock?;
        let (end, year) = self.year(i).filter(|(_, year)| (1900..2100).contains(year))?;
        let date = NaiveDate::from_ymd_opt(year, month, day)?;
        parts.date = Some(Date::full(calendar::day(date)?));
        Some(end)
    }

    /// "Wednesday evening next week".
    fn week_component(&self, i: usize, parts: &mut Parts) -> Option<usize> {
        let Shape::Weekday(number) = parts.date.as_ref()?.shape else { return None };
        if parts.told.is_none() && parts.clock.is_none() {
            return None;
        }
        let of = if self.before(i) == "of" { i } else { self.skip(i, &["of"]) };
        let (end, week) = self.relative(of)?;
        if week.best.precision != Precision::Week || self.unit(end - 1) != Some(Unit::Week) {
            return None;
        }
        let day = calendar::weekday_in_week(week.best.first_day(), number, 0)?;
        parts.date = Some(Date::full(day));
        Some(end)
    }

    /// Whether a bare number is made a clock by what follows: "7, this morning", "3 in the ...".
    fn then_part(&self, i: usize) -> bool {
        let at = self.below_hundred(i).map_or(i + 1, |r| r.0);
        let at = self.skip(at, &[","]);
        matches!(self.lex(at), Lex::Part(Part::Night | Part::Lunch))
            && !self.is(at, &["night", "nights"])
            || self.day_and_part(at).is_some()
            || self.is(at, &["in"])
                && self.part(at).is_some_and(|(e, _)| e == at + 3)
                && self.before(i) != "of"
    }

    /// Whether "5 minutes ago" or the like begins where a clock would.
    fn longer_count(&self, i: usize, end: usize) -> bool {
        self.counts(i).is_some_and(|(next, _)| next > end)
    }

    fn is_holiday(&self, i: usize) -> bool {
        matches!(self.lex(i), Lex::Other) && self.holiday_at(i).is_some()
    }

    fn composition(&self, parts: Parts) -> Option<Meaning> {
        let Parts { date, told, clock } = parts;
        let clock = match (clock, told) {
            (Some(clock), Some(told)) if self.conventions.definite => Some(clock.within(told.part)),
            (Some(clock), Some(told)) => Some(clock.within(told.part).of_night(told.part)),
            (clock, _) => clock,
        };
        let Some(date) = date else {
            let clock = clock.or_else(|| told.map(|t| self.part_clock(t)))?;
            return self.time_of_day(clock);
        };
        let Some(clock) = clock.or_else(|| told.map(|t| self.part_clock(t))) else {
            return Some(Meaning::date(&date));
        };
        let clocks = self.halves(clock);
        let mut whens = Vec::new();
        for clock in clocks {
            for day in date.all() {
                whens.extend(when_on(day.from, clock));
            }
        }
        let kind = if clock.point { Kind::DateTime } else { Kind::DateTimeRange };
        (!whens.is_empty()).then(|| Meaning::whens(kind, whens))
    }

    /// A clock in both halves of the day, if it may be in either. In talk the hours up to five are
    /// sooner those of the afternoon.
    fn halves(&self, clock: Clock) -> impl Iterator<Item = Clock> + use<> {
        let other = clock.other_half();
        let small = (3600..6 * 3600).contains(&clock.from);
        let (first, second) = match other {
            Some(other) if small && !self.conventions.definite => (other, Some(clock)),
            other => (clock, other),
        };
        std::iter::once(first).chain(second)
    }

    /// A time without its day: of the day of speaking.
    pub(super) fn time_of_day(&self, clock: Clock) -> Option<Meaning> {
        let midnight =
            calendar::midnight(self.today().or_else(|| NaiveDate::from_ymd_opt(1970, 1, 1))?);
        let clocks = self.halves(clock);
        let whens: Vec<When> = clocks.filter_map(|c| when_on(midnight, c)).collect();
        let kind = if clock.point { Kind::Time } else { Kind::TimeRange };
        (!whens.is_empty()).then(|| Meaning::whens(kind, whens))
    }
}

pub(super) fn when_on(midnight: NaiveDateTime, clock: Clock) -> Option<When> {
    let from = at(midnight, clock.from)?;
    let until = at(midnight, clock.until)?;
    (from < until).then_some(When {
        from: Some(from),
        until: Some(until),
        precision: clock.precision,
        named: None,
    })
}
