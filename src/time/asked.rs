//! What a question asks about time: whether its answer is one, and what time bounds the answer.
//! Finds where an event is named, and never when it was: that is the graph's to know.

use std::ops::Range;

use graph_schema::{Interval, Moment};

use super::tokens::{Token, tokens};
use super::{Expression, Kind, find};

/// What a question asks about time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// What time its answer is, if it is one.
    pub answer: Option<Answer>,
    /// What bounds its answer, if a time or an event does.
    pub bound: Option<Bound>,
}

/// The time that an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// When: "when did", "what year", "how long ago".
    Date,
    /// For how long: "how long has".
    Length,
    /// How often.
    Recurrence,
}

/// What an answer is bound to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bound {
    /// To a time: "in the summer of 2022".
    Time(Interval),
    /// To an event, of which only the words are known: "before she moved".
    Event {
        /// How it lies to the event.
        side: Side,
        /// The words that name the event, as bytes of the question.
        words: Range<usize>,
    },
}

/// How a time lies to an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Before it, or until it.
    Before,
    /// While it went on.
    During,
    /// After it, or since.
    After,
}

impl Asked {
    /// The time that bounds the answer, if one does.
    pub fn time(&self) -> Option<Interval> {
        match self.bound {
            Some(Bound::Time(interval)) => Some(interval),
            _ => None,
        }
    }
}

/// What `question`, asked at `now`, asks about time. Of several times the first bounds the answer,
/// and a time does sooner than an event; what is vague or only tells an hour bounds nothing.
pub fn asked(question: &str, now: Moment) -> Asked {
    let told = find(question, now);
    let words = tokens(question, None);
    let event = event(&words, &told);
    // "Before she moved in 2019" is before that time, and not within it.
    let beside = match &event {
        Some(Bound::Event { side: Side::Before | Side::After, words }) => words.clone(),
        _ => 0..0,
    };
    let dates = |e: &&Expression| {
        let hour = matches!(e.kind, Kind::Time | Kind::TimeRange);
        let inside = beside.start < e.span.end && e.span.start < beside.end;
        !(e.vague || hour || inside)
    };
    let time = told.iter().filter(dates).find_map(Expression::interval).map(Bound::Time);
    Asked { answer: answer(&words), bound: time.or(event) }
}

fn answer(words: &[Token]) -> Option<Answer> {
    (0..words.len()).find_map(|i| match (word(words, i), word(words, i + 1)) {
        ("when", _) => asks_when(words, i).then_some(Answer::Date),
        (
            "what" | "which",
            "time" | "day" | "date" | "week" | "month" | "season" | "year" | "decade",
        ) => Some(Answer::Date),
        ("how", "long") if word(words, i + 2) == "ago" => Some(Answer::Date),
        ("how", "long") => Some(Answer::Length),
        ("how", "often") => Some(Answer::Recurrence),
        _ => None,
    })
}

fn word(words: &[Token], i: usize) -> &str {
    words.get(i).map_or("", |t| t.word.as_str())
}

/// Whether the "when" at a place asks: "When she moved, what ..." begins with its bound.
fn asks_when(words: &[Token], i: usize) -> bool {
    let before = i.checked_sub(1).map_or("", |p| word(words, p));
    let clause = matches!(before, "" | "," | "and" | "so" | ":" | "." | "?");
    clause && AUXILIARIES.contains(&word(words, i + 1))
}

const AUXILIARIES: &[&str] = &[
    "did", "do", "does", "is", "are", "was", "were", "will", "has", "have", "had", "can", "could",
    "should", "would", "'", "’",
];

/// The first event that the question sets its answer beside, up to the end of its clause.
fn event(words: &[Token], told: &[Expression]) -> Option<Bound> {
    let (at, side) = words.iter().enumerate().find_map(|(i, t)| {
        let side = match t.word.as_str() {
            "before" | "until" | "till" => Side::Before,
            "during" | "while" => Side::During,
            "when" if !asks_when(words, i) => Side::During,
            "after" | "since" => Side::After,
            _ => return None,
        };
        Some((i, side))
    })?;
    let ends = |t: &&Token| !matches!(t.word.as_str(), "," | "?" | "." | "!" | ";");
    let named: Vec<&Token> = words.iter().skip(at + 1).take_while(ends).collect();
    let span = named.first()?.span.start..named.last()?.span.end;
    // What the grammar reads as a time from its first word on is no event.
    let first = named.first()?.span.clone();
    let timed = told.iter().any(|e| e.span.start < first.end && first.start < e.span.end);
    (!timed).then_some(Bound::Event { side, words: span })
}
