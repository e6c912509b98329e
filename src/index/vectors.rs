//! Nearest vectors by cosine, exactly or through an HNSW graph. Never holds or returns a number
//! that is not finite, never returns a removed id, and never returns fewer hits than there are.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use super::best_first;
use super::hnsw::Links;
use super::matrix::{Matrix, dot};

/// Above this many vectors [`Search::Auto`] goes through the graph, if that has been built. An exact
/// search was measured to be the faster one up to some tens of thousands.
pub const GRAPH_ABOVE: usize = 65_536;

/// The least number of nodes a search through the graph keeps. Among 18,000 vectors of 384 numbers
/// without any order, the ten nearest are found to .78 with 256 and to .99 with this many; where
/// vectors lie in clusters, as those of texts do, fewer would serve.
const BREADTH: usize = 1024;
/// How much wider a search becomes that has found too few.
const WIDEN: usize = 4;
/// A search that would keep more than this part of all nodes costs more than an exact one.
const WIDEST_PART: usize = 16;

/// Why a vector is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VectorError {
    /// It has more or fewer numbers than the vectors of this index.
    #[error(
        "vector has {found} numbers, the index holds vectors of {expected}; embed with the model \
         the index was built with, or build it again"
    )]
    Dimensions {
        /// How many numbers the vectors of the index have.
        expected: usize,
        /// How many this one has.
        found: usize,
    },
    /// One of its numbers is NaN or infinite.
    #[error("number {position} of the vector is not finite; look at the embedder that made it")]
    NotFinite {
        /// Which, counted from 0.
        position: usize,
    },
    /// All its numbers are zero, so it has no direction.
    #[error("vector is zero and has no direction; leave out what has no embedding")]
    Zero,
}

/// How to look for the nearest vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Search {
    /// Exactly, unless [`Vectors::build_graph`] or [`Search::Hnsw`] has built the graph and more than
    /// [`GRAPH_ABOVE`] vectors are to be looked at. Never builds the graph.
    #[default]
    Auto,
    /// By looking at every vector.
    Exact,
    /// Through the graph, which is built first if it is not there. Where it finds too few, exactly.
    Hnsw,
}

/// Unit vectors by id.
///
/// The graph is built in order of ids by [`Vectors::build_graph`] or the first [`Search::Hnsw`], and
/// then kept up to date. Removed vectors stay in it as marks; once they are more than a third of all,
/// the index leaves them out and forgets the graph. What a search through the graph finds follows
/// from the calls made so far; while ids arrive in ascending order and none is removed, it does not
/// depend on when the graph was built. What an exact search finds depends on the vectors alone, to
/// the last bit and on any machine.
pub struct Vectors {
    rows: Matrix,
    /// The id of each row; none for a mark.
    ids: Vec<Option<u64>>,
    by_id: HashMap<u64, usize>,
    graph: OnceLock<Links>,
}

impl Vectors {
    /// An empty index of vectors of `dimensions` numbers.
    pub fn new(dimensions: usize) -> Self {
        Self {
            rows: Matrix::new(dimensions),
            ids: Vec::new(),
            by_id: HashMap::new(),
            graph: OnceLock::new(),
        }
    }

    /// Whether [`insert`](Self::insert) would take `vector`.
    ///
    /// # Errors
    /// As [`insert`](Self::insert).
    pub fn check(&self, vector: &[f32]) -> Result<(), VectorError> {
        self.unit(vector).map(drop)
    }

    /// Whether a search through all vectors goes through the graph.
    pub fn uses_graph(&self, how: Search) -> bool {
        self.by_graph(how, self.len())
    }

    /// How many numbers a vector has.
    pub fn dimensions(&self) -> usize {
        self.rows.width()
    }

    /// How many vectors there are.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Puts the direction of `vector` under `id`, in place of what was there.
    ///
    /// # Errors
    /// When the vector has the wrong length, a number that is not finite, or no direction. What was
    /// there then stays.
    pub fn insert(&mut self, id: u64, vector: &[f32]) -> Result<(), VectorError> {
        let unit = self.unit(vector)?;
        self.remove(id);
        let slot = self.ids.len();
        self.rows.push(&unit);
        self.ids.push(Some(id));
        self.by_id.insert(id, slot);
        if let Some(graph) = self.graph.get_mut() {
            graph.insert(&self.rows, slot);
        }
        Ok(())
    }

