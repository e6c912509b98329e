//! The indexes of one namespace: which texts are indexed, and how they are kept up to date.

use std::collections::{BTreeSet, HashMap};

use graph_schema::key::Owner;
use graph_schema::record::Episode;
use graph_schema::{EntityId, EpisodeId};

use crate::graph::Graph;
use crate::store::Changes;

use super::analyze::Analyzer;
use super::lexical::{Bm25, Lexical};
use super::vectors::{VectorError, Vectors};

/// BM25 for turns of dialogue: short texts, whose length says little.
const DIALOGUE: Bm25 = Bm25 { k1: 0.9, b: 0.4 };

/// How many turns a window reaches before and after its own.
const REACH: usize = 2;

/// Lexical and vector indexes over the episodes, facts and entities of a namespace. They hold all
/// that is stored; what a reading may not see is filtered by the reader.
#[derive(Debug)]
pub struct Index {
    analyzer: Analyzer,
    episodes: Lexical,
    windows: Lexical,
    facts: Lexical,
    terms: HashMap<Vec<String>, BTreeSet<EntityId>>,
    entity_vectors: Vectors,
    fact_vectors: Vectors,
    episode_vectors: Vectors,
}

impl Index {
    /// Empty indexes for vectors of `dimensions` numbers.
    pub fn new(dimensions: usize) -> Self {
        Self {
            analyzer: Analyzer,
            episodes: Lexical::new(DIALOGUE),
            windows: Lexical::new(DIALOGUE),
            facts: Lexical::new(DIALOGUE),
            terms: HashMap::new(),
            entity_vectors: Vectors::new(dimensions),
            fact_vectors: Vectors::new(dimensions),
            episode_vectors: Vectors::new(dimensions),
        }
    }

    /// Brings the indexes up to date with `changes`, which `graph` holds already.
    ///
    /// # Errors
    /// When a stored vector is not one of this index.
    pub fn apply(&mut self, changes: &Changes, graph: &Graph) -> Result<(), VectorError> {
        for (owner, embedding) in &changes.embeddings {
            let (vectors, id) = match owner {
                Owner::Entity(id) => (&mut self.entity_vectors, id.get()),
                Owner::Fact(id) => (&mut self.fact_vectors, id.get()),
                Owner::Episode(id) => (&mut self.episode_vectors, id.get()),
            };
            vectors.insert(id, &embedding.0)?;
        }
        for (_, id, alias) in &changes.aliases {
            let terms = self.analyzer.terms(&alias.name);
            self.terms.entry(terms).or_default().insert(*id);
        }
        for (id, fact) in &changes.facts {
            self.facts.insert(id.get(), &self.analyzer.terms(&fact.statement));
        }
        let mut windows = BTreeSet::new();
        for (id, episode) in &changes.episodes {
            let terms = self.analyzer.terms(&lexical_text(graph, episode));
            self.episodes.insert(id.get(), &terms);
            windows.extend(window(graph, *id, episode));
        }
        for id in windows {
            if let Some(episode) = graph.episodes().get(&id) {
                let around = window(graph, id, episode).into_iter();
                let texts = around.filter_map(|id| graph.episodes().get(&id));
                let text = texts.map(|e| lexical_text(graph, e)).collect::<Vec<_>>().join("\n");
                self.windows.insert(id.get(), &self.analyzer.terms(&text));
            }
        }
        Ok(())
    }

    /// What cuts texts into terms.
    pub fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }

    /// The entities with a name of the same terms, so that "pottery classes" finds "pottery class".
    pub fn entities_by_terms(&self, name: &str) -> impl Iterator<Item = EntityId> {
        let terms = self.analyzer.terms(name);
        self.terms.get(&terms).into_iter().flatten().copied()
    }

    /// BM25 scores of episodes: "date speaker: text [caption]".
    pub fn episodes(&self) -> &Lexical {
        &self.episodes
    }

    /// BM25 scores of windows: an episode with the two turns before and after it.
    pub fn windows(&self) -> &Lexical {
        &self.windows
    }

    /// BM25 scores of facts, by their statements.
    pub fn facts(&self) -> &Lexical {
        &self.facts
    }

    /// The vectors of entity names.
    pub fn entity_vectors(&self) -> &Vectors {
        &self.entity_vectors
    }

    /// The vectors of fact statements.
    pub fn fact_vectors(&self) -> &Vectors {
        &self.fact_vectors
    }

    /// The vectors of episode texts.
    pub fn episode_vectors(&self) -> &Vectors {
        &self.episode_vectors
    }
}

/// An episode with the turns around it in its session, in their order.
pub fn window(graph: &Graph, id: EpisodeId, episode: &Episode) -> Vec<EpisodeId> {
    let mut window = graph.turns_around(episode.session, episode.place, REACH);
    if !window.contains(&id) {
        window.push(id);
    }
    window
}

/// The text by which an episode is found: its day in words, who speaks, what is said and shown.
fn lexical_text(graph: &Graph, episode: &Episode) -> String {
    let day = episode.said_at.map(|m| m.date().format("%-d %B %Y ").to_string());
    let speaker = episode.speaker.map(|id| format!("{}: ", graph.name(id)));
    let caption = episode.image_caption.as_ref().map(|caption| format!(" [{caption}]"));
    let (day, speaker) = (day.unwrap_or_default(), speaker.unwrap_or_default());
    format!("{day}{speaker}{}{}", episode.text, caption.unwrap_or_default())
}
