//! Looks for gold in what the systems are given to take in: a question's own words, or a list of its
//! evidence, inside a turn or the triples that come with it. Reads both sides, and so is run by the harness alone; it never changes
//! what is given, and an answer's words are no leak, for turns are where answers come from.

mod bag;
mod key;
mod words;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::questions::Conversation;
use crate::dialogue::Turn;

use bag::{Bags, Shared};
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
    /// Whether it is in the triples that come with the turn, and not in the turn itself.
    #[serde(default, skip_serializing_if = "is_false")]
    pub in_triples: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl std::fmt::Display for Leak {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { conversation, turn, question, what, in_triples } = self;
        if *in_triples {
            write!(
                f,
                "the triples of {conversation} turn {turn} hold {what} of question {question}"
            )
        } else {
            write!(f, "{conversation} turn {turn} holds {what} of question {question}")
        }
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
    /// How many of its words stand there one after the other; if they are scattered, how many of its
    /// telling words are there.
    pub words: usize,
    /// How many it has of these.
    pub of: usize,
    /// Whether its words are there in whatever order; stop words are not counted then.
    #[serde(default, skip_serializing_if = "is_false")]
    pub scattered: bool,
}

impl std::fmt::Display for Echo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { conversation, turn, question, words, of, scattered } = self;
        let (repeats, telling) =
            if *scattered { ("holds", "telling words") } else { ("repeats", "words") };
        write!(
            f,
            "{conversation} turn {turn} {repeats} {words} of the {of} {telling} of question {question}"
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
/// that spell out the ids of a question's evidence, whatever stands between their letters and numbers;
/// and the same of the triples that come with it. Words are compared folded, as the index has them,
/// and as Unicode cuts them (UAX 29).
pub fn find(conversation: &Conversation) -> Found {
    let texts: Vec<String> = conversation.turns.iter().map(text).collect();
    let mut found = within(conversation, &texts, false);
    if !conversation.triples.is_empty() {
        let more = within(conversation, &conversation.triples, true);
        let known: HashSet<(String, usize)> =
            found.leaks.iter().map(|leak| (leak.turn.clone(), leak.question)).collect();
        let new = |leak: &Leak| !known.contains(&(leak.turn.clone(), leak.question));
        found.leaks.extend(more.leaks.into_iter().filter(new));
    }
    found
}

/// What `texts` hold, one for each turn by its place.
fn within(conversation: &Conversation, texts: &[String], in_triples: bool) -> Found {
    let ids: Vec<&str> =
        conversation.turns.iter().map(|turn| turn.id.as_deref().unwrap_or_default()).collect();
    let runs = Runs::find(conversation.questions.iter().map(|q| q.text.as_str()), texts);
    let spelt = Spelt::find(conversation, texts);
    let bags = Bags::new(texts);
    let mut found = Found::default();
    for (at, question) in conversation.questions.iter().enumerate() {
        let given_away = spelt.given_away(question);
        let holding = bags.holding(&question.text);
        for (place, id) in ids.iter().enumerate() {
            let (name, turn) = (|| conversation.name.clone(), || (*id).to_owned());
            let leak = |what| Leak {
                conversation: name(),
                turn: turn(),
                question: question.index,
                what,
                in_triples,
            };
            let echo = |words, of, scattered| Echo {
                conversation: name(),
                turn: turn(),
                question: question.index,
                words,
                of,
                scattered,
            };
            match (runs.longest(at, place), holding.get(&place)) {
                (Some(run), _) if run.is_whole() => found.leaks.push(leak(What::Question)),
                (Some(run), _) if run.is_nearly() => found.leaks.push(leak(What::Nearly)),
                _ if given_away.contains(&place) => found.leaks.push(leak(What::Evidence)),
                (Some(run), _) if run.is_much() => {
                    found.echoes.push(echo(run.words, run.of, false));
                }
                (_, Some(Shared { words, of })) => found.echoes.push(echo(*words, *of, true)),
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
