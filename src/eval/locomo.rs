//! The question side of a file in LoCoMo's format (Maharana et al. 2024): what is asked of a
//! conversation, and which of its turns hold the answer. Tolerant of the small ways in which such
//! files differ; what it repairs or skips it lists. Never given to a system that is measured.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::error::EvalError;
use super::evidence::Turns;
use super::repair::{Repair, Slip, Why};
use super::{copies, json, mend};
use crate::dialogue::{self, Turn};

pub use super::questions::{Category, Conversation, Question, Reason, Skipped};

impl Conversation {
    /// The conversation `name` of `turns`, with the questions of `qa`, which is LoCoMo's list;
    /// without one, nothing is asked. A turn without an id gets its place, from 1: `#12`.
    ///
    /// # Errors
    /// When two turns share an id, and when `qa` is not a list.
    pub fn new(
        file: &str,
        name: String,
        mut turns: Vec<Turn>,
        qa: Option<&Value>,
    ) -> Result<Self, EvalError> {
        for (at, turn) in turns.iter_mut().enumerate() {
            turn.id.get_or_insert_with(|| format!("#{}", at + 1));
        }
        let known = Turns::new(ids(&name, &turns)?);
        let entries: &[Value] = match qa {
            None | Some(Value::Null) => &[],
            Some(Value::Array(entries)) => entries,
            Some(_) => {
                return Err(EvalError::Shape {
                    file: file.to_owned(),
                    at: format!("`qa` of conversation {name}"),
                    wanted: "a list",
                });
            }
        };
        let mut questions = Vec::new();
        let mut repairs = Vec::new();
        let mut skipped = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let (read, slips) = question(index, entry, &known);
            match read {
                Ok(question) => questions.push(question),
                Err(reason) => {
                    skipped.push(Skipped { conversation: name.clone(), question: index, reason });
                }
            }
            repairs.extend(slips.into_iter().map(|slip| Repair::of(&name, index, slip)));
        }
        drop(known);
        let (triples, notes) = (Vec::new(), Vec::new());
        Ok(Self { name, turns, triples, questions, repairs, skipped, notes })
    }
}

/// Reads a whole LoCoMo file: the turns as `dialogue` reads them, and the questions. Without a
/// `sample_id` a conversation is called by the file and its place in it, from 1. What `dialogue`
/// would refuse but can be mended is mended, and noted. What is asked twice is asked once (see
/// [`copies::take_out`]; whoever reads several files calls it again over all).
///
/// # Errors
/// When the file is not of the format, as far as it must be.
pub fn read(file: &str, text: &str) -> Result<Vec<Conversation>, EvalError> {
    let strict = dialogue::locomo::conversations(file, text);
    let (samples, no_numbers) = match (json::samples(text), &strict) {
        (Ok(read), _) => read,
        // What dialogue says of broken JSON has the place in it.
        (Err(_), Err(source)) => return Err(EvalError::Dialogue { source: source.clone() }),
        (Err(source), Ok(_)) => return Err(EvalError::Json { file: file.to_owned(), source }),
    };
    let mut notes = vec![Vec::new(); samples.len()];
    let taken = match strict {
        Ok(taken) => taken,
        Err(source) if samples.is_empty() => return Err(EvalError::Dialogue { source }),
        Err(source) => {
            let (mended, told) = mend::mend(&samples);
            notes = told;
            // What mending does not help is told of the file as it is.
            dialogue::locomo::conversations(file, &mended)
                .map_err(|_| EvalError::Dialogue { source })?
        }
    };
    if let Some(first) = notes.first_mut()
        && no_numbers > 0
    {
        first.push(json::no_numbers(file, no_numbers));
    }
    if samples.len() != taken.len() {
        return Err(EvalError::Shape {
            file: file.to_owned(),
            at: "it".to_owned(),
            wanted: "a conversation or a list of them",
        });
    }
    let mut names = HashMap::new();
    let read: Result<Vec<Conversation>, EvalError> = taken
        .into_iter()
        .zip(&samples)
        .zip(notes)
        .enumerate()
        .map(|(at, ((taken, sample), mut notes))| {
            let name = taken.name.unwrap_or_else(|| format!("{file} {}", at + 1));
            let count: &mut usize = names.entry(name.clone()).or_default();
            *count += 1;
            let unique = if *count == 1 { name.clone() } else { format!("{name} #{count}") };
            if unique != name {
                notes.push(format!("two conversations are called {name}; one is {unique} here"));
            }
            notes.extend(mend::unread(sample));
            let mut read = Conversation::new(file, unique, taken.turns, sample.get("qa"))?;
            read.notes = notes.into_iter().map(|note| format!("{}: {note}", read.name)).collect();
            Ok(read)
        })
        .collect();
    let mut read = read?;
    copies::take_out(&mut read);
    Ok(read)
}

fn ids<'a>(name: &str, turns: &'a [Turn]) -> Result<Vec<&'a str>, EvalError> {
    let mut seen = HashSet::new();
    let mut ids = Vec::with_capacity(turns.len());
    for id in turns.iter().filter_map(|turn| turn.id.as_deref()) {
        if !seen.insert(id) {
            return Err(EvalError::TurnTwice { conversation: name.to_owned(), id: id.to_owned() });
        }
        ids.push(id);
    }
    Ok(ids)
}

fn question(
    index: usize,
    entry: &Value,
    known: &Turns<'_>,
) -> (Result<Question, Reason>, Vec<Slip>) {
    let Value::Object(entry) = entry else {
        return (Err(Reason::NotAnObject), Vec::new());
    };
    let Some(text) = entry.get("question").and_then(text_of) else {
        return (Err(Reason::NoQuestion), Vec::new());
    };
    let mut slips = Vec::new();
    let category = match entry.get("category") {
        None | Some(Value::Null) => Category::Unlabelled,
        Some(value) => Category::read(value).unwrap_or_else(|| {
            let given = json::text(value);
            let read_as = vec![Category::Unlabelled.name().to_owned()];
            slips.push((given, read_as, Why::UnknownCategory));
            Category::Unlabelled
        }),
    };
    let (evidence, more) = known.read(entry.get("evidence"));
    slips.extend(more);
    if evidence.is_empty() {
        return (Err(Reason::NoEvidence), slips);
    }
    let answer = entry.get("answer").and_then(text_of);
    let adversarial_answer = entry.get("adversarial_answer").and_then(text_of);
    (
        Ok(Question {
            index,
            text,
            category,
            evidence,
            corrected: None,
            answer,
            adversarial_answer,
        }),
        slips,
    )
}

/// A value as the text it stands for; `None` when it stands for none.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) if text.trim().is_empty() => None,
        other => Some(json::text(other)),
    }
}
