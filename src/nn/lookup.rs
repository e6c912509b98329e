//! A table of vectors, one for each id. Never guesses: an id beyond the table has no vector.

use ndarray::{Array2, ArrayView1, ArrayView2, Axis};

/// Rows of numbers to be looked up by id.
#[derive(Debug, Clone)]
pub struct Table {
    rows: Array2<f32>,
}

impl Table {
    /// A table whose vector for id `n` is row `n`.
    #[must_use]
    pub fn new(rows: ArrayView2<'_, f32>) -> Self {
        Self { rows: rows.as_standard_layout().into_owned() }
    }

    /// How many ids it knows: those below this.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.nrows()
    }

    /// Whether it knows no id.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many numbers each vector has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.ncols()
    }

    /// The vector of an id.
    #[must_use]
    pub fn get(&self, id: usize) -> Option<ArrayView1<'_, f32>> {
        (id < self.len()).then(|| self.rows.index_axis(Axis(0), id))
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn an_id_has_its_row_and_an_unknown_id_has_none() {
        let table = Table::new(array![[1.0, 2.0], [3.0, 4.0]].view());
        assert_eq!(table.get(1), Some(array![3.0, 4.0].view()));
        assert_eq!(table.get(2), None);
        assert_eq!((table.len(), table.width()), (2, 2));
    }
}
