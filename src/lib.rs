//! A temporal knowledge-graph memory: dialogue in, dated facts and multi-hop recall out.

pub mod dialogue;
pub mod embed;
pub mod eval;
pub mod extract;

pub use graph_schema as schema;