    /// Takes out the vector of `id`; says whether there was one.
    pub fn remove(&mut self, id: u64) -> bool {
        let Some(slot) = self.by_id.remove(&id) else { return false };
        if let Some(holder) = self.ids.get_mut(slot) {
            *holder = None;
        }
        let marks = self.ids.len() - self.by_id.len();
        if marks > self.ids.len() / 3 {
            self.compact();
        }
        true
    }

    /// The at most `k` ids nearest to `query` among those that `filter` passes, with their cosines:
    /// best first, equal ones by id. There are fewer than `k` only if fewer pass.
    ///
    /// # Errors
    /// When the query has the wrong length, a number that is not finite, or no direction.
    pub fn search(
        &self,
        query: &[f32],
        k: usize,
        how: Search,
        filter: Option<&dyn Fn(u64) -> bool>,
    ) -> Result<Vec<(u64, f32)>, VectorError> {
        let query = self.unit(query)?;
        let Some(filter) = filter else {
            let found = self
                .by_graph(how, self.len())
                .then(|| self.through_graph(&query, k, how, self.len(), None))
                .flatten();
            return Ok(found.unwrap_or_else(|| best(self.all(&query).collect(), k)));
        };
        let passed: Vec<usize> = self
            .ids
            .iter()
            .enumerate()
            .filter_map(|(slot, id)| id.filter(|&id| filter(id)).map(|_| slot))
            .collect();
        let found = self
            .by_graph(how, passed.len())
            .then(|| self.through_graph(&query, k, how, passed.len(), Some(filter)))
            .flatten();
        Ok(found.unwrap_or_else(|| {
            best(passed.iter().filter_map(|&slot| self.scored(&query, slot)).collect(), k)
        }))
    }

    /// Builds the graph if it is not there: some milliseconds for each vector. From then on an
    /// insertion costs as much more, until a third of all vectors has been removed.
    pub fn build_graph(&self) {
        self.graph();
    }

    /// Whether the graph is there.
    pub fn has_graph(&self) -> bool {
        self.graph.get().is_some()
    }

    /// Whether to go through the graph to choose among this many vectors.
    fn by_graph(&self, how: Search, passing: usize) -> bool {
        match how {
            Search::Auto => passing > GRAPH_ABOVE && self.has_graph(),
            Search::Exact => false,
            Search::Hnsw => true,
        }
    }

    /// The best `k` found through the graph; none when an exact search is needed to find them all.
    fn through_graph(
        &self,
        query: &[f32],
        k: usize,
        how: Search,
        passing: usize,
        filter: Option<&dyn Fn(u64) -> bool>,
    ) -> Option<Vec<(u64, f32)>> {
        let wanted = k.min(passing);
        if wanted == 0 {
            return Some(Vec::new());
        }
        // So many nodes that, if those that pass lie evenly, about twice as many as wanted do.
        let mut breadth =
            BREADTH.max(wanted.saturating_mul(2)).saturating_mul(self.ids.len()) / passing;
        let widest = match how {
            // Whoever asks for the graph gets it, be it as wide as all there is.
            Search::Hnsw => self.ids.len(),
            Search::Auto | Search::Exact => (self.ids.len() / WIDEST_PART).max(BREADTH),
        };
        breadth = if how == Search::Hnsw { breadth.min(widest) } else { breadth };
        while breadth <= widest {
            let found: Vec<(u64, f32)> = self
                .graph()
                .nearest(query, breadth)
                .filter_map(|slot| self.scored(query, slot))
                .filter(|&(id, _)| filter.is_none_or(|filter| filter(id)))
                .collect();
            if found.len() >= wanted {
                return Some(best(found, wanted));
            }
            breadth = breadth.saturating_mul(WIDEN);
        }
        None
    }

