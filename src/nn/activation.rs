//! `exp`, `erf` and GELU as straight lines of additions and multiplications, so that the
//! compiler can do eight numbers at once. Never calls the platform's mathematics library, so
//! the same number gives the same bits everywhere.

use ndarray::ArrayViewMut2;

/// Coefficients, lowest first, of `(e^r - 1 - r) / r²` for |r| ≤ ln 2 / 2. Own weighted
/// least-squares fit, relative error of the whole 3e-9 before rounding.
const EXP: [f32; 5] = [0.499_999_94, 0.166_665_21, 0.041_668_39, 0.008_368_717_5, 0.001_381_463_3];

/// Coefficients, lowest first, of `-ln(1 - erf x) / x` for 0 ≤ x ≤ 4. Own weighted
/// least-squares fit, absolute error in erf 2e-9 before rounding.
const ERF: [f32; 9] = [
    1.128_379_3,
    0.636_616_1,
    0.102_799_214,
    -0.019_217_147,
    -5.877_387_6e-5,
    0.001_576_752_8,
    -0.000_587_946_6,
    0.000_106_025_494,
    -8.043_69e-6,
];

/// `e^x`, to 1.5e-7 of its value from -87 to 88. Below that it stays at `e^-87` (1.6e-38), above
/// it at `e^88`; NaN gives an unspecified number that may be NaN.
#[inline(always)]
#[must_use]
pub fn exp(x: f32) -> f32 {
    // Adding 1.5 · 2^23 leaves the nearest whole number in the low bits of the sum.
    const ROUND: f32 = 12_582_912.0;
    // ln 2 in two parts; the first has so few bits that its product with a power is exact.
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-87.0, 88.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let power = shifted - ROUND;
    let r = x - power * LN_2_HIGH - power * LN_2_LOW;
    let [c0, c1, c2, c3, c4] = EXP;
    let tail = c0 + r * (c1 + r * (c2 + r * (c3 + r * c4)));
    let mantissa = 1.0 + (r + r * r * tail);
    // The low bits of `shifted` hold the power; 127 makes it an exponent field.
    let scale = f32::from_bits((shifted.to_bits().wrapping_add(127)) << 23);
    mantissa * scale
}

/// The error function, to 1.2e-7. NaN gives an unspecified number that may be NaN.
#[inline(always)]
#[must_use]
pub fn erf(x: f32) -> f32 {
    // From 4 on, erf is 1 in f32.
    let size = x.abs().min(4.0);
    let [c0, c1, c2, c3, c4, c5, c6, c7, c8] = ERF;
    let high = c4 + size * (c5 + size * (c6 + size * (c7 + size * c8)));
    let q = size * (c0 + size * (c1 + size * (c2 + size * (c3 + size * high))));
    (1.0 - exp(-q)).copysign(x)
}

/// The Gaussian error linear unit in its exact form, `x · Φ(x)`, as BERT uses it.
///
/// Source: Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016.
#[inline(always)]
fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
}

/// GELU of every number of `values`, in place.
pub fn gelu_rows(mut values: ArrayViewMut2<'_, f32>) {
    for mut row in values.rows_mut() {
        match row.as_slice_mut() {
            Some(row) => super::wide(Gelu(row)),
            None => row.mapv_inplace(gelu),
        }
    }
}

struct Gelu<'a>(&'a mut [f32]);

impl pulp::WithSimd for Gelu<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for value in self.0 {
            *value = gelu(*value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Taylor series of erf in f64: an oracle good to 1e-9 for |x| ≤ 4.
    fn erf_by_series(x: f64) -> f64 {
        let (mut term, mut sum) = (x, x);
        for n in 1..200 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        sum * 2.0 / std::f64::consts::PI.sqrt()
    }

    #[test]
    fn erf_is_right_to_float_precision() {
        for step in -32_000..=32_000_i16 {
            let x = f32::from(step) / 8_000.0;
            let wrong = f64::from(erf(x)) - erf_by_series(f64::from(x));
            assert!(wrong.abs() < 1.2e-7, "erf({x}) is off by {wrong:e}");
        }
        assert_eq!(erf(1e30).to_bits(), 1.0_f32.to_bits());
        assert_eq!(erf(f32::NEG_INFINITY).to_bits(), (-1.0_f32).to_bits());
    }

    #[test]
    fn exp_is_right_to_float_precision() {
        for step in -8_700..=8_800_i16 {
            let x = f32::from(step) / 100.0;
            let right = f64::from(x).exp();
            let wrong = (f64::from(exp(x)) - right) / right;
            assert!(wrong.abs() < 1.5e-7, "exp({x}) is off by {wrong:e} of its value");
        }
        assert!(exp(f32::NEG_INFINITY) < 1e-37);
        assert!(exp(f32::INFINITY).is_finite());
    }

    #[test]
    fn gelu_of_a_row_is_gelu_of_its_numbers() {
        let mut values = ndarray::Array2::from_shape_fn((3, 29), |(row, column)| {
            (row as f32 - 1.0) * (column as f32 - 14.0) / 3.0
        });
        let expected = values.mapv(gelu);
        gelu_rows(values.view_mut());
        assert!(values.iter().zip(&expected).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
}
