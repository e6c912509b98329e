//! What recurs: "every Tuesday", "twice a month", "on Mondays at 9", "weekly". Kept as a recurrence in
//! the letters of TIMEX3, never unrolled to dates.

use crate::time::grammar::clocks::Clock;
use crate::time::grammar::{Read, Reader, Shape};
use crate::time::lexicon::{Lex, Part, Set, Unit};
use crate::time::meaning::{Meaning, iso};

impl Reader<'_> {
    /// A recurrence, with its time of day before or behind it.
    pub(super) fn recurring(&self, i: usize) -> Read<Meaning> {
        // "3pm every day", "9am on Sundays".
        if let Some((at, clock)) = self.clock(i, self.before(i) == "at") {
            let at = self.skip(at, &["on", ","]);
            let (end, what) = self.recurrence(at)?;
            // "6 every morning" is of a half of the day.
            let (day, clock) = match what.split_once('T') {
                Some((day, part)) => (day, clock.within(part_of(part)?)),
                None => (what.as_str(), clock),
            };
            return Some((end, Meaning::set(timed(day, &iso_clock(clock)))));
        }
        let (end, what) = self.recurrence(i)?;
        let (end, what) = self.part_of_each(end, &what).unwrap_or((end, what));
        // "every Monday at 4pm", "every night at 9".
        let part = what.split_once('T').map(|(_, p)| p.to_owned());
        let told = part.as_deref().and_then(part_of);
        let at = self.skip(end, &["at", ","]);
        let bare = self.w(end) == "at";
        if (part.is_none() || told.is_some())
            && let Some((end, clock)) = self.clock(at, bare)
        {
            let clock = told.map_or(clock, |p| clock.within(p));
            let day = what.split_once('T').map_or(what.as_str(), |(d, _)| d);
            return Some((end, Meaning::set(timed(day, &iso_clock(clock)))));
        }
        // "Mornings" want their time.
        if self.needs_time(i, end) {
            return None;
        }
        Some((end, Meaning::set(what)))
    }

    /// "every day in the morning", "every year on 1 May", "annually in June", 每天早上, 每年三月.
    fn part_of_each(&self, i: usize, what: &str) -> Read<String> {
        match what {
            "P1D" => {
                let at = self.any(i, &["in the", "at"]).unwrap_or(i);
                let Lex::Part(part) = self.lex(at) else { return None };
                (at > i || self.chinese(i)).then(|| (at + 1, format!("T{}", code(part))))
            }
            "P1Y" => {
                let at = self.skip(i, &["on", "in"]);
                if at == i && !self.chinese(i) {
                    return None;
                }
                let (end, date) = self.date(at)?;
                match date.shape {
                    Shape::MonthDay(month, day) => Some((end, format!("XXXX-{month:02}-{day:02}"))),
                    Shape::Month(month) => Some((end, format!("XXXX-{month:02}"))),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn needs_time(&self, i: usize, end: usize) -> bool {
        let part = matches!(self.lex(i), Lex::Part(_)) && end == i + 1;
        part && !(self.w(i) == "nights" && (self.conventions.definite || self.before(i) == "most"))
    }

    fn recurrence(&self, i: usize) -> Read<String> {
        if let Some(end) = self.any(i, &["semi - annually", "semi annually", "bi - annually"]) {
            return Some((end, "P0.5Y".to_owned()));
        }
        if let Some(end) = self.any(i, &["bi - monthly"]) {
            return Some((end, "P2M".to_owned()));
        }
        if let Some(end) = self.any(i, &["bi - weekly"]) {
            return Some((end, "P2W".to_owned()));
        }
        match self.lex(i) {
            // "The everyday" is a kind of life.
            Lex::Recurring(_)
                if self.w(i) == "everyday"
                    && !self.conventions.definite
                    && (self.led(i, Set::LeadsNoun) || self.led(i, Set::Owners)) =>
            {
                return None;
            }
            Lex::Recurring(iso) => {
                // "annual" things are not always a recurrence, but they recur.
                return Some((i + 1, iso.to_owned()));
            }
            Lex::Weekdays(number) => return self.weekdays(i, number),
            Lex::Weekday(number) => {
                // "Friday mornings".
                let Lex::Part(part) = self.lex(i + 1) else { return None };
                return self
                    .w(i + 1)
                    .ends_with('s')
                    .then(|| (i + 2, format!("XXXX-WXX-{}T{}", number + 1, code(part))));
            }
            Lex::Part(part)
                if self.w(i).ends_with('s')
                    && !matches!(self.before(i), "the" | "two" | "three" | "few")
                    && self.count_before(i).is_none() =>
            {
                return Some((i + 1, format!("T{}", code(part))));
            }
            _ => {}
        }
        if let Some(read) = self.weekends_or_weekdays(i) {
            return Some(read);
        }
        if self.w(i) == "on" {
            if let Lex::Weekdays(number) = self.lex(i + 1) {
                return self.weekdays(i + 1, number);
            }
            if let Lex::Part(part) = self.lex(i + 1)
                && self.w(i + 1).ends_with('s')
            {
                return Some((i + 2, format!("T{}", code(part))));
            }
        }
        self.chinese_times(i)
            .or_else(|| self.times_a(i))
            .or_else(|| self.every(i))
            .or_else(|| self.nth_of_every(i))
    }

    /// "weekends", "on weekdays", "on weekday mornings".
    fn weekends_or_weekdays(&self, i: usize) -> Read<String> {
        let at = self.skip(i, &["on", "at", "some", "most"]);
        if self.conventions.definite || at == i && self.among(self.prev(i), Set::LeadsNoun) {
            return None;
        }
        let counted = at == i
            && (self.count_before(i).is_some()
                || matches!(self.lex(self.prev(i)), Lex::Relative(_))
                || self.is(self.prev(i), &["few", "couple", "of", "several", "many", "other"]));
        match self.w(at) {
            "weekends" if !counted => Some((at + 1, "P1WE".to_owned())),
            "weekdays" if !counted => Some((at + 1, "P1BD".to_owned())),
            "weekday" => {
                let Lex::Part(part) = self.lex(at + 1) else { return None };
                let plural = self.w(at + 1).ends_with('s');
                plural.then(|| (at + 2, format!("P1BDT{}", code(part))))
            }
            _ => None,
        }
    }

    /// "the 15th of each month", "the first Sunday of every month".
    fn nth_of_every(&self, i: usize) -> Read<String> {
        // A request tells a first day and how often after it.
        if self.conventions.definite {
            return None;
        }
        let (at, nth) = self.ordinal(self.skip(i, &["the"]))?;
        let weekday = match self.lex(at) {
            Lex::Weekday(number) => Some(number + 1),
            _ => None,
        };
        let at = at + usize::from(weekday.is_some());
        let each = self.any(at, &["of every", "of each", "in every", "in each"])?;
        (self.unit(each) == Some(Unit::Month)).then_some(())?;
        let what = match weekday {
            Some(weekday) => format!("XXXX-XX-WXX-{weekday}-#{nth}"),
            None if nth <= 31 => format!("XXXX-XX-{nth:02}"),
            None => return None,
        };
        Some((each + 1, what))
    }

    /// Past the weekdays that go on a list: "and Thursday". They are kept in the letters of the first.
    fn more_weekdays(&self, i: usize, day: &mut String) -> usize {
        let mut end = i;
        while let at = self.skip(self.skip(end, &[","]), &["and", "or"])
            && at > end
            && let Lex::Weekday(number) | Lex::Weekdays(number) = self.lex(at)
        {
            day.push_str(&format!(",XXXX-WXX-{}", number + 1));
            end = at + 1;
        }
        end
    }

    fn count_before(&self, i: usize) -> Option<u32> {
        let p = i.checked_sub(1)?;
        match self.lex(p) {
            Lex::Number { value, .. } | Lex::Cardinal(value) => Some(value),
            _ => None,
        }
    }

    fn weekdays(&self, i: usize, number: u32) -> Read<String> {
        let day = format!("XXXX-WXX-{}", number + 1);
        match self.lex(i + 1) {
            Lex::Part(part) => Some((i + 2, format!("{day}T{}", code(part)))),
            _ => {
                let mut day = day;
                Some((self.more_weekdays(i + 1, &mut day), day))
            }
        }
    }

    /// "once a week", "twice a month", "three times a year", "one a day".
    fn times_a(&self, i: usize) -> Read<String> {
        let (at, count) = match self.w(i) {
            "once" => (i + 1, 1.0),
            "twice" => (i + 1, 2.0),
            "thrice" => (i + 1, 3.0),
            "one"
                if self.is(i + 1, &["a", "per"])
                    && self.is(i + 2, &["day", "week", "month", "year"]) =>
            {
                (i + 1, 1.0)
            }
            _ => {
                let (at, count) = self.count(i)?;
                // "five days a week".
                let days = self.unit(at) == Some(Unit::Day)
                    && self.is_plural(at)
                    && self.is(at + 1, &["a", "per", "each"])
                    && !count.article;
                let after = if days { at + 1 } else { self.phrase(at, "times")? };
                (after, count.least)
            }
        };
        if !self.is(at, &["a", "an", "per", "each", "every"]) {
            return None;
        }
        Some((at + 2, times(count, self.unit(at + 1)?)))
    }

    /// 一周两次, 每天三次.
    fn chinese_times(&self, i: usize) -> Read<String> {
        let every = self.skip(i, &["every"]);
        let at = if every > i { every } else { self.count(i).filter(|(_, c)| c.most < 1.5)?.0 };
        let unit = self.unit(at).filter(|_| self.chinese(at))?;
        let (end, count) = self.count(at + 1)?;
        (self.w(end) == "次").then_some(())?;
        Some((end + 1, times(count.least, unit)))
    }

    /// "every day", "each two days", "every other Friday", "any weekend", "each 4/15".
    fn every(&self, i: usize) -> Read<String> {
        let word = self.w(i);
        if !matches!(word, "every" | "each" | "any") {
            return None;
        }
        if word == "any" && !self.conventions.definite {
            return None;
        }
        let mut at = i + 1;
        let mut every = 1.0;
        if self.is(at, &["single"]) {
            at += 1;
        } else if self.is(at, &["other", "alternate"])
            || self.w(at) == "second"
                && (self.unit(at + 1).is_some() || matches!(self.lex(at + 1), Lex::Weekday(_)))
        {
            at += 1;
            every = 2.0;
        } else if let Some((next, count)) =
            self.count(at).filter(|(next, c)| self.unit(*next).is_some() && !c.article)
        {
            at = next;
            every = count.most;
        } else if let Some((next, n)) =
            self.ordinal(at).filter(|(next, _)| self.unit(*next).is_some())
        {
            at = next;
            every = f64::from(n);
        }
        if self.w(at) == "weekday" {
            return Some((at + 1, "P1BD".to_owned()));
        }
        match self.lex(at) {
            Lex::Weekday(number) | Lex::Weekdays(number) => {
                let mut day = format!("XXXX-WXX-{}", number + 1);
                return Some(match self.lex(at + 1) {
                    Lex::Part(part) => (at + 2, format!("{day}T{}", code(part))),
                    _ => (self.more_weekdays(at + 1, &mut day), day),
                });
            }
            Lex::Part(part) => return Some((at + 1, format!("T{}", code(part)))),
            Lex::Month(number) => return Some((at + 1, format!("XXXX-{number:02}"))),
            Lex::Season(number) => {
                let name = ["SP", "SU", "FA", "WI"].get(usize::try_from(number).ok()?)?;
                return Some((at + 1, (*name).to_owned()));
            }
            _ => {}
        }
        if let Some(unit) = self.unit(at) {
            let long = matches!(unit, Unit::Year | Unit::Weekend | Unit::Week | Unit::Month);
            if word == "any" && !(long && self.conventions.definite) {
                return None;
            }
            let (size, letter) = iso(unit);
            let t = if unit.of_clock() { "T" } else { "" };
            return Some((at + 1, format!("P{t}{}{letter}", size * every)));
        }
        let (end, date) = self.date(at)?;
        match date.shape {
            Shape::MonthDay(month, day) => Some((end, format!("XXXX-{month:02}-{day:02}"))),
            _ => {
                self.holiday_at(at)?;
                Some((end, date.best.from.format("XXXX-%m-%d").to_string()))
            }
        }
    }
}

/// So many times in a unit.
fn times(count: f64, unit: Unit) -> String {
    let (size, letter) = iso(unit);
    let t = if unit.of_clock() { "T" } else { "" };
    let once = (count - 1.0).abs() < f64::EPSILON;
    let prefix = if once { String::new() } else { format!("R{count}/") };
    format!("{prefix}P{t}{size}{letter}")
}

fn code(part: Part) -> &'static str {
    match part {
        Part::Morning => "MO",
        Part::Afternoon => "AF",
        Part::Evening => "EV",
        Part::Night => "NI",
        Part::Daytime => "DT",
        Part::Breakfast => "MEB",
        Part::Lunch => "MEL",
        Part::Dinner => "MED",
    }
}

fn part_of(code: &str) -> Option<Part> {
    Some(match code {
        "MO" => Part::Morning,
        "AF" => Part::Afternoon,
        "EV" => Part::Evening,
        "NI" => Part::Night,
        _ => return None,
    })
}

fn iso_clock(clock: Clock) -> String {
    let (hour, minute) = (clock.from / 3600, clock.from % 3600 / 60);
    if minute == 0 { format!("T{hour:02}") } else { format!("T{hour:02}:{minute:02}") }
}

/// A recurrence at a time of day; one of every day is told by its time alone.
fn timed(what: &str, clock: &str) -> String {
    if what == "P1D" || what.is_empty() { clock.to_owned() } else { format!("{what}{clock}") }
}
