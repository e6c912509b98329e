//! The scores of each channel, each from 0 to 1 over the candidates of one question.

use std::collections::{BTreeMap, BTreeSet};

use graph_schema::record::{Episode, Object};
use graph_schema::{EpisodeId, FactId, Holds, Interval};

use crate::graph::view::{Node, View};
use crate::graph::walk::Walk;
use crate::index::vectors::{Search, Vectors};
use crate::index::window;

use super::fuse::Channel;
use super::question::{Question, QuestionVectors};
use super::{Query, RecallError, Source, seeds};

/// The scores of each candidate episode, in the order of [`Channel::ALL`].
pub(super) type Scores = BTreeMap<EpisodeId, [f32; Channel::ALL.len()]>;

/// The scores of each candidate fact.
pub(super) type FactScores = BTreeMap<FactId, FactScore>;

/// What a fact's statement scores, each from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct FactScore {
    pub(super) lexical: f32,
    pub(super) dense: f32,
    pub(super) about: f32,
}

impl FactScore {
    pub(super) fn total(&self) -> f32 {
        self.lexical + self.dense + self.about
    }
}

/// How many candidates a search through HNSW gives.
const CANDIDATES: usize = 256;

/// The scores of the facts that the query may see.
pub(super) fn facts(
    source: &Source<'_>,
    query: &Query,
    question: &Question,
    vectors: &QuestionVectors,
) -> Result<FactScores, RecallError> {
    if !query.facts {
        return Ok(FactScores::new());
    }
    let index = source.index;
    let seen = |id: u64| source.view.sees_fact(FactId::new(id));
    let terms = index.analyzer().terms(&query.text);
    let lexical = index.facts().scores(&terms);
    let dense = nearest(index.fact_vectors(), &vectors.about, query.search, &seen)?;
    let mut scores = FactScores::new();
    let (lexical, dense) = (to_one(lexical), to_one(dense));
    for (id, score) in lexical.into_iter().filter(|(id, _)| seen(*id)) {
        scores.entry(FactId::new(id)).or_default().lexical = score;
    }
    for (id, score) in dense.into_iter().filter(|(id, _)| seen(*id)) {
        scores.entry(FactId::new(id)).or_default().dense = score;
    }
    for (id, score) in &mut scores {
        if let Some(fact) = source.graph.facts().get(id) {
            let object = if let Object::Entity(id) = fact.object { Some(id) } else { None };
            let mut ends = std::iter::once(fact.subject).chain(object);
            score.about = f32::from(ends.any(|end| question.names(end)));
        }
    }
    Ok(scores)
}

/// The scores of the episodes that the query may see, by every channel but the walk.
pub(super) fn episodes(
    source: &Source<'_>,
    query: &Query,
    question: &Question,
    vectors: &QuestionVectors,
    facts: &FactScores,
) -> Result<Scores, RecallError> {
    let (graph, index, view) = (source.graph, source.index, source.view);
    let seen = |id: u64| view.sees(EpisodeId::new(id));
    let terms = index.analyzer().terms(&query.text);
    let lexical: BTreeMap<u64, f32> = index.episodes().scores(&terms).into_iter().collect();
    let windows: BTreeMap<u64, f32> = index.windows().scores(&terms).into_iter().collect();
    let nearest = nearest(index.episode_vectors(), &vectors.about, query.search, &seen)?;
    let dense: BTreeMap<u64, f32> = nearest.into_iter().collect();
    let told = told(source, facts);

    let mut candidates: BTreeSet<EpisodeId> = BTreeSet::new();
    candidates.extend(
        lexical.keys().chain(windows.keys()).chain(dense.keys()).map(|id| EpisodeId::new(*id)),
    );
    candidates.extend(told.keys());
    candidates.retain(|id| view.sees(*id));

    let speaker = match question.speakers.iter().collect::<Vec<_>>()[..] {
        [only] => Some(*only),
        _ => None,
    };
    let mut scores = Scores::new();
    for id in candidates {
        let Some(episode) = graph.episodes().get(&id) else { continue };
        let cosine = |id: EpisodeId| dense.get(&id.get()).copied().unwrap_or(0.0);
        let window = window(graph, id, episode);
        let around = window.iter().map(|id| cosine(*id)).sum::<f32>() / window.len().max(1) as f32;
        let score = |channel: Channel| match channel {
            Channel::Lexical => lexical.get(&id.get()).copied().unwrap_or(0.0),
            Channel::Dense => cosine(id),
            Channel::LexicalWindow => windows.get(&id.get()).copied().unwrap_or(0.0),
            Channel::DenseWindow => around,
            Channel::Speaker => f32::from(speaker.is_some() && episode.speaker == speaker),
            Channel::Time => f32::from(said_in(episode, question.time)),
            Channel::Facts => told.get(&id).copied().unwrap_or(0.0),
            Channel::Walk | Channel::About => 0.0,
        };
        scores.insert(id, Channel::ALL.map(score));
    }
    for channel in Channel::ALL {
        scale(&mut scores, channel);
    }
    Ok(scores)
}

