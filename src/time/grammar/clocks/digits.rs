//! Times of day by a number: "8:30", "7 o'clock", "340pm", "seven thirty". A bare number is one only
//! where the caller says so and nothing counted follows it.

use graph_schema::Precision;

use crate::time::grammar::clocks::words::Half;
use crate::time::grammar::clocks::{Clock, HOUR};
use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::{Lex, Part};

impl Reader<'_> {
    pub(super) fn digital(&self, i: usize, bare: bool) -> Read<Clock> {
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
}
