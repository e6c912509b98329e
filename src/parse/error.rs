//! Why a parser cannot be loaded. Parsing itself never fails: every text has a parse.

use std::path::PathBuf;

use crate::nn::LayerError;

/// Why a parser cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// A file of the model cannot be read.
    #[error(
        "cannot read {}; give the folder of en_core_web_sm 3.8.0 that holds tok2vec/model",
        path.display()
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// A file is not in the format that spaCy writes.
    #[error("{} is not as spaCy writes it; fetch the model again", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: rmp_serde::decode::Error,
    },
    /// A piece of JSON within a file is not in the format that spaCy writes.
    #[error("the JSON of {} is not as spaCy writes it; fetch the model again", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
    /// A file lacks something, or has something of another shape than en_core_web_sm has.
    #[error(
        "{} does not hold {wanted} as en_core_web_sm 3.8.0 does; give the folder of that model",
        path.display()
    )]
    Missing {
        /// The file.
        path: PathBuf,
        /// What was looked for.
        wanted: String,
    },
    /// Weights that do not make a layer together.
    #[error(
        "the weights of a layer {layer} in {} do not fit together; give the folder of en_core_web_sm 3.8.0",
        path.display()
    )]
    Layer {
        /// The file.
        path: PathBuf,
        /// The kind of layer.
        layer: &'static str,
        /// Why.
        #[source]
        source: LayerError,
    },
    /// A pattern of the tokenizer is no regular expression.
    #[error("the pattern {pattern} of {} cannot be compiled; fetch the model again", path.display())]
    Pattern {
        /// The file.
        path: PathBuf,
        /// Which pattern.
        pattern: &'static str,
        /// Why.
        #[source]
        source: Box<fancy_regex::Error>,
    },
}
