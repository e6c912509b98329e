//! HippoRAG 2 (Gutiérrez et al. 2025) as its published code does it, as a baseline: the row
//! `hipporag2`. Given the same triples and the same embedder, and without the language model that
//! filters facts at query time. A reading of the algorithm, not of our recall: of the crate it uses
//! the walk alone.
//!
//! Index: phrases, facts and passages are embedded. Two phrases of a triple are linked, once in each
//! direction for each occurrence; a passage and each phrase of its triples, by 1; phrases whose
//! cosine is at least 0.8, by the cosine, in place of what their triples gave.
//!
//! Query: facts are scored by cosine, brought to the span from 0 to 1. The best five give their
//! score, divided by the number of passages that a phrase is in, to their two phrases, which keep
//! the mean; the five best phrases stay. Every passage gets 0.05 times its own cosine, brought to the
//! same span. From all these a personalized PageRank walk, damping 0.5, ranks the passages. Where no
//! passage has a triple, passages are ranked by cosine.

mod index;

use std::collections::BTreeMap;

use super::scores::{self, VectorError, min_max};
use super::triples::Triples;
use super::{Asked, Cause, Ranking, Retriever, System};
use crate::dialogue::Turn;
use crate::embed::Embedder;
use crate::graph::walk::{WalkOptions, walk};

use index::Index;

/// How many facts are linked to a question.
const FACTS: usize = 5;
/// How many phrases the walk begins at.
const PHRASES: usize = 5;
/// What a passage's own score counts among the seeds.
const PASSAGE_WEIGHT: f32 = 0.05;
/// Far below what tells two passages apart: the published code solves the walk exactly.
const WALK: WalkOptions = WalkOptions { damping: 0.5, epsilon: 1e-8 };

/// HippoRAG 2 over passages whose triples are known.
pub struct HippoRag2<'a> {
    embedder: &'a dyn Embedder,
    triples: &'a Triples,
}

impl<'a> HippoRag2<'a> {
    /// HippoRAG 2 with these triples and this embedder.
    pub fn new(embedder: &'a dyn Embedder, triples: &'a Triples) -> Self {
        Self { embedder, triples }
    }
}

impl System for HippoRag2<'_> {
    fn name(&self) -> &str {
        "hipporag2"
    }

    fn ingest(&mut self, _: &str, turns: &[Turn]) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
        let index = Index::new(self.embedder, self.triples, turns)?;
        Ok(vec![Box::new(Row { index })])
    }
}

struct Row {
    index: Index,
}

impl Retriever for Row {
    fn name(&self) -> &str {
        "hipporag2"
    }

    fn texts_to_embed(&self, question: &str) -> Vec<String> {
        vec![question.to_owned()]
    }

    fn retrieve(&mut self, asked: &Asked<'_>, k: usize) -> Result<Ranking, Cause> {
        let vector = asked.vectors.first().ok_or(VectorError::NoVector)?;
        let index = &self.index;
        // Equal scores are all 1, as in the published code.
        let passages = min_max(&index.passages(vector)?, 1.0);
        let phrases = phrases(index, &min_max(&index.facts(vector)?, 1.0));
        let scores = if phrases.is_empty() { passages } else { walked(index, phrases, &passages) };
        Ok(scores::best(index.ids(), &scores, k))
    }
}

/// The phrases that the walk begins at, with their weights.
fn phrases(index: &Index, facts: &[f32]) -> Vec<(u32, f32)> {
    let mut weights: BTreeMap<u32, (f32, f32)> = BTreeMap::new();
    for (fact, score) in greatest(facts.iter().copied().zip(0_usize..).map(|(s, f)| (f, s)), FACTS)
    {
        let Some(ends) = index.ends(fact) else { continue };
        for phrase in ends {
            let carriers = index.carriers(phrase).max(1) as f32;
            let (sum, count) = weights.entry(phrase).or_default();
            *sum += score / carriers;
            *count += 1.0;
        }
    }
    greatest(weights.into_iter().map(|(phrase, (sum, count))| (phrase, sum / count)), PHRASES)
}

/// The mass that a walk brings to each passage.
fn walked(index: &Index, phrases: Vec<(u32, f32)>, passages: &[f32]) -> Vec<f32> {
    let own = (0..).zip(passages).map(|(at, score)| (index.node(at), PASSAGE_WEIGHT * score));
    let seeds: Vec<(u32, f32)> = phrases.into_iter().chain(own).collect();
    let walk = walk(index.graph(), &seeds, &WALK);
    let mut mass = vec![0.0; passages.len()];
    for (node, there) in walk.mass {
        if let Some(slot) = index.place(node).and_then(|place| mass.get_mut(place)) {
            *slot = there;
        }
    }
    mass
}

/// The best `k`, greatest first; of equals the smaller.
fn greatest<I: Ord + Copy>(all: impl Iterator<Item = (I, f32)>, k: usize) -> Vec<(I, f32)> {
    let mut all: Vec<(I, f32)> = all.collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    all.truncate(k);
    all
}
