//! What became of a single question: for each system the rank of each turn of its evidence. From
//! these all figures can be had again, and two reports compared question by question.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::loss::Loss;
use super::questions::{COUNTED, Category};

/// One question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Which conversation.
    pub conversation: String,
    /// Its place in the file's list, from 0.
    pub question: usize,
    /// Its category's name.
    pub category: String,
    /// Its words.
    pub text: String,
    /// The ids of its evidence, by the original key.
    pub evidence: Vec<String>,
    /// The same by the corrected key; absent when that says nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<Vec<String>>,
    /// What each system found.
    pub systems: IndexMap<String, Found>,
}

impl Record {
    /// Whether it is of a group of the report: its own category, or [`COUNTED`].
    pub fn belongs(&self, group: &str) -> bool {
        let apart = [Category::Adversarial, Category::Unlabelled, Category::Whole];
        self.category == group
            || group == COUNTED && !apart.iter().any(|category| category.name() == self.category)
    }
}

/// What one system found of the evidence of one question.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The rank of each turn of the evidence, from 1; `null` where it was not found. Absent when the
    /// system failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<Option<usize>>>,
    /// The same by the corrected key; absent when that says nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected_ranks: Option<Vec<Option<usize>>>,
    /// The score of its best hit, which is compared with those of other questions for AUROC (see
    /// [`super::abstention`]); absent when it found nothing or failed.
    #[serde(rename = "best_score", default, skip_serializing_if = "Option::is_none")]
    pub best: Option<f32>,
    /// How many tokens its first 10 hold.
    #[serde(rename = "tokens@10", default)]
    pub tokens_at_10: usize,
    /// At which stage each turn was lost that is not in the first 10, if the system can tell.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub lost: IndexMap<String, Loss>,
}

impl Found {
    /// The share of the evidence in the first `k`, from 0 to 1; `None` when the system failed.
    pub fn recall_at(&self, k: usize) -> Option<f64> {
        let ranks = self.ranks.as_ref()?;
        let found = ranks.iter().flatten().filter(|rank| **rank <= k).count();
        Some(found as f64 / ranks.len().max(1) as f64)
    }
}
