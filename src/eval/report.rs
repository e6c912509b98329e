//! What a run found, as data: the JSON that `--json` writes. Its [`Display`] is
//! the table for people, and [`super::markdown`] the report. Fields are added, never renamed.

use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::abstention::Abstention;
use super::audit::Applied;
use super::error::EvalError;
use super::leak::{Echo, Leak};
use super::loss::Losses;
use super::provenance::Provenance;
use super::questions::Skipped;
use super::record::Record;
use super::repair::Repair;
use super::told::count;

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
    /// How many were not asked, for want of words or evidence or because they were asked before.
    pub skipped: usize,
    /// What was taken in.
    pub conversations: Vec<Taken>,
    /// For each [`super::System`], how fast it took the turns in.
    pub ingest_turns_per_second: IndexMap<String, f64>,
    /// For each system, how long its answers took.
    pub latency: IndexMap<String, Latency>,
    /// For each system, how well its best score parts the questions that can be answered from the
    /// adversarial ones; empty when the data set has not both.
    #[serde(default)]
    pub abstention: IndexMap<String, Abstention>,
    /// What was read otherwise than it is written.
    pub repairs: Vec<Repair>,
    /// The questions that were not asked.
    pub skipped_questions: Vec<Skipped>,
    /// Every failure.
    pub failures: Vec<Failure>,
    /// What else was mended or dropped in the files, each in a sentence.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The same figures under the corrected key; absent without one. A question that it leaves
    /// without evidence is not counted here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<IndexMap<String, Groups>>,
    /// What became of the corrected key; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audit: Option<Applied>,
    /// The conversations of which some depth takes in everything, so that recall at that depth
    /// tells nothing.
    #[serde(default)]
    pub shallow: Vec<Shallow>,
    /// Turns that hold what only the questions' side should know.
    #[serde(default)]
    pub leaks: Vec<Leak>,
    /// Turns that repeat most of a question, which may be chance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub echoes: Vec<Echo>,
    /// For each system that can tell, at which stage the evidence was lost that is not in its first
    /// 10.
    #[serde(default)]
    pub losses: IndexMap<String, Losses>,
    /// The answers of which a system could not tell where their evidence was lost; they stand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untold: Vec<Failure>,
    /// Each question, with what became of its evidence in each system.
    #[serde(default)]
    pub questions: Vec<Record>,
    /// Of what data, weights, configuration and build the figures are; absent when whoever ran it
    /// did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

impl Report {
    /// The figures of a system for a group of questions; `None` when there are none.
    pub fn means(&self, system: &str, group: &str) -> Option<Means> {
        self.systems.get(system)?.get(group)?.means
    }

    /// Whether the figures may be believed: no question failed, and no gold was seen in what the
    /// systems took in.
    ///
    /// # Errors
    /// When they may not, with the count.
    pub fn sound(&self) -> Result<(), EvalError> {
        self.sound_but_for_failures()?;
        match self.failed {
            0 => Ok(()),
            failed => Err(EvalError::Failed { failed, asked: self.asked }),
        }
    }

    /// The same, of the questions that did not fail.
    ///
    /// # Errors
    /// When gold was seen in what the systems took in, with the count of turns.
    pub fn sound_but_for_failures(&self) -> Result<(), EvalError> {
        let turns: HashSet<(&str, &str)> =
            self.leaks.iter().map(|leak| (&*leak.conversation, &*leak.turn)).collect();
        match turns.len() {
            0 => Ok(()),
            turns => Err(EvalError::Leaked { turns }),
        }
    }

    /// Takes away all that differs between two runs of the same: the times.
    pub fn forget_times(&mut self) {
        self.latency.clear();
        self.ingest_turns_per_second.clear();
    }
}

/// A conversation that is no larger than a depth at which recall is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shallow {
    /// Which.
    pub conversation: String,
    /// How many turns it has.
    pub turns: usize,
    /// The depths that take in all of them.
    pub depths: Vec<usize>,
}

impl Display for Shallow {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let turns = count(self.turns, "turn", "turns");
        let depths: Vec<String> = self.depths.iter().map(|depth| format!("R@{depth}")).collect();
        let takes =
            if depths.len() == 1 { "takes in all and tells" } else { "take in all and tell" };
        write!(f, "{} has {turns}: {} {takes} nothing", self.conversation, depths.join(", "))
    }
}

/// Figures by group of questions: `1-4` first, then the categories by name; `all` alone when the
/// data set has no categories. A group in which nothing was asked is left out.
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
    /// How often all evidence is in the first 5.
    #[serde(rename = "all@5", default)]
    pub all_at_5: f64,
    /// How often all evidence is in the first 10.
    #[serde(rename = "all@10")]
    pub all_at_10: f64,
    /// nDCG of the first 10.
    #[serde(rename = "ndcg@10")]
    pub ndcg_at_10: f64,
    /// The reciprocal rank of the first evidence, in percent.
    #[serde(default)]
    pub mrr: f64,
    /// How many tokens the first 10 hold (not in percent), as [`super::tokens`] counts.
    #[serde(rename = "tokens@10", default)]
    pub tokens_at_10: f64,
    /// The 95 % bootstrap intervals of the chief figures.
    #[serde(default)]
    pub intervals: Intervals,
}

impl Means {
    /// What [`Self::figures`] are called at the head of a table.
    pub const NAMES: [&str; 10] =
        ["R@1", "R@2", "R@5", "R@10", "R@20", "all@5", "all@10", "nDCG@10", "MRR", "tok@10"];

    /// The figures in the order of [`Self::NAMES`]: in percent, but for the tokens.
    pub fn figures(&self) -> [f64; 10] {
        [
            self.recall_at_1,
            self.recall_at_2,
            self.recall_at_5,
            self.recall_at_10,
            self.recall_at_20,
            self.all_at_5,
            self.all_at_10,
            self.ndcg_at_10,
            self.mrr,
            self.tokens_at_10,
        ]
    }
}

/// The intervals of the chief figures of a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Intervals {
    /// Of recall@2.
    #[serde(rename = "recall@2")]
    pub recall_at_2: Interval,
    /// Of recall@5.
    #[serde(rename = "recall@5")]
    pub recall_at_5: Interval,
    /// Of recall@10.
    #[serde(rename = "recall@10")]
    pub recall_at_10: Interval,
    /// Of all@5.
    #[serde(rename = "all@5")]
    pub all_at_5: Interval,
    /// Of all@10.
    #[serde(rename = "all@10")]
    pub all_at_10: Interval,
    /// Of MRR.
    pub mrr: Interval,
}

/// Where a mean would lie in 95 of 100 runs on other data of the same kind, by what is drawn anew.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The questions: how far other questions on the same conversations would move it.
    pub by_question: [f64; 2],
    /// The conversations, each with all its questions; absent when there is but one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_conversation: Option<[f64; 2]>,
    /// The conversations, and the questions of each; absent when there is but one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_both: Option<[f64; 2]>,
}

impl Interval {
    /// The one that is told where there is room for one: the conversations and questions drawn
    /// anew, or the questions alone when there is one conversation.
    pub fn told(&self) -> [f64; 2] {
        self.by_both.unwrap_or(self.by_question)
    }
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

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { system, conversation, question, error } = self;
        write!(f, "{system}, {conversation} question {question}: {error}")
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}
