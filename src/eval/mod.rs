//! Measures how well a memory recalls: questions whose evidence is known, asked of several systems
//! in one run, and a report of what they found. Uses only what any user of the crate can use, and
//! never shows a system the questions or their evidence while it takes the turns in.
//!
//! Whoever has a memory of their own implements [`System`] and [`Retriever`] and is measured in the
//! same run as the baselines.

pub mod answers;
pub mod baselines;
pub mod error;
pub mod evidence;
pub mod locomo;
pub mod memory;
pub mod metrics;
pub mod report;
pub mod run;
pub mod spread;
pub mod time;

mod fault;
mod table;
mod tally;

use crate::dialogue::Turn;

pub use error::EvalError;

/// What failed inside a measured system.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// A memory, or a family of baselines over one index, that can be measured.
pub trait System {
    /// What it is called where the speed of ingestion is told.
    fn name(&self) -> &str;

    /// Takes in one conversation, apart from every other, and gives what answers over it: the
    /// settings of one memory share this one ingestion. `conversation` is unique in a run, and
    /// each turn has an id. The time that this takes is the time of ingestion.
    ///
    /// # Errors
    /// When it cannot be taken in. The whole run ends with it.
    fn ingest(
        &mut self,
        conversation: &str,
        turns: &[Turn],
    ) -> Result<Vec<Box<dyn Retriever + '_>>, Cause>;
}

/// What answers questions over one conversation: a row of the report.
pub trait Retriever {
    /// The row's name, the same over every conversation.
    fn name(&self) -> &str;

    /// The texts whose vectors it wants with the question; none when it wants none. The run embeds
    /// them beforehand, in one call, so that recall is timed with and without.
    fn texts_to_embed(&self, question: &str) -> Vec<String> {
        let _ = question;
        Vec::new()
    }

    /// The best `k` turns, best first. Fewer are fine; none is a finding, not a failure.
    ///
    /// # Errors
    /// When it fails. The question counts as failed for this row, never as an empty ranking.
    fn retrieve(&mut self, asked: &Asked<'_>, k: usize) -> Result<Ranking, Cause>;
}

/// A question as a retriever sees it.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// Its words.
    pub question: &'a str,
    /// The vector of each text that [`Retriever::texts_to_embed`] gave.
    pub vectors: &'a [Vec<f32>],
}

/// What a retriever found, best first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ranking {
    /// Ids of turns, no id twice, each with a finite score.
    pub ids: Vec<(String, f32)>,
}
