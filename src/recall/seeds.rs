//! Where the walk begins: entities that the question names or means, the subjects and objects of
//! the facts that fit it best, and the episodes that fit it best.

use std::collections::BTreeMap;

use graph_schema::EntityId;
use graph_schema::record::Object;

use crate::graph::view::{Node, View};
use crate::graph::walk::{self, Walk, WalkOptions};
use crate::index::vectors::Search;

use super::channels::{FactScores, Scores};
use super::fuse::total;
use super::question::{Question, QuestionVectors};
use super::{RecallError, Source};

/// The share of all seeds that entities have; the rest goes to episodes.
const ENTITIES: f32 = 0.5;
/// How many of the best facts give their subject and object.
const FACTS: usize = 5;
/// The least cosine of a phrase and a name that it may mean.
const MEANT: f32 = 0.6;
/// How many entities a phrase may mean.
const MEANINGS: usize = 3;
/// How many of the best episodes are seeds.
const EPISODES: usize = 50;
/// The power that their scores are raised to: the higher, the fewer count.
const SHARPNESS: i32 = 4;
/// The probability to go on walking, as in HippoRAG 2.
const DAMPING: f32 = 0.5;
/// The residual that is left, for each unit of degree.
const EPSILON: f32 = 1e-6;

/// Seeds as numbers of the view's nodes, with their weights, in order of the numbers.
pub(super) fn seeds(
    source: &Source<'_>,
    question: &Question,
    vectors: &QuestionVectors,
    search: Search,
    facts: &FactScores,
    scores: &Scores,
) -> Result<Vec<(u32, f32)>, RecallError> {
    let mut entities: BTreeMap<EntityId, f32> = BTreeMap::new();
    let mut seed = |id: EntityId, weight: f32| {
        // Speakers are everywhere; the walk is to find what the question is about.
        if !source.graph.has_spoken(id) {
            let carriers = source.graph.mention_count(id).max(1) as f32;
            *entities.entry(id).or_default() += weight / carriers;
        }
    };
    for id in &question.named {
        seed(*id, 1.0);
    }
    for phrase in &vectors.phrases {
        let near = source.index.entity_vectors().search(phrase, MEANINGS, search, None)?;
        for (id, cosine) in near.into_iter().filter(|(_, cosine)| *cosine >= MEANT) {
            seed(EntityId::new(id), 0.5 * cosine);
        }
    }
    let mut best: Vec<_> = facts.iter().map(|(id, score)| (*id, score.total())).collect();
    best.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    for (id, score) in best.into_iter().take(FACTS) {
        if let Some(fact) = source.graph.facts().get(&id) {
            seed(fact.subject, score);
            if let Object::Entity(object) = fact.object {
                seed(object, score);
            }
        }
    }
    let mut episodes: Vec<_> = scores.iter().map(|(id, scores)| (*id, total(scores))).collect();
    episodes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let greatest = episodes.first().map_or(0.0, |(_, score)| *score);
    let sharp = |score: f32| if greatest > 0.0 { (score / greatest).powi(SHARPNESS) } else { 0.0 };
    let entities = entities.into_iter().map(|(id, weight)| (Node::Entity(id), weight));
    let episodes =
        episodes.into_iter().take(EPISODES).map(|(id, score)| (Node::Episode(id), sharp(score)));
    let mut seeds = numbered(source.view, entities, ENTITIES);
    let rest = if seeds.is_empty() { 1.0 } else { 1.0 - ENTITIES };
    seeds.extend(numbered(source.view, episodes, rest));
    Ok(seeds.into_iter().collect())
}

/// The seeds that the view sees, scaled to sum to `sum`.
fn numbered(view: &View, seeds: impl Iterator<Item = (Node, f32)>, sum: f32) -> BTreeMap<u32, f32> {
    let seen = seeds.filter_map(|(node, weight)| Some((view.number(node)?, weight)));
    let mut seen: BTreeMap<u32, f32> = seen.filter(|(_, weight)| *weight > 0.0).collect();
    let all: f32 = seen.values().sum();
    for weight in seen.values_mut() {
        *weight *= sum / all;
    }
    seen
}

/// How the walk goes.
pub(super) const WALK: WalkOptions<'static> =
    WalkOptions { damping: DAMPING, epsilon: EPSILON, allow: None };

/// Walks from the seeds.
pub(super) fn walk(view: &View, seeds: &[(u32, f32)]) -> Walk {
    walk::walk(view.adjacency(), seeds, &WALK)
}
