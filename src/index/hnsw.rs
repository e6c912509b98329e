//! The HNSW graph over the rows of a matrix (Malkov and Yashunin 2016, by the crate `hnsw_rs`).
//!
//! Never hands `hnsw_rs` a number it panics on: every row and query is finite and of unit length,
//! and the distance is our own, which never asserts. Never calls its filtered search (it visits the
//! whole graph when few pass) nor its parallel insertion (its graph depends on the threads).
//!
//! Deterministic: `hnsw_rs` draws the layer of a point from a generator with a fixed seed, and
//! serial insertion uses its hash maps for membership only. So the rows, in the order of insertion,
//! decide the graph.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use hnsw_rs::prelude::{Distance, Hnsw};

use super::matrix::{Matrix, dot};

/// Links of a point in a layer; twice as many in the lowest.
const LINKS: usize = 16;
/// The most layers `hnsw_rs` can hold.
const LAYERS: usize = 16;
/// Candidates looked at for the links of a new point.
const EF_CONSTRUCTION: usize = 200;

/// One minus the cosine of unit vectors. Finite and at least zero for finite vectors.
struct UnitDistance;

impl Distance<f32> for UnitDistance {
    fn eval(&self, a: &[f32], b: &[f32]) -> f32 {
        (1.0 - dot(a, b)).max(0.0)
    }
}

/// A graph whose nodes are the different rows of a matrix.
///
/// Equal rows share a node. With a node for each, some dozens of equal rows would link to nothing
/// but one another, and the ones that do not fit could not be reached.
pub(super) struct Links {
    hnsw: Hnsw<'static, f32, UnitDistance>,
    /// The slots of each node, in order of insertion.
    slots: Vec<Vec<usize>>,
    /// The nodes by a hash of their row.
    by_row: HashMap<u64, Vec<usize>>,
}

impl Links {
    /// A graph without nodes; `expected` rows are made room for, more may come.
    pub(super) fn new(expected: usize) -> Self {
        Self {
            hnsw: Hnsw::new(LINKS, expected.max(1), LAYERS, EF_CONSTRUCTION, UnitDistance),
            slots: Vec::new(),
            by_row: HashMap::new(),
        }
    }

    /// Adds the row at `slot`.
    pub(super) fn insert(&mut self, matrix: &Matrix, slot: usize) {
        let row = matrix.row(slot);
        let same_hash = self.by_row.entry(hash(row)).or_default();
        for &node in same_hash.iter() {
            if let Some(slots) = self.slots.get_mut(node)
                && slots.first().is_some_and(|&first| matrix.row(first) == row)
            {
                slots.push(slot);
                return;
            }
        }
        let node = self.slots.len();
        same_hash.push(node);
        self.slots.push(vec![slot]);
        self.hnsw.insert((row, node));
    }

    /// The slots of the about `breadth` nodes nearest to `query`, nearest first.
    pub(super) fn nearest(&self, query: &[f32], breadth: usize) -> impl Iterator<Item = usize> {
        // A search of breadth one could be left without any point to compare with.
        let breadth = breadth.clamp(2, self.slots.len().max(2));
        self.hnsw
            .search(query, breadth, breadth)
            .into_iter()
            .filter_map(|found| self.slots.get(found.d_id))
            .flatten()
            .copied()
    }
}

/// A hash that is the same in every process.
fn hash(row: &[f32]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for cell in row {
        // Zero has two bit patterns that compare equal.
        (cell + 0.0).to_bits().hash(&mut hasher);
    }
    hasher.finish()
}
