//! Times of day in words: "noon", "half past seven", "p.m.". Digits are read in `digits`.

use graph_schema::Precision;

use crate::time::grammar::clocks::{Clock, DAY, HOUR};
use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::{Lex, Lexicon};

/// Which half of the day was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    Am,
    Pm,
    /// "7ampm".
    Both,
}

impl Reader<'_> {
    pub(super) fn half(&self, i: usize) -> Read<Half> {
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

    pub(super) fn named_clock(&self, i: usize) -> Read<Clock> {
        let i = if matches!(
            (self.lex(i), self.w(i + 1)),
            (Lex::Number { value: 12, .. }, "noon" | "midnight" | "midday")
        ) {
            i + 1
        } else {
            i
        };
        let (end, hour) = self.tabled(i, &Lexicon::built_in().hours)?;
        Some((end, Clock::at(hour * HOUR, Precision::Hour, true)))
    }

    /// "half past seven", "a quarter to eight", "20 min past eight".
    pub(super) fn past_or_to(&self, i: usize) -> Read<Clock> {
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
        let (end, clock) = self
            .digital(at + 1, true)
            .or_else(|| self.hour_alone(at + 1))
            .or_else(|| self.named_clock(at + 1))?;
        // Minutes to midnight are of the day that ends.
        let ends_day = sign < 0 && clock.from == 0 && clock.sure;
        let clock = Clock { from: if ends_day { DAY } else { clock.from }, ..clock };
        let from = clock.from + sign * minutes * 60;
        (from >= 0).then(|| (end, Clock::at(from, Precision::Minute, clock.sure)))
    }

    /// The hour of "quarter to nine", whatever follows.
    fn hour_alone(&self, i: usize) -> Read<Clock> {
        let (end, hour) = match self.lex(i) {
            Lex::Number { value, digits: 1 | 2 } => (i + 1, value),
            Lex::Cardinal(value) => (i + 1, value),
            _ => return None,
        };
        let counted = self.unit(end).is_some() || !(1..=12).contains(&hour);
        (!counted).then(|| (end, Clock::at(i64::from(hour) * HOUR, Precision::Hour, false)))
    }
}
