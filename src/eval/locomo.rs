//! The question side of a file in LoCoMo's format (Maharana et al. 2024): what is asked of a
//! conversation, and which of its turns hold the answer. Tolerant of the small ways in which such
//! files differ; what it repairs or skips it lists. Never given to a system that is measured.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::EvalError;
use super::evidence::{Repair, Slip, Turns, Why};
use crate::dialogue::{self, Turn};

/// One conversation with what is asked of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Conversation {
    /// What its file calls it, unique in a run.
    pub name: String,
    /// Its turns, in order, each with an id.
    pub turns: Vec<Turn>,
    /// The questions that can be asked, in the order of the file.
    pub questions: Vec<Question>,
    /// What was read otherwise than it is written.
    pub repairs: Vec<Repair>,
    /// The questions that cannot be asked.
    pub skipped: Vec<Skipped>,
}

/// A question whose evidence is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Its place in the file's list, from 0, counting also those that were skipped.
    pub index: usize,
    /// Its words.
    pub text: String,
    /// Its kind.
    pub category: Category,
    /// The ids of the turns that hold the answer: at least one, none twice.
    pub evidence: Vec<String>,
    /// The answer, numbers written out.
    pub answer: Option<String>,
    /// The answer that an adversarial question leads to, wrongly.
    pub adversarial_answer: Option<String>,
}

/// LoCoMo's kinds of questions. The order is that of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// 1: gathered from several turns.
    MultiHop,
    /// 2: about when.
    Temporal,
    /// 3: needs knowledge of the world beside the turns.
    OpenDomain,
    /// 4: answered by one turn.
    SingleHop,
    /// 5: asks for something that was never said, as if it had been.
    Adversarial,
    /// The file gives none that is known.
    Unlabelled,
}

impl Category {
    /// All, in the order of the report.
    pub const ALL: [Self; 6] = [
        Self::MultiHop,
        Self::Temporal,
        Self::OpenDomain,
        Self::SingleHop,
        Self::Adversarial,
        Self::Unlabelled,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::MultiHop => "multi-hop",
            Self::Temporal => "temporal",
            Self::OpenDomain => "open-domain",
            Self::SingleHop => "single-hop",
            Self::Adversarial => "adversarial",
            Self::Unlabelled => "unlabelled",
        }
    }

    /// Whether it belongs to the group `1-4`.
    pub fn counts(self) -> bool {
        !matches!(self, Self::Adversarial | Self::Unlabelled)
    }

    /// The category of a file's value: a number from 1 to 5, or that number or a name as a string.
    fn read(value: &Value) -> Option<Self> {
        let text = match value {
            Value::String(text) => text.trim().to_lowercase().replace(['_', ' '], "-"),
            other => other.to_string(),
        };
        match text.as_str() {
            "1" | "multi-hop" | "multihop" => Some(Self::MultiHop),
            "2" | "temporal" => Some(Self::Temporal),
            "3" | "open-domain" => Some(Self::OpenDomain),
            "4" | "single-hop" => Some(Self::SingleHop),
            "5" | "adversarial" => Some(Self::Adversarial),
            _ => None,
        }
    }
}

/// A question that cannot be asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Which conversation.
    pub conversation: String,
    /// Its place in the file's list, from 0.
    pub question: usize,
    /// Why.
    pub reason: Reason,
}

/// Why a question cannot be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Reason {
    /// It has none, or none that names a turn (see the repairs).
    #[serde(rename = "no evidence")]
    NoEvidence,
    /// It has no words.
    #[serde(rename = "no question")]
    NoQuestion,
    /// It is not a JSON object.
    #[serde(rename = "not an object")]
    NotAnObject,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoEvidence => "no evidence",
            Self::NoQuestion => "no question",
            Self::NotAnObject => "not an object",
        })
    }
}

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
            match question(index, entry, &known) {
                (Ok(question), slips) => {
                    questions.push(question);
                    repairs.extend(slips.into_iter().map(|slip| repair(&name, index, slip)));
                }
                (Err(reason), slips) => {
                    skipped.push(Skipped { conversation: name.clone(), question: index, reason });
                    repairs.extend(slips.into_iter().map(|slip| repair(&name, index, slip)));
                }
            }
        }
        drop(known);
        Ok(Self { name, turns, questions, repairs, skipped })
    }
}

/// Reads a whole LoCoMo file: the turns as `dialogue` reads them, and the questions. Without a
/// `sample_id` a conversation is called by the file and its place in it, from 1.
///
/// # Errors
/// When the file is not of the format, as far as it must be.
pub fn read(file: &str, text: &str) -> Result<Vec<Conversation>, EvalError> {
    let taken = dialogue::locomo::conversations(file, text)
        .map_err(|source| EvalError::Dialogue { source })?;
    let json: Value = serde_json::from_str(text)
        .map_err(|source| EvalError::Json { file: file.to_owned(), source })?;
    let samples = match &json {
        Value::Array(samples) => samples.as_slice(),
        single => std::slice::from_ref(single),
    };
    if samples.len() != taken.len() {
        return Err(EvalError::Shape {
            file: file.to_owned(),
            at: "it".to_owned(),
            wanted: "a conversation or a list of them",
        });
    }
    taken
        .into_iter()
        .zip(samples)
        .enumerate()
        .map(|(at, (taken, sample))| {
            let name = taken.name.unwrap_or_else(|| format!("{file} {}", at + 1));
            Conversation::new(file, name, taken.turns, sample.get("qa"))
        })
        .collect()
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
            let given = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
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
    (Ok(Question { index, text, category, evidence, answer, adversarial_answer }), slips)
}

fn repair(conversation: &str, question: usize, (given, read_as, why): Slip) -> Repair {
    Repair { conversation: conversation.to_owned(), question, given, read_as, why }
}

/// A value as the text it stands for; `None` when it stands for none.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) if text.trim().is_empty() => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}
