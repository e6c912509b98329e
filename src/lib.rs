//! A temporal knowledge-graph memory: dialogue in, dated facts and multi-hop recall out.

pub mod dialogue;
pub mod dump;
pub mod embed;
mod error;
pub mod eval;
pub mod extract;
pub mod graph;
pub mod index;
pub mod ingest;
pub mod memory;
pub mod models;
pub mod nn;
pub mod recall;
pub mod resolve;
pub mod store;
pub mod time;

pub use error::Error;
pub use graph_schema as schema;
pub use memory::{Clock, Memory, Namespace, Reader, Stopped};
