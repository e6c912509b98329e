//! Writes what every system answered, one JSON line for each system and question, for scoring
//! elsewhere. A failure is written as such, never as an empty ranking.

use std::io::Write;

use serde::{Deserialize, Serialize};

use super::Ranking;
use super::error::EvalError;

/// One line: what one system answered to one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The row of the report.
    pub system: String,
    /// Which conversation.
    pub conversation: String,
    /// The question's place in the file's list, from 0.
    pub question: usize,
    /// Its category's name in the report.
    pub category: String,
    /// What it found, best first; absent when it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranked: Option<Vec<Ranked>>,
    /// Why it failed; absent when it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A turn of a ranking.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ranked {
    /// The turn's id.
    pub id: String,
    /// Greater is better; the first score of a ranking is compared across questions for AUROC (see
    /// [`super::abstention`]), nothing else is.
    pub score: f32,
}

impl From<&Ranking> for Vec<Ranked> {
    fn from(ranking: &Ranking) -> Self {
        ranking.ids.iter().map(|(id, score)| Ranked { id: id.clone(), score: *score }).collect()
    }
}

/// Writes `answer` as one line.
///
/// # Errors
/// When `to` cannot be written.
pub fn write(to: &mut dyn Write, answer: &Answer) -> Result<(), EvalError> {
    let mut line = serde_json::to_vec(answer)
        .map_err(|source| EvalError::Answers { source: source.into() })?;
    line.push(b'\n');
    to.write_all(&line).map_err(|source| EvalError::Answers { source })
}
