//! Why a model cannot be read, or a text has no vector. Never carries the text itself.

use std::path::PathBuf;

use crate::nn::LayerError;

/// Why a model cannot be read, or a text has no vector.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EmbedError {
    /// An embedder of another crate failed.
    #[error("the embedder failed; what it said itself tells why")]
    Failed {
        /// What it said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The embedder is only named, to open a store with: its model has not been loaded.
    #[error("the model of the embedder `{id}` is not loaded; load it before making vectors")]
    NotLoaded {
        /// Its id.
        id: String,
    },
    /// The file of weights cannot be read.
    #[error("cannot read the weights {}; give the folder that holds model.safetensors", path.display())]
    ReadWeights {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The file of weights is no safetensors file, or lacks a tensor.
    #[error("{} does not hold the weights of all-MiniLM-L6-v2 (looking for {tensor}); fetch the model again", path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// What was looked for.
        tensor: String,
        /// Why it was not found.
        #[source]
        source: safetensors::SafeTensorError,
    },
    /// A tensor of another shape or number type than this model has.
    #[error(
        "tensor {tensor} is {found_type} {found:?}, and all-MiniLM-L6-v2 has F32 {wanted:?} there; give the folder of that model"
    )]
    Tensor {
        /// Its name.
        tensor: String,
        /// The shape the model has.
        wanted: Vec<usize>,
        /// The shape found.
        found: Vec<usize>,
        /// The number type found.
        found_type: String,
    },
    /// Tensors that do not make a layer together.
    #[error("the tensors of {layer} do not fit together; give the folder of all-MiniLM-L6-v2")]
    Layer {
        /// The layer.
        layer: String,
        /// Why.
        #[source]
        source: LayerError,
    },
    /// The tokenizer cannot be read.
    #[error("cannot read the tokenizer {}; give the folder that holds tokenizer.json", path.display())]
    ReadTokenizer {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: tokenizers::Error,
    },
    /// The tokenizer failed on a text.
    #[error("text {text} of the call cannot be cut into tokens")]
    Tokenise {
        /// Its place in the call, from 0.
        text: usize,
        /// Why.
        #[source]
        source: tokenizers::Error,
    },
    /// The tokenizer gave a token that the weights do not know, or none at all.
    #[error(
        "text {text} of the call has {found}, and the weights know ids below {known}; tokenizer.json and model.safetensors are not of one model"
    )]
    Tokens {
        /// Its place in the call, from 0.
        text: usize,
        /// What the tokenizer gave.
        found: FoundTokens,
        /// How many ids the weights know.
        known: usize,
    },
    /// The model gave something that is no finite number.
    #[error(
        "the model gave a vector with an infinite or undefined number for text {text} of the call; its weights are damaged: fetch the model again"
    )]
    NotFinite {
        /// Its place in the call, from 0.
        text: usize,
    },
}

/// What a tokenizer gave that no vector can be made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FoundTokens {
    /// Not a single token, not even the marks of beginning and end.
    None,
    /// An id that the weights have no row for.
    Unknown(u32),
}

impl std::fmt::Display for FoundTokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.write_str("no token"),
            Self::Unknown(id) => write!(f, "token id {id}"),
        }
    }
}
