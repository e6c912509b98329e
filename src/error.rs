//! What can go wrong, for the user of the crate: each room's own error, and a few of the whole.

use crate::dialogue::DialogueError;
use crate::dump::DumpError;
use crate::embed::EmbedError;
use crate::index::vectors::VectorError;
use crate::ingest::IngestError;
use crate::memory::check::Fault;
use crate::recall::RecallError;
use crate::store::StoreError;

/// What went wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// With the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// With the input's form.
    #[error(transparent)]
    Dialogue(#[from] DialogueError),
    /// With the taking of turns.
    #[error(transparent)]
    Ingest(#[from] IngestError),
    /// With the embedder.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// With a stored vector.
    #[error("a stored vector cannot be used; `hippograph rebuild` makes all vectors anew")]
    Vector(#[from] VectorError),
    /// With a question.
    #[error(transparent)]
    Recall(#[from] RecallError),
    /// There is no namespace of this name.
    #[error(
        "there is no namespace `{name}`; `hippograph inspect namespaces` lists those there are, and ingesting makes one"
    )]
    NoNamespace {
        /// The name.
        name: String,
    },
    /// A dump goes only where nothing is.
    #[error(
        "the namespace `{name}` holds something already; name another with `--namespace` to take a dump"
    )]
    NotEmpty {
        /// The namespace's name.
        name: String,
    },
    /// With a dump.
    #[error(transparent)]
    Dump(#[from] DumpError),
    /// A dump whose records do not fit together.
    #[error("{file} cannot be taken, for {record} does not fit: {fault}; dump the memory again")]
    Unsound {
        /// What the dump was called.
        file: String,
        /// The first record that does not fit: its id.
        record: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The embedder gave too few or too many vectors for a question.
    #[error(
        "the embedder `{embedder}` gave {given} vectors for the {asked} texts of a question; it must give one for each"
    )]
    VectorCount {
        /// Its id.
        embedder: String,
        /// How many it was asked for.
        asked: usize,
        /// How many it gave.
        given: usize,
    },
}
