//! What one core works on at once: some texts, and matrices in memory that is used again for the
//! next. Knows nothing of what the texts are.

use ndarray::ArrayViewMut2;

/// A matrix in memory used before; what it holds at first is left over.
pub(crate) fn matrix(memory: &mut Vec<f32>, rows: usize, columns: usize) -> ArrayViewMut2<'_, f32> {
    memory.resize(rows * columns, 0.0);
    ArrayViewMut2::from_shape((rows, columns), memory)
        .expect("the memory was just made as long as the shape says")
}

/// Cuts `texts` into runs of at most `most` tokens, and of less when there would not be a run for
/// each thread otherwise. A longer text makes a run of its own. `tokens` says how many a text has.
pub(crate) fn batches<T>(
    texts: &[T],
    tokens: impl Fn(&T) -> usize,
    most: usize,
    threads: usize,
) -> Vec<&[T]> {
    let total: usize = texts.iter().map(&tokens).sum();
    let limit = total.div_ceil(threads.max(1)).clamp(1, most.max(1));
    let mut batches = Vec::new();
    let mut rest = texts;
    while !rest.is_empty() {
        let mut sum = 0;
        let fitting = rest.iter().take_while(|text| {
            sum += tokens(text);
            sum <= limit
        });
        let (batch, after) = rest.split_at(fitting.count().max(1));
        batches.push(batch);
        rest = after;
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(lengths: &[usize], threads: usize) -> Vec<&[usize]> {
        batches(lengths, |length| *length, 256, threads)
    }

    #[test]
    fn batches_hold_every_text_once_in_order_and_are_bounded() {
        let lengths: Vec<usize> = (1..=256).rev().collect();
        let batches = cut(&lengths, 2);
        assert_eq!(batches.concat(), lengths);
        assert!(batches.iter().all(|batch| batch.iter().sum::<usize>() <= 256));
    }

    #[test]
    fn few_texts_are_shared_out_to_all_threads() {
        assert_eq!(cut(&[10, 10, 10, 10], 2), [[10, 10], [10, 10]]);
        assert_eq!(cut(&[10, 10, 10, 10], 1), [[10, 10, 10, 10]]);
        assert_eq!(cut(&[30], 4), [[30]]);
        assert_eq!(cut(&[300, 1], 1), [[300], [1]]);
        assert!(cut(&[], 4).is_empty());
    }
}
