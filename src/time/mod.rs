//! Temporal expressions of English text to half-open intervals, resolved against a turn's own time.
//! Never invents: what names no date ("soon", "recently") gives nothing. No clock.
//!
//! Conventions: weeks run from Monday to Sunday; "last Friday" is the nearest Friday before the
//! anchor's day and "next Friday" the nearest after it; last, this and next week, weekend, month and
//! year are those of the calendar; seasons are the northern meteorological ones, a winter being
//! named by the year it begins in. A date without its year or week is the nearest past one, or the
//! nearest future one where the words before it speak of the future. A count of weeks, months or
//! years ago is the calendar week, month or year that it falls in.
//!
//! This is a small grammar over words. Clock times, holidays and recurring dates are not read.

mod calendar;
mod grammar;
mod lexicon;

use std::ops::Range;

use graph_schema::{Interval, Moment};

pub(crate) use calendar::describe;

/// A part of a text that names a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// Where it stands, as bytes of the text.
    pub span: Range<usize>,
    /// The time it names.
    pub interval: Interval,
}

/// The expressions of `text` in order, none overlapping, each resolved against `anchor`: the time at
/// which the text was said. Takes time linear in the length of the text. An expression whose time
/// lies outside the calendar is left out.
pub fn find(text: &str, anchor: Moment) -> Vec<Expression> {
    grammar::Reader::new(text, Some(anchor)).expressions()
}

/// The expressions of `text` that need no anchor: those that tell their year.
pub fn find_absolute(text: &str) -> Vec<Expression> {
    grammar::Reader::new(text, None).expressions()
}

/// The first time that a question asks about, if it names one; `now` is when it is asked.
pub fn constraint(question: &str, now: Moment) -> Option<Interval> {
    find(question, now).into_iter().next().map(|e| e.interval)
}
