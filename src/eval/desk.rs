//! Where answers come in and become a report. Counts every question once for every system: answered
//! or failed, never neither.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::Write;

use indexmap::IndexMap;

use super::Retriever;
use super::answers::{self, Answer};
use super::ask::{self, Timed, Vectors};
use super::error::{EvalError, chain};
use super::fault::Fault;
use super::leak;
use super::loss::{Loss, Losses};
use super::metrics::{CUT, DEPTHS, Score, ranks};
use super::questions::{COUNTED, Category, Conversation, Question};
use super::record::{Found, Record};
use super::report::{Failure, Report, Shallow, Taken};
use super::run::Progress;
use super::tally::{Outcome, Tally};
use super::tokens::{self, text_of};
use crate::embed::Embedder;

/// A row, with the name that it had when the conversation was taken in.
pub(super) type Called<'r, 'm> = (String, &'r mut Box<dyn Retriever + 'm>);

/// At which stages evidence was lost, or why that is not known.
type Lost = Result<Vec<(String, Loss)>, Fault>;

pub(super) struct Desk<'a> {
    embedder: &'a dyn Embedder,
    answers: Option<&'a mut dyn Write>,
    tallies: IndexMap<String, Tally>,
    /// Under the corrected key.
    corrected: IndexMap<String, Tally>,
    losses: IndexMap<String, Losses>,
    failures: Vec<Failure>,
    untold: Vec<Failure>,
    /// By conversation and question.
    records: IndexMap<(usize, usize), Record>,
}

/// A conversation as the desk needs it.
struct Sheet<'c> {
    place: usize,
    conversation: &'c Conversation,
    /// How many tokens each turn is.
    tokens: HashMap<&'c str, usize>,
}

/// What one answer is worth: nothing when it failed.
#[derive(Default)]
struct Marks {
    found: Found,
    /// Under the original key, and under the corrected one, or again the original.
    scores: Option<(Score, Score)>,
}

impl Marks {
    fn of(timed: &Timed, question: &Question, sheet: &Sheet<'_>) -> Self {
        let ranked: Vec<&str> = timed.ranking.ids.iter().map(|(id, _)| id.as_str()).collect();
        let by = |key: &[String]| {
            let gold: Vec<&str> = key.iter().map(String::as_str).collect();
            (Score::of(&ranked, &gold), ranks(&ranked, &gold))
        };
        let (score, ranks) = by(&question.evidence);
        let corrected = question.corrected.as_deref().map(by);
        let top = ranked.iter().take(CUT).filter_map(|id| sheet.tokens.get(id));
        let found = Found {
            ranks: Some(ranks),
            corrected_ranks: corrected.as_ref().map(|(_, ranks)| ranks.clone()),
            best: timed.ranking.ids.first().map(|(_, score)| *score),
            tokens_at_10: top.sum(),
            ..Found::default()
        };
        Self { found, scores: Some((score, corrected.map_or(score, |(score, _)| score))) }
    }
}

impl<'a> Desk<'a> {
    pub(super) fn new(
        embedder: &'a dyn Embedder,
        answers: Option<&'a mut dyn Write>,
        conversations: &[Conversation],
    ) -> Self {
        let mut records = IndexMap::new();
        for (place, conversation) in conversations.iter().enumerate() {
            for question in &conversation.questions {
                let record = Record {
                    conversation: conversation.name.clone(),
                    question: question.index,
                    category: question.category.name().to_owned(),
                    text: question.text.clone(),
                    evidence: question.evidence.clone(),
                    corrected: question.corrected.clone(),
                    systems: IndexMap::new(),
                };
                records.insert((place, question.index), record);
            }
        }
        Self {
            embedder,
            answers,
            tallies: IndexMap::new(),
            corrected: IndexMap::new(),
            losses: IndexMap::new(),
            failures: Vec::new(),
            untold: Vec::new(),
            records,
        }
    }

