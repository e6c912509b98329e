//! Turns become episodes, mentions, entities, facts and vectors: one set of changes a batch.
//! Decides what is new; never writes: the caller stores the changes and brings the graph up to date.

mod draft;
mod vectors;

use std::collections::{HashMap, HashSet};

use graph_schema::key::NameHash;
use graph_schema::name::normalise;
use graph_schema::record::Episode;
use graph_schema::{EpisodeId, Moment, Ontology};
use rayon::prelude::*;

use crate::dialogue::{Turn, fingerprints};
use crate::embed::{EmbedError, Embedder};
use crate::extract::{Context, ExtractError, Extraction, Extractor};
use crate::graph::Graph;
use crate::index::Vectors;
use crate::index::vectors::VectorError;
use crate::parse::Parser;
use crate::store::{Changes, NameHasher, NameOf};

use draft::Draft;

pub use vectors::{embedded_text, embeddings, rebuild};

/// The most turns that are acknowledged together.
pub const BATCH: usize = 100;

/// How many turns before a turn its extraction may look at.
const BEFORE: usize = 8;

/// Why turns could not be taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IngestError {
    /// A turn has the id of another turn that says something else.
    #[error(
        "turn `{id}` is known already with another {what}; give it another id, or replace the earlier turn (`--replace`)"
    )]
    Conflict {
        /// The id.
        id: String,
        /// What differs.
        what: &'static str,
    },
    /// A session already holds as many turns as it can.
    #[error("session `{session}` has no place left for another turn; begin a new session")]
    SessionFull {
        /// The session's name.
        session: String,
    },
    /// A turn could not be read.
    #[error("turn {turn} of the input could not be read")]
    Extract {
        /// Which, from 1.
        turn: usize,
        /// What the extractor said.
        #[source]
        source: ExtractError,
    },
    /// No vectors could be made.
    #[error("no vectors could be made")]
    Embed(#[from] EmbedError),
    /// The embedder made something that is no vector.
    #[error("the embedder `{embedder}` made an unusable vector for `{text}`")]
    Vector {
        /// Its id.
        embedder: String,
        /// The beginning of the text.
        text: String,
        /// What is wrong with it.
        #[source]
        source: VectorError,
    },
    /// The parser gave too few or too many parses.
    #[error("the parser `{parser}` gave {given} parses for {asked} texts")]
    ParseCount {
        /// Its id.
        parser: String,
        /// How many it was asked for.
        asked: usize,
        /// How many it gave.
        given: usize,
    },
    /// The embedder gave too few or too many vectors.
    #[error("the embedder `{embedder}` gave {given} vectors for {asked} texts")]
    VectorCount {
        /// Its id.
        embedder: String,
        /// How many it was asked for.
        asked: usize,
        /// How many it gave.
        given: usize,
    },
}

/// When the memory is told of a turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Told {
    /// Now, by the memory's clock.
    #[default]
    Now,
    /// At the turn's own time, as in a story; by the clock when the turn has none.
    AsSaid,
}

/// How turns are taken.
#[derive(Debug, Clone, Copy, Default)]
pub struct IngestOptions {
    /// A turn with a known id and other content takes the place of the earlier one.
    pub replace: bool,
    /// When the memory is told of each turn.
    pub told: Told,
}

/// What a batch reads: all that is known of the namespace, and the tools to read more.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// The namespace's graph.
    pub graph: &'a Graph,
    /// The vectors of entity names.
    pub entity_vectors: &'a Vectors,
    /// What facts can be.
    pub ontology: &'a Ontology,
    /// What parses their texts, if anything does.
    pub parser: Option<&'a dyn Parser>,
    /// What reads turns.
    pub extractor: &'a dyn Extractor,
    /// What makes vectors.
    pub embedder: &'a dyn Embedder,
    /// What hashes names.
    pub hasher: &'a NameHasher,
}

/// A turn that is new, or takes the place of an earlier one.
#[derive(Debug, Clone)]
pub struct NewTurn<'a> {
    turn: &'a Turn,
    /// Its place in the input, from 0.
    position: usize,
    hash: NameHash,
    replaces: Option<EpisodeId>,
}

