//! Times of day: clocks in digits and words, parts of the day, and ranges of both.

use graph_schema::Precision;

use super::grammar::{Read, Reader};
use super::lexicon::{Lex, Part, Unit};
use super::meaning::total;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// A time of day in seconds after midnight, `[from, until)`; what passes midnight is above a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) from: i64,
    pub(super) until: i64,
    pub(super) precision: Precision,
    /// Whether it is known in which half of the day it lies.
    pub(super) sure: bool,
    /// Whether it is a point, rather than a part of the day or a range.
    pub(super) point: bool,
}

impl Clock {
    fn at(from: i64, precision: Precision, sure: bool) -> Self {
        let length = match precision {
            Precision::Instant => 1,
            Precision::Minute => 60,
            _ => HOUR,
        };
        Self { from, until: from + length, precision, sure, point: true }
    }

    /// The same twelve hours on, where the half of the day is not known.
    pub(super) fn other_half(self) -> Option<Self> {
        (!self.sure).then(|| {
            let by = if self.from % DAY < DAY / 2 { DAY / 2 } else { -DAY / 2 };
            Self { from: self.from + by, until: self.until + by, ..self }
        })
    }

    /// Moved into a part of the day.
    pub(super) fn within(self, part: Part) -> Self {
        if self.sure {
            return self;
        }
        let hour = self.from / HOUR;
        let by = match part {
            Part::Morning | Part::Breakfast => i64::from(hour == 12) * -12,
            Part::Afternoon | Part::Evening | Part::Dinner => i64::from(hour < 12) * 12,
            Part::Night if hour == 12 => -12,
            Part::Night => i64::from((5..12).contains(&hour)) * 12,
            Part::Lunch => i64::from(hour < 10) * 12,
            Part::Daytime => i64::from(hour < 7) * 12,
        };
        Self { from: self.from + by * HOUR, until: self.until + by * HOUR, sure: true, ..self }
    }
}

/// Which half of the day was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    Am,
    Pm,
    /// "7ampm".
    Both,
}

/// A part of the day, as told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) part: Part,
    /// -1 early, 1 late.
    pub(super) lean: i64,
}

