//! Times of day: what is known of one, and a clock with the part of the day behind it. Knows no date.

mod digits;
mod parts;
mod spans;
mod words;

use graph_schema::Precision;

use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::Part;

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

    /// The small hours of a night are of the day after it: "last night at 2am".
    pub(super) fn of_night(self, part: Part) -> Self {
        let small = part == Part::Night && self.point && self.from < 6 * HOUR;
        let by = if small { DAY } else { 0 };
        Self { from: self.from + by, until: self.until + by, ..self }
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

/// A part of the day, as told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) part: Part,
    /// -1 early, 1 late.
    pub(super) lean: i64,
}

impl Reader<'_> {
    /// 中午十二点: the hour behind noon.
    fn chinese_noon(&self, i: usize) -> Read<Clock> {
        (self.w(i) == "noon" && self.chinese(i) && self.joined(i + 1)).then_some(())?;
        let (end, clock) = self.digital(i + 1, false).filter(|(_, c)| c.point)?;
        Some((end, clock.within(Part::Lunch)))
    }

    /// A time of day by the clock. A bare number is one where `bare`.
    pub(super) fn clock(&self, i: usize, bare: bool) -> Read<Clock> {
        let (end, clock) = self
            .chinese_noon(i)
            .or_else(|| self.named_clock(i))
            .or_else(|| self.past_or_to(i))
            .or_else(|| self.digital(i, bare))?;
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
}
