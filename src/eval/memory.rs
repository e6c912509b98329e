//! hippograph itself as a measured system: each conversation in a namespace of its own, and a row
//! for each setting of recall.

use std::borrow::Cow;

use super::{Asked, Cause, Ranking, Retriever, System};
use crate::dialogue::Turn;
use crate::index::vectors::Search;
use crate::memory::{Memory, Namespace};
use crate::recall::{Query, QuestionVectors};

/// The rows of a memory: as it is, without the walk, and without facts.
const SETTINGS: [(&str, bool, bool); 3] = [
    ("hippograph", true, true),
    ("hippograph-no-walk", false, true),
    ("hippograph-no-facts", true, false),
];

/// A memory to measure. Its namespaces must not hold the conversations yet.
#[derive(Debug)]
pub struct Measured<'m> {
    memory: &'m Memory,
    search: Search,
}

impl<'m> Measured<'m> {
    /// Measures `memory`, whose vectors are searched by `search`.
    pub fn new(memory: &'m Memory, search: Search) -> Self {
        Self { memory, search }
    }
}

impl System for Measured<'_> {
    fn name(&self) -> &str {
        "hippograph"
    }

    fn ingest(
        &mut self,
        conversation: &str,
        turns: &[Turn],
    ) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
        let space = self.memory.make_namespace(conversation)?;
        space.ingest(turns)?;
        let row = |(name, walk, facts)| {
            let search = self.search;
            Box::new(Row { name, walk, facts, search, space: space.clone() }) as Box<dyn Retriever>
        };
        Ok(SETTINGS.map(row).into())
    }
}

struct Row<'m> {
    name: &'static str,
    walk: bool,
    facts: bool,
    search: Search,
    space: Namespace<'m>,
}

impl Retriever for Row<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn text_to_embed<'q>(&self, question: &'q str) -> Option<Cow<'q, str>> {
        Some(Cow::Owned(self.space.question(question).about))
    }

    fn retrieve(&mut self, asked: &Asked<'_>, k: usize) -> Result<Ranking, Cause> {
        let vectors = asked
            .vector
            .map(|about| QuestionVectors { about: about.to_vec(), phrases: Vec::new() });
        let recall = self.space.recall(&Query {
            k,
            walk: self.walk,
            facts: self.facts,
            search: self.search,
            vectors,
            ..Query::new(asked.question)
        })?;
        let named = recall.episodes.into_iter().filter_map(|hit| Some((hit.turn_id?, hit.score)));
        Ok(Ranking { ids: named.collect() })
    }
}
