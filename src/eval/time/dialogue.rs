//! The times of dialogue: how many of each kind every turn tells, whether the dates that answer
//! questions are among those of the turns that hold the answer, and a sample for the eye.
//!
//! A gold answer that is a date is found when a time of its evidence turns equals it, or overlaps it by
//! half of their union, both told in the coarser precision of the two. A turn without a time gives its
//! own day.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use graph_schema::{Interval, Moment};
use serde::Serialize;

use super::agreement::{agrees, widened};
use super::cases;
use crate::dialogue::Turn;
use crate::eval::dice::Dice;
use crate::eval::questions::{Category, Conversation, Skipped};
use crate::eval::repair::Repair;
use crate::eval::{EvalError, copies, locomo, told};
use crate::parse::Parser;
use crate::time::{Conventions, Expression, Kind, Reading, find_absolute, find_with};

/// What was counted over dialogue.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// Turns read.
    pub turns: usize,
    /// Expressions found, by kind.
    pub kinds: BTreeMap<String, usize>,
    /// Of all expressions, those whose time is vague.
    pub vague: usize,
    /// Of all expressions, those whose time cannot be told, by the reason.
    pub open: BTreeMap<String, usize>,
    /// The mean time that one turn takes, in microseconds.
    pub micros_per_turn: f64,
    /// Temporal questions.
    pub asked: usize,
    /// Of them, those whose gold answer is a date.
    pub dated: usize,
    /// Of those, the ones whose date is found.
    pub found: usize,
    /// Of those found, by the best reading of an expression.
    pub found_by_best: usize,
    /// The mean number of stretches of time that an evidence turn offers.
    pub candidates_per_turn: f64,
    /// What was not found.
    pub misses: Vec<Miss>,
    /// What was read otherwise than it is written.
    pub repairs: Vec<Repair>,
    /// The questions that were not asked.
    pub skipped_questions: Vec<Skipped>,
    /// What else was mended or dropped in the file, each in a sentence.
    pub notes: Vec<String>,
    /// Every question whose gold answer is a date; not part of the figures.
    #[serde(skip)]
    pub answers: Vec<Answered>,
}

/// A question whose gold answer is a date, and what its evidence turns offer.
#[derive(Debug, Clone, Serialize)]
pub struct Answered {
    /// Which conversation.
    pub conversation: String,
    /// Which question of it.
    pub question: usize,
    /// Its answer.
    pub gold: String,
    /// The same as an interval.
    pub expected: String,
    /// Whether an evidence turn offers it.
    pub right: bool,
    /// Whether it does so by a best reading.
    pub by_best: bool,
    /// What the turns offer.
    pub offered: Vec<String>,
}

/// A gold date that no evidence turn gives.
#[derive(Debug, Clone, Serialize)]
pub struct Miss {
    /// Which conversation.
    pub conversation: String,
    /// Which question of it.
    pub question: usize,
    /// Its answer.
    pub gold: String,
    /// Why it is not found, as far as can be told from outside.
    pub cause: &'static str,
    /// What the turns offer.
    pub offered: Vec<String>,
}

/// An expression of a sample.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The turn's text.
    pub text: String,
    /// When it was said.
    pub said_at: Moment,
    /// What was found.
    pub expression: Expression,
}

/// The conversations of the file called `name`.
///
/// # Errors
/// When it is not in LoCoMo's format.
pub fn read(name: &str, text: &str) -> Result<Vec<Conversation>, EvalError> {
    if cases::are_cases(text) {
        return Err(EvalError::CasesForDialogue { file: name.to_owned() });
    }
    locomo::read(name, text)
}

/// A turn, and the times that it tells.
struct Heard<'a> {
    turn: &'a Turn,
    told: Vec<Expression>,
}

/// Every turn of a conversation, read with its parse where there is a `parser`; `spent` grows by
/// what the reading takes without the parsing.
fn hear<'a>(
    conversation: &'a Conversation,
    parser: Option<&dyn Parser>,
    spent: &mut Duration,
) -> Vec<Heard<'a>> {
    let texts: Vec<&str> = conversation.turns.iter().map(|t| t.text.as_str()).collect();
    let mut docs = parser.map(|parser| parser.docs(&texts)).unwrap_or_default().into_iter();
    let begin = Instant::now();
    let turns = conversation.turns.iter();
    let heard = turns
        .map(|turn| {
            let doc = docs.next().flatten();
            let conventions = Conventions::DIALOGUE;
            let told = find_with(&turn.text, doc.as_ref(), turn.said_at, &conventions);
            Heard { turn, told }
        })
        .collect();
    *spent += begin.elapsed();
    heard
}