impl Reader<'_> {
    /// The hours of a part of the day.
    pub(super) fn part_clock(&self, told: Told) -> Clock {
        let [from, until] = self.conventions.hours(told.part);
        let (mut from, mut until) = (from * HOUR, until * HOUR);
        match told.lean {
            -1 => until = from + 2 * HOUR,
            1 => from = until - 2 * HOUR,
            _ => {}
        }
        Clock { from, until, precision: Precision::Hour, sure: true, point: false }
    }

    /// "morning", "in the late afternoon", "early in the morning".
    pub(super) fn part(&self, i: usize) -> Read<Told> {
        let lean_of = |w: &str| match w {
            "early" | "earlier" => Some(-1),
            "late" | "later" => Some(1),
            _ => None,
        };
        let (at, mut lean) = match lean_of(self.w(i)) {
            Some(lean) => (self.skip(i + 1, &["-"]), lean),
            None => (i, 0),
        };
        let mut inner = self.any(at, &["in the", "in", "at the", "at"]).unwrap_or(at);
        if self.w(at) == "in" && self.w(inner) == "business" && self.w(inner + 1) == "hours" {
            return None;
        }
        if let Some(l) = lean_of(self.w(inner)).filter(|_| inner > at || lean == 0) {
            lean = l;
            inner = self.skip(inner + 1, &["-"]);
        }
        if let Some(end) = self.any(inner, &["night - time", "night time"]) {
            return Some((end, Told { part: Part::Night, lean }));
        }
        if let Some(end) = self.any(inner, &["lunch time", "lunch hour"]) {
            return Some((end, Told { part: Part::Lunch, lean }));
        }
        let Lex::Part(part) = self.lex(inner) else { return None };
        let plural = self.w(inner).ends_with('s');
        if plural && inner == at && !self.conventions.definite {
            return None;
        }
        if self.is(inner, &["tonight", "tonite", "tongiht"]) {
            return None;
        }
        // "breakfast" and "lunch" are meals first.
        if matches!(part, Part::Breakfast)
            || self.w(inner) == "lunch" && self.w(inner.wrapping_sub(1)) != "at"
        {
            return None;
        }
        let at_only = self.w(at) == "at" && inner == at + 1;
        if at_only && part != Part::Night && part != Part::Lunch
            || self.w(at) == "in"
                && inner == at + 1
                && part != Part::Morning
                && part != Part::Night
                && part != Part::Afternoon
                && part != Part::Evening
        {
            return None;
        }
        Some((inner + 1, Told { part, lean }))
    }

    fn half(&self, i: usize) -> Read<Half> {
        let of = |w: &str| match w {
            "a" => Some(Half::Am),
            "p" => Some(Half::Pm),
            _ => None,
        };
        match self.w(i) {
            "am" => return Some((i + 1, Half::Am)),
            "pm" => return Some((i + 1, Half::Pm)),
            "ampm" => return Some((i + 1, Half::Both)),
            _ => {}
        }
        let half = of(self.w(i))?;
        let dot = self.skip(i + 1, &["."]);
        if self.w(dot) == "m" {
            let end = dot + 1;
            // The dot of "p.m." that ends a sentence too is taken where an "a." stood before it.
            let end =
                if dot > i + 1 && self.w(end) == "." && self.joined(end) { end + 1 } else { end };
            return Some((end, half));
        }
        let digit = i.checked_sub(1).is_some_and(|p| matches!(self.lex(p), Lex::Number { .. }));
        (digit && self.joined(i)).then_some((i + 1, half))
    }

    /// A time of day by the clock. A bare number is one where `bare`.
    pub(super) fn clock(&self, i: usize, bare: bool) -> Read<Clock> {
        let (end, clock) =
            self.named_clock(i).or_else(|| self.past_or_to(i)).or_else(|| self.digital(i, bare))?;
        // "7 in the morning", "8pm in the evening", "12 o'clock lunchtime".
        let part_at = self.skip(end, &["at"]);
        let told =
            self.part(part_at).filter(|_| !self.is(end, &["at"]) || self.w(end + 1) == "night");
        match told {
            Some((end, told)) if told.lean == 0 || clock.sure => {
                Some((end, clock.within(told.part)))
            }
            _ => Some((end, clock)),
        }
    }

    fn named_clock(&self, i: usize) -> Read<Clock> {
        let i = if matches!(
            (self.lex(i), self.w(i + 1)),
            (Lex::Number { value: 12, .. }, "noon" | "midnight" | "midday")
        ) {
            i + 1
        } else {
            i
        };
        let at = |hour: i64| Clock::at(hour * HOUR, Precision::Hour, true);
        let table: &[(&[&str], i64)] = &[
            (&["noonish", "noon", "midday", "mid day", "mid - day"], 12),
            (&["midnight", "mid night", "mid - night"], 0),
            (&["midmorning", "mid morning", "mid - morning"], 10),
            (&["midafternoon", "mid afternoon", "mid - afternoon"], 14),
        ];
        table.iter().find_map(|(names, hour)| Some((self.any(i, names)?, at(*hour))))
    }

    /// "half past seven", "a quarter to eight", "20 min past eight".
    fn past_or_to(&self, i: usize) -> Read<Clock> {
        let (at, minutes) = if let Some(end) = self.any(i, &["half"]) {
            (end, 30)
        } else if let Some(end) = self.any(i, &["three quarters"]) {
            (end, 45)
        } else if let Some(end) = self.any(i, &["a quarter", "quarter"]) {
            (end, 15)
        } else {
            let (next, count) = match self.lex(i) {
                Lex::Number { value, digits: 1 | 2 } => (i + 1, value),
                Lex::Cardinal(_) => self.below_hundred(i)?,
                _ => return None,
            };
            (self.skip(next, &["min", "mins", "minute", "minutes"]), i64::from(count))
        };
        let sign = match self.w(at) {
            "past" | "after" => 1,
            "to" | "till" | "before" | "of" => -1,
            _ => return None,
        };
        // "five to seven" is a range, "ten past 9" is not.
        let minutes_said = at > i + 1 || matches!(self.w(i), "half" | "quarter");
        if sign < 0 && !minutes_said
            || minutes >= 60
            || self.w(at) == "of" && self.w(i) != "quarter" && self.w(i) != "a"
        {
            return None;
        }
        let (end, clock) = self.digital(at + 1, true)?;
        let from = clock.from + sign * minutes * 60;
        (from >= 0).then(|| (end, Clock::at(from, Precision::Minute, clock.sure)))
    }

    fn digital(&self, i: usize, bare: bool) -> Read<Clock> {
        let minute_of = |at: usize| match self.lex(at) {
            Lex::Number { value, digits: 2 } if value < 60 => Some(i64::from(value)),
            _ => None,
        };
        let number = |clock: (usize, i64, i64, Precision), marked: bool| -> Read<Clock> {
            let (end, hour, seconds, precision) = clock;
            let behind = |at| {
                self.half(at).or_else(|| {
                    (self.w(at) == "." && self.joined(at)).then(|| self.half(at + 1))?
                })
            };
            let (end, marked) = match self.w(end) {
                "o'clock" | "o’clock" | "oclock" => (end + 1, true),
                "ish" => (end + 1, true),
                "-" if self.w(end + 1) == "ish" => (end + 2, true),
                _ => (end, marked),
            };
            let half = behind(end);
            let chinese = end > i
                && self.tokens.get(end - 1).is_some_and(|t| {
                    !t.span.is_empty()
                        && t.word == "oclock"
                        && t.span.len() > 2
                        && self
                            .text
                            .get(t.span.clone())
                            .is_some_and(|s| s.starts_with(['点', '时']))
                });
            let (end, seconds, precision) = if chinese {
                self.chinese_minutes(end, seconds, precision)
            } else {
                (end, seconds, precision)
            };
            if let Some((end, half)) = half {
                let hour = match half {
                    Half::Am => hour % 12 + i64::from(hour > 12) * 12,
                    Half::Pm if hour < 12 => hour + 12,
                    _ => hour,
                };
                return Some((
                    end,
                    Clock::at(hour * HOUR + seconds, precision, half != Half::Both),
                ));
            }
            // "01:00" is told by a clock of 24 hours, but for requests that list both.
            let padded = self.w(i).starts_with('0') && !self.conventions.definite;
            let sure = hour == 0 || hour > 12 || padded;
            (marked || bare).then(|| (end, Clock::at(hour * HOUR + seconds, precision, sure)))
        };
        match self.lex(i) {
            Lex::Number { value, digits } if digits <= 2 => {
                let hour = i64::from(value);
                if hour > 24
                    || self.joined(i) && self.is(i.wrapping_sub(1), &["$", "€", "£", "#", ".", ":"])
                {
                    return None;
                }
                let sep = self.w(i + 1);
                let tight = self.joined(i + 1) && self.joined(i + 2);
                if matches!(sep, ":" | "：")
                    && tight
                    && let Some(minute) = minute_of(i + 2)
                {
                    let seconds = (self.w(i + 3) == ":" && self.joined(i + 3))
                        .then(|| minute_of(i + 4))
                        .flatten();
                    return match seconds {
                        Some(s) => number((i + 5, hour, minute * 60 + s, Precision::Instant), true),
                        None => number((i + 3, hour, minute * 60, Precision::Minute), true),
                    };
                }
                if sep == "."
                    && tight
                    && let Some(minute) = minute_of(i + 2)
                {
                    // "8.30" is a time where "at" or a half of the day says so.
                    let led = matches!(
                        self.before(i),
                        "at" | "before"
                            | "after"
                            | "until"
                            | "till"
                            | "by"
                            | "between"
                            | "-"
                            | "to"
                    ) && hour <= 24;
                    let more =
                        self.joined(i + 3) && self.is(i + 3, &[".", "%"]) && self.joined(i + 4);
                    let halved = self.half(i + 3).is_some()
                        || self.w(i + 3) == "-" && self.conventions.definite;
                    if (led && !more && (bare || self.before(i) == "at") || halved)
                        && self.unit(i + 3).is_none()
                    {
                        return number((i + 3, hour, minute * 60, Precision::Minute), true);
                    }
                    return None;
                }
                if sep == "h"
                    && (self.joined(i + 1) && self.joined(i + 2) || self.half(i + 3).is_some())
                    && let Some(minute) = minute_of(i + 2)
                {
                    return number((i + 3, hour, minute * 60, Precision::Minute), true);
                }
                if self.bare_is_other(i + 1) {
                    return number((i + 1, hour, 0, Precision::Hour), false)
                        .filter(|(end, _)| *end > i + 1);
                }
                number((i + 1, hour, 0, Precision::Hour), false)
            }
            // "1140 a.m.", "340pm", "0730".
            Lex::Number { value, digits: 3 | 4 } => {
                let (hour, minute) = (i64::from(value / 100), i64::from(value % 100));
                let half = self.half(i + 1).is_some();
                let range = bare && self.w(i).starts_with('0') && hour < 24;
                if hour > 24
                    || minute > 59
                    || !(half
                        || range
                        || bare
                            && self.conventions.definite
                            && self.is(i + 1, &["-"])
                            && self.w(i + 2).starts_with('0'))
                        && !(bare
                            && self.before(i) == "-"
                            && self.range_left.get() == Some(i)
                            && self.w(i).starts_with('0'))
                {
                    return None;
                }
                number((i + 1, hour, minute * 60, Precision::Minute), range || bare)
            }
            Lex::Cardinal(_) => {
                let Lex::Cardinal(hour) = self.lex(i) else { return None };
                if hour > 24 {
                    return None;
                }
                let after = self.skip(i + 1, &["-"]);
                let (next, minute) = match self.below_hundred(after) {
                    Some((next, minute))
                        if (1..60).contains(&minute)
                            && !self.is(next, &["hundred"])
                            && hour < 20 =>
                    {
                        let next =
                            if self.is(next, &["minutes"]) && bare { next + 1 } else { next };
                        (next, Some(i64::from(minute)))
                    }
                    _ => (i + 1, None),
                };
                let led = matches!(
                    self.before(i),
                    "at" | "for" | "by" | "until" | "till" | "around" | "to"
                ) || bare;
                let sure_words = self.half(next).is_some() || led;
                if let Some(minute) = minute.filter(|_| sure_words && self.unit(next).is_none()) {
                    let year = self.year_in_words(i).is_some()
                        && self.half(next).is_none()
                        && !matches!(self.before(i), "at" | "for")
                        && !bare;
                    if !year {
                        return number(
                            (next, i64::from(hour), minute * 60, Precision::Minute),
                            true,
                        );
                    }
                }
                let (next, whole) = self.below_hundred(i)?;
                if whole > 24 {
                    return None;
                }
                if self.bare_is_other(next) {
                    return number((next, i64::from(whole), 0, Precision::Hour), false)
                        .filter(|(end, _)| *end > next);
                }
                number((next, i64::from(whole), 0, Precision::Hour), false)
            }
            _ => None,
        }
    }

    /// 半, 一刻 and minutes behind 点.
    fn chinese_minutes(
        &self,
        end: usize,
        seconds: i64,
        precision: Precision,
    ) -> (usize, i64, Precision) {
        if self.w(end) == "half" && self.joined(end) {
            return (end + 1, seconds + 1800, Precision::Minute);
        }
        let value = match self.lex(end) {
            Lex::Number { value, .. } | Lex::Cardinal(value) if self.joined(end) && value < 60 => {
                value
            }
            _ => return (end, seconds, precision),
        };
        let next = if self.is(end + 1, &["分", "minutes"]) { end + 2 } else { end + 1 };
        (next, seconds + i64::from(value) * 60, Precision::Minute)
    }

    /// Whether a bare number is a count of something rather than an hour.
    fn bare_is_other(&self, next: usize) -> bool {
        if self.unit(next).is_some()
            || self.is(
                next,
                &[
                    "%",
                    "/",
                    "$",
                    "°",
                    "hundred",
                    "thousand",
                    "million",
                    "times",
                    "people",
                    "years",
                    "more",
                    "other",
                    "different",
                ],
            )
        {
            return true;
        }
        if self.is(next, &[".", ","])
            && self.joined(next)
            && self.joined(next + 1)
            && matches!(self.lex(next + 1), Lex::Number { .. })
        {
            return true;
        }
        // "at one with the world", "about two hikers": an hour ends its phrase.
        let word = self.w(next).chars().next().is_some_and(char::is_alphabetic);
        if word
            && !self.conventions.definite
            && self.lex(next) == Lex::Other
            && !self.is(
                next,
                &[
                    "on",
                    "in",
                    "at",
                    "to",
                    "till",
                    "until",
                    "and",
                    "or",
                    "for",
                    "so",
                    "but",
                    "am",
                    "pm",
                    "a",
                    "p",
                    "o'clock",
                    "o’clock",
                    "oclock",
                    "today",
                    "tomorrow",
                    "tonight",
                    "yesterday",
                    "sharp",
                    "through",
                    "every",
                    "each",
                    "this",
                    "if",
                    "when",
                    "then",
                    "ish",
                    "because",
                    "h",
                ],
            )
        {
            return true;
        }
        if self.w(next) == "of"
            && !matches!(
                self.lex(next + 1),
                Lex::Month(_) | Lex::Weekday(_) | Lex::Number { .. } | Lex::Relative(_)
            )
            && !self.is(next + 1, &["tomorrow", "today", "the"])
        {
            return true;
        }
        if matches!(self.lex(next), Lex::Part(Part::Morning | Part::Afternoon | Part::Evening))
            && !self.joined(next)
        {
            return true;
        }
        match self.tag(next) {
            Some(tag) => {
                tag.starts_with("NN")
                    && !matches!(self.lex(next), Lex::Part(_) | Lex::Weekday(_) | Lex::Month(_))
                    && !self.is(
                        next,
                        &["today", "tomorrow", "tonight", "yesterday", "o'clock", "pm", "am"],
                    )
            }
            None => false,
        }
    }

    /// "5 to 6pm", "between 9:30 and 3", "from 10 am for 3 hours", "11-4". Bare numbers alone are a
    /// range of clocks where `bare`.
    pub(super) fn clock_range(&self, i: usize, bare: bool) -> Read<Clock> {
        let start = self.skip(i, &["from", "between"]);
        let led = start > i;
        if self.w(i) == "for"
            && let Some(read) = self.lasting_from(i)
        {
            return Some(read);
        }
        let (at, mut first) = self.clock(start, true)?;
        if led
            && self.w(i) == "from"
            && self.w(at) == "for"
            && let Some((end, counts)) = self.counts(at + 1)
            && counts.iter().all(|c| c.0.of_clock())
        {
            let length = total(&counts, true)?.seconds;
            return Some((
                end,
                Clock { until: first.from + length, sure: true, point: false, ..first },
            ));
        }
        let at_part = at;
        let at = self.skip(at, &["(", ")"]);
        let sign = self.w(at);
        let joins =
            matches!(sign, "to" | "till" | "until" | "-" | "–" | "—" | "~" | "through" | "thru")
                || sign == "and" && self.w(i) == "between";
        if !joins {
            return None;
        }
        let right = self.skip(at + 1, &["-"]);
        let (end, mut second) = self.right_of(right, || self.clock(right, true))?;
        let bare_left = self.bare_hour(start, at_part);
        let bare_right = self.bare_hour(right, end);
        // "My 9-5 job" is no time.
        if bare_left && bare_right && !led && !self.conventions.definite && self.before(i) != "at" {
            return None;
        }
        if bare_left
            && bare_right
            && !bare
            && !self.part_behind(start, at_part)
            && !self.part_behind(right, end)
        {
            return None;
        }
        if !first.point || !second.point {
            return None;
        }
        let half = 12 * HOUR;
        let mut sure = true;
        match (first.sure, second.sure) {
            (false, true) => {
                // The half of the end, unless the beginning would come after it.
                let b = second.from;
                let candidates = [first.from % half, first.from % half + half];
                let best = candidates.into_iter().filter(|a| *a < b).max();
                first.from = match best {
                    Some(a) => a,
                    None => first.from % half + half,
                };
                if first.from >= second.from {
                    second.from += DAY;
                    second.until += DAY;
                }
            }
            (true, false) => {
                let a = first.from;
                let b = [second.from % half, second.from % half + half, second.from % half + DAY]
                    .into_iter()
                    .find(|b| *b > a)?;
                second.until += b - second.from;
                second.from = b;
            }
            (false, false) => {
                if second.from <= first.from {
                    second.from += half;
                    second.until += half;
                }
                sure = false;
            }
            (true, true) => {
                if second.from <= first.from {
                    second.from += DAY;
                    second.until += DAY;
                }
            }
        }
        let precision = first.precision.min(second.precision);
        Some((end, Clock { from: first.from, until: second.from, precision, sure, point: false }))
    }

    /// "for 2 hours from 2pm".
    fn lasting_from(&self, i: usize) -> Read<Clock> {
        let (at, counts) = self.counts(i + 1)?;
        let at = self.skip(at, &[","]);
        if self.w(at) != "from" || !counts.iter().all(|c| c.0.of_clock()) {
            return None;
        }
        let (end, first) = self.clock(at + 1, true)?;
        let length = total(&counts, true)?.seconds;
        Some((end, Clock { until: first.from + length, point: false, sure: true, ..first }))
    }

    fn bare_hour(&self, i: usize, end: usize) -> bool {
        (i..end).all(|p| {
            matches!(self.lex(p), Lex::Number { digits: 1 | 2, .. } | Lex::Cardinal(_))
                || self.w(p) == "-"
        }) && end <= i + 2
    }

    fn part_behind(&self, i: usize, end: usize) -> bool {
        (i..end).any(|p| matches!(self.lex(p), Lex::Part(_)))
    }

    /// Whether a unit is one of the clock.
    pub(super) fn clock_unit(&self, i: usize) -> bool {
        self.unit(i).is_some_and(Unit::of_clock)
    }
}
