//! The nets: `tok2vec` makes a vector of each token in its context, `tagger` picks a tag from it,
//! and `scorer` scores the moves of a transition system. Pure arithmetic, from the layers of `nn`.

pub(super) mod scorer;
pub(super) mod tagger;
pub(super) mod tok2vec;

use ndarray::{ArrayView2, ArrayViewMut2};

/// A matrix in memory used before; what it holds at first is left over.
fn matrix(memory: &mut Vec<f32>, rows: usize, columns: usize) -> ArrayViewMut2<'_, f32> {
    memory.resize(rows * columns, 0.0);
    ArrayViewMut2::from_shape((rows, columns), memory)
        .expect("the memory was just made as long as the shape says")
}

/// The place of the largest number of a row, the first of equals.
pub(super) fn best(numbers: impl IntoIterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (place, number) in numbers.into_iter().enumerate() {
        if number > best.1 {
            best = (place, number);
        }
    }
    best.0
}

/// Rows of numbers, one for each token of a text.
pub(super) type Rows<'a> = ArrayView2<'a, f32>;