impl Report {
    /// Writes a JSON line for each question whose gold answer is a date.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write_answers(&self, to: &mut dyn Write) -> Result<(), EvalError> {
        let line = |to: &mut dyn Write, answer: &Answered| {
            serde_json::to_writer(&mut *to, answer).map_err(std::io::Error::from)?;
            writeln!(to)
        };
        let mut answers = self.answers.iter();
        answers.try_for_each(|a| line(to, a)).map_err(|source| EvalError::Answers { source })
    }
}

/// Reads every turn, with its parse where there is a `parser`, and every temporal question. The turns
/// of a copy of a conversation (see [`copies`]) are not counted again.
pub fn run(conversations: &[Conversation], parser: Option<&dyn Parser>) -> Report {
    let mut report = Report::default();
    let mut spent = Duration::ZERO;
    let (mut read, mut offered, mut evidence) = (0_usize, 0, 0);
    for (conversation, copied) in conversations.iter().zip(copies::copied(conversations)) {
        report.repairs.extend(conversation.repairs.iter().cloned());
        report.skipped_questions.extend(conversation.skipped.iter().cloned());
        report.notes.extend(conversation.notes.iter().cloned());
        if copied && conversation.questions.is_empty() {
            continue;
        }
        let heard = hear(conversation, parser, &mut spent);
        read += heard.len();
        let counted = if copied { &[][..] } else { heard.as_slice() };
        report.turns += counted.len();
        for e in counted.iter().flat_map(|h| &h.told) {
            *report.kinds.entry(e.kind.to_string()).or_default() += 1;
            report.vague += usize::from(e.vague);
            if let Some(Reading::Open(why)) = e.readings.first() {
                *report.open.entry(why.to_string()).or_default() += 1;
            }
        }
        for question in conversation.questions.iter().filter(|q| q.category == Category::Temporal) {
            report.asked += 1;
            let Some(gold_text) = &question.answer else { continue };
            let Some(gold) = gold_date(gold_text) else { continue };
            report.dated += 1;
            let turns: Vec<&Heard<'_>> = heard
                .iter()
                .filter(|h| h.turn.id.as_ref().is_some_and(|id| question.evidence.contains(id)))
                .collect();
            let candidates: Vec<Vec<(bool, Interval)>> =
                turns.iter().map(|h| candidates(h)).collect();
            evidence += candidates.len();
            offered += candidates.iter().map(Vec::len).sum::<usize>();
            let mut hits = candidates.iter().flatten().filter(|(_, c)| agrees(c, &gold)).peekable();
            let right = hits.peek().is_some();
            let by_best = hits.any(|(best, _)| *best);
            report.found += usize::from(right);
            report.found_by_best += usize::from(by_best);
            let offers: Vec<String> =
                candidates.iter().flatten().map(|(_, c)| c.to_string()).collect();
            if !right {
                report.misses.push(Miss {
                    conversation: conversation.name.clone(),
                    question: question.index,
                    gold: gold_text.clone(),
                    cause: cause(&turns, &gold, &candidates),
                    offered: offers.clone(),
                });
            }
            report.answers.push(Answered {
                conversation: conversation.name.clone(),
                question: question.index,
                gold: gold_text.clone(),
                expected: gold.to_string(),
                right,
                by_best,
                offered: offers,
            });
        }
    }
    report.micros_per_turn = spent.as_secs_f64() * 1e6 / real(read.max(1));
    report.candidates_per_turn = real(offered) / real(evidence.max(1));
    report
}

#[expect(clippy::cast_precision_loss, reason = "counts of turns are small")]
fn real(n: usize) -> f64 {
    n as f64
}

/// The date that an answer is, if it is nothing else: its one time fills it but for small words.
fn gold_date(text: &str) -> Option<Interval> {
    // Read without a time of speaking, so that nothing is resolved that the answer does not tell.
    let found = find_absolute(text);
    let e = found.iter().find(|e| e.interval().is_some())?;
    let rest = [text.get(..e.phrase.start)?, text.get(e.phrase.end..)?].concat();
    let small = |w: &str| {
        matches!(w, "" | "in" | "on" | "the" | "around" | "since" | "about" | "by" | "a" | "few")
    };
    let only = rest.split(|c: char| !c.is_alphanumeric()).all(|w| small(&w.to_lowercase()));
    only.then(|| e.interval())?
}

