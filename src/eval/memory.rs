//! hippograph itself as a measured system: each conversation in a namespace of its own, and a row
//! for each setting of recall.

use graph_schema::EpisodeId;

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

/// A hit that cannot be compared with evidence.
#[derive(Debug, thiserror::Error)]
#[error("episode {id} has no id of its source; the namespace holds other turns than were given")]
struct NamelessHit {
    id: EpisodeId,
}

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

    fn texts_to_embed(&self, question: &str) -> Vec<String> {
        self.space.question(question).texts().into_iter().map(str::to_owned).collect()
    }

    fn retrieve(&mut self, asked: &Asked<'_>, k: usize) -> Result<Ranking, Cause> {
        let vectors = asked.vectors.split_first().map(|(about, phrases)| QuestionVectors {
            about: about.clone(),
            phrases: phrases.to_vec(),
        });
        let recall = self.space.recall(&Query {
            k,
            walk: self.walk,
            facts: self.facts,
            search: self.search,
            vectors,
            ..Query::new(asked.question)
        })?;
        let hits = recall.episodes.into_iter();
        let named = hits.map(|hit| match hit.turn_id {
            Some(id) => Ok((id, hit.score)),
            None => Err(NamelessHit { id: hit.id }),
        });
        Ok(Ranking { ids: named.collect::<Result<_, _>>()? })
    }
}