/// What of an input is to be taken, and how.
#[derive(Debug)]
pub struct Plan<'a> {
    input: &'a [Turn],
    new: Vec<NewTurn<'a>>,
    participants: HashMap<&'a str, Vec<String>>,
    /// The last known turns of each session that are not in the input.
    earlier: HashMap<&'a str, Vec<Turn>>,
    known: usize,
}

impl<'a> Plan<'a> {
    /// Finds the turns of `input` that are not known yet. Reads only, so that a conflict is found
    /// before anything is taken.
    ///
    /// # Errors
    /// When a turn has a known id and other content, unless it may replace.
    pub fn new(
        graph: &Graph,
        hasher: &NameHasher,
        input: &'a [Turn],
        replace: bool,
    ) -> Result<Self, IngestError> {
        let mut plan = Self {
            input,
            new: Vec::new(),
            participants: participants(graph, input),
            earlier: HashMap::new(),
            known: 0,
        };
        let mut again: HashSet<EpisodeId> = HashSet::new();
        let mut seen: HashMap<NameHash, &Turn> = HashMap::new();
        for ((position, turn), content) in input.iter().enumerate().zip(fingerprints(input)) {
            let hash = match (&turn.id, content) {
                (Some(id), _) => hasher.hash(NameOf::Episode, id),
                (None, content) => hasher.hash(NameOf::Content, &content.unwrap_or_default()),
            };
            let known = graph.episode_named(&hash);
            again.extend(known);
            let stored = known.and_then(|id| graph.episodes().get(&id));
            let differs = match (seen.get(&hash), stored) {
                (Some(earlier), _) if *earlier == turn => None,
                (Some(_), _) => Some("content in the same input"),
                (None, Some(episode)) => difference(graph, episode, turn),
                (None, None) => {
                    seen.insert(hash, turn);
                    plan.new.push(NewTurn { turn, position, hash, replaces: None });
                    continue;
                }
            };
            match differs {
                None => plan.known += 1,
                Some(_) if replace && !seen.contains_key(&hash) => {
                    seen.insert(hash, turn);
                    plan.new.push(NewTurn { turn, position, hash, replaces: known });
                }
                Some(what) => {
                    let id = turn.id.clone().unwrap_or_else(|| format!("number {}", position + 1));
                    return Err(IngestError::Conflict { id, what });
                }
            }
        }
        plan.earlier = earlier(graph, input, &again);
        Ok(plan)
    }

    /// How many turns of the input are known already.
    pub fn known(&self) -> usize {
        self.known
    }

    /// The turns to take, in batches that are acknowledged one by one.
    pub fn batches(&self) -> impl Iterator<Item = &[NewTurn<'a>]> {
        self.new.chunks(BATCH)
    }

