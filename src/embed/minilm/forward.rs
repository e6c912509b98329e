//! The net itself: token ids of a batch of texts to one unit vector a text. Pure arithmetic.
//!
//! All tokens of the batch are the rows of one matrix; only attention looks at which text a row
//! is of.
//!
//! Source: Devlin et al., "BERT", 2018 (the encoder); Reimers and Gurevych, "Sentence-BERT",
//! 2019 (the mean of tokens).

use std::ops::Range;

use ndarray::{ArrayView2, ArrayViewMut2, Axis, Slice};

use super::weights::{HEAD, HEADS, HIDDEN, INNER, Layer, Weights};
use crate::nn::{gelu_rows, matrix, normalise, product, softmax_rows};

/// Memory that one core uses again for batch after batch.
#[derive(Default)]
pub(super) struct Scratch {
    state: Vec<f32>,
    query_key_value: Vec<f32>,
    attended: Vec<f32>,
    inner: Vec<f32>,
    scores: Vec<f32>,
}

/// One unit vector for each text of `texts`, in order. Every text has at least one token and at
/// most `MOST_TOKENS`, and every id a row in the table of words.
pub(super) fn forward(weights: &Weights, texts: &[&[u32]], scratch: &mut Scratch) -> Vec<Vec<f32>> {
    let rows: usize = texts.iter().map(|text| text.len()).sum();
    let longest = texts.iter().map(|text| text.len()).max().unwrap_or(0);
    let spans = spans(texts);
    let mut state = matrix(&mut scratch.state, rows, HIDDEN);
    let mut query_key_value = matrix(&mut scratch.query_key_value, rows, 3 * HIDDEN);
    let mut attended = matrix(&mut scratch.attended, rows, HIDDEN);
    let mut inner = matrix(&mut scratch.inner, rows, INNER);
    scratch.scores.resize(longest * longest, 0.0);

    look_up(weights, texts, state.view_mut());
    for layer in &weights.layers {
        layer.query_key_value.apply(state.view(), query_key_value.view_mut());
        for span in &spans {
            attend(query_key_value.view(), span, attended.view_mut(), &mut scratch.scores);
        }
        run_rest(layer, attended.view(), state.view_mut(), inner.view_mut());
    }
    spans.into_iter().map(|span| mean(state.view(), span)).collect()
}

/// The rows of each text.
fn spans(texts: &[&[u32]]) -> Vec<Range<usize>> {
    let mut end = 0;
    let span = |text: &&[u32]| {
        let start = end;
        end += text.len();
        start..end
    };
    texts.iter().map(span).collect()
}

fn look_up(weights: &Weights, texts: &[&[u32]], mut state: ArrayViewMut2<'_, f32>) {
    let tokens = texts.iter().flat_map(|text| text.iter().enumerate());
    for (mut row, (position, id)) in state.rows_mut().into_iter().zip(tokens) {
        let word = weights.words.get(*id as usize);
        let position = weights.positions.get(position);
        if let (Some(word), Some(position)) = (word, position) {
            row.assign(&word);
            row += &position;
        }
    }
    weights.norm.apply(state);
}

/// Attention within one text: for each head, every token takes the mean of the values of all
/// tokens, weighed by how well its query meets their keys.
fn attend(
    query_key_value: ArrayView2<'_, f32>,
    span: &Range<usize>,
    mut attended: ArrayViewMut2<'_, f32>,
    scores: &mut [f32],
) {
    let tokens = span.len();
    let (scores, _) = scores.split_at_mut(tokens * tokens);
    let mut scores = ArrayViewMut2::from_shape((tokens, tokens), scores)
        .expect("the memory was just cut as long as the shape says");
    let rows = query_key_value.slice_axis(Axis(0), Slice::from(span.clone()));
    let mut out = attended.slice_axis_mut(Axis(0), Slice::from(span.clone()));
    let scale = 1.0 / (HEAD as f32).sqrt();
    for head in 0..HEADS {
        let columns = |part: usize| {
            let start = part * HIDDEN + head * HEAD;
            Slice::from(start..start + HEAD)
        };
        let query = rows.slice_axis(Axis(1), columns(0));
        let key = rows.slice_axis(Axis(1), columns(1));
        let value = rows.slice_axis(Axis(1), columns(2));
        product(scale, query, key.t(), scores.view_mut());
        softmax_rows(scores.view_mut());
        product(1.0, scores.view(), value, out.slice_axis_mut(Axis(1), columns(0)));
    }
}

/// What follows attention in a layer; each row on its own.
fn run_rest(
    layer: &Layer,
    attended: ArrayView2<'_, f32>,
    mut state: ArrayViewMut2<'_, f32>,
    mut inner: ArrayViewMut2<'_, f32>,
) {
    layer.attended.add(attended, state.view_mut());
    layer.attended_norm.apply(state.view_mut());
    layer.widen.apply(state.view(), inner.view_mut());
    gelu_rows(inner.view_mut());
    layer.narrow.add(inner.view(), state.view_mut());
    layer.norm.apply(state);
}

/// The mean of some rows, made to length one.
fn mean(state: ArrayView2<'_, f32>, span: Range<usize>) -> Vec<f32> {
    let count = span.len().max(1) as f32;
    let rows: ArrayView2<'_, f32> = state.slice_axis_move(Axis(0), Slice::from(span));
    let sum = rows.sum_axis(Axis(0));
    let mut vector: Vec<f32> = sum.iter().map(|value| value / count).collect();
    normalise(&mut vector);
    vector
}
