//! A temporal knowledge-graph memory: dialogue in, dated facts and multi-hop recall out.

pub mod dialogue;
pub mod embed;
pub mod extract;
pub mod graph;
pub mod index;

pub use graph_schema as schema;
