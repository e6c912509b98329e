//! What HippoRAG 2 keeps of a corpus: vectors of its phrases, facts and passages, and the graph of
//! phrases and passages. Built at once; never changes.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use ndarray::{Array2, ArrayView1, Axis, Slice};

use crate::dialogue::Turn;
use crate::embed::Embedder;
use crate::eval::Cause;
use crate::eval::scores::{self, VectorError};
use crate::eval::triples::{Triple, Triples};
use crate::graph::walk::Adjacency;

/// The least cosine of two phrases that are linked as synonyms.
const SYNONYMY: f32 = 0.8;
/// The most synonyms of a phrase.
const SYNONYMS: usize = 100;
/// Phrases with fewer letters and digits than this have no synonyms.
const SHORTEST: usize = 3;
/// How many phrases are compared with all others at once.
const BATCH: usize = 1_000;

pub(super) struct Index {
    ids: Vec<String>,
    /// How many passages each phrase is in.
    carriers: Vec<usize>,
    /// The phrases of each fact.
    facts: Vec<[u32; 2]>,
    fact_vectors: Array2<f32>,
    passage_vectors: Array2<f32>,
    /// Phrases first, passages behind them.
    graph: Adjacency,
}

impl Index {
    pub(super) fn new(
        embedder: &dyn Embedder,
        triples: &Triples,
        turns: &[Turn],
    ) -> Result<Self, Cause> {
        let read: Vec<Vec<Triple>> =
            turns.iter().map(|turn| normalised(triples.of(turn))).collect();
        let names: BTreeSet<&str> =
            read.iter().flatten().flat_map(|[s, _, o]| [s.as_str(), o.as_str()]).collect();
        let numbers: BTreeMap<&str, u32> = names.iter().copied().zip(0..).collect();
        let facts: BTreeSet<&Triple> = read.iter().flatten().collect();
        let number = |phrase: &str| numbers.get(phrase).copied();
        let ends = |[s, _, o]: &Triple| Some([number(s)?, number(o)?]);

        let texts: Vec<&str> = turns.iter().map(|turn| turn.text.as_str()).collect();
        let spelt: Vec<String> = facts.iter().map(|fact| tuple(fact)).collect();
        let phrase_vectors = vectors(embedder, &names.iter().copied().collect::<Vec<_>>())?;
        let fact_vectors =
            vectors(embedder, &spelt.iter().map(String::as_str).collect::<Vec<_>>())?;
        let passage_vectors = vectors(embedder, &texts)?;

        let mut carriers = vec![0; names.len()];
        // By direction: a later weight of the same direction takes the place of an earlier one.
        let mut links: BTreeMap<(u32, u32), f32> = BTreeMap::new();
        for (at, told) in (0_u32..).zip(&read) {
            let passage = node(names.len(), at);
            let mut here = BTreeSet::new();
            for [subject, object] in told.iter().filter_map(ends) {
                *links.entry((subject, object)).or_default() += 1.0;
                *links.entry((object, subject)).or_default() += 1.0;
                here.extend([subject, object]);
            }
            for phrase in here {
                links.insert((passage, phrase), 1.0);
                if let Some(count) = usize::try_from(phrase).ok().and_then(|p| carriers.get_mut(p))
                {
                    *count += 1;
                }
            }
        }
        let names: Vec<&str> = names.into_iter().collect();
        for (a, b, cosine) in synonyms(&names, &phrase_vectors) {
            links.insert((a, b), cosine);
        }
        let nodes = names.len() + turns.len();
        let links = links.into_iter().map(|((a, b), weight)| (a, b, weight));
        Ok(Self {
            ids: turns.iter().map(|turn| turn.id.clone().unwrap_or_default()).collect(),
            facts: facts.into_iter().filter_map(ends).collect(),
            graph: Adjacency::build(nodes, links),
            carriers,
            fact_vectors,
            passage_vectors,
        })
    }

    /// The ids of the passages, by place.
    pub(super) fn ids(&self) -> &[String] {
        &self.ids
    }

    /// The cosine of each fact.
    pub(super) fn facts(&self, question: &[f32]) -> Result<Vec<f32>, VectorError> {
        cosines(&self.fact_vectors, question)
    }

