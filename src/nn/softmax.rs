//! Softmax over rows. Never overflows: the greatest number of a row is taken off first.

use ndarray::ArrayViewMut2;

use super::activation::exp;
use super::norm::sum;

/// Makes each row of `values` positive with sum 1, in place: `e^x` over the sum of `e^x`.
pub fn softmax_rows(mut values: ArrayViewMut2<'_, f32>) {
    for mut row in values.rows_mut() {
        if let Some(row) = row.as_slice_mut() {
            super::wide(Softmax(row));
        }
    }
}

struct Softmax<'a>(&'a mut [f32]);

impl pulp::WithSimd for Softmax<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let greatest = greatest(self.0);
        for value in self.0.iter_mut() {
            *value = exp(*value - greatest);
        }
        let factor = 1.0 / sum(self.0, |value| value);
        for value in self.0 {
            *value *= factor;
        }
    }
}

#[inline(always)]
fn greatest(values: &[f32]) -> f32 {
    let (chunks, rest) = values.as_chunks::<8>();
    let mut lanes = [f32::NEG_INFINITY; 8];
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane = if *value > *lane { *value } else { *lane };
        }
    }
    lanes.iter().chain(rest).copied().fold(f32::NEG_INFINITY, f32::max)
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, array};

    use super::*;

    #[test]
    fn shares_add_up_to_one_and_follow_the_numbers() {
        let mut values = Array2::from_shape_fn((4, 21), |(r, c)| (r * c) as f32 / 4.0);
        softmax_rows(values.view_mut());
        for row in values.rows() {
            assert!((row.sum() - 1.0).abs() < 1e-6);
            assert!(row.iter().zip(row.iter().skip(1)).all(|(a, b)| a <= b));
        }
        let mut known = array![[0.0, 2.0_f32.ln(), 5.0_f32.ln()]];
        softmax_rows(known.view_mut());
        assert!(known.iter().zip([0.125, 0.25, 0.625]).all(|(a, b)| (a - b).abs() < 1e-6));
    }

    #[test]
    fn great_numbers_do_not_overflow() {
        let mut values = array![[1e30, 1e30, -1e30]];
        softmax_rows(values.view_mut());
        assert!(values.iter().zip([0.5, 0.5, 0.0]).all(|(a, b)| (a - b).abs() < 1e-6));
    }
}
