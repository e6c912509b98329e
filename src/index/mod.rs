//! What recall looks things up in: terms of a text, BM25 over terms, nearest vectors; and the
//! indexes of one namespace that are made of these.
//!
//! Everything here is derived: it can be dropped and fed again from the store, and the same calls
//! in the same order give the same answers. Never touches the store, the disk or the clock.

pub mod analyze;
pub mod lexical;
pub mod vectors;

mod characters;
mod hnsw;
mod matrix;
mod namespace;
mod stop_words;

use std::cmp::Ordering;

pub(crate) use characters::without_accents;
pub use namespace::{Index, window};
pub use vectors::Vectors;

/// The order of a ranking: higher scores first, equal ones by what they are scores of.
pub fn best_first<T: Ord>(a: &(T, f32), b: &(T, f32)) -> Ordering {
    b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0))
}
