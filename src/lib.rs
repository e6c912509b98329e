//! A temporal knowledge-graph memory: dialogue in, dated facts and multi-hop recall out.
//!
//! A [`Memory`] holds namespaces; a [`Namespace`] takes turns and answers questions. The README,
//! whose example runs as a test, tells what it is and what it is not; `ARCHITECTURE.md` is the map.
//!
//! ```
//! use hippograph::embed::Hashed;
//! use hippograph::recall::Query;
//! use hippograph::{Memory, Stopped, dialogue};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let dir = tempfile::tempdir()?;
//! let memory = Memory::builder(dir.path(), Hashed::new(256), Stopped("2024-06-02".parse()?)).open()?;
//! let ann = memory.make_namespace("ann")?;
//! let story = "2024-01-05 Ann: I adopted a dog named Rex.";
//! for talk in dialogue::read("story.dlg", story, &dialogue::ReadOptions::default())? {
//!     ann.ingest(&talk.turns)?;
//! }
//! let hits = ann.recall(&Query::new("What is Ann's dog called?"))?;
//! assert!(hits.episodes[0].shares[0].score > 0.0);
//! # Ok(())
//! # }
//! ```

pub mod dialogue;
pub mod models;
pub mod nn;
pub mod embed;
pub mod parse;
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

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
