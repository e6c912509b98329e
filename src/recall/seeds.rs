//! Where the walk begins: entities that the question names or means, the subjects and objects of
//! the facts that fit it best, and the episodes that fit it best.

use std::collections::BTreeMap;

use graph_schema::EntityId;
use graph_schema::record::Object;

use crate::graph::view::{Node, View};
use crate::graph::walk::{self, Walk, WalkOptions};
use crate::index::vectors::Search;

use super::channels::{FactScores, Scores};
use super::fuse::{best, total};
use super::question::{Question, QuestionVectors};
use super::{RecallError, Source};

/// The share of all seeds that entities have; the rest goes to episodes.
const ENTITIES: f32 = 0.1;
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
    for (id, score) in best(facts.iter().map(|(id, score)| (*id, score.total())), FACTS) {
        if let Some(fact) = source.graph.facts().get(&id) {
            seed(fact.subject, score);
            if let Object::Entity(object) = fact.object {
                seed(object, score);
            }
        }
    }
    let totals: Vec<_> = scores.iter().map(|(id, scores)| (*id, total(scores))).collect();
    let least = totals.iter().map(|(_, score)| *score).fold(f32::INFINITY, f32::min);
    let episodes = best(totals, EPISODES);
    let greatest = episodes.first().map_or(0.0, |(_, score)| *score);
    // When all fit alike, all are seeds alike.
    let range = greatest - least;
    let sharp =
        |score: f32| if range > 0.0 { ((score - least) / range).powi(SHARPNESS) } else { 1.0 };
    let entities = entities.into_iter().map(|(id, weight)| (Node::Entity(id), weight));
    let episodes = episodes.into_iter().map(|(id, score)| (Node::Episode(id), sharp(score)));
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
pub(super) const WALK: WalkOptions = WalkOptions { damping: DAMPING, epsilon: EPSILON };

/// Walks from the seeds.
pub(super) fn walk(view: &View, seeds: &[(u32, f32)]) -> Walk {
    walk::walk(view.adjacency(), seeds, &WALK)
}
