//! Multi-hop questions over passages, as MuSiQue (Trivedi et al. 2022), HotpotQA (Yang et al. 2018)
//! and HippoRAG write them: a corpus, questions with the passages that hold the answer, and if there
//! the triples of each passage. Tolerant of the ways in which such files differ; what it repairs,
//! skips or drops it lists. Evidence that is no passage of the corpus stays evidence, which nobody can
//! find: a gap of the corpus never makes figures better. Questions and their paragraphs are never
//! given to a system.

mod gold;

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::error::EvalError;
use super::questions::{Category, Conversation, Question, Reason, Skipped};
use super::repair::{Repair, Slip};
use super::told::count;
use super::triples::{Triples, plain};
use super::{copies, json};
use crate::dialogue::{self, Format, ReadOptions, Turn};

use gold::{Shelf, gold};

/// A file as it was read: its name and its text.
pub type File<'a> = (&'a str, &'a str);

/// A corpus with what is asked of it, and the triples that came with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Set {
    /// The passages as turns, each a part of the document that its title names, and the questions.
    pub conversation: Conversation,
    /// What was read in each passage, if that came with it.
    pub triples: Option<Triples>,
}

/// Reads the three files of a set called `name`. The id of a passage is its title, with a number
/// behind it from the second of the same title on (`Ohio River #2`), unless the corpus gives one.
///
/// # Errors
/// When a file is not of its form.
pub fn read(
    name: &str,
    questions: File<'_>,
    corpus: File<'_>,
    openie: Option<File<'_>>,
) -> Result<Set, EvalError> {
    let mut notes = Vec::new();
    let turns = passages(corpus, &mut notes)?;
    if turns.is_empty() {
        return Err(EvalError::Multihop {
            file: corpus.0.to_owned(),
            at: "it".to_owned(),
            wanted: "a list of at least one passage",
        });
    }
    let triples = openie.map(|(file, text)| Triples::read(file, text)).transpose()?;
    if let (Some((file, _)), Some(triples)) = (openie, &triples) {
        if triples.no_numbers() > 0 {
            notes.push(json::no_numbers(file, triples.no_numbers()));
        }
        let without = turns.iter().filter(|turn| !triples.knows(turn)).count();
        if without > 0 {
            notes.push(format!("{file}: knows nothing of {without} of {} passages", turns.len()));
        }
        if turns.iter().all(|turn| triples.of(turn).is_empty()) {
            return Err(EvalError::NoTriples { file: file.to_owned(), passages: turns.len() });
        }
        if triples.dropped() > 0 {
            let dropped = count(triples.dropped(), "triple", "triples");
            notes.push(format!("{file}: {dropped} without three parts dropped"));
        }
    }
    let (file, text) = questions;
    let (read, _) =
        json::read(text).map_err(|source| EvalError::Json { file: file.to_owned(), source })?;
    let entries = read.as_array().ok_or_else(|| EvalError::Multihop {
        file: file.to_owned(),
        at: "it".to_owned(),
        wanted: "a list of questions",
    })?;
    let shelf = Shelf::new(&turns);
    let mut conversation = Conversation {
        name: name.to_owned(),
        turns: Vec::new(),
        triples: Vec::new(),
        questions: Vec::new(),
        repairs: Vec::new(),
        skipped: Vec::new(),
        notes,
    };
    for (index, entry) in entries.iter().enumerate() {
        let mut slips = Vec::new();
        match question(index, entry, &shelf, &mut slips) {
            Ok(question) => conversation.questions.push(question),
            Err(reason) => conversation.skipped.push(Skipped {
                conversation: name.to_owned(),
                question: index,
                reason,
            }),
        }
        let repairs = slips.into_iter().map(|slip| Repair::of(name, index, slip));
        conversation.repairs.extend(repairs);
    }
    drop(shelf);
    if let Some(triples) = &triples {
        conversation.triples = turns.iter().map(|turn| triples.text(turn)).collect();
    }
    conversation.turns = turns;
    copies::take_out(std::slice::from_mut(&mut conversation));
    Ok(Set { conversation, triples })
}

/// The passages, each once, each with an id.
fn passages((file, text): File<'_>, notes: &mut Vec<String>) -> Result<Vec<Turn>, EvalError> {
    let options = ReadOptions { format: Some(Format::Passages), ..ReadOptions::default() };
    let read =
        dialogue::read(file, text, &options).map_err(|source| EvalError::Dialogue { source })?;
    let mut seen = HashSet::new();
    let mut titled: HashMap<String, usize> = HashMap::new();
    let mut turns = Vec::new();
    let mut twice = 0;
    for mut turn in read.into_iter().flat_map(|conversation| conversation.turns) {
        if !seen.insert(plain(&turn.text)) {
            twice += 1;
            continue;
        }
        let number = titled.entry(turn.session.clone()).or_default();
        *number += 1;
        let title = &turn.session;
        let own = if *number == 1 { title.clone() } else { format!("{title} #{number}") };
        turn.id.get_or_insert(own);
        turns.push(turn);
    }
    if twice > 0 {
        let passages = count(twice, "passage", "passages");
        notes.push(format!("{file}: {passages} given twice, taken once"));
    }
    let mut ids = HashSet::new();
    for id in turns.iter().filter_map(|turn| turn.id.as_deref()) {
        if !ids.insert(id) {
            return Err(EvalError::TurnTwice { conversation: file.to_owned(), id: id.to_owned() });
        }
    }
    Ok(turns)
}

fn question(
    index: usize,
    entry: &Value,
    shelf: &Shelf<'_>,
    slips: &mut Vec<Slip>,
) -> Result<Question, Reason> {
    let Value::Object(fields) = entry else { return Err(Reason::NotAnObject) };
    let text = fields.get("question").and_then(Value::as_str).map(str::trim);
    let text = text.filter(|text| !text.is_empty()).ok_or(Reason::NoQuestion)?;
    let mut evidence: Vec<String> = Vec::new();
    for id in gold(fields, shelf, slips) {
        // Several sentences of one passage are one evidence.
        if !evidence.contains(&id) {
            evidence.push(id);
        }
    }
    if evidence.is_empty() {
        return Err(Reason::NoEvidence);
    }
    let answer = fields.get("answer").filter(|answer| !answer.is_null()).map(json::text);
    Ok(Question {
        index,
        text: text.to_owned(),
        category: Category::Whole,
        evidence,
        corrected: None,
        answer,
        adversarial_answer: None,
    })
}
