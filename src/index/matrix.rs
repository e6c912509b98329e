//! Unit vectors of one length, row after row, and the dot product over them. Never holds a row
//! that is not finite and of length one.

/// How many sums a dot product keeps apart, so that the compiler can use vector registers.
const LANES: usize = 16;

/// Rows of equal length in one piece of memory.
#[derive(Debug, Clone)]
pub(super) struct Matrix {
    width: usize,
    cells: Vec<f32>,
}

impl Matrix {
    pub(super) fn new(width: usize) -> Self {
        Self { width, cells: Vec::new() }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Appends `row`, which is `width` long.
    pub(super) fn push(&mut self, row: &[f32]) {
        debug_assert_eq!(row.len(), self.width);
        self.cells.extend_from_slice(row);
    }

    /// A row; empty if there is none at `slot`.
    pub(super) fn row(&self, slot: usize) -> &[f32] {
        let from = slot.saturating_mul(self.width);
        self.cells.get(from..from.saturating_add(self.width)).unwrap_or_default()
    }

    /// All rows, in order.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[f32]> {
        self.cells.chunks_exact(self.width.max(1))
    }
}

/// The sum of the products, always added in the same order on every machine: no fused
/// multiplication, and lanes that do not follow the width of the registers.
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a_chunks, a_rest) = a.as_chunks::<LANES>();
    let (b_chunks, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0_f32; LANES];
    for (x, y) in a_chunks.iter().zip(b_chunks) {
        for ((sum, x), y) in sums.iter_mut().zip(x).zip(y) {
            *sum += x * y;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_dot_product_is_that_of_exact_arithmetic(
            pairs in prop::collection::vec(any::<(i16, i16)>(), 0..100)
        ) {
            let unit = |x: i16| f32::from(x) / 32_768.0;
            let (a, b): (Vec<f32>, Vec<f32>) =
                pairs.iter().map(|&(x, y)| (unit(x), unit(y))).unzip();
            let exact: f64 = a.iter().zip(&b).map(|(&x, &y)| f64::from(x) * f64::from(y)).sum();
            prop_assert!((f64::from(dot(&a, &b)) - exact).abs() < 1e-4);
        }
    }

    #[test]
    fn rows_come_back_as_they_went_in() {
        let mut matrix = Matrix::new(2);
        matrix.push(&[1.0, 0.0]);
        matrix.push(&[0.0, 1.0]);
        assert_eq!(matrix.row(1), [0.0, 1.0]);
        assert!(matrix.row(2).is_empty());
        assert_eq!(matrix.rows().count(), 2);
    }
}
