//! What a run found, as data: the JSON that `--json` writes. Its [`Display`](std::fmt::Display) is
//! the table for people.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::evidence::Repair;
use super::locomo::Skipped;

/// What a run found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// For each system, in the order of the run, its figures for each group of questions.
    pub systems: IndexMap<String, Groups>,
    /// How many questions were asked: all that have evidence, of every category.
    pub asked: usize,
    /// How many of them every system answered.
    pub answered: usize,
    /// How many of them some system failed on.
    pub failed: usize,
    /// How many could not be asked.
    pub skipped: usize,
    /// What was taken in.
    pub conversations: Vec<Taken>,
    /// For each [`super::System`], how fast it took the turns in.
    pub ingest_turns_per_second: IndexMap<String, f64>,
    /// For each system, how long its answers took.
    pub latency: IndexMap<String, Latency>,
    /// What was read otherwise than it is written.
    pub repairs: Vec<Repair>,
    /// The questions that could not be asked.
    pub skipped_questions: Vec<Skipped>,
    /// Every failure.
    pub failures: Vec<Failure>,
}

/// Figures by group of questions: `1-4` first, then the categories by name. A group in which
/// nothing was asked is left out.
pub type Groups = IndexMap<String, Row>;

/// The figures of one system for one group of questions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// How many questions it answered: what the means are over.
    pub n: usize,
    /// How many it failed on.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failed: usize,
    /// The means; absent when it answered none.
    #[serde(flatten)]
    pub means: Option<Means>,
}

/// Means over questions, in percent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Means {
    /// The share of the evidence that is in the first 1.
    #[serde(rename = "recall@1")]
    pub recall_at_1: f64,
    /// The share of the evidence that is in the first 2.
    #[serde(rename = "recall@2")]
    pub recall_at_2: f64,
    /// The share of the evidence that is in the first 5.
    #[serde(rename = "recall@5")]
    pub recall_at_5: f64,
    /// The share of the evidence that is in the first 10.
    #[serde(rename = "recall@10")]
    pub recall_at_10: f64,
    /// The share of the evidence that is in the first 20.
    #[serde(rename = "recall@20")]
    pub recall_at_20: f64,
    /// How often all evidence is in the first 10.
    #[serde(rename = "all@10")]
    pub all_at_10: f64,
    /// nDCG of the first 10.
    #[serde(rename = "ndcg@10")]
    pub ndcg_at_10: f64,
    /// The 95 % bootstrap interval of recall@10 over questions.
    #[serde(rename = "recall@10_interval")]
    pub recall_at_10_interval: [f64; 2],
}

/// A conversation that was taken in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// Its name.
    pub name: String,
    /// How many turns it has.
    pub turns: usize,
    /// How many questions were asked of it.
    pub questions: usize,
}

/// How long one system's answers took, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Latency {
    /// Recall alone, the question's vector being given.
    pub recall_ms: Percentiles,
    /// Recall and the embedding of the question, if the system wants one.
    pub recall_with_embedding_ms: Percentiles,
}

/// What half, 95 and 99 of a hundred answers took at most.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Percentiles {
    /// The median.
    pub p50: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The 99th percentile.
    pub p99: f64,
}

/// A question that a system failed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The row of the report.
    pub system: String,
    /// Which conversation.
    pub conversation: String,
    /// The question's place in the file's list, from 0.
    pub question: usize,
    /// What went wrong.
    pub error: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}