/// Adds where the walk went to the scores. Episodes that only the walk found become candidates.
///
/// What counts is what the walk brought to an episode beside what was sown there: the mass without
/// the part of the seed that stayed. Its square root, as masses are few and steep.
pub(super) fn add_walk(scores: &mut Scores, view: &View, seeds: &[(u32, f32)], walk: &Walk) {
    let sown: BTreeMap<u32, f32> = seeds.iter().copied().collect();
    let stays = 1.0 - seeds::WALK.damping;
    for (number, mass) in &walk.mass {
        let Some(Node::Episode(id)) = view.node(*number) else { continue };
        let brought = mass - stays * sown.get(number).copied().unwrap_or(0.0);
        if let Some(slot) = scores.entry(id).or_default().get_mut(Channel::Walk as usize) {
            *slot = brought.max(0.0).sqrt();
        }
    }
    scale(scores, Channel::Walk);
}

/// Whether an episode was said in a time.
fn said_in(episode: &Episode, time: Option<Interval>) -> bool {
    let said = episode.said_at.zip(time);
    said.is_some_and(|(said_at, time)| time.holds_at(said_at) == Holds::Yes)
}

/// For each episode the greatest cosine of the facts that it told. Their words are the episode's
/// own, and so tell the lexical channel nothing new.
fn told(source: &Source<'_>, facts: &FactScores) -> BTreeMap<EpisodeId, f32> {
    let mut told: BTreeMap<EpisodeId, f32> = BTreeMap::new();
    for (id, score) in facts {
        let Some(fact) = source.graph.facts().get(id) else { continue };
        for episode in &fact.sources {
            let best = told.entry(*episode).or_default();
            *best = best.max(score.dense);
        }
    }
    told
}

/// Cosines with `vector`, none below zero: of all that are seen, or of the nearest when HNSW is
/// searched.
fn nearest(
    vectors: &Vectors,
    vector: &[f32],
    search: Search,
    seen: &dyn Fn(u64) -> bool,
) -> Result<Vec<(u64, f32)>, RecallError> {
    let k = if vectors.uses_graph(search) { CANDIDATES } else { vectors.len() };
    let found = vectors.search(vector, k, search, Some(seen))?;
    Ok(found.into_iter().filter(|(_, cosine)| *cosine > 0.0).collect())
}

/// Divides by the greatest, so that the best has 1.
fn to_one(scores: Vec<(u64, f32)>) -> Vec<(u64, f32)> {
    let greatest = scores.iter().map(|(_, score)| *score).fold(0.0, f32::max);
    if greatest <= 0.0 {
        return Vec::new();
    }
    scores.into_iter().map(|(id, score)| (id, score / greatest)).collect()
}

/// Divides one channel by its greatest score.
fn scale(scores: &mut Scores, channel: Channel) {
    let channel = channel as usize;
    let of = |scores: &[f32; Channel::ALL.len()]| scores.get(channel).copied().unwrap_or(0.0);
    let greatest = scores.values().map(of).fold(0.0, f32::max);
    if greatest > 0.0 {
        for slot in scores.values_mut().filter_map(|scores| scores.get_mut(channel)) {
            *slot /= greatest;
        }
    }
}
