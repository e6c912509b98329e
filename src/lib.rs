//! A temporal knowledge-graph memory: dialogue in, dated facts and multi-hop recall out.

pub mod dialogue;
pub mod embed;
pub mod extract;
pub mod models;
pub mod nn;

pub use graph_schema as schema;
