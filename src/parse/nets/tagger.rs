//! The tag of a token from its vector: one linear layer, of which the largest output wins.
//!
//! Source: spaCy 3.8, `Tagger.v2`.

use ndarray::{Array1, Array2};

use super::super::ParseError;
use super::super::files::Weights;
use super::{Rows, best, matrix};
use crate::nn::Linear;

/// The layer.
pub(in super::super) struct Tagger(Linear);

impl Tagger {
    /// Reads it.
    pub(in super::super) fn read(weights: &Weights) -> Result<Self, ParseError> {
        let node = weights.node("softmax")?;
        let (rows, bias): (Array2<f32>, Array1<f32>) = (node.array("W")?, node.array("b")?);
        let layer = Linear::new(rows.view(), bias.view());
        layer.map(Self).map_err(weights.file().layer("softmax"))
    }

    /// How many numbers it reads.
    pub(in super::super) fn inputs(&self) -> usize {
        self.0.inputs()
    }

    /// How many tags it knows.
    pub(in super::super) fn tags(&self) -> usize {
        self.0.outputs()
    }

    /// The number of the tag of each token.
    pub(in super::super) fn tag(&self, vectors: Rows<'_>, memory: &mut Vec<f32>) -> Vec<usize> {
        let mut scores = matrix(memory, vectors.nrows(), self.0.outputs());
        self.0.apply(vectors, scores.view_mut());
        scores.rows().into_iter().map(|row| best(row.iter().copied())).collect()
    }
}
