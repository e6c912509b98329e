//! Times of day by a number: "8:30", "7 o'clock", "340pm", "seven thirty". A bare number is one only
//! where the caller says so and nothing counted follows it.

use graph_schema::Precision;

use crate::time::grammar::clocks::words::Half;
use crate::time::grammar::clocks::{Clock, HOUR};
use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::{Lex, Part, Set};

/// What a clock shows, and the token after it.
struct Face {
    end: usize,
    hour: i64,
    /// After the hour.
    seconds: i64,
    precision: Precision,
}

impl Face {
    fn hour(end: usize, hour: i64) -> Self {
        Self { end, hour, seconds: 0, precision: Precision::Hour }
    }

    fn minute(end: usize, hour: i64, minute: i64) -> Self {
        Self { end, hour, seconds: minute * 60, precision: Precision::Minute }
    }
}

impl Reader<'_> {
    /// A clock by its numbers; a bare number is one where `bare`.
    pub(super) fn digital(&self, i: usize, bare: bool) -> Read<Clock> {
        match self.lex(i) {
            Lex::Number { value, digits: 1 | 2 } => self.hour_in_digits(i, value, bare),
            Lex::Number { value, digits: 3 | 4 } => self.run_together(i, value, bare),
            Lex::Cardinal(hour) => self.hour_in_words(i, hour, bare),
            _ => None,
        }
    }

    fn minute(&self, i: usize) -> Option<i64> {
        match self.lex(i) {
            Lex::Number { value, digits: 2 } if value < 60 => Some(i64::from(value)),
            _ => None,
        }
    }

    /// A clock with what may stand behind it: "o'clock", "ish", "pm". Without any of it, it is one
    /// only where `stands`.
    fn with_half(&self, i: usize, face: Face, stands: bool) -> Read<Clock> {
        let Face { end, hour, seconds, precision } = face;
        let (end, stands) = match self.w(end) {
            "o'clock" | "o’clock" | "oclock" | "ish" => (end + 1, true),
            "-" if self.w(end + 1) == "ish" => (end + 2, true),
            _ => (end, stands),
        };
        let dotted = || (self.w(end) == "." && self.joined(end)).then(|| self.half(end + 1))?;
        let half = self.half(end).or_else(dotted);
        let (end, seconds, precision) = if self.is_chinese_hour(i, end) {
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
            return Some((end, Clock::at(hour * HOUR + seconds, precision, half != Half::Both)));
        }
        // "01:00" is told by a clock of 24 hours, but for requests that list both.
        let padded = self.w(i).starts_with('0') && !self.conventions.definite;
        let sure = hour == 0 || hour > 12 || padded;
        stands.then(|| (end, Clock::at(hour * HOUR + seconds, precision, sure)))
    }

    /// Whether 点 or 时 ends what begins at a token.
    fn is_chinese_hour(&self, i: usize, end: usize) -> bool {
        let sign = end.checked_sub(1).filter(|_| end > i).and_then(|p| self.tokens.get(p));
        sign.is_some_and(|t| {
            let told = self.text.get(t.span.clone());
            t.word == "oclock" && told.is_some_and(|s| s.starts_with(['点', '时']))
        })
    }

    /// An hour that only "o'clock" or a half of the day makes a clock, where it counts something.
    fn bare_hour_clock(&self, i: usize, face: Face, bare: bool) -> Read<Clock> {
        let end = face.end;
        let counts = self.bare_is_other(end);
        self.with_half(i, face, bare).filter(|(after, _)| !counts || *after > end)
    }

    /// "8", "8:30", "8:30:15", "8.30", "8h30".
    fn hour_in_digits(&self, i: usize, value: u32, bare: bool) -> Read<Clock> {
        let hour = i64::from(value);
        if hour > 24 || self.joined(i) && self.led(i, Set::NoHourBehind) {
            return None;
        }
        let tight = self.joined(i + 1) && self.joined(i + 2);
        let minute = self.minute(i + 2);
        match (self.w(i + 1), minute) {
            (":" | "：", Some(minute)) if tight => {
                let mut face = Face::minute(i + 3, hour, minute);
                if self.w(i + 3) == ":"
                    && self.joined(i + 3)
                    && let Some(seconds) = self.minute(i + 4)
                {
                    let seconds = face.seconds + seconds;
                    face = Face { end: i + 5, seconds, precision: Precision::Instant, ..face };
                }
                self.with_half(i, face, true)
            }
            (".", Some(minute)) if tight => {
                let clock = self.dot_of_clock(i, bare) && self.unit(i + 3).is_none();
                self.with_half(i, Face::minute(i + 3, hour, minute), true).filter(|_| clock)
            }
            ("h", Some(minute)) if tight || self.half(i + 3).is_some() => {
                self.with_half(i, Face::minute(i + 3, hour, minute), true)
            }
            _ => self.bare_hour_clock(i, Face::hour(i + 1, hour), bare),
        }
    }

    /// Whether "8.30" is a time: where "at" or a half of the day says so.
    fn dot_of_clock(&self, i: usize, bare: bool) -> bool {
        let end = i + 3;
        let more = self.joined(end) && self.is(end, &[".", "%"]) && self.joined(end + 1);
        let led = self.led(i, Set::LeadsDottedHour) && (bare || self.before(i) == "at");
        let ranged = self.w(end) == "-" && self.conventions.definite;
        led && !more || ranged || self.half(end).is_some()
    }

    /// "1140 a.m.", "340pm", "0730".
    fn run_together(&self, i: usize, value: u32, bare: bool) -> Read<Clock> {
        let (hour, minute) = (i64::from(value / 100), i64::from(value % 100));
        if hour > 24 || minute > 59 {
            return None;
        }
        let padded = |at: usize| self.w(at).starts_with('0');
        let alone = bare && padded(i) && hour < 24;
        let left = bare && self.conventions.definite && self.w(i + 1) == "-" && padded(i + 2);
        let right = bare && self.before(i) == "-" && self.range_left.get() == Some(i) && padded(i);
        if !(alone || left || right || self.half(i + 1).is_some()) {
            return None;
        }
        self.with_half(i, Face::minute(i + 1, hour, minute), bare)
    }

    /// "seven", "seven thirty", "twenty one".
    fn hour_in_words(&self, i: usize, hour: u32, bare: bool) -> Read<Clock> {
        if hour > 24 {
            return None;
        }
        if let Some((next, minute)) = self.minute_in_words(i + 1, bare).filter(|_| hour < 20) {
            let halved = self.half(next).is_some();
            let told = halved || bare || self.led(i, Set::LeadsWordedHour);
            let year = !halved
                && !bare
                && !matches!(self.before(i), "at" | "for")
                && self.year_in_words(i).is_some();
            if told && !year && self.unit(next).is_none() {
                return self.with_half(i, Face::minute(next, i64::from(hour), minute), true);
            }
        }
        let (next, hour) = self.below_hundred(i).filter(|(_, hour)| *hour <= 24)?;
        if hour == 1 && self.is_a_bit(i) {
            return None;
        }
        self.bare_hour_clock(i, Face::hour(next, i64::from(hour)), bare)
    }

    fn minute_in_words(&self, i: usize, bare: bool) -> Read<i64> {
        let (next, minute) = self.below_hundred(self.skip(i, &["-"]))?;
        let fits = (1..60).contains(&minute) && self.w(next) != "hundred";
        let end = if bare { self.skip(next, &["minutes"]) } else { next };
        fits.then_some((end, i64::from(minute)))
    }

    /// 轻松一点: behind a word that is not of time, 一点 is "a bit"; 一点半 is an hour.
    fn is_a_bit(&self, i: usize) -> bool {
        let sign = self.tokens.get(i + 1).and_then(|t| self.text.get(t.span.clone()));
        let more = matches!(self.lex(i + 2), Lex::Number { .. } | Lex::Cardinal(_));
        let before = self.prev(i);
        sign == Some("点")
            && !(self.joined(i + 2) && (more || self.w(i + 2) == "half"))
            && self.joined(i)
            && self.chinese(before)
            && self.lex(before) == Lex::Other
            && !self.is(before, &["在", "于", "to", "from", "until", "，"])
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
        if self.unit(next).is_some() || self.among(next, Set::Counted) {
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
            && !self.among(next, Set::FollowsHour)
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
                    && !self.among(next, Set::NounsBehindHour)
            }
            None => false,
        }
    }
}
