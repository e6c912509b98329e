//! Asks every question of every system and gathers what comes back. Never shows a system more than
//! the turns and the words of a question, and never drops a question without counting it.

use std::collections::{BTreeSet, HashSet};
use std::io::Write;
use std::time::Instant;

use indexmap::IndexMap;

use super::answers::{self, Answer};
use super::error::{EvalError, chain};
use super::fault::{Fault, checked};
use super::locomo::{Conversation, Question};
use super::metrics::{DEEPEST, Score};
use super::report::{Failure, Report, Taken};
use super::tally::{Tally, round};
use super::{Asked, Ranking, Retriever, System};
use crate::embed::Embedder;

/// What is measured on what.
pub struct Plan<'a> {
    /// What is taken in and asked; no two of one name.
    pub conversations: &'a [Conversation],
    /// Embeds what systems want embedded with a question.
    pub embedder: &'a dyn Embedder,
    /// What is measured, in the order of the report.
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

/// Runs `plan`. Times are the only figures that differ between two runs.
///
/// # Errors
/// When two conversations or two rows share a name, a conversation cannot be taken in, or the
/// answers cannot be written. A question that a system fails on is counted in the report instead.
pub fn run(plan: Plan<'_>, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Report, EvalError> {
    let Plan { conversations, embedder, mut systems, answers, seed } = plan;
    let mut names = HashSet::new();
    for conversation in conversations {
        if !names.insert(conversation.name.as_str()) {
            return Err(EvalError::ConversationTwice { conversation: conversation.name.clone() });
        }
    }
    let mut desk = Desk { embedder, answers, tallies: IndexMap::new(), failures: Vec::new() };
    let mut seconds = vec![0.0; systems.len()];
    for conversation in conversations {
        let mut rows = HashSet::new();
        for (system, seconds) in systems.iter_mut().zip(&mut seconds) {
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
            for row in &retrievers {
                if !rows.insert(row.name().to_owned()) {
                    return Err(EvalError::SystemTwice { system: row.name().to_owned() });
                }
            }
            desk.ask(&name, conversation, &mut retrievers, progress)?;
        }
    }
    if let Some(answers) = &mut desk.answers {
        answers.flush().map_err(|source| EvalError::Answers { source })?;
    }
    let turns: usize = conversations.iter().map(|c| c.turns.len()).sum();
    let speeds = systems
        .iter()
        .zip(seconds)
        .filter(|(_, seconds)| *seconds > 0.0)
        .map(|(system, seconds)| (system.name().to_owned(), round(turns as f64 / seconds, 10.0)))
        .collect();
    Ok(desk.report(conversations, speeds, seed))
}

/// Where answers come in.
struct Desk<'a> {
    embedder: &'a dyn Embedder,
    answers: Option<&'a mut dyn Write>,
    tallies: IndexMap<String, Tally>,
    failures: Vec<Failure>,
}

