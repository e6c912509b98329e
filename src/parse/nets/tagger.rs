//! The tag of a token from its vector: one linear layer, of which the largest output wins.
//!
//! Source: spaCy 3.8, `Tagger.v2`.

use ndarray::{Array1, Array2};

use super::Rows;
use crate::nn::{Linear, matrix};
use crate::parse::ParseError;
use crate::parse::files::Weights;

/// The layer.
pub(in crate::parse) struct Tagger(Linear);

impl Tagger {
    /// Reads it.
    pub(in crate::parse) fn read(weights: &Weights) -> Result<Self, ParseError> {
        let node = weights.node("softmax")?;
        let (rows, bias): (Array2<f32>, Array1<f32>) = (node.array("W")?, node.array("b")?);
        let layer = Linear::new(rows.view(), bias.view());
        layer.map(Self).map_err(weights.file().layer("softmax"))
    }

    /// How many numbers it reads.
    pub(in crate::parse) fn inputs(&self) -> usize {
        self.0.inputs()
    }

    /// How many tags it knows.
    pub(in crate::parse) fn tags(&self) -> usize {
        self.0.outputs()
    }

    /// The number of the tag of each token.
    pub(in crate::parse) fn tag(&self, vectors: Rows<'_>, memory: &mut Vec<f32>) -> Vec<usize> {
        let mut scores = matrix(memory, vectors.nrows(), self.0.outputs());
        self.0.apply(vectors, scores.view_mut());
        scores.rows().into_iter().map(|row| best(row.iter().copied())).collect()
    }
}

/// The place of the largest number of a row, the first of equals.
fn best(numbers: impl IntoIterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (place, number) in numbers.into_iter().enumerate() {
        if number > best.1 {
            best = (place, number);
        }
    }
    best.0
}