    fn graph(&self) -> &Links {
        self.graph.get_or_init(|| {
            let mut live: Vec<(u64, usize)> =
                self.by_id.iter().map(|(&id, &slot)| (id, slot)).collect();
            live.sort_unstable();
            let mut graph = Links::new(live.len());
            for (_, slot) in live {
                graph.insert(&self.rows, slot);
            }
            graph
        })
    }

    /// Every id and its cosine, in order of slots.
    fn all(&self, query: &[f32]) -> impl Iterator<Item = (u64, f32)> {
        self.ids
            .iter()
            .zip(self.rows.rows())
            .filter_map(move |(id, row)| id.map(|id| (id, cosine(query, row))))
    }

    /// The id at `slot` and its cosine; none for a mark.
    fn scored(&self, query: &[f32], slot: usize) -> Option<(u64, f32)> {
        let id = self.ids.get(slot).copied().flatten()?;
        Some((id, cosine(query, self.rows.row(slot))))
    }

    /// Leaves out the marks, puts the rows in order of ids and forgets the graph.
    fn compact(&mut self) {
        let mut live: Vec<(u64, usize)> = self.by_id.drain().collect();
        live.sort_unstable();
        let mut rows = Matrix::new(self.rows.width());
        for (slot, &(id, old)) in live.iter().enumerate() {
            rows.push(self.rows.row(old));
            self.by_id.insert(id, slot);
        }
        self.ids = live.into_iter().map(|(id, _)| Some(id)).collect();
        self.rows = rows;
        self.graph = OnceLock::new();
    }

    /// `vector` scaled to length one.
    fn unit(&self, vector: &[f32]) -> Result<Vec<f32>, VectorError> {
        let expected = self.rows.width();
        if vector.len() != expected {
            return Err(VectorError::Dimensions { expected, found: vector.len() });
        }
        if let Some(position) = vector.iter().position(|x| !x.is_finite()) {
            return Err(VectorError::NotFinite { position });
        }
        // In f64 the square of no finite f32 overflows or vanishes.
        let norm = vector.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt();
        if norm > 0.0 {
            Ok(vector.iter().map(|&x| (f64::from(x) / norm) as f32).collect())
        } else {
            Err(VectorError::Zero)
        }
    }
}

impl fmt::Debug for Vectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vectors")
            .field("dimensions", &self.dimensions())
            .field("len", &self.len())
            .field("marks", &(self.ids.len() - self.len()))
            .field("graph", &self.has_graph())
            .finish_non_exhaustive()
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    // Adding zero leaves one zero only, so that equal cosines compare equal.
    dot(a, b).clamp(-1.0, 1.0) + 0.0
}

/// The `k` best, best first, equal ones by id.
fn best(mut scored: Vec<(u64, f32)>, k: usize) -> Vec<(u64, f32)> {
    if k < scored.len() {
        scored.select_nth_unstable_by(k, best_first);
        scored.truncate(k);
    }
    scored.sort_unstable_by(best_first);
    scored
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_may_choose_gets_all_it_wants_from_the_graph_or_leaves_it() {
        let mut index = Vectors::new(3);
        for id in 0..2_000_u16 {
            let turn = f32::from(id);
            let vector = [turn.sin(), turn.cos(), (turn * 0.37).sin()];
            index.insert(u64::from(id), &vector).expect("a vector with a direction");
        }
        let query = index.unit(&[1.0, 2.0, 3.0]).expect("a query with a direction");
        let (all, few) = (|_| true, |id| id < 3);
        let auto = |k, passing, filter: &dyn Fn(u64) -> bool| {
            index.through_graph(&query, k, Search::Auto, passing, Some(filter))
        };
        assert_eq!(auto(10, 2_000, &all).map(|found| found.len()), Some(10));
        assert_eq!(auto(0, 2_000, &all), Some(Vec::new()));
        assert_eq!(auto(2, 3, &few), None, "nearly all nodes would have to be looked at");
        assert_eq!(auto(1_000, 2_000, &all), None, "nearly all nodes would have to be looked at");
        assert!(!index.uses_graph(Search::Auto) && index.uses_graph(Search::Hnsw));
    }
}
