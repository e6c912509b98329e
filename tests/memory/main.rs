//! The memory through its public face: stories that come true, and promises that are kept.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail by panicking")]

mod common;
mod old_stores;
mod promises;
mod replacing;
mod stories;
mod threads;
mod torn;