/// The stretches of time that a turn offers, and whether each is a best reading.
fn candidates(heard: &Heard<'_>) -> Vec<(bool, Interval)> {
    let mut out = Vec::new();
    for e in &heard.told {
        if matches!(e.kind, Kind::Time | Kind::TimeRange) {
            continue;
        }
        out.extend(e.intervals().enumerate().map(|(n, i)| (n == 0, i)));
    }
    if out.is_empty() {
        out.extend(heard.turn.said_at.map(|said| (true, Interval::day_of(said))));
    }
    out
}

fn cause(
    turns: &[&Heard<'_>],
    gold: &Interval,
    candidates: &[Vec<(bool, Interval)>],
) -> &'static str {
    if turns.is_empty() {
        return "no evidence turn of this id";
    }
    let silent = turns.iter().all(|h| h.told.iter().all(|e| e.interval().is_none()));
    if silent {
        return "the turns tell no time, and their day is not the gold";
    }
    let near = candidates.iter().flatten().any(|(_, c)| {
        let (Some(a), Some(b)) = (widened(c, c.precision()), widened(gold, gold.precision()))
        else {
            return false;
        };
        a.0 < b.1 && b.0 < a.1
    });
    if near { "a time overlaps the gold by less than half" } else { "the times told are others" }
}

/// So many expressions, drawn by a seed: each turn's text, its time and what was found in it.
pub fn sample(
    conversations: &[Conversation],
    parser: Option<&dyn Parser>,
    many: usize,
    seed: u64,
) -> Vec<Drawn> {
    let mut all: Vec<Drawn> = Vec::new();
    let mut untimed = Duration::ZERO;
    let copied = copies::copied(conversations);
    for (conversation, _) in conversations.iter().zip(copied).filter(|(_, copied)| !copied) {
        for Heard { turn, told } in hear(conversation, parser, &mut untimed) {
            let Some(said_at) = turn.said_at else { continue };
            all.extend(told.into_iter().map(|expression| Drawn {
                text: turn.text.clone(),
                said_at,
                expression,
            }));
        }
    }
    let mut dice = Dice::new(seed);
    for at in (1..all.len()).rev() {
        all.swap(at, dice.below(at + 1));
    }
    all.truncate(many);
    all
}

impl fmt::Display for Drawn {
    /// Three lines: the words around, when they were said, and each reading.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = &self.expression.span;
        let before = self.text.get(..span.start).unwrap_or_default();
        let from = before.char_indices().rev().nth(70).map_or(0, |(at, _)| at);
        let after = self.text.get(span.end..).unwrap_or_default();
        let until = after.char_indices().nth(50).map_or(after.len(), |(at, _)| at);
        write!(
            f,
            "{}[{}]{}  | {} | ",
            before.get(from..).unwrap_or_default(),
            self.text.get(span.clone()).unwrap_or_default(),
            after.get(..until).unwrap_or_default(),
            self.said_at,
        )?;
        if let Some(reading) = self.expression.readings.first() {
            write!(f, "{reading}")?;
        }
        if self.expression.vague {
            f.write_str(" (vague)")?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} turns, {:.1} microseconds a turn", self.turns, self.micros_per_turn)?;
        writeln!(f, "\nexpressions found, by kind")?;
        for (kind, n) in &self.kinds {
            writeln!(f, "{kind:<16}{n:>6}")?;
        }
        writeln!(f, "{:<16}{:>6}", "of them vague", self.vague)?;
        for (why, n) in &self.open {
            writeln!(f, "of them open, as {why}: {n}")?;
        }
        let percent = 100.0 * real(self.found) / real(self.dated.max(1));
        writeln!(
            f,
            "\n{} temporal questions, {} with a date for an answer; found {} ({percent:.1} %), {} by a \
             best reading\n{:.2} candidates an evidence turn",
            self.asked, self.dated, self.found, self.found_by_best, self.candidates_per_turn
        )?;
        let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
        for miss in &self.misses {
            *causes.entry(miss.cause).or_default() += 1;
        }
        for (cause, n) in causes {
            writeln!(f, "missed, {cause}: {n}")?;
        }
        let read = self.repairs.iter().map(ToString::to_string).chain(self.notes.iter().cloned());
        let skipped = self.skipped_questions.iter().map(ToString::to_string).collect();
        let lists = [(told::SKIPPED, skipped), (told::OTHERWISE, read.collect())];
        told::write(f, lists.map(|(title, entries)| (title, told::capped(entries))))
    }
}
