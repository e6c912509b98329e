//! hippograph itself as a measured system: each conversation in a namespace of its own, and a row
//! for each setting of recall. Uses what any user of the crate can use.

use std::collections::HashMap;

use graph_schema::EpisodeId;

use super::{Asked, Cause, Loss, Ranking, Retriever, System};
use crate::dialogue::Turn;
use crate::graph::Graph;
use crate::graph::view::Node;
use crate::index::vectors::Search;
use crate::memory::{Memory, Namespace};
use crate::recall::{Channel, Query, QuestionVectors, Recall};

/// A row: its name, and how recall is to be done in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// The row's name.
    pub name: &'static str,
    /// Whether it walks the graph.
    pub walk: bool,
    /// Whether it uses facts.
    pub facts: bool,
}

impl Setting {
    /// The memory as it is.
    pub const WHOLE: Self = Self { name: "hippograph", walk: true, facts: true };
    /// Without the walk.
    pub const NO_WALK: Self = Self { name: "hippograph-no-walk", walk: false, facts: true };
    /// Without facts.
    pub const NO_FACTS: Self = Self { name: "hippograph-no-facts", walk: true, facts: false };
    /// The memory as it is, that was told its facts instead of reading them.
    pub const TRIPLES: Self = Self { name: "hippograph-triples", walk: true, facts: true };
}

/// A hit that cannot be compared with evidence.
#[derive(Debug, thiserror::Error)]
#[error("episode {id} has no id of its source; the namespace holds other turns than were given")]
struct NamelessHit {
    id: EpisodeId,
}

/// A memory to measure. What a namespace holds already is not taken in again, so its speed of
/// ingestion says nothing.
#[derive(Debug)]
pub struct Measured<'m> {
    name: &'static str,
    settings: Vec<Setting>,
    memory: &'m Memory,
    search: Search,
}

impl<'m> Measured<'m> {
    /// Measures `memory`, whose vectors are searched by `search`: as it is, without the walk, and
    /// without facts.
    pub fn new(memory: &'m Memory, search: Search) -> Self {
        let settings = [Setting::WHOLE, Setting::NO_WALK, Setting::NO_FACTS];
        Self::with(Setting::WHOLE.name, settings, memory, search)
    }

    /// Measures `memory` in other settings, under another name.
    pub fn with(
        name: &'static str,
        settings: impl IntoIterator<Item = Setting>,
        memory: &'m Memory,
        search: Search,
    ) -> Self {
        Self { name, settings: settings.into_iter().collect(), memory, search }
    }
}

impl System for Measured<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn ingest(
        &mut self,
        conversation: &str,
        turns: &[Turn],
    ) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
        let space = self.memory.make_namespace(conversation)?;
        space.ingest(turns)?;
        let row = |setting: &Setting| {
            let (setting, search) = (*setting, self.search);
            Box::new(Row { setting, search, space: space.clone() }) as Box<dyn Retriever>
        };
        Ok(self.settings.iter().map(row).collect())
    }
}

struct Row<'m> {
    setting: Setting,
    search: Search,
    space: Namespace<'m>,
}

impl Row<'_> {
    fn recall(&self, asked: &Asked<'_>, k: usize, paths: bool) -> Result<Recall, Cause> {
        let vectors = asked.vectors.split_first().map(|(about, phrases)| QuestionVectors {
            about: about.clone(),
            phrases: phrases.to_vec(),
        });
        Ok(self.space.recall(&Query {
            k,
            walk: self.setting.walk,
            facts: self.setting.facts,
            search: self.search,
            paths,
            vectors,
            ..Query::new(asked.question)
        })?)
    }

    /// Why a turn, of which the walk ranked `walked` others before it, is not among the best `k`.
    fn loss(
        &self,
        graph: &Graph,
        recall: &Recall,
        turn: EpisodeId,
        walked: Option<usize>,
        k: usize,
    ) -> Loss {
        let mentioned = || graph.mentioned_by(turn).filter(|id| !graph.has_spoken(*id));
        let told = self.setting.facts && graph.facts_from(turn).next().is_some();
        let sown = |node: Node| recall.seeds.iter().any(|(seed, _)| *seed == node);
        if mentioned().next().is_none() && !told {
            Loss::NotExtracted
        } else if !sown(Node::Episode(turn)) && !mentioned().any(|id| sown(Node::Entity(id))) {
            Loss::NotSeeded
        } else if walked.is_none_or(|before| before >= k) {
            Loss::WalkedPast
        } else {
            Loss::RankedBelow
        }
    }
}

impl Retriever for Row<'_> {
    fn name(&self) -> &str {
        self.setting.name
    }

    fn texts_to_embed(&self, question: &str) -> Vec<String> {
        self.space.question(question).texts().into_iter().map(str::to_owned).collect()
    }

    fn retrieve(&mut self, asked: &Asked<'_>, k: usize) -> Result<Ranking, Cause> {
        let hits = self.recall(asked, k, true)?.episodes.into_iter();
        let named = hits.map(|hit| match hit.turn_id {
            Some(id) => Ok((id, hit.score)),
            None => Err(NamelessHit { id: hit.id }),
        });
        Ok(Ranking { ids: named.collect::<Result<_, _>>()? })
    }

    fn losses(
        &mut self,
        asked: &Asked<'_>,
        missed: &[&str],
        k: usize,
    ) -> Result<Vec<(String, Loss)>, Cause> {
        if !self.setting.walk {
            return Ok(Vec::new());
        }
        let recall = self.recall(asked, usize::MAX, false)?;
        let mut walked: Vec<(EpisodeId, f32)> = recall
            .episodes
            .iter()
            .filter_map(|hit| {
                let share = hit.shares.iter().find(|share| share.channel == Channel::Walk)?;
                Some((hit.id, share.score))
            })
            .collect();
        walked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let places: HashMap<EpisodeId, usize> =
            walked.iter().enumerate().map(|(at, (id, _))| (*id, at)).collect();
        let graph = self.space.read();
        let ids: HashMap<&str, EpisodeId> = graph
            .episodes()
            .iter()
            .filter_map(|(id, episode)| Some((episode.name.as_deref()?, *id)))
            .collect();
        let of = |name: &&str| {
            let id = *ids.get(name)?;
            let walked = places.get(&id).copied();
            Some(((*name).to_owned(), self.loss(&graph, &recall, id, walked, k)))
        };
        Ok(missed.iter().filter_map(of).collect())
    }
}
