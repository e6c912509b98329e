//! Asks every question of every system and gathers what comes back. Never shows a system more than
//! the turns and the words of a question, and never drops a question without counting it.

use std::collections::{BTreeSet, HashSet};
use std::io::Write;
use std::time::Instant;

use super::desk::{Called, Desk};
use super::error::EvalError;
use super::metrics::round;
use super::questions::Conversation;
use super::report::Report;
use super::{Retriever, System};
use crate::embed::Embedder;

/// What is measured on what.
pub struct Plan<'a> {
    /// What is taken in and asked; no two of one name.
    pub conversations: &'a [Conversation],
    /// Embeds what systems want embedded with a question.
    pub embedder: &'a dyn Embedder,
    /// What is measured, in the order of the report; no two of one name.
    pub systems: Vec<&'a mut dyn System>,
    /// Where every answer goes, one JSON line each.
    pub answers: Option<&'a mut dyn Write>,
    /// Seed of the intervals.
    pub seed: u64,
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// A system begins to take a conversation in.
    Ingesting {
        /// Which system.
        system: &'a str,
        /// Which conversation.
        conversation: &'a str,
        /// How many turns it has.
        turns: usize,
    },
    /// A question has been put to all rows of a system.
    Asked {
        /// Which system.
        system: &'a str,
        /// Which conversation.
        conversation: &'a str,
        /// How many questions of it are done.
        done: usize,
        /// How many it has.
        of: usize,
    },
}

/// Runs `plan`. Times are the only figures that differ between two runs: see
/// [`Report::forget_times`]. Whether the figures may be believed, [`Report::sound`] tells.
///
/// # Errors
/// When two conversations, systems or rows share a name, a system has not the same rows over each
/// conversation, a conversation cannot be taken in, the answers cannot be written, or a row has not
/// answered or failed each question once. A question that a system fails on is counted in the report
/// instead.
pub fn run(plan: Plan<'_>, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Report, EvalError> {
    let Plan { conversations, embedder, mut systems, answers, seed } = plan;
    let mut names = HashSet::new();
    for conversation in conversations {
        if !names.insert(conversation.name.as_str()) {
            return Err(EvalError::ConversationTwice { conversation: conversation.name.clone() });
        }
    }
    let mut names = HashSet::new();
    for system in &systems {
        if !names.insert(system.name().to_owned()) {
            return Err(EvalError::SystemTwice { system: system.name().to_owned() });
        }
    }
    let mut desk = Desk::new(embedder, answers, conversations);
    let mut seconds = vec![0.0; systems.len()];
    let mut rows: Vec<Option<BTreeSet<String>>> = vec![None; systems.len()];
    for (place, conversation) in conversations.iter().enumerate() {
        let mut taken = HashSet::new();
        for ((system, seconds), rows) in systems.iter_mut().zip(&mut seconds).zip(&mut rows) {
            let name = system.name().to_owned();
            let turns = conversation.turns.len();
            progress(Progress::Ingesting {
                system: &name,
                conversation: &conversation.name,
                turns,
            });
            let start = Instant::now();
            let mut retrievers =
                system.ingest(&conversation.name, &conversation.turns).map_err(|source| {
                    EvalError::Ingest {
                        system: name.clone(),
                        conversation: conversation.name.clone(),
                        source,
                    }
                })?;
            *seconds += start.elapsed().as_secs_f64();
            // Asked once: what a row calls itself later changes nothing.
            let called = names_of(&retrievers, &mut taken)?;
            let own: BTreeSet<String> = called.iter().cloned().collect();
            if own.is_empty() || *rows.get_or_insert_with(|| own.clone()) != own {
                let conversation = conversation.name.clone();
                return Err(EvalError::RowsDiffer { system: name, conversation });
            }
            let mut called: Vec<Called<'_, '_>> = called.into_iter().zip(&mut retrievers).collect();
            desk.ask(&name, place, conversation, &mut called, progress)?;
        }
    }
    desk.flush()?;
    let turns: usize = conversations.iter().map(|c| c.turns.len()).sum();
    let speeds = systems
        .iter()
        .zip(seconds)
        .filter(|(_, seconds)| *seconds > 0.0)
        .map(|(system, seconds)| (system.name().to_owned(), round(turns as f64 / seconds, 10.0)))
        .collect();
    desk.report(conversations, speeds, seed)
}

/// The names of a system's rows in their order, none of which is `taken` over this conversation.
fn names_of(
    retrievers: &[Box<dyn Retriever + '_>],
    taken: &mut HashSet<String>,
) -> Result<Vec<String>, EvalError> {
    let mut own = Vec::with_capacity(retrievers.len());
    for row in retrievers.iter().map(|retriever| retriever.name()) {
        if !taken.insert(row.to_owned()) {
            return Err(EvalError::RowTwice { row: row.to_owned() });
        }
        own.push(row.to_owned());
    }
    Ok(own)
}
