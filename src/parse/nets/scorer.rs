//! Scores of the moves of a transition system. What a token adds to a state's hidden layer depends
//! only on the token and on the slot of the state it stands in, so it is computed once for each
//! token and slot, and a state's hidden layer is the sum of a few rows.
//!
//! Source: spaCy 3.8, `TransitionBasedParser.v2`; Chen and Manning, "A Fast and Accurate
//! Dependency Parser using Neural Networks", 2014, for the sums made beforehand.

use ndarray::{Array1, Array2, Array4};

use super::Rows;
use crate::nn::{Linear, add_row, add_row_product, largest, matrix, product};
use crate::parse::ParseError;
use crate::parse::files::Weights;

/// The net.
pub(in crate::parse) struct Scorer {
    /// Narrows the vector of a token.
    narrow: Linear,
    /// A token's narrowed vector to what it adds in each slot, slot after slot.
    slots: Array2<f32>,
    /// What a slot adds that no token stands in, slot after slot.
    empty: Vec<f32>,
    bias: Vec<f32>,
    /// Hidden numbers × moves.
    upper: Array2<f32>,
    upper_bias: Vec<f32>,
    /// How many numbers a state's hidden layer has before the largest are taken.
    width: usize,
}

/// Memory that one core uses again for text after text.
#[derive(Default)]
pub(in crate::parse) struct Scratch {
    narrow: Vec<f32>,
    added: Vec<f32>,
    sum: Vec<f32>,
    hidden: Vec<f32>,
    scores: Vec<f32>,
}

/// Scores the states of the texts of a batch, one text at a time.
pub(in crate::parse) struct States<'a> {
    scorer: &'a Scorer,
    /// What each token of the batch adds in each slot, token after token.
    added: &'a [f32],
    /// The first token of the text.
    first: usize,
    sum: &'a mut Vec<f32>,
    hidden: &'a mut Vec<f32>,
    scores: &'a mut Vec<f32>,
}

impl Scorer {
    /// Reads the net of a model whose token vectors have `inputs` numbers and which has so many
    /// `slots` and `moves`.
    pub(in crate::parse) fn read(
        weights: &Weights,
        [inputs, slots, moves]: [usize; 3],
    ) -> Result<Self, ParseError> {
        let file = weights.file();
        let linears = weights.nodes("linear").map(|node| {
            let (rows, bias): (Array2<f32>, Array1<f32>) = (node.array("W")?, node.array("b")?);
            Ok((rows, bias))
        });
        let linears = linears.collect::<Result<Vec<_>, ParseError>>()?;
        let node = weights.node("precomputable_affine")?;
        let (affine, bias, empty): (Array4<f32>, Array2<f32>, Array4<f32>) =
            (node.array("W")?, node.array("b")?, node.array("pad")?);
        let (found_slots, hidden, pieces, narrowed) = affine.dim();
        let find = |shape: (usize, usize)| {
            linears.iter().find(|(rows, bias)| rows.dim() == shape && bias.len() == shape.0)
        };
        let fit = found_slots == slots
            && bias.dim() == (hidden, pieces)
            && empty.dim() == (1, slots, hidden, pieces);
        let (Some((narrow, narrow_bias)), Some((upper, upper_bias)), true) =
            (find((narrowed, inputs)), find((moves, hidden)), fit)
        else {
            return Err(file.lacks(format!("layers from {slots} tokens to {moves} moves")));
        };
        let width = hidden * pieces;
        // Slot, piece, hidden number: so that the largest is taken of whole runs.
        let by_piece = affine.view().permuted_axes([3, 0, 2, 1]);
        let by_piece = Array2::from_shape_vec(
            (narrowed, slots * width),
            by_piece.iter().copied().collect::<Vec<_>>(),
        );
        Ok(Self {
            narrow: Linear::new(narrow.view(), narrow_bias.view()).map_err(file.layer("linear"))?,
            slots: by_piece.expect("as many numbers as before"),
            empty: empty.view().permuted_axes([0, 1, 3, 2]).iter().copied().collect(),
            bias: bias.t().iter().copied().collect(),
            upper: upper.t().as_standard_layout().into_owned(),
            upper_bias: upper_bias.to_vec(),
            width,
        })
    }

    /// Makes ready to score the states of texts with these vectors of tokens, text after text.
    pub(in crate::parse) fn states<'a>(
        &'a self,
        vectors: Rows<'_>,
        scratch: &'a mut Scratch,
    ) -> States<'a> {
        let Scratch { narrow, added, sum, hidden, scores } = scratch;
        let mut narrow = matrix(narrow, vectors.nrows(), self.narrow.outputs());
        self.narrow.apply(vectors, narrow.view_mut());
        let out = matrix(added, vectors.nrows(), self.slots.ncols());
        product(1.0, narrow.view(), self.slots.view(), out);
        hidden.resize(self.upper.nrows(), 0.0);
        States { scorer: self, added, first: 0, sum, hidden, scores }
    }
}

impl States<'_> {
    /// From now on a token's number counts from `first` of the batch.
    pub(in crate::parse) fn begin(&mut self, first: usize) {
        self.first = first;
    }

    /// The score of each move in the state whose slots hold these tokens.
    pub(in crate::parse) fn score<const SLOTS: usize>(
        &mut self,
        slots: [Option<usize>; SLOTS],
    ) -> &[f32] {
        let Scorer { slots: all, empty, bias, upper, upper_bias, width, .. } = self.scorer;
        self.sum.clear();
        self.sum.resize(*width, 0.0);
        for (slot, token) in slots.into_iter().enumerate() {
            let rows = match token {
                Some(token) => self.added.get((self.first + token) * all.ncols()..),
                None => Some(&**empty),
            };
            let row = rows.and_then(|rows| rows.get(slot * width..));
            add_row(self.sum, row.unwrap_or_default());
        }
        add_row(self.sum, bias);
        largest(self.sum, self.hidden);
        self.scores.clear();
        self.scores.extend_from_slice(upper_bias);
        let upper = upper.as_slice().unwrap_or_default();
        add_row_product(self.scores, self.hidden, upper);
        self.scores
    }
}