impl Desk<'_> {
    fn ask(
        &mut self,
        system: &str,
        conversation: &Conversation,
        retrievers: &mut [Box<dyn Retriever + '_>],
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<(), EvalError> {
        let known: HashSet<&str> =
            conversation.turns.iter().filter_map(|turn| turn.id.as_deref()).collect();
        let of = conversation.questions.len();
        for (at, question) in conversation.questions.iter().enumerate() {
            let mut vectors = Vectors { embedder: self.embedder, known: Vec::new() };
            for retriever in retrievers.iter_mut() {
                let answer = answer(&mut **retriever, question, &mut vectors, &known);
                self.note(conversation, question, retriever.name(), answer)?;
            }
            let conversation = &conversation.name;
            progress(Progress::Asked { system, conversation, done: at + 1, of });
        }
        Ok(())
    }

    fn note(
        &mut self,
        conversation: &Conversation,
        question: &Question,
        system: &str,
        answer: Result<Timed, Fault>,
    ) -> Result<(), EvalError> {
        let tally = self.tallies.entry(system.to_owned()).or_default();
        let mut line = Answer {
            system: system.to_owned(),
            conversation: conversation.name.clone(),
            question: question.index,
            category: question.category.name().to_owned(),
            ranked: None,
            error: None,
        };
        match answer {
            Ok(timed) => {
                let ranked: Vec<&str> =
                    timed.ranking.ids.iter().map(|(id, _)| id.as_str()).collect();
                let gold: Vec<&str> = question.evidence.iter().map(String::as_str).collect();
                let score = Score::of(&ranked, &gold);
                tally.answered(question.category, score, timed.recall, timed.embed);
                line.ranked = Some((&timed.ranking).into());
            }
            Err(fault) => {
                tally.failed(question.category);
                let error = chain(&fault);
                self.failures.push(Failure {
                    system: system.to_owned(),
                    conversation: conversation.name.clone(),
                    question: question.index,
                    error: error.clone(),
                });
                line.error = Some(error);
            }
        }
        match &mut self.answers {
            Some(to) => answers::write(*to, &line),
            None => Ok(()),
        }
    }

    fn report(
        self,
        conversations: &[Conversation],
        ingest_turns_per_second: IndexMap<String, f64>,
        seed: u64,
    ) -> Report {
        let asked = conversations.iter().map(|c| c.questions.len()).sum();
        let failed = self
            .failures
            .iter()
            .map(|f| (f.conversation.as_str(), f.question))
            .collect::<BTreeSet<_>>()
            .len();
        let skipped_questions: Vec<_> =
            conversations.iter().flat_map(|c| c.skipped.iter().cloned()).collect();
        Report {
            systems: self.tallies.iter().map(|(s, t)| (s.clone(), t.groups(seed))).collect(),
            asked,
            answered: asked - failed,
            failed,
            skipped: skipped_questions.len(),
            conversations: conversations
                .iter()
                .map(|c| Taken {
                    name: c.name.clone(),
                    turns: c.turns.len(),
                    questions: c.questions.len(),
                })
                .collect(),
            ingest_turns_per_second,
            latency: self
                .tallies
                .iter()
                .filter_map(|(s, t)| Some((s.clone(), t.latency()?)))
                .collect(),
            repairs: conversations.iter().flat_map(|c| c.repairs.iter().cloned()).collect(),
            skipped_questions,
            failures: self.failures,
        }
    }
}

/// A ranking, and how many seconds it and the embedding before it took.
struct Timed {
    ranking: Ranking,
    recall: f64,
    embed: f64,
}

fn answer(
    retriever: &mut dyn Retriever,
    question: &Question,
    vectors: &mut Vectors<'_>,
    known: &HashSet<&str>,
) -> Result<Timed, Fault> {
    let texts = retriever.texts_to_embed(&question.text);
    let (vectors, embed) = vectors.get(texts)?;
    let asked = Asked { question: &question.text, vectors };
    let start = Instant::now();
    let ranking = retriever.retrieve(&asked, DEEPEST).map_err(Fault::Retrieve)?;
    let recall = start.elapsed().as_secs_f64();
    Ok(Timed { ranking: checked(ranking, DEEPEST, known)?, recall, embed })
}

/// The vectors of what is embedded with one question: texts that several rows want are embedded
/// once, and timed.
struct Vectors<'a> {
    embedder: &'a dyn Embedder,
    known: Vec<(Vec<String>, Vec<Vec<f32>>, f64)>,
}

impl Vectors<'_> {
    fn get(&mut self, texts: Vec<String>) -> Result<(&[Vec<f32>], f64), Fault> {
        if texts.is_empty() {
            return Ok((&[], 0.0));
        }
        if !self.known.iter().any(|(known, ..)| *known == texts) {
            let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
            let start = Instant::now();
            let vectors = self.embedder.embed(&borrowed).map_err(Fault::Embed)?;
            let seconds = start.elapsed().as_secs_f64();
            let (wanted, got) = (texts.len(), vectors.len());
            if got != wanted {
                return Err(Fault::VectorCount { wanted, got });
            }
            self.known.push((texts.clone(), vectors, seconds));
        }
        let known = self.known.iter().find(|(known, ..)| *known == texts);
        let (_, vectors, seconds) =
            known.ok_or(Fault::VectorCount { wanted: texts.len(), got: 0 })?;
        Ok((vectors, *seconds))
    }
}
