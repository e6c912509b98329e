//! What words mean that mean more than one thing, by whom they are said.

use super::lexicon::Part;

/// The conventions by which expressions are resolved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Conventions {
    /// "Two weeks ago" is the exact day, "the past 3 days" ends before today, "a few" is three.
    pub exact_counts: bool,
    /// "Next Friday" is that of the next week of the calendar, not the nearest.
    pub weekday_of_week: bool,
    /// "The week", "the next day" and "the 18th" are told from the time of speaking, and words that
    /// seldom name a time in talk do.
    pub definite: bool,
    /// "Christmas at 9" is a day and, beside it, a time.
    pub holidays_apart: bool,
    /// "Ramadan" and "Hanukkah" are their first day, not all their days.
    pub feast_days: bool,
}

impl Conventions {
    /// Of talk: units of the calendar, the nearest weekday, and only what surely names a time.
    pub const DIALOGUE: Self = Self {
        exact_counts: false,
        weekday_of_week: false,
        definite: false,
        holidays_apart: false,
        feast_days: false,
    };
    /// Of requests to a calendar: exact days, and every time that may be meant.
    pub const CALENDAR: Self = Self {
        exact_counts: true,
        weekday_of_week: true,
        definite: true,
        holidays_apart: true,
        feast_days: true,
    };

    /// How many "a couple" or "a few" is, where counts are exact.
    pub(super) fn few(most: f64) -> f64 {
        if most > 2.5 { 3.0 } else { 2.0 }
    }

    /// The hours of a part of the day, from and until.
    pub(super) fn hours(&self, part: Part) -> [i64; 2] {
        match (part, self.definite) {
            (Part::Morning, true) => [8, 12],
            (Part::Afternoon, true) => [12, 16],
            (Part::Evening, true) => [16, 20],
            (Part::Morning, false) => [5, 12],
            (Part::Afternoon, false) => [12, 18],
            (Part::Evening, false) => [17, 22],
            (Part::Night, _) => [20, 24],
            (Part::Daytime, _) => [8, 18],
            (Part::Breakfast, _) => [8, 12],
            (Part::Lunch, _) => [11, 13],
            (Part::Dinner, _) => [16, 20],
        }
    }
}
