//! Layer norm, and vectors made to length one. Sums run in eight lanes in a fixed order, so
//! the same numbers give the same bits everywhere.

use ndarray::{Array1, ArrayView1, ArrayViewMut2};

use super::LayerError;

/// Moves each row to mean 0 and variance 1, then scales and shifts it.
///
/// Source: Ba, Kiros and Hinton, "Layer Normalization", 2016.
#[derive(Debug, Clone)]
pub struct LayerNorm {
    scale: Array1<f32>,
    shift: Array1<f32>,
    epsilon: f32,
}

impl LayerNorm {
    /// A layer of one scale and one shift a column; `epsilon` is added to the variance.
    ///
    /// # Errors
    /// When scale and shift are not of one length.
    pub fn new(
        scale: ArrayView1<'_, f32>,
        shift: ArrayView1<'_, f32>,
        epsilon: f32,
    ) -> Result<Self, LayerError> {
        if scale.len() != shift.len() {
            return Err(LayerError::Length { wanted: scale.len(), found: shift.len() });
        }
        Ok(Self { scale: scale.to_owned(), shift: shift.to_owned(), epsilon })
    }

    /// How many numbers a row has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.scale.len()
    }

    /// Normalises each row of `values` in place. A row of another width than the layer's is
    /// normalised as far as the shorter of the two goes.
    pub fn apply(&self, mut values: ArrayViewMut2<'_, f32>) {
        let (Some(scale), Some(shift)) = (self.scale.as_slice(), self.shift.as_slice()) else {
            return;
        };
        for mut row in values.rows_mut() {
            if let Some(row) = row.as_slice_mut() {
                super::wide(Norm { row, scale, shift, epsilon: self.epsilon });
            }
        }
    }
}

struct Norm<'a> {
    row: &'a mut [f32],
    scale: &'a [f32],
    shift: &'a [f32],
    epsilon: f32,
}

impl pulp::WithSimd for Norm<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { row, scale, shift, epsilon } = self;
        let count = row.len().max(1) as f32;
        let mean = sum(row, |value| value) / count;
        let variance = sum(row, |value| (value - mean) * (value - mean)) / count;
        let factor = 1.0 / (variance + epsilon).sqrt();
        for ((value, scale), shift) in row.iter_mut().zip(scale).zip(shift) {
            *value = (*value - mean) * factor * scale + shift;
        }
    }
}

/// The sum of `f` over `values`: eight sums side by side, then those added up.
#[inline(always)]
pub(super) fn sum(values: &[f32], f: impl Fn(f32) -> f32) -> f32 {
    let (chunks, rest) = values.as_chunks::<8>();
    let mut lanes = [0.0_f32; 8];
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += f(*value);
        }
    }
    for (lane, value) in lanes.iter_mut().zip(rest) {
        *lane += f(*value);
    }
    let [a, b, c, d, e, g, h, i] = lanes;
    ((a + e) + (c + h)) + ((b + g) + (d + i))
}

/// Divides `vector` by its length. A vector of length 0 stays as it is.
pub fn normalise(vector: &mut [f32]) {
    let length = super::wide(SquareSum(vector)).sqrt();
    if length > 0.0 {
        for value in vector {
            *value /= length;
        }
    }
}

struct SquareSum<'a>(&'a [f32]);

impl pulp::WithSimd for SquareSum<'_> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> f32 {
        sum(self.0, |value| value * value)
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{Array1, Array2, array};

    use super::*;

    #[test]
    fn a_normalised_row_has_the_mean_and_variance_of_its_shift_and_scale() {
        let mut values = Array2::from_shape_fn((2, 35), |(r, c)| (r + 1) as f32 * c as f32 - 7.0);
        let layer =
            LayerNorm::new(Array1::from_elem(35, 3.0).view(), Array1::ones(35).view(), 1e-12);
        layer.unwrap().apply(values.view_mut());
        for row in values.rows() {
            let mean = row.mean().unwrap();
            assert!((mean - 1.0).abs() < 1e-5, "mean {mean}");
            assert!((row.var(0.0) - 9.0).abs() < 1e-4, "variance {}", row.var(0.0));
        }
    }

    #[test]
    fn a_constant_row_becomes_its_shift() {
        let mut values = Array2::from_elem((1, 4), 5.0);
        let layer =
            LayerNorm::new(Array1::ones(4).view(), array![1.0, 2.0, 3.0, 4.0].view(), 1e-12);
        layer.unwrap().apply(values.view_mut());
        assert_eq!(values, array![[1.0, 2.0, 3.0, 4.0]]);
    }

    #[test]
    fn a_vector_is_made_a_unit_and_zero_stays_zero() {
        let mut vector = [3.0, 0.0, 4.0];
        normalise(&mut vector);
        assert!(vector.iter().zip([0.6, 0.0, 0.8]).all(|(a, b)| (a - b).abs() < 1e-6));
        let mut zero = [0.0; 5];
        normalise(&mut zero);
        assert_eq!(zero.map(f32::to_bits), [0; 5]);
    }

    #[test]
    fn scale_and_shift_must_be_of_one_length() {
        let layer = LayerNorm::new(array![1.0].view(), array![1.0, 2.0].view(), 1e-12);
        assert!(matches!(layer, Err(LayerError::Length { wanted: 1, found: 2 })));
    }
}
