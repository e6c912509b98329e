//! A namespace as text: JSON lines that come back, and DOT to look at.
//!
//! A dump holds everything that was told and believed, with its ids and both intervals, and nothing
//! of the vectors: these are made anew when it comes back. It does not say which namespace or which
//! moment it is of, so that equal memories have equal dumps.

mod dot;
mod line;
mod read;
mod write;

use graph_schema::record::Counters;
use serde::{Deserialize, Serialize};

pub use dot::dot;
pub use read::{DumpError, read};
pub use write::write;

/// The version of the dump's form that is written.
const VERSION: u32 = 1;

/// The first line of a dump.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "hippograph-dump")]
struct Head {
    version: u32,
    next: Counters,
    /// How many lines follow, so that a dump that was cut short is known.
    lines: usize,
}
