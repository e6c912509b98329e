//! The files of a spaCy model: MessagePack or JSON, and arrays as msgpack-numpy writes them. Reads
//! and checks; knows nothing of what the numbers are for.
//!
//! Source: thinc 8.3, `model.py` (`to_bytes`).

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use ndarray::{Array, ArrayD, Dimension};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::ParseError;
use crate::nn::LayerError;

/// A file of a model, and what can be said of it in errors.
#[derive(Debug, Clone)]
pub(super) struct File {
    path: PathBuf,
}

impl File {
    /// The file `name` of `folder`.
    pub(super) fn of(folder: &Path, name: &str) -> Self {
        Self { path: folder.join(name) }
    }

    /// Its whole, as MessagePack.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, ParseError> {
        let bytes = self.bytes()?;
        rmp_serde::from_slice(&bytes)
            .map_err(|source| ParseError::Format { path: self.path.clone(), source })
    }

    /// Its whole, as JSON.
    pub(super) fn read_json<T: DeserializeOwned>(&self) -> Result<T, ParseError> {
        self.json(&self.bytes()?)
    }

    /// A piece of JSON found in it.
    pub(super) fn json<T: DeserializeOwned>(&self, json: &[u8]) -> Result<T, ParseError> {
        serde_json::from_slice(json)
            .map_err(|source| ParseError::Json { path: self.path.clone(), source })
    }

    fn bytes(&self) -> Result<Vec<u8>, ParseError> {
        std::fs::read(&self.path)
            .map_err(|source| ParseError::Read { path: self.path.clone(), source })
    }

    /// The error that it lacks `wanted`.
    pub(super) fn lacks(&self, wanted: impl Into<String>) -> ParseError {
        ParseError::Missing { path: self.path.clone(), wanted: wanted.into() }
    }

    /// The error that its weights make no layer of a kind.
    pub(super) fn layer(&self, layer: &'static str) -> impl Fn(LayerError) -> ParseError + use<> {
        let path = self.path.clone();
        move |source| ParseError::Layer { path: path.clone(), layer, source }
    }

    /// The error that one of its patterns cannot be compiled.
    pub(super) fn pattern(
        &self,
        pattern: &'static str,
    ) -> impl Fn(fancy_regex::Error) -> ParseError + use<> {
        let path = self.path.clone();
        move |source| ParseError::Pattern { path: path.clone(), pattern, source: Box::new(source) }
    }
}

/// The layers of a model as thinc writes them: its nodes in order, each with its arrays.
pub(super) struct Weights {
    file: File,
    nodes: Vec<Node>,
}

impl Weights {
    /// Those of the file `name` of `folder`.
    pub(super) fn read(folder: &Path, name: &str) -> Result<Self, ParseError> {
        #[derive(Deserialize)]
        struct Model {
            nodes: Vec<Named>,
            attrs: Vec<HashMap<String, Bytes>>,
            params: Vec<HashMap<String, Option<RawArray>>>,
        }
        #[derive(Deserialize)]
        struct Named {
            name: String,
        }
        let file = File::of(folder, name);
        let Model { nodes, attrs, params } = file.read()?;
        if attrs.len() != nodes.len() || params.len() != nodes.len() {
            return Err(file.lacks("as many attributes and arrays as layers"));
        }
        let nodes = (nodes.into_iter().zip(attrs).zip(params))
            .map(|((Named { name }, attrs), params)| Node {
                file: file.clone(),
                name,
                attrs,
                params,
            })
            .collect();
        Ok(Self { file, nodes })
    }

    /// The file they are of.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// The nodes of a name, in order.
    pub(super) fn nodes(&self, name: &str) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(move |node| node.name == name)
    }

    /// The first node of a name.
    pub(super) fn node(&self, name: &str) -> Result<&Node, ParseError> {
        self.nodes(name).next().ok_or_else(|| self.file.lacks(format!("a layer {name}")))
    }
}

/// A layer.
pub(super) struct Node {
    file: File,
    name: String,
    attrs: HashMap<String, Bytes>,
    params: HashMap<String, Option<RawArray>>,
}

impl Node {
    /// Its array `name`, of as many dimensions as are wanted.
    pub(super) fn array<D: Dimension>(&self, name: &str) -> Result<Array<f32, D>, ParseError> {
        let found = self.params.get(name).and_then(Option::as_ref).and_then(RawArray::numbers);
        found
            .and_then(|array| array.into_dimensionality().ok())
            .ok_or_else(|| self.file.lacks(format!("the array {name} of a layer {}", self.name)))
    }

    /// Its attribute `name`.
    pub(super) fn attribute<T: DeserializeOwned>(&self, name: &str) -> Result<T, ParseError> {
        let found = self.attrs.get(name).map(|Bytes(bytes)| rmp_serde::from_slice(bytes));
        let wanted = || self.file.lacks(format!("the attribute {name} of a layer {}", self.name));
        found.ok_or_else(wanted)?.map_err(|_| wanted())
    }
}

/// A run of bytes in MessagePack.
#[derive(Debug, Clone)]
struct Bytes(Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a run of bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }

            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
                Ok(Bytes(bytes))
            }
        }
        from.deserialize_byte_buf(Visitor)
    }
}

/// An array as msgpack-numpy writes it.
#[derive(Deserialize)]
struct RawArray {
    #[serde(rename = "type")]
    number: String,
    shape: Vec<usize>,
    data: Bytes,
}

impl RawArray {
    /// Its numbers, if they are `f32` and as many as the shape says.
    fn numbers(&self) -> Option<ArrayD<f32>> {
        let Bytes(data) = &self.data;
        let (numbers, rest) = data.as_chunks::<4>();
        if self.number != "<f4" || !rest.is_empty() {
            return None;
        }
        let numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        ArrayD::from_shape_vec(self.shape.as_slice(), numbers).ok()
    }
}
