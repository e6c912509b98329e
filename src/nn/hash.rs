//! Embedding by hashing: an id has no row of its own but four, which its hash picks and whose sum
//! is its vector. Knows every id there is, with a table of few rows.
//!
//! Source: Svenstrup, Hansen and Winther, "Hash Embeddings for Efficient Word Representations",
//! 2017; the choice of rows as in thinc's `HashEmbed`.

use ndarray::{Array2, ArrayView1, ArrayView2, Axis};

/// Rows of which any id has four.
#[derive(Debug, Clone)]
pub struct HashEmbed {
    rows: Array2<f32>,
    seed: u32,
}

impl HashEmbed {
    /// A table of `rows`, picked from by hashes that begin with `seed`.
    #[must_use]
    pub fn new(rows: ArrayView2<'_, f32>, seed: u32) -> Self {
        Self { rows: rows.as_standard_layout().into_owned(), seed }
    }

    /// How many numbers a vector has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.ncols()
    }

    /// Writes the vector of `id` into `out`. What is beyond the width stays as it was, and so
    /// does an `out` shorter than that.
    pub fn embed(&self, id: u64, out: &mut [f32]) {
        let out = out.get_mut(..self.width()).unwrap_or_default();
        out.fill(0.0);
        for row in self.rows_of(id).into_iter().flatten() {
            for (sum, value) in out.iter_mut().zip(row) {
                *sum += value;
            }
        }
    }

    /// The four rows; one may come twice. None where the table is empty.
    fn rows_of(&self, id: u64) -> [Option<ArrayView1<'_, f32>>; 4] {
        let hash = hash(id, self.seed);
        [0, 32, 64, 96].map(|shift| {
            let part = usize::try_from((hash >> shift) & u128::from(u32::MAX)).ok()?;
            let row = part.checked_rem(self.rows.nrows())?;
            Some(self.rows.index_axis(Axis(0), row))
        })
    }
}

/// MurmurHash3 (x64, 128 bits) of the eight bytes of an id, lowest first.
fn hash(id: u64, seed: u32) -> u128 {
    murmur3::murmur3_x64_128(&mut id.to_le_bytes().as_slice(), seed)
        .expect("a slice of bytes can always be read")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What thinc 8.3 gives for these ids and seeds, as four numbers of 32 bits, lowest first.
    #[test]
    fn an_id_is_hashed_as_thinc_hashes_it() {
        let parts = |id, seed| [0, 32, 64, 96].map(|shift| (hash(id, seed) >> shift) as u32);
        assert_eq!(
            parts(123_456_789_012_345, 7),
            [3_885_232_595, 3_706_059_213, 1_832_520_368, 40_633_031]
        );
        assert_eq!(parts(u64::MAX, 13), [3_199_409_384, 1_062_937_581, 752_279_700, 3_061_442_444]);
    }

    #[test]
    fn a_vector_is_the_sum_of_four_rows() {
        let table = HashEmbed::new(Array2::from_shape_fn((5, 3), |(r, _)| r as f32).view(), 8);
        let mut out = [9.0; 4];
        table.embed(42, &mut out);
        let expected: u32 =
            [0, 32, 64, 96].iter().map(|shift| ((hash(42, 8) >> shift) as u32) % 5).sum();
        assert_eq!(out.map(|value| value as u32), [expected, expected, expected, 9]);
    }

    #[test]
    fn an_empty_table_gives_nothing() {
        let table = HashEmbed::new(Array2::zeros((0, 2)).view(), 0);
        let mut out = [1.0, 1.0];
        table.embed(1, &mut out);
        assert_eq!(out.map(f32::to_bits), [0, 0]);
    }
}
