//! Looks for gold in what the systems are given to take in: a question's own words, or a list of its
//! evidence, inside a turn. Reads both sides, and so is run by the harness alone; it never changes
//! what is given, and an answer's words are no leak, for turns are where answers come from.

mod key;
mod words;

use serde::{Deserialize, Serialize};

use super::questions::Conversation;
use crate::dialogue::Turn;

use key::Spelt;
use words::Runs;

/// A turn that holds what only the questions' side should know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leak {
    /// Which conversation.
    pub conversation: String,
    /// The turn.
    pub turn: String,
    /// The question's place in the file's list, from 0.
    pub question: usize,
    /// What of it is there.
    pub what: What,
}

impl std::fmt::Display for Leak {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { conversation, turn, question, what } = self;
        write!(f, "{conversation} turn {turn} holds {what} of question {question}")
    }
}

/// What of a question a turn gives away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum What {
    /// Its words, one after the other.
    #[serde(rename = "the question")]
    Question,
    /// Nearly all its words, one after the other.
    #[serde(rename = "nearly all")]
    Nearly,
    /// The ids of all its evidence, of which one at least is not the turn's own.
    #[serde(rename = "the evidence")]
    Evidence,
}

impl std::fmt::Display for What {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Question => "the question",
            Self::Nearly => "nearly all",
            Self::Evidence => "the evidence",
        })
    }
}

/// A turn that repeats much of a question: a copy that was changed, or chance, for people also ask
/// each other, and questions quote what they are about. To be looked at; it makes no run unsound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Echo {
    /// Which conversation.
    pub conversation: String,
    /// The turn.
    pub turn: String,
    /// The question's place in the file's list, from 0.
    pub question: usize,
    /// How many of its words stand there one after the other.
    pub words: usize,
    /// How many it has.
    pub of: usize,
}

impl std::fmt::Display for Echo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { conversation, turn, question, words, of } = self;
        write!(
            f,
            "{conversation} turn {turn} repeats {words} of the {of} words of question {question}"
        )
    }
}

/// What was found in a conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Turns that hold a question, or spell out the ids of its evidence.
    pub leaks: Vec<Leak>,
    /// Turns that repeat much of one.
    pub echoes: Vec<Echo>,
}

/// The turns of `conversation` that hold a question of at least five words, whole or in great part, or
/// that spell out the ids of a question's evidence, whatever stands between their letters and numbers.
/// Words are compared after NFKC and case folding, as Unicode cuts them (UAX 29).
pub fn find(conversation: &Conversation) -> Found {
    let texts: Vec<String> = conversation.turns.iter().map(text).collect();
    let ids: Vec<&str> =
        conversation.turns.iter().map(|turn| turn.id.as_deref().unwrap_or_default()).collect();
    let runs = Runs::find(conversation.questions.iter().map(|q| q.text.as_str()), &texts);
    let spelt = Spelt::find(conversation, &texts);
    let mut found = Found::default();
    for (at, question) in conversation.questions.iter().enumerate() {
        for (place, id) in ids.iter().enumerate() {
            let (name, turn) = (|| conversation.name.clone(), || (*id).to_owned());
            let leak =
                |what| Leak { conversation: name(), turn: turn(), question: question.index, what };
            let run = runs.longest(at, place);
            match run {
                Some(run) if run.is_whole() => found.leaks.push(leak(What::Question)),
                Some(run) if run.is_nearly() => found.leaks.push(leak(What::Nearly)),
                _ if spelt.gives_away(question, place) => found.leaks.push(leak(What::Evidence)),
                Some(run) if run.is_much() => found.echoes.push(Echo {
                    conversation: name(),
                    turn: turn(),
                    question: question.index,
                    words: run.words,
                    of: run.of,
                }),
                _ => {}
            }
        }
    }
    found
}

/// All that is written in a turn.
fn text(turn: &Turn) -> String {
    let speaker = turn.speaker.as_deref().unwrap_or_default();
    let caption = turn.image_caption.as_deref().unwrap_or_default();
    format!("{speaker}\n{}\n{caption}\n{}", turn.text, turn.session)
}