    /// The cosine of each passage.
    pub(super) fn passages(&self, question: &[f32]) -> Result<Vec<f32>, VectorError> {
        cosines(&self.passage_vectors, question)
    }

    /// The phrases of a fact.
    pub(super) fn ends(&self, fact: usize) -> Option<[u32; 2]> {
        self.facts.get(fact).copied()
    }

    /// How many passages a phrase is in.
    pub(super) fn carriers(&self, phrase: u32) -> usize {
        usize::try_from(phrase)
            .ok()
            .and_then(|phrase| self.carriers.get(phrase))
            .copied()
            .unwrap_or(0)
    }

    pub(super) fn graph(&self) -> &Adjacency {
        &self.graph
    }

    /// The node of a passage.
    pub(super) fn node(&self, place: u32) -> u32 {
        node(self.carriers.len(), place)
    }

    /// The place of the passage that a node stands for; `None` for a phrase.
    pub(super) fn place(&self, node: u32) -> Option<usize> {
        usize::try_from(node).ok()?.checked_sub(self.carriers.len())
    }
}

fn node(phrases: usize, passage: u32) -> u32 {
    u32::try_from(phrases).map_or(u32::MAX, |phrases| phrases.saturating_add(passage))
}

/// The triples of a passage as they are compared, each once.
fn normalised(triples: &[Triple]) -> Vec<Triple> {
    let mut seen = HashSet::new();
    let plain = triples.iter().map(|triple| triple.each_ref().map(|part| normalise(part)));
    plain.filter(|triple| seen.insert(triple.clone())).collect()
}

/// Lower case, with a space for whatever is no ASCII letter or digit.
fn normalise(text: &str) -> String {
    let lower = text.to_lowercase();
    let kept = |c: char| if c.is_ascii_alphanumeric() { c } else { ' ' };
    lower.chars().map(kept).collect::<String>().trim().to_owned()
}

/// A fact as it is embedded: as Python writes a tuple of strings that hold no quote.
fn tuple([subject, relation, object]: &Triple) -> String {
    format!("('{subject}', '{relation}', '{object}')")
}

fn vectors(embedder: &dyn Embedder, texts: &[&str]) -> Result<Array2<f32>, Cause> {
    let given = if texts.is_empty() { Vec::new() } else { scores::embed(embedder, texts)? };
    let wanted = embedder.dimensions();
    if let Some(other) = given.iter().find(|vector| vector.len() != wanted) {
        return Err(VectorError::Dimensions { wanted, got: other.len() }.into());
    }
    Ok(Array2::from_shape_vec((given.len(), wanted), given.concat())?)
}

fn cosines(rows: &Array2<f32>, question: &[f32]) -> Result<Vec<f32>, VectorError> {
    let (wanted, got) = (rows.ncols(), question.len());
    if wanted != got {
        return Err(VectorError::Dimensions { wanted, got });
    }
    Ok(rows.dot(&ArrayView1::from(question)).to_vec())
}

/// Which phrases are synonyms of which, each direction for itself.
fn synonyms(names: &[&str], vectors: &Array2<f32>) -> Vec<(u32, u32, f32)> {
    let mut links = Vec::new();
    for from in (0..names.len()).step_by(BATCH) {
        let until = names.len().min(from + BATCH);
        let cosines = vectors.slice_axis(Axis(0), Slice::from(from..until)).dot(&vectors.t());
        for (row, (number, name)) in cosines.rows().into_iter().zip((0_u32..).zip(names).skip(from))
        {
            if name.chars().filter(char::is_ascii_alphanumeric).count() < SHORTEST {
                continue;
            }
            let mut near: Vec<(u32, f32)> = (0_u32..)
                .zip(row.iter().copied())
                .zip(names)
                .filter(|((other, cosine), name)| {
                    *cosine >= SYNONYMY && *other != number && !name.is_empty()
                })
                .map(|(near, _)| near)
                .collect();
            near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            near.truncate(SYNONYMS);
            links.extend(near.into_iter().map(|(other, cosine)| (number, other, cosine)));
        }
    }
    links
}
