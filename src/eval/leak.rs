//! Looks for gold in what the systems are given to take in: a question's own words, or a list of its
//! evidence, inside a turn. Reads both sides, and so is run by the harness alone; it never changes
//! what is given, and an answer's words are no leak, for turns are where answers come from.

use serde::{Deserialize, Serialize};

use super::questions::Conversation;
use crate::dialogue::Turn;

/// The fewest words of a question whose repetition in a turn is no chance.
const WORDS: usize = 5;

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
    /// The ids of all its evidence, of which one at least is not the turn's own.
    #[serde(rename = "the evidence")]
    Evidence,
}

impl std::fmt::Display for What {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Question => "the question",
            Self::Evidence => "the evidence",
        })
    }
}

/// The turns of `conversation` that hold a question of at least five words, word for word, or that
/// spell out the ids of a question's evidence.
pub fn find(conversation: &Conversation) -> Vec<Leak> {
    let turns: Vec<(&str, String, String)> = conversation.turns.iter().map(texts).collect();
    let mut leaks = Vec::new();
    for question in &conversation.questions {
        let asked = words(&question.text);
        let long = asked.split_whitespace().count() >= WORDS;
        let gold: Vec<&str> = question.evidence.iter().map(String::as_str).collect();
        let telling = gold.iter().all(|id| is_telling(id));
        for (id, plain, raw) in &turns {
            let spelt =
                || gold.iter().any(|gold| gold != id) && gold.iter().all(|gold| holds(raw, gold));
            let what = if long && plain.contains(&asked) {
                What::Question
            } else if telling && spelt() {
                What::Evidence
            } else {
                continue;
            };
            leaks.push(Leak {
                conversation: conversation.name.clone(),
                turn: (*id).to_owned(),
                question: question.index,
                what,
            });
        }
    }
    leaks
}

/// The id of a turn, its words between spaces, and all that is written in it.
fn texts(turn: &Turn) -> (&str, String, String) {
    let speaker = turn.speaker.as_deref().unwrap_or_default();
    let caption = turn.image_caption.as_deref().unwrap_or_default();
    let raw = format!("{speaker}\n{}\n{caption}\n{}", turn.text, turn.session);
    (turn.id.as_deref().unwrap_or_default(), words(&raw), raw)
}

/// The words of a text in lower case, each between spaces, so that words are found whole.
fn words(text: &str) -> String {
    let mut out = String::from(" ");
    for c in text.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

/// Whether an id is so odd that no text holds it by chance: digits and something beside them, no
/// space.
fn is_telling(id: &str) -> bool {
    let digits = id.chars().any(|c| c.is_ascii_digit());
    let marks = id.chars().any(|c| !c.is_alphanumeric());
    digits && marks && !id.contains(char::is_whitespace)
}

/// Whether `text` holds `id`, and not as a part of a longer one.
fn holds(text: &str, id: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == ':';
    text.match_indices(id).any(|(at, _)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = text.get(at + id.len()..).and_then(|t| t.chars().next());
        !before.is_some_and(part) && !after.is_some_and(|c| c.is_alphanumeric())
    })
}
