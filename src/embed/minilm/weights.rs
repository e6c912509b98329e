//! The weights of all-MiniLM-L6-v2, read from safetensors into layers. Never accepts a tensor of
//! another shape.

use std::path::Path;

use ndarray::{Array, Array1, Array2, ArrayView1, Dimension};
use safetensors::{Dtype, SafeTensors};

use super::tokens::MOST_TOKENS;
use crate::embed::EmbedError;
use crate::nn::{LayerNorm, Linear, Table};

/// Numbers in a token's vector.
pub(super) const HIDDEN: usize = 384;
/// Attention heads of a layer.
pub(super) const HEADS: usize = 12;
/// Numbers in a token's vector as one head sees it.
pub(super) const HEAD: usize = HIDDEN / HEADS;
/// Numbers in the middle of a feed-forward block.
pub(super) const INNER: usize = 1536;
const LAYERS: usize = 6;
const VOCABULARY: usize = 30_522;
const POSITIONS: usize = 512;
const EPSILON: f32 = 1e-12;

pub(super) struct Weights {
    pub(super) words: Table,
    /// Position vectors, each with the vector of the first token type added: there is no second.
    pub(super) positions: Table,
    pub(super) norm: LayerNorm,
    pub(super) layers: Vec<Layer>,
}

pub(super) struct Layer {
    /// Query, key and value side by side: `HIDDEN` to three times `HIDDEN`.
    pub(super) query_key_value: Linear,
    pub(super) attended: Linear,
    pub(super) attended_norm: LayerNorm,
    pub(super) widen: Linear,
    pub(super) narrow: Linear,
    pub(super) norm: LayerNorm,
}

impl Weights {
    pub(super) fn read(path: &Path) -> Result<Self, EmbedError> {
        let bytes = std::fs::read(path)
            .map_err(|source| EmbedError::ReadWeights { path: path.to_owned(), source })?;
        let tensors = SafeTensors::deserialize(&bytes).map_err(|source| EmbedError::Weights {
            path: path.to_owned(),
            tensor: "the header".to_owned(),
            source,
        })?;
        let file = File { path, tensors };
        let words = file.matrix("embeddings.word_embeddings.weight", VOCABULARY, HIDDEN)?;
        let mut positions =
            file.matrix("embeddings.position_embeddings.weight", POSITIONS, HIDDEN)?;
        let types = file.matrix("embeddings.token_type_embeddings.weight", 2, HIDDEN)?;
        positions += &types.row(0);
        Ok(Self {
            words: Table::new(words.view()),
            positions: Table::new(positions.slice_axis(ndarray::Axis(0), (..MOST_TOKENS).into())),
            norm: file.norm("embeddings.LayerNorm")?,
            layers: (0..LAYERS).map(|number| file.layer(number)).collect::<Result<_, _>>()?,
        })
    }

    /// How many token ids there are.
    pub(super) fn vocabulary(&self) -> usize {
        self.words.len()
    }
}

struct File<'a> {
    path: &'a Path,
    tensors: SafeTensors<'a>,
}

impl File<'_> {
    fn layer(&self, number: usize) -> Result<Layer, EmbedError> {
        let name = |part: &str| format!("encoder.layer.{number}.{part}");
        let linear = |part: &str, outputs, inputs| self.linear(&name(part), outputs, inputs);
        let mismatch = |source| EmbedError::Layer { layer: name("attention.self"), source };
        let query = linear("attention.self.query", HIDDEN, HIDDEN)?;
        let key = linear("attention.self.key", HIDDEN, HIDDEN)?;
        let value = linear("attention.self.value", HIDDEN, HIDDEN)?;
        Ok(Layer {
            query_key_value: (query.beside(&key))
                .and_then(|both| both.beside(&value))
                .map_err(mismatch)?,
            attended: linear("attention.output.dense", HIDDEN, HIDDEN)?,
            attended_norm: self.norm(&name("attention.output.LayerNorm"))?,
            widen: linear("intermediate.dense", INNER, HIDDEN)?,
            narrow: linear("output.dense", HIDDEN, INNER)?,
            norm: self.norm(&name("output.LayerNorm"))?,
        })
    }

    fn linear(&self, layer: &str, outputs: usize, inputs: usize) -> Result<Linear, EmbedError> {
        let weights = self.matrix(&format!("{layer}.weight"), outputs, inputs)?;
        let bias = self.vector(&format!("{layer}.bias"), outputs)?;
        Linear::new(weights.view(), bias.view())
            .map_err(|source| EmbedError::Layer { layer: layer.to_owned(), source })
    }

    fn norm(&self, layer: &str) -> Result<LayerNorm, EmbedError> {
        let scale = self.vector(&format!("{layer}.weight"), HIDDEN)?;
        let shift = self.vector(&format!("{layer}.bias"), HIDDEN)?;
        LayerNorm::new(scale.view(), ArrayView1::from(&shift), EPSILON)
            .map_err(|source| EmbedError::Layer { layer: layer.to_owned(), source })
    }

    fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Array2<f32>, EmbedError> {
        self.tensor(name, (rows, columns), &[rows, columns])
    }

    fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>, EmbedError> {
        self.tensor(name, length, &[length])
    }

    fn tensor<D: Dimension>(
        &self,
        name: &str,
        shape: impl ndarray::ShapeBuilder<Dim = D>,
        wanted: &[usize],
    ) -> Result<Array<f32, D>, EmbedError> {
        let tensor = self.tensors.tensor(name).map_err(|source| EmbedError::Weights {
            path: self.path.to_owned(),
            tensor: name.to_owned(),
            source,
        })?;
        let mismatch = || EmbedError::Tensor {
            tensor: name.to_owned(),
            wanted: wanted.to_vec(),
            found: tensor.shape().to_vec(),
            found_type: format!("{:?}", tensor.dtype()),
        };
        if tensor.dtype() != Dtype::F32 || tensor.shape() != wanted {
            return Err(mismatch());
        }
        let (numbers, _) = tensor.data().as_chunks::<4>();
        let numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        Array::from_shape_vec(shape.into_shape_with_order(), numbers).map_err(|_| mismatch())
    }
}
