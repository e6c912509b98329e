//! Moments, and half-open intervals with a precision. Pure: no clock, and no offset is ever invented.
//!
//! A moment told without an offset stays local. To compare it with moments that have one, it is
//! ordered as if it had been told at offset zero; this orders mixed data totally, and is the only
//! use made of the assumption.

mod interval;
mod moment;
#[cfg(test)]
mod tests;

pub use interval::{Holds, Interval, Precision, Recorded, Start};
pub use moment::Moment;

/// What is wrong with a moment or an interval.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimeError {
    /// The text is no moment.
    #[error(
        "`{text}` is not a time; write `2024-01-05`, `2024-01-05T19:30:00` or `2024-01-05T19:30:00+02:00`"
    )]
    Unreadable {
        /// The text as given.
        text: String,
    },
    /// The year is outside 0000 to 9999.
    #[error("the year {year} is outside 0000 to 9999")]
    YearOutOfRange {
        /// The year as given.
        year: i32,
    },
    /// The interval would end before or where it begins.
    #[error("an interval must end after it begins, and {until} does not come after {from}")]
    Reversed {
        /// Where it would begin.
        from: Moment,
        /// Where it would end.
        until: Moment,
    },
}
