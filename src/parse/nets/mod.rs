//! The nets: `tok2vec` makes a vector of each token in its context, `tagger` picks a tag from it,
//! and `scorer` scores the moves of a transition system. Pure arithmetic, from the layers of `nn`.

pub(super) mod scorer;
pub(super) mod tagger;
pub(super) mod tok2vec;

use ndarray::ArrayView2;

/// Rows of numbers, one for each token of a text.
pub(super) type Rows<'a> = ArrayView2<'a, f32>;
