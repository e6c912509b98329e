//! Of what data, weights, configuration and build the figures of a report are: so that whoever
//! repeats a run knows whether it is the same run. Hashes what it is given; opens no file.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// What a run was made of.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// What was run: `locomo` or `multihop`.
    pub command: String,
    /// The version of hippograph.
    pub version: String,
    /// Of the program's own file.
    pub binary_sha256: String,
    /// The embedder's id.
    pub embedder: String,
    /// Of the file of its weights; absent when it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights_sha256: Option<String>,
    /// The files that were read, in order.
    pub data: Vec<Datum>,
    /// Every choice that changes figures, by name.
    pub configuration: IndexMap<String, String>,
    /// Of the configuration, a line `name = value` for each choice.
    pub configuration_sha256: String,
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Datum {
    /// Its name.
    pub file: String,
    /// How long it is.
    pub bytes: usize,
    /// Of its bytes.
    pub sha256: String,
}

impl Datum {
    /// The file called `file` with these `bytes`.
    pub fn new(file: impl Into<String>, bytes: &[u8]) -> Self {
        Self { file: file.into(), bytes: bytes.len(), sha256: sha256(bytes) }
    }
}

impl Provenance {
    /// Fixes the configuration, and its hash.
    #[must_use]
    pub fn configured(mut self, choices: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        let choices = choices.into_iter().map(|(name, value)| (name.to_owned(), value));
        self.configuration = choices.collect();
        let lines: String =
            self.configuration.iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
        self.configuration_sha256 = sha256(lines.as_bytes());
        self
    }
}

/// The sha256 of `bytes`, as 64 hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
