//! Measures how well a memory recalls: questions whose evidence is known, asked of several systems
//! in one run, and a report of what they found. Uses only what any user of the crate can use, and
//! never shows a system the questions or their evidence while it takes the turns in.
//!
//! Whoever has a memory of their own implements [`System`] and [`Retriever`] and is measured in the
//! same run as the baselines: [`baselines`] and [`hipporag2`] are examples, and the shortest is this.
//!
//! ```
//! use hippograph::dialogue::Turn;
//! use hippograph::embed::Hashed;
//! use hippograph::eval::run::{Plan, run};
//! use hippograph::eval::{Asked, Cause, Ranking, Retriever, System, locomo};
//!
//! /// Finds whatever was said last.
//! struct Newest;
//!
//! impl System for Newest {
//!     fn name(&self) -> &str {
//!         "newest"
//!     }
//!
//!     fn ingest(&mut self, _: &str, turns: &[Turn]) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
//!         let ids = turns.iter().filter_map(|turn| turn.id.clone()).collect();
//!         Ok(vec![Box::new(Row(ids))])
//!     }
//! }
//!
//! struct Row(Vec<String>);
//!
//! impl Retriever for Row {
//!     fn name(&self) -> &str {
//!         "newest"
//!     }
//!
//!     fn retrieve(&mut self, _: &Asked<'_>, k: usize) -> Result<Ranking, Cause> {
//!         let newest = self.0.iter().rev().take(k);
//!         Ok(Ranking { ids: newest.zip(0..).map(|(id, at)| (id.clone(), -(at as f32))).collect() })
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let file = r#"{"sample_id": "c",
//!     "conversation": {"session_1": [{"dia_id": "D1:1", "text": "Hi."}, {"dia_id": "D1:2", "text": "Bye."}]},
//!     "qa": [{"question": "What was said last?", "category": 4, "evidence": ["D1:2"]}]}"#;
//! let conversations = locomo::read("talk.json", file)?;
//! let embedder = Hashed::new(64);
//! let mut newest = Newest;
//! let plan = Plan {
//!     conversations: &conversations,
//!     embedder: &embedder,
//!     systems: vec![&mut newest],
//!     answers: None,
//!     seed: 1,
//! };
//! let report = run(plan, &mut |_| {})?;
//! report.sound()?;
//! println!("{report}"); // the table; `markdown::page(&report)` gives a page
//! let figures = report.means("newest", "1-4").ok_or("nothing was asked")?;
//! assert!(figures.recall_at_1 > 99.0);
//! # Ok(())
//! # }
//! ```

pub mod abstention;
pub mod answers;
pub mod audit;
pub mod baselines;
pub mod compare;
pub mod copies;
pub mod dice;
pub mod error;
pub mod evidence;
pub mod hipporag2;
pub mod leak;
pub mod locomo;
pub mod loss;
pub mod markdown;
pub mod memory;
pub mod metrics;
pub mod multihop;
pub mod provenance;
pub mod questions;
pub mod record;
pub mod repair;
pub mod report;
pub mod run;
pub mod scores;
pub mod spread;
pub mod tokens;
pub mod triples;
pub mod time;

mod ask;
mod desk;
mod fault;
mod fold;
mod json;
mod mend;
mod session_time;
mod table;
mod tally;
mod told;

use crate::dialogue::Turn;

pub use error::EvalError;
pub use loss::Loss;

/// What failed inside a measured system.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// A memory, or a family of baselines over one index, that can be measured.
pub trait System {
    /// What it is called where the speed of ingestion is told, unique in a run.
    fn name(&self) -> &str;

    /// Takes in one conversation, apart from every other, and gives what answers over it: the
    /// settings of one memory share this one ingestion. `conversation` is unique in a run, and
    /// each turn has an id. There is at least one row, and the same rows over every conversation.
    /// The time that this takes is the time of ingestion.
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

    /// The best `k` turns, best first; in a run `k` is [`metrics::DEEPEST`], 20. Fewer are fine; none
    /// is a finding, not a failure. More than `k`, an id that is no turn of the conversation, an id
    /// twice, a score that is not finite, and one that is greater than the one before it make the
    /// question fail for this row.
    ///
    /// # Errors
    /// When it fails. The question counts as failed for this row, never as an empty ranking.
    fn retrieve(&mut self, asked: &Asked<'_>, k: usize) -> Result<Ranking, Cause>;

    /// At which stage each of the `missed` turns was lost, which were not among the best `k`; nothing
    /// of those it cannot tell of. The one call that shows a retriever evidence: it is made after
    /// every question of the conversation is answered. Default: it tells nothing.
    ///
    /// # Errors
    /// When it fails. The answer stands; the report lists that it was not told where evidence was lost.
    fn losses(
        &mut self,
        asked: &Asked<'_>,
        missed: &[&str],
        k: usize,
    ) -> Result<Vec<(String, Loss)>, Cause> {
        let _ = (asked, missed, k);
        Ok(Vec::new())
    }
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
    /// Ids of turns, no id twice, each with a finite score. Greater is better; the first score is
    /// compared across questions for AUROC (see [`abstention`]), nothing else is.
    pub ids: Vec<(String, f32)>,
}