    pub(super) fn ask(
        &mut self,
        system: &str,
        place: usize,
        conversation: &Conversation,
        rows: &mut [Called<'_, '_>],
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<(), EvalError> {
        let named = conversation.turns.iter().filter_map(|turn| Some((turn.id.as_deref()?, turn)));
        let tokens: HashMap<&str, usize> =
            named.map(|(id, turn)| (id, tokens::count(&text_of(turn)))).collect();
        let known: HashSet<&str> = tokens.keys().copied().collect();
        let sheet = Sheet { place, conversation, tokens };
        let of = conversation.questions.len();
        let mut given = Vec::with_capacity(of);
        for (at, question) in conversation.questions.iter().enumerate() {
            let mut vectors = Vectors::new(self.embedder);
            let answers: Vec<Result<Timed, Fault>> = rows
                .iter_mut()
                .map(|(_, row)| ask::answer(&mut ***row, question, &mut vectors, &known))
                .collect();
            given.push((question, vectors, answers));
            let conversation = &conversation.name;
            progress(Progress::Asked { system, conversation, done: at + 1, of });
        }
        // Evidence is shown when every question is answered, so that no answer can rest on it.
        for (question, mut vectors, answers) in given {
            for ((name, row), answer) in rows.iter_mut().zip(answers) {
                let answer = answer.map(|timed| {
                    // Evidence that is no turn was lost before any memory saw it.
                    let mut missed = missed(&timed, question);
                    missed.retain(|id| known.contains(id));
                    let lost = match missed.as_slice() {
                        [] => Ok(Vec::new()),
                        missed => ask::losses(&mut ***row, question, missed, &mut vectors),
                    };
                    (timed, lost)
                });
                self.note(&sheet, question, name, answer)?;
            }
        }
        Ok(())
    }

    /// Takes down what one row made of one question.
    fn note(
        &mut self,
        sheet: &Sheet<'_>,
        question: &Question,
        system: &str,
        answer: Result<(Timed, Lost), Fault>,
    ) -> Result<(), EvalError> {
        let mut line = Answer {
            system: system.to_owned(),
            conversation: sheet.conversation.name.clone(),
            question: question.index,
            category: question.category.name().to_owned(),
            ranked: None,
            error: None,
        };
        let mut marks = Marks::default();
        match answer {
            Ok((timed, lost)) => {
                marks = Marks::of(&timed, question, sheet);
                match lost {
                    Ok(lost) => {
                        self.lost(system, question, &lost);
                        marks.found.lost = lost.into_iter().collect();
                    }
                    Err(fault) => self.untold.push(failure(sheet, question, system, &fault)),
                }
                let tally = self.tallies.entry(system.to_owned()).or_default();
                tally.took(timed.recall, timed.embed);
                line.ranked = Some((&timed.ranking).into());
            }
            Err(fault) => line.error = Some(self.failed(sheet, question, system, &fault)),
        }
        self.count(sheet, question, system, marks);
        match &mut self.answers {
            Some(to) => answers::write(*to, &line),
            None => Ok(()),
        }
    }

    /// Lists a failure, and gives its message.
    fn failed(
        &mut self,
        sheet: &Sheet<'_>,
        question: &Question,
        system: &str,
        fault: &Fault,
    ) -> String {
        let failure = failure(sheet, question, system, fault);
        let error = failure.error.clone();
        self.failures.push(failure);
        error
    }

    /// Counts the question for the row under each key, and keeps its record.
    fn count(&mut self, sheet: &Sheet<'_>, question: &Question, system: &str, marks: Marks) {
        let Marks { found, scores } = marks;
        let outcome = |score: Option<Score>| Outcome {
            category: question.category,
            conversation: sheet.place,
            answer: score.map(|score| (score, found.tokens_at_10)),
            best: found.best,
        };
        let (original, corrected) = (scores.map(|s| s.0), scores.map(|s| s.1));
        self.tallies.entry(system.to_owned()).or_default().add(outcome(original));
        if question.corrected.as_ref().is_none_or(|key| !key.is_empty()) {
            self.corrected.entry(system.to_owned()).or_default().add(outcome(corrected));
        }
        if let Some(record) = self.records.get_mut(&(sheet.place, question.index)) {
            record.systems.insert(system.to_owned(), found);
        }
    }

    fn lost(&mut self, system: &str, question: &Question, lost: &[(String, Loss)]) {
        if lost.is_empty() {
            return;
        }
        let losses = self.losses.entry(system.to_owned()).or_default();
        let group = question.category.counts().then_some(COUNTED);
        for group in group.into_iter().chain([question.category.name()]) {
            let counts = losses.entry(group.to_owned()).or_insert_with(|| {
                Loss::ALL.into_iter().map(|loss| (loss.name().to_owned(), 0)).collect()
            });
            for (_, loss) in lost {
                *counts.entry(loss.name().to_owned()).or_default() += 1;
            }
        }
    }

    pub(super) fn flush(&mut self) -> Result<(), EvalError> {
        match &mut self.answers {
            Some(answers) => answers.flush().map_err(|source| EvalError::Answers { source }),
            None => Ok(()),
        }
    }

    pub(super) fn report(
        self,
        conversations: &[Conversation],
        ingest_turns_per_second: IndexMap<String, f64>,
        seed: u64,
    ) -> Result<Report, EvalError> {
        let asked = conversations.iter().map(|c| c.questions.len()).sum();
        self.each_counted_once(asked)?;
        let failed = self
            .failures
            .iter()
            .map(|f| (f.conversation.as_str(), f.question))
            .collect::<BTreeSet<_>>()
            .len();
        let skipped_questions: Vec<_> =
            conversations.iter().flat_map(|c| c.skipped.iter().cloned()).collect();
        let groups = |tallies: &IndexMap<String, Tally>| -> IndexMap<_, _> {
            tallies.iter().map(|(system, tally)| (system.clone(), tally.groups(seed))).collect()
        };
        let found = conversations.iter().map(leak::find);
        let (leaks, echoes): (Vec<_>, Vec<_>) =
            found.map(|found| (found.leaks, found.echoes)).unzip();
        let audited =
            conversations.iter().any(|c| c.questions.iter().any(|q| q.corrected.is_some()));
        Ok(Report {
            systems: groups(&self.tallies),
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
            abstention: self
                .tallies
                .iter()
                .filter_map(|(s, t)| Some((s.clone(), t.abstention(seed)?)))
                .collect(),
            repairs: conversations.iter().flat_map(|c| c.repairs.iter().cloned()).collect(),
            skipped_questions,
            failures: self.failures,
            untold: self.untold,
            notes: conversations.iter().flat_map(|c| c.notes.iter().cloned()).collect(),
            corrected: audited.then(|| groups(&self.corrected)),
            audit: None,
            shallow: conversations.iter().filter_map(shallow).collect(),
            leaks: leaks.concat(),
            echoes: echoes.concat(),
            losses: self.losses.into_iter().map(|(system, lost)| (system, ordered(lost))).collect(),
            questions: self.records.into_values().collect(),
            provenance: None,
        })
    }

    /// Of each row, answers and failures together are all that was asked.
    fn each_counted_once(&self, asked: usize) -> Result<(), EvalError> {
        for (row, tally) in &self.tallies {
            let answered = |record: &&Record| {
                record.systems.get(row).is_some_and(|found| found.ranks.is_some())
            };
            let answered = self.records.values().filter(answered).count();
            let failed = self.failures.iter().filter(|failure| failure.system == *row).count();
            let counted = answered + failed;
            if counted != asked || tally.len() != asked {
                let counted = if counted == asked { tally.len() } else { counted };
                return Err(EvalError::RowUncounted { row: row.clone(), counted, asked });
            }
        }
        Ok(())
    }
}

fn failure(sheet: &Sheet<'_>, question: &Question, system: &str, fault: &Fault) -> Failure {
    Failure {
        system: system.to_owned(),
        conversation: sheet.conversation.name.clone(),
        question: question.index,
        error: chain(fault),
    }
}

/// The groups in the order of the report.
fn ordered(mut lost: Losses) -> Losses {
    Category::groups().filter_map(|name| lost.shift_remove_entry(name)).collect()
}

/// The evidence, by the original key, that is not in the first [`CUT`].
fn missed<'q>(timed: &Timed, question: &'q Question) -> Vec<&'q str> {
    let top = || timed.ranking.ids.iter().take(CUT);
    let evidence = question.evidence.iter().map(String::as_str);
    evidence.filter(|gold| !top().any(|(id, _)| id == gold)).collect()
}

fn shallow(conversation: &Conversation) -> Option<Shallow> {
    let turns = conversation.turns.len();
    let depths: Vec<usize> = DEPTHS.into_iter().filter(|depth| *depth >= turns).collect();
    let asked = !conversation.questions.is_empty();
    (asked && !depths.is_empty()).then(|| Shallow {
        conversation: conversation.name.clone(),
        turns,
        depths,
    })
}
