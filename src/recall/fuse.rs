//! Channels and their weights: a hit's score is the sum of its shares, one a channel.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use graph_schema::EpisodeId;
use serde::Serialize;

use crate::graph::truth;

use super::channels::{FactScores, Scores};
use super::{EpisodeHit, FactHit, Query, Source, explain};

/// What a score comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// BM25 of the episode or the fact's statement.
    Lexical,
    /// Cosine of the question and the episode or the fact's statement.
    Dense,
    /// BM25 of the episode with the turns around it.
    LexicalWindow,
    /// Mean cosine of the question and the episode with the turns around it.
    DenseWindow,
    /// Whether the one speaker whom the question names said it.
    Speaker,
    /// Whether it was said in the time that the question names.
    Time,
    /// The greatest cosine of the facts that the episode told.
    Facts,
    /// Personalized PageRank.
    Walk,
    /// Of a fact, not of an episode: whether it is about an entity that the question names.
    About,
}

impl Channel {
    /// Every channel of an episode, in the order of its scores.
    pub const ALL: [Self; 8] = [
        Self::Lexical,
        Self::Dense,
        Self::LexicalWindow,
        Self::DenseWindow,
        Self::Speaker,
        Self::Time,
        Self::Facts,
        Self::Walk,
    ];

    /// The word for it, as it is serialized.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lexical => "lexical",
            Self::Dense => "dense",
            Self::LexicalWindow => "lexical_window",
            Self::DenseWindow => "dense_window",
            Self::Speaker => "speaker",
            Self::Time => "time",
            Self::About => "about",
            Self::Facts => "facts",
            Self::Walk => "walk",
        }
    }

    /// How much the channel counts, for a score from 0 to 1. Chosen on five conversations of
    /// LoCoMo, each figure in the middle of a wide range that serves as well.
    pub const fn weight(self) -> f32 {
        match self {
            Self::Lexical
            | Self::Dense
            | Self::DenseWindow
            | Self::Speaker
            | Self::Time
            | Self::About => 1.0,
            Self::LexicalWindow | Self::Facts | Self::Walk => 0.7,
        }
    }
}

/// What a channel gave to a hit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// The channel.
    pub channel: Channel,
    /// What it gave: its score from 0 to 1, times its weight.
    pub score: f32,
}

/// The sum of an episode's shares.
pub(super) fn total(scores: &[f32; Channel::ALL.len()]) -> f32 {
    Channel::ALL.iter().zip(scores).map(|(channel, score)| channel.weight() * score).sum()
}

fn shares(given: impl IntoIterator<Item = (Channel, f32)>) -> Vec<Share> {
    let mut shares: Vec<Share> = given
        .into_iter()
        .filter(|(_, score)| *score > 0.0)
        .map(|(channel, score)| Share { channel, score })
        .collect();
    shares.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.channel.cmp(&b.channel)));
    shares
}

/// The best `k`, greatest score first, equal scores in order of ids.
pub(super) fn best<I: Ord + Copy>(
    all: impl IntoIterator<Item = (I, f32)>,
    k: usize,
) -> Vec<(I, f32)> {
    let mut all: Vec<(I, f32)> = all.into_iter().filter(|(_, score)| *score > 0.0).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    all.truncate(k);
    all
}

/// The episodes with the greatest scores.
pub(super) fn episodes(
    source: &Source<'_>,
    query: &Query,
    scores: &Scores,
    seeds: &[(u32, f32)],
) -> Vec<EpisodeHit> {
    let totals = scores.iter().map(|(id, scores)| (*id, total(scores)));
    best(totals, query.k)
        .into_iter()
        .map(|(id, score)| episode(source, scores, seeds, id, score))
        .collect()
}

fn episode(
    source: &Source<'_>,
    scores: &Scores,
    seeds: &[(u32, f32)],
    id: EpisodeId,
    score: f32,
) -> EpisodeHit {
    let scores = scores.get(&id).copied().unwrap_or_default();
    let given = Channel::ALL.iter().zip(scores).map(|(c, score)| (*c, c.weight() * score));
    let shares = shares(given);
    let walked = shares.iter().any(|share| share.channel == Channel::Walk);
    let path = if walked { explain::path(source.view, seeds, id) } else { Vec::new() };
    let told = source.graph.facts_from(id).map(|(id, _)| id);
    let facts = told.filter(|id| source.view.sees_fact(*id)).collect();
    let turn_id = source.graph.episodes().get(&id).and_then(|episode| episode.name.clone());
    EpisodeHit { id, turn_id, score, shares, path, facts }
}

/// The facts with the greatest scores. What says the same in the same words is one hit, told in
/// several episodes.
pub(super) fn facts(source: &Source<'_>, query: &Query, scores: &FactScores) -> Vec<FactHit> {
    let totals = scores.iter().map(|(id, score)| (*id, score.total()));
    let mut hits: Vec<FactHit> = Vec::new();
    let mut shown = HashMap::new();
    for (id, score) in best(totals, usize::MAX) {
        let (Some(fact), Some(parts)) = (source.graph.facts().get(&id), scores.get(&id)) else {
            continue;
        };
        let held = truth::held(source.graph, source.ontology, id, fact, query.as_of());
        let told_in = fact.sources.iter().map(|id| source.graph.episode_title(*id));
        let says = (&fact.statement, &fact.predicate, &fact.object, held.closed_by);
        match shown.entry(says) {
            Entry::Occupied(first) => {
                if let Some(hit) = hits.get_mut::<usize>(*first.get()) {
                    let more: Vec<String> = told_in.filter(|t| !hit.told_in.contains(t)).collect();
                    hit.told_in.extend(more);
                }
            }
            Entry::Vacant(_) if hits.len() == query.k => break,
            Entry::Vacant(place) => {
                place.insert(hits.len());
                let shares = [
                    (Channel::Lexical, parts.lexical),
                    (Channel::Dense, parts.dense),
                    (Channel::About, parts.about),
                ];
                hits.push(FactHit {
                    id,
                    score,
                    shares: self::shares(shares),
                    fact: fact.clone(),
                    held: held.interval,
                    told_in: told_in.collect(),
                });
            }
        }
    }
    hits
}
