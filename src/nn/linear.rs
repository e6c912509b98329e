//! Linear maps: rows times weights plus bias. The products run on ndarray's safe face of
//! `matrixmultiply`; never on kernels called through raw pointers.

use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, ArrayView1, ArrayView2, ArrayViewMut2, Axis, concatenate};

use super::LayerError;

/// Weights and bias. Holds the weights as inputs × outputs, the layout in which a product reads
/// them in order.
#[derive(Debug, Clone)]
pub struct Linear {
    weights: Array2<f32>,
    bias: Array1<f32>,
}

impl Linear {
    /// A layer of `weights` as PyTorch keeps them, outputs × inputs, and one bias an output.
    ///
    /// # Errors
    /// When the bias has not one number for each output.
    pub fn new(
        weights: ArrayView2<'_, f32>,
        bias: ArrayView1<'_, f32>,
    ) -> Result<Self, LayerError> {
        if weights.nrows() != bias.len() {
            return Err(LayerError::Length { wanted: weights.nrows(), found: bias.len() });
        }
        Ok(Self { weights: weights.t().as_standard_layout().into_owned(), bias: bias.to_owned() })
    }

    /// One layer that gives the outputs of `self` and then those of `other`.
    ///
    /// # Errors
    /// When the two do not read the same number of inputs.
    pub fn beside(self, other: &Self) -> Result<Self, LayerError> {
        let mismatch = LayerError::Inputs { wanted: self.inputs(), found: other.inputs() };
        let weights = concatenate(Axis(1), &[self.weights.view(), other.weights.view()]);
        let bias = concatenate(Axis(0), &[self.bias.view(), other.bias.view()]);
        match (weights, bias) {
            (Ok(weights), Ok(bias)) => {
                // `concatenate` gives the layout of its inputs only by habit: make sure of it.
                Ok(Self { weights: weights.as_standard_layout().into_owned(), bias })
            }
            _ => Err(mismatch),
        }
    }

    /// How many numbers it reads.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.weights.nrows()
    }

    /// How many numbers it gives.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.weights.ncols()
    }

    /// `out = input × weights + bias`, for `input` of rows × inputs and `out` of rows × outputs.
    ///
    /// # Panics
    /// When the shapes do not fit.
    pub fn apply(&self, input: ArrayView2<'_, f32>, mut out: ArrayViewMut2<'_, f32>) {
        out.assign(&self.bias);
        add_product(1.0, input, self.weights.view(), out);
    }

    /// `out = out + input × weights + bias`: the layer and its residual connection at once.
    ///
    /// # Panics
    /// When the shapes do not fit.
    pub fn add(&self, input: ArrayView2<'_, f32>, mut out: ArrayViewMut2<'_, f32>) {
        out += &self.bias;
        add_product(1.0, input, self.weights.view(), out);
    }
}

/// `out = scale · left × right`.
///
/// # Panics
/// When the shapes do not fit.
pub fn product(
    scale: f32,
    left: ArrayView2<'_, f32>,
    right: ArrayView2<'_, f32>,
    mut out: ArrayViewMut2<'_, f32>,
) {
    general_mat_mul(scale, &left, &right, 0.0, &mut out);
}

/// `out = out + scale · left × right`.
///
/// # Panics
/// When the shapes do not fit.
pub fn add_product(
    scale: f32,
    left: ArrayView2<'_, f32>,
    right: ArrayView2<'_, f32>,
    mut out: ArrayViewMut2<'_, f32>,
) {
    general_mat_mul(scale, &left, &right, 1.0, &mut out);
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, array};

    use super::*;

    #[test]
    fn a_layer_is_weights_times_input_plus_bias() {
        let layer = Linear::new(
            array![[1.0, 2.0], [0.5, -1.0], [0.0, 3.0]].view(),
            array![10.0, 20.0, 30.0].view(),
        )
        .unwrap();
        let input = array![[1.0, 1.0], [2.0, -2.0]];
        let mut out = Array2::zeros((2, 3));
        layer.apply(input.view(), out.view_mut());
        assert_eq!(out, array![[13.0, 19.5, 33.0], [8.0, 23.0, 24.0]]);
        layer.add(input.view(), out.view_mut());
        assert_eq!(out, array![[26.0, 39.0, 66.0], [16.0, 46.0, 48.0]]);
    }

    #[test]
    fn layers_beside_one_another_give_both_outputs() {
        let one = Linear::new(array![[1.0, 0.0]].view(), array![0.5].view()).unwrap();
        let two = Linear::new(array![[0.0, 1.0], [2.0, 2.0]].view(), array![0.0, 1.0].view());
        let both = one.beside(&two.unwrap()).unwrap();
        let mut out = Array2::zeros((1, 3));
        both.apply(array![[3.0, 4.0]].view(), out.view_mut());
        assert_eq!(out, array![[3.5, 4.0, 15.0]]);
    }

    #[test]
    fn shapes_that_do_not_fit_make_no_layer() {
        let short = Linear::new(Array2::zeros((3, 2)).view(), array![0.0].view());
        assert!(matches!(short, Err(LayerError::Length { wanted: 3, found: 1 })));
        let two = Linear::new(Array2::zeros((1, 2)).view(), array![0.0].view()).unwrap();
        let three = Linear::new(Array2::zeros((1, 3)).view(), array![0.0].view()).unwrap();
        assert!(matches!(two.beside(&three), Err(LayerError::Inputs { wanted: 2, found: 3 })));
    }

    #[test]
    fn a_row_does_not_depend_on_how_many_there_are() {
        let number = |seed: usize| ((seed * 7919 % 1009) as f32 - 504.0) / 311.0;
        let weights = Array2::from_shape_fn((70, 384), |(o, i)| number(o * 384 + i));
        let layer = Linear::new(weights.view(), Array1::from_shape_fn(70, number).view()).unwrap();
        let input = Array2::from_shape_fn((131, 384), |(r, i)| number(r * 997 + i * 13));
        let mut all = Array2::zeros((131, 70));
        layer.apply(input.view(), all.view_mut());
        for (row, expected) in input.rows().into_iter().zip(all.rows()) {
            let mut alone = Array2::zeros((1, 70));
            layer.apply(row.insert_axis(Axis(0)), alone.view_mut());
            assert!(alone.iter().zip(expected).all(|(a, b)| a.to_bits() == b.to_bits()));
        }
    }
}
