//! A temporal knowledge-graph memory: dialogue in, dated facts and multi-hop recall out.

pub mod dialogue;
pub mod models;
pub mod nn;
pub mod embed;
pub mod time;
pub mod extract;
pub mod resolve;
pub mod store;
pub mod graph;
pub mod index;
pub mod ingest;
pub mod recall;
pub mod dump;
pub mod memory;
mod error;
pub mod eval;

pub use error::Error;
pub use graph_schema as schema;
pub use memory::{Clock, Memory, Namespace, Reader, Stopped};
