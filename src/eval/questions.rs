//! What is asked of a conversation, and which of its turns hold the answer: one form for every data
//! set. Never given to a system that is measured.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::json;
use super::repair::Repair;
use crate::dialogue::Turn;

/// One conversation with what is asked of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Conversation {
    /// What its file calls it, unique in a run.
    pub name: String,
    /// Its turns, in order, each with an id.
    pub turns: Vec<Turn>,
    /// What some systems are given beside the turns: for each turn, by its place, what its triples
    /// and names say, in one text. Empty where there are none.
    pub triples: Vec<String>,
    /// The questions that can be asked, in the order of the file.
    pub questions: Vec<Question>,
    /// What was read otherwise than it is written.
    pub repairs: Vec<Repair>,
    /// The questions that cannot be asked.
    pub skipped: Vec<Skipped>,
    /// What else was mended or dropped, each in a sentence.
    pub notes: Vec<String>,
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
    /// The ids of the turns that hold the answer: at least one, none twice. Among them may be names
    /// of no turn, for evidence that nobody can find.
    pub evidence: Vec<String>,
    /// The same by a corrected key, where one was applied (see [`super::audit`]); empty when no
    /// turn holds the answer after all.
    pub corrected: Option<Vec<String>>,
    /// The answer, numbers written out.
    pub answer: Option<String>,
    /// The answer that an adversarial question leads to, wrongly.
    pub adversarial_answer: Option<String>,
}

/// The group of the categories 1 to 4 together, by its name in reports.
pub const COUNTED: &str = "1-4";

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
    /// Of a data set that has no kinds.
    Whole,
}

impl Category {
    /// All, in the order of the report.
    pub const ALL: [Self; 7] = [
        Self::MultiHop,
        Self::Temporal,
        Self::OpenDomain,
        Self::SingleHop,
        Self::Adversarial,
        Self::Unlabelled,
        Self::Whole,
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
            Self::Whole => "all",
        }
    }

    /// Whether it belongs to the group [`COUNTED`].
    pub fn counts(self) -> bool {
        !matches!(self, Self::Adversarial | Self::Unlabelled | Self::Whole)
    }

    /// The names of all groups of questions, in the order of the report: [`COUNTED`], and each
    /// category.
    pub fn groups() -> impl Iterator<Item = &'static str> {
        std::iter::once(COUNTED).chain(Self::ALL.map(Self::name))
    }

    /// The category of a file's value: a number from 1 to 5, or that number or a name as a string.
    pub(super) fn read(value: &Value) -> Option<Self> {
        let text = json::text(value).trim().to_lowercase().replace(['_', ' '], "-");
        // A table of numbers with gaps writes 4 as 4.0.
        match text.strip_suffix(".0").unwrap_or(&text) {
            "1" | "multi-hop" | "multihop" => Some(Self::MultiHop),
            "2" | "temporal" => Some(Self::Temporal),
            "3" | "open-domain" => Some(Self::OpenDomain),
            "4" | "single-hop" => Some(Self::SingleHop),
            "5" | "adversarial" => Some(Self::Adversarial),
            _ => None,
        }
    }
}

/// A question that is not asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Which conversation.
    pub conversation: String,
    /// Its place in the file's list, from 0.
    pub question: usize,
    /// Why.
    pub reason: Reason,
}

impl std::fmt::Display for Skipped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} question {}: {}", self.conversation, self.question, self.reason)
    }
}

/// Why a question is not asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Reason {
    /// It has none. Evidence that names no turn is some: nobody finds it (see the repairs).
    #[serde(rename = "no evidence")]
    NoEvidence,
    /// It has no words.
    #[serde(rename = "no question")]
    NoQuestion,
    /// It is not a JSON object.
    #[serde(rename = "not an object")]
    NotAnObject,
    /// A question before it has the same words and the same evidence (see [`super::copies`]).
    #[serde(rename = "asked before")]
    Twice,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoEvidence => "no evidence",
            Self::NoQuestion => "no question",
            Self::NotAnObject => "not an object",
            Self::Twice => "asked before, with the same evidence",
        })
    }
}