    /// What a batch changes. The clock is read by the caller: `now` is when the memory is told.
    ///
    /// # Errors
    /// When a turn cannot be read or no vectors can be made.
    pub fn changes(
        &self,
        batch: &[NewTurn<'_>],
        reading: &Reading<'_>,
        told: Told,
        now: Moment,
    ) -> Result<Changes, IngestError> {
        let extractions = self.extract(batch, reading)?;
        let mut draft = Draft::new(reading);
        for (new, extraction) in batch.iter().zip(extractions) {
            let recorded = match (told, new.turn.said_at) {
                (Told::AsSaid, Some(said_at)) => said_at,
                _ => now,
            };
            draft.take(new, extraction, recorded)?;
        }
        let mut changes = draft.finish();
        vectors::add(&mut changes, reading)?;
        Ok(changes)
    }

    fn extract(
        &self,
        batch: &[NewTurn<'_>],
        reading: &Reading<'_>,
    ) -> Result<Vec<Extraction>, IngestError> {
        let texts: Vec<&str> = batch.iter().map(|new| new.turn.text.as_str()).collect();
        let docs = match reading.parser {
            Some(parser) => {
                let docs = parser.docs(&texts);
                let (asked, given) = (texts.len(), docs.len());
                if asked != given {
                    let parser = parser.id().to_owned();
                    return Err(IngestError::ParseCount { parser, asked, given });
                }
                docs
            }
            None => vec![None; texts.len()],
        };
        batch
            .par_iter()
            .zip(&docs)
            .map(|(new, doc)| {
                let before = self.before(new);
                let participants = self.participants.get(new.turn.session.as_str());
                let context = Context {
                    participants: participants.map_or(&[], Vec::as_slice),
                    before: &before,
                    doc: doc.as_ref(),
                };
                reading
                    .extractor
                    .extract(new.turn, &context)
                    .map_err(|source| IngestError::Extract { turn: new.position + 1, source })
            })
            .collect()
    }

    /// The turns of the same session just before this one: of the input, and before these of the
    /// graph. So a talk that is told turn by turn is read as one that is told at once.
    fn before(&self, new: &NewTurn<'_>) -> Vec<Turn> {
        let session = new.turn.session.as_str();
        let input = self.input.get(..new.position).unwrap_or_default();
        let known = self.earlier.get(session).into_iter().flatten();
        let same = input.iter().filter(|turn| turn.session == session);
        let before: Vec<&Turn> = known.chain(same).collect();
        let from = before.len().saturating_sub(BEFORE);
        before.into_iter().skip(from).cloned().collect()
    }
}

/// Who speaks in each session, those of the input and those the graph knows beside them; as the
/// input spells them, so that it does not matter how much of it is known already.
fn participants<'a>(graph: &Graph, input: &'a [Turn]) -> HashMap<&'a str, Vec<String>> {
    let mut seen: HashMap<&str, HashSet<String>> = HashMap::new();
    let mut all: HashMap<&str, Vec<String>> = HashMap::new();
    for turn in input {
        let (seen, names) = (seen.entry(&turn.session).or_default(), all.entry(&turn.session));
        let names = names.or_default();
        if let Some(speaker) = &turn.speaker
            && seen.insert(normalise(speaker))
        {
            names.push(speaker.clone());
        }
    }
    for (session, names) in &mut all {
        let turns = graph.session_named(session).into_iter().flat_map(|id| graph.turns(id));
        let seen = seen.entry(session).or_default();
        for speaker in turns.filter_map(|(_, id)| graph.episodes().get(&id)?.speaker) {
            let name = graph.name(speaker);
            if seen.insert(normalise(&name)) {
                names.push(name);
            }
        }
    }
    all
}

/// For each session of the input, the last turns that the graph knows of it beside the input's own.
fn earlier<'a>(
    graph: &Graph,
    input: &'a [Turn],
    again: &HashSet<EpisodeId>,
) -> HashMap<&'a str, Vec<Turn>> {
    let mut all: HashMap<&str, Vec<Turn>> = HashMap::new();
    for turn in input {
        all.entry(&turn.session).or_insert_with(|| {
            let session = graph.session_named(&turn.session);
            let turns = session.into_iter().flat_map(|id| graph.turns(id).rev());
            let others = turns.map(|(_, id)| id).filter(|id| !again.contains(id));
            let mut last: Vec<Turn> = others.filter_map(|id| graph.turn(id)).take(BEFORE).collect();
            last.reverse();
            last
        });
    }
    all
}

/// In what a turn differs from the episode that has its id.
fn difference(graph: &Graph, episode: &Episode, turn: &Turn) -> Option<&'static str> {
    let speaker = episode.speaker.map(|id| normalise(&graph.name(id)));
    let session = graph.sessions().get(&episode.session).map(|s| s.name.as_str());
    if episode.text != turn.text {
        Some("text")
    } else if episode.image_caption != turn.image_caption {
        Some("image caption")
    } else if speaker != turn.speaker.as_deref().map(normalise) || episode.role != turn.role {
        Some("speaker")
    } else if !same_moment(episode.said_at, turn.said_at) {
        Some("time")
    } else if session != Some(turn.session.as_str()) {
        Some("session")
    } else {
        None
    }
}

/// Whether two times are the same to the letter: the same instant at another offset is not.
fn same_moment(a: Option<Moment>, b: Option<Moment>) -> bool {
    a.map(|m| (m.local_time(), m.offset())) == b.map(|m| (m.local_time(), m.offset()))
}
