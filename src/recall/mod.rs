//! What do we know that bears on a question: analyse, score by channel, seed, walk, fuse, explain.
//! Reads only: nothing here can write.

mod channels;
mod explain;
mod fuse;
mod question;
mod seeds;

use graph_schema::record::Fact;
use graph_schema::{EpisodeId, FactId, Interval, Moment, Ontology};

use crate::graph::Graph;
use crate::graph::truth::AsOf;
use crate::graph::view::{Node, View};
use crate::index::Index;
use crate::index::vectors::{Search, VectorError};

pub use fuse::{Channel, Share};
pub use question::{Question, QuestionVectors};

/// Why a question cannot be answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecallError {
    /// The question is empty.
    #[error("the question is empty; ask with at least one word")]
    Empty,
    /// The question's vector is unusable.
    #[error("the question's vector cannot be used")]
    Vector(#[from] VectorError),
}

/// A question, and how it is to be answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// The question.
    pub text: String,
    /// How many episodes, and how many facts, at the most.
    pub k: usize,
    /// Only facts that held in the world at this moment. Episodes are not bound by it.
    pub valid: Option<Moment>,
    /// Only what the memory believed at this moment.
    pub known: Option<Moment>,
    /// Whether to walk the graph.
    pub walk: bool,
    /// Whether to use facts.
    pub facts: bool,
    /// How vectors are searched.
    pub search: Search,
    /// Whether each hit tells how the walk came to it. Without, hits have no paths: asking for very
    /// many is then much faster.
    pub paths: bool,
    /// The question's vectors, if they are made already.
    pub vectors: Option<QuestionVectors>,
}

impl Query {
    /// The question `text` with the defaults: 10 hits, by all channels, whatever is current.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            k: 10,
            valid: None,
            known: None,
            walk: true,
            facts: true,
            search: Search::Auto,
            paths: true,
            vectors: None,
        }
    }

    /// The two times that it asks for.
    pub fn as_of(&self) -> AsOf {
        AsOf { valid: self.valid, known: self.known }
    }
}

/// What bears on a question, best first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recall {
    /// The episodes.
    pub episodes: Vec<EpisodeHit>,
    /// The facts.
    pub facts: Vec<FactHit>,
    /// Where the walk began, each with its share of all seeds; empty without a walk.
    pub seeds: Vec<(Node, f32)>,
}

impl Recall {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.episodes.is_empty() && self.facts.is_empty()
    }
}

/// An episode that bears on a question.
#[derive(Debug, Clone, PartialEq)]
pub struct EpisodeHit {
    /// Which.
    pub id: EpisodeId,
    /// The id that its source gave it, if it did.
    pub turn_id: Option<String>,
    /// How much it bears on it: the sum of the shares.
    pub score: f32,
    /// What each channel gave, greatest first; channels that gave nothing are left out.
    pub shares: Vec<Share>,
    /// How the walk came here, from a seed to the episode; empty when it did not.
    pub path: Vec<Node>,
    /// The facts that it told, as far as they are seen.
    pub facts: Vec<FactId>,
}

/// A fact that bears on a question.
#[derive(Debug, Clone, PartialEq)]
pub struct FactHit {
    /// Which.
    pub id: FactId,
    /// How much it bears on it: the sum of the shares.
    pub score: f32,
    /// What each channel gave, greatest first; channels that gave nothing are left out.
    pub shares: Vec<Share>,
    /// The fact itself.
    pub fact: Fact,
    /// When it held, cut where a later fact closes it.
    pub held: Option<Interval>,
    /// The ids that their sources gave the episodes that told it; an episode without one goes by
    /// its id here.
    pub told_in: Vec<String>,
}

/// What recall reads: a namespace as it stands.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// The indexes.
    pub index: &'a Index,
    /// The graph as the walk sees it, as of the query's times.
    pub view: &'a View,
    /// What facts can be.
    pub ontology: &'a Ontology,
}

/// Answers a query from `source`. The question was read as `question`, and has these vectors.
///
/// # Errors
/// When a vector is not one of the index.
pub fn recall(
    source: &Source<'_>,
    query: &Query,
    question: &Question,
    vectors: &QuestionVectors,
) -> Result<Recall, RecallError> {
    let facts = channels::facts(source, query, question, vectors)?;
    let mut scores = channels::episodes(source, query, question, vectors, &facts)?;
    let mut sown = Vec::new();
    if query.walk {
        sown = seeds::seeds(source, question, vectors, query.search, &facts, &scores)?;
        let walk = seeds::walk(source.view, &sown);
        channels::add_walk(&mut scores, source.view, &sown, &walk);
    }
    let explained: &[(u32, f32)] = if query.paths { &sown } else { &[] };
    let episodes = fuse::episodes(source, query, &scores, explained);
    let facts = fuse::facts(source, query, &facts);
    let seeds =
        sown.iter().filter_map(|(number, share)| Some((source.view.node(*number)?, *share)));
    Ok(Recall { episodes, facts, seeds: seeds.collect() })
}
