//! Maxout: each output is the largest of several linear maps of the input.
//!
//! Source: Goodfellow et al., "Maxout Networks", 2013.

use ndarray::{Array1, ArrayView2, ArrayView3, ArrayViewMut2};

use super::{LayerError, Linear, largest};

/// Several linear maps, of which each output takes the largest.
#[derive(Debug, Clone)]
pub struct Maxout {
    /// The first map of every output, then the second of every output, and so on: so the largest
    /// is taken of whole runs of numbers.
    pieces: Linear,
    outputs: usize,
}

impl Maxout {
    /// A layer of `weights`, outputs × pieces × inputs, and a `bias` of outputs × pieces.
    ///
    /// # Errors
    /// When the bias is not of the shape that the weights call for.
    pub fn new(
        weights: ArrayView3<'_, f32>,
        bias: ArrayView2<'_, f32>,
    ) -> Result<Self, LayerError> {
        let (outputs, pieces, inputs) = weights.dim();
        if bias.dim() != (outputs, pieces) {
            return Err(LayerError::Length { wanted: outputs * pieces, found: bias.len() });
        }
        let weights = weights.permuted_axes([1, 0, 2]).as_standard_layout().into_owned();
        let weights = weights.into_shape_with_order((pieces * outputs, inputs));
        let weights = weights.expect("a standard layout, and as many numbers as before");
        let bias = bias.t().iter().copied().collect::<Array1<f32>>();
        Ok(Self { pieces: Linear::new(weights.view(), bias.view())?, outputs })
    }

    /// How many numbers it reads.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.pieces.inputs()
    }

    /// How many numbers it gives.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// How many numbers a row needs before the largest are taken: pieces times outputs.
    #[must_use]
    pub fn width(&self) -> usize {
        self.pieces.outputs()
    }

    /// The layer of `input`, rows × inputs, into `out`, rows × outputs. `scratch` is of
    /// rows × width; what it holds before and after means nothing.
    ///
    /// # Panics
    /// When `input` or `scratch` is of another shape. Rows of `out` must lie in memory in order.
    pub fn apply(
        &self,
        input: ArrayView2<'_, f32>,
        mut scratch: ArrayViewMut2<'_, f32>,
        mut out: ArrayViewMut2<'_, f32>,
    ) {
        self.pieces.apply(input, scratch.view_mut());
        for (row, mut out) in scratch.rows().into_iter().zip(out.rows_mut()) {
            if let (Some(row), Some(out)) = (row.as_slice(), out.as_slice_mut()) {
                largest(row, out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, array};

    use super::*;

    #[test]
    fn each_output_is_the_largest_of_its_pieces() {
        // Two outputs of two pieces: max(x, -x) + 0 and max(2x + 1, y).
        let layer = Maxout::new(
            array![[[1.0, 0.0], [-1.0, 0.0]], [[2.0, 0.0], [0.0, 1.0]]].view(),
            array![[0.0, 0.0], [1.0, 0.0]].view(),
        )
        .unwrap();
        assert_eq!((layer.inputs(), layer.outputs(), layer.width()), (2, 2, 4));
        let (mut scratch, mut out) = (Array2::zeros((2, 4)), Array2::zeros((2, 2)));
        let input = array![[3.0, 9.0], [-4.0, -20.0]];
        layer.apply(input.view(), scratch.view_mut(), out.view_mut());
        assert_eq!(out, array![[3.0, 9.0], [4.0, -7.0]]);
    }

    #[test]
    fn a_bias_of_another_shape_makes_no_layer() {
        let layer = Maxout::new(ndarray::Array3::zeros((2, 3, 1)).view(), array![[0.0]].view());
        assert!(matches!(layer, Err(LayerError::Length { wanted: 6, found: 1 })));
    }
}
