//! The plain story format, `.dlg`: turns a person can write, with questions and the answers they
//! should get, so that tests can run it. Never runs anything itself.
//!
//! ```text
//! # A comment.
//! ## first talk
//! 2024-01-05 Ann: I work at Acme.
//! 2024-06-01T10:30 Ann [a photo of a red door]: I joined Globex today.
//! ? where does Ann work   valid 2024-03-01  known 2024-01-04
//! = Ann works_at Acme     [<=2024-01-05, 2024-06-01)
//! ? where does Bob work
//! = -
//! ```
//!
//! A turn is a time, a speaker, perhaps what an image shows, a colon, and what is said. `## name`
//! begins a session; before the first, each calendar day is a session called by its date. A
//! question may end with the valid time and the recorded time it asks for. The answers it should
//! get follow it, each a fact, perhaps with its valid interval; `-` says that there are none.

mod line;

use graph_schema::record::Role;
use graph_schema::{Moment, TimeError};

use super::error::DialogueError;
use super::source::Source;
use super::{Draft, Placed, Turn};
use line::Line;

/// A story, step by step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    /// Its steps, in the order of its lines.
    pub steps: Vec<Step>,
}

/// One step of a story. Lines count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Someone speaks.
    Turn {
        /// The line.
        line: usize,
        /// What is said.
        turn: Turn,
    },
    /// A question is asked.
    Ask {
        /// The line of the question.
        line: usize,
        /// The question.
        text: String,
        /// The time in the world that it asks about; without one, now.
        valid: Option<Moment>,
        /// The time whose beliefs it asks for; without one, now.
        known: Option<Moment>,
        /// What should be answered. Empty when the story does not say.
        answers: Vec<Answer>,
    },
}

/// What a question should be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// That nothing is known.
    Nothing,
    /// A fact.
    Fact {
        /// Subject, predicate and object, one space between words.
        words: String,
        /// Its valid interval, if the story gives one, as [`graph_schema::Interval`] prints it.
        valid: Option<String>,
    },
}

/// What is wrong with a line of a story.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoryFault {
    /// A turn begins with no time.
    #[error("{0}; a turn reads `2024-01-05 Ann: …`")]
    NoTime(TimeError),
    /// A turn has no colon behind its speaker.
    #[error("no colon behind the speaker; a turn reads `2024-01-05 Ann: …`")]
    NoColon,
    /// What an image shows is not closed.
    #[error("no `]:` behind what the image shows; a turn reads `2024-01-05 Ann [a dog]: …`")]
    NoBracket,
    /// A session without a name.
    #[error("the session has no name; write `## name`")]
    NoSessionName,
    /// A question without words.
    #[error("the question is empty; write `? where does Ann work`")]
    NoQuestion,
    /// A question's time cannot be read.
    #[error("{word} {reason}")]
    QuestionTime {
        /// `valid` or `known`.
        word: &'static str,
        /// What is wrong with it.
        reason: TimeError,
    },
    /// An answer stands under no question.
    #[error("an answer without a question; write a line `? …` above it")]
    NoQuestionAbove,
    /// An answer without words.
    #[error("the answer is empty; write `= Ann works_at Acme`, or `= -` for none")]
    NoAnswer,
    /// `= -` beside another answer.
    #[error("`= -` says that there is no answer, and the question has another")]
    NothingAndSomething,
    /// An interval is none.
    #[error("`{text}` is not an interval; write `[2024-01-05, 2024-06-01)`, `[<=2024-01-05, ..)`")]
    Interval {
        /// The text.
        text: String,
    },
}

impl Story {
    /// Reads a story. `source` is what errors call it.
    ///
    /// # Errors
    /// At the first line that is not of the format.
    pub fn read(source: &str, text: &str) -> Result<Self, DialogueError> {
        Self::of(&Source::new(source, text))
    }

    fn of(source: &Source<'_>) -> Result<Self, DialogueError> {
        let mut steps = Vec::new();
        let mut session = None;
        // Whether the last line that was no comment belongs to a question.
        let mut asking = false;
        for (place, text) in source.text().lines().enumerate() {
            let line = place + 1;
            let fault =
                |fault| DialogueError::Story { file: source.name().to_owned(), line, fault };
            match line::read(text).map_err(fault)? {
                Line::Nothing => {}
                Line::Session(name) => {
                    session = Some(name.to_owned());
                    asking = false;
                }
                Line::Turn(said) => {
                    let day = || said.said_at.date().to_string();
                    let turn = Turn {
                        session: session.clone().unwrap_or_else(day),
                        session_started: None,
                        id: None,
                        speaker: said.speaker,
                        role: Role::Person,
                        said_at: Some(said.said_at),
                        text: said.text.to_owned(),
                        image_caption: said.image_caption,
                    };
                    steps.push(Step::Turn { line, turn });
                    asking = false;
                }
                Line::Ask { text, valid, known } => {
                    steps.push(Step::Ask { line, text, valid, known, answers: Vec::new() });
                    asking = true;
                }
                Line::Answer(answer) => match steps.last_mut() {
                    Some(Step::Ask { answers, .. }) if asking => {
                        let nothing = |answer: &Answer| *answer == Answer::Nothing;
                        if !answers.is_empty() && (nothing(&answer) || answers.iter().any(nothing))
                        {
                            return Err(fault(StoryFault::NothingAndSomething));
                        }
                        answers.push(answer);
                    }
                    _ => return Err(fault(StoryFault::NoQuestionAbove)),
                },
            }
        }
        Ok(Self { steps })
    }
}

/// The turns of a story.
pub(super) fn drafts(source: &Source<'_>) -> Result<Vec<Draft>, DialogueError> {
    let steps = Story::of(source)?.steps.into_iter();
    let turns = steps.filter_map(|step| match step {
        Step::Turn { line, turn } => Some(Placed { line, turn }),
        Step::Ask { .. } => None,
    });
    Ok(vec![Draft { name: None, turns: turns.collect() }])
}

/// Whether the first line that is no comment, session or question is a turn.
pub(super) fn looks_like_one(text: &str) -> bool {
    let lines = text.lines().map(str::trim_start);
    let mut said = lines.filter(|line| !line.is_empty() && !line.starts_with(['#', '?', '=']));
    said.next().is_some_and(|line| matches!(line::read(line), Ok(Line::Turn(_))))
}
