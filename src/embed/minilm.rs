//! all-MiniLM-L6-v2: the sentence transformer, run in this process. Never fetches anything:
//! `models` says where its files are.
//!
//! A text is cut into at most 256 tokens, as sentence-transformers does; what is beyond is not
//! seen. Texts are sorted by length and dealt out to the cores in batches. A batch is one matrix
//! of all its tokens, without padding, and each text attends to its own rows only: so a text's
//! vector is the same, bit for bit, alone, in any batch and on any number of threads of one kind
//! of processor.

mod forward;
mod tokens;
mod weights;

use std::collections::HashMap;
use std::path::Path;

use rayon::prelude::*;

use super::{EmbedError, Embedder};
use forward::Scratch;
use tokens::Tokens;
use weights::Weights;

/// Tokens that go through the net at once on one core: enough that reading the weights is
/// shared by many rows, few enough that a batch stays in the core's own cache.
const BATCH_TOKENS: usize = 256;

/// The embedder all-MiniLM-L6-v2: 384 dimensions, English, mean of tokens.
pub struct MiniLm {
    tokens: Tokens,
    weights: Weights,
}

impl MiniLm {
    /// Reads `model.safetensors` and `tokenizer.json` of a folder.
    ///
    /// # Errors
    /// When a file is missing, damaged, or of another model.
    pub fn load(folder: impl AsRef<Path>) -> Result<Self, EmbedError> {
        let folder = folder.as_ref();
        let weights = Weights::read(&folder.join("model.safetensors"))?;
        let tokens = Tokens::read(&folder.join("tokenizer.json"))?;
        Ok(Self { tokens, weights })
    }
}

impl std::fmt::Debug for MiniLm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MiniLm").finish_non_exhaustive()
    }
}

impl Embedder for MiniLm {
    fn id(&self) -> &str {
        "all-minilm-l6-v2"
    }

    fn dimensions(&self) -> usize {
        weights::HIDDEN
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        // Equal texts are embedded once: `distinct` holds the first place of each.
        let mut number_of = HashMap::with_capacity(texts.len());
        let mut distinct = Vec::with_capacity(texts.len());
        let numbers: Vec<usize> = (texts.iter().enumerate())
            .map(|(place, text)| {
                *number_of.entry(*text).or_insert_with(|| {
                    distinct.push((place, *text));
                    distinct.len() - 1
                })
            })
            .collect();

        let mut tokenised: Vec<Tokenised> = (distinct.par_iter().enumerate())
            .map(|(number, (place, text))| {
                let ids = self.tokens.of(text, *place, self.weights.vocabulary())?;
                Ok(Tokenised { number, place: *place, ids })
            })
            .collect::<Result<_, EmbedError>>()?;
        // The longest first, so that no core is left with a long batch at the end.
        tokenised.sort_by(|a, b| b.ids.len().cmp(&a.ids.len()).then(a.number.cmp(&b.number)));

        let batches = batches(&tokenised, rayon::current_num_threads());
        let vectors: Vec<(usize, Vec<f32>)> = (batches.into_par_iter())
            .map_init(Scratch::default, |scratch, batch| self.run(batch, scratch))
            .flatten_iter()
            .collect::<Result<_, EmbedError>>()?;

        let mut by_number: Vec<Vec<f32>> = vec![Vec::new(); distinct.len()];
        for (number, vector) in vectors {
            if let Some(slot) = by_number.get_mut(number) {
                *slot = vector;
            }
        }
        Ok(numbers.into_iter().filter_map(|number| by_number.get(number).cloned()).collect())
    }
}

impl MiniLm {
    fn run(
        &self,
        batch: &[Tokenised],
        scratch: &mut Scratch,
    ) -> Vec<Result<(usize, Vec<f32>), EmbedError>> {
        let ids: Vec<&[u32]> = batch.iter().map(|text| text.ids.as_slice()).collect();
        let vectors = forward::forward(&self.weights, &ids, scratch);
        (batch.iter().zip(vectors))
            .map(|(text, vector)| {
                if vector.iter().all(|value| value.is_finite()) {
                    Ok((text.number, vector))
                } else {
                    Err(EmbedError::NotFinite { text: text.place })
                }
            })
            .collect()
    }
}

struct Tokenised {
    /// Its number among the distinct texts of the call.
    number: usize,
    /// Where it first stands in the call.
    place: usize,
    ids: Vec<u32>,
}

/// Cuts `texts` into runs of at most `BATCH_TOKENS` tokens, and of less when there would not be
/// a run for each thread otherwise. A longer text makes a run of its own.
fn batches(texts: &[Tokenised], threads: usize) -> Vec<&[Tokenised]> {
    let total: usize = texts.iter().map(|text| text.ids.len()).sum();
    let limit = total.div_ceil(threads.max(1)).clamp(1, BATCH_TOKENS);
    let mut batches = Vec::new();
    let mut rest = texts;
    while !rest.is_empty() {
        let mut tokens = 0;
        let fitting = rest.iter().take_while(|text| {
            tokens += text.ids.len();
            tokens <= limit
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

    fn of_lengths(lengths: &[usize]) -> Vec<Tokenised> {
        let text = |(number, length): (usize, &usize)| Tokenised {
            number,
            place: number,
            ids: vec![7; *length],
        };
        lengths.iter().enumerate().map(text).collect()
    }

    fn cut(lengths: &[usize], threads: usize) -> Vec<Vec<usize>> {
        let texts = of_lengths(lengths);
        let batches = batches(&texts, threads);
        batches.iter().map(|batch| batch.iter().map(|text| text.ids.len()).collect()).collect()
    }

    #[test]
    fn batches_hold_every_text_once_in_order_and_are_bounded() {
        let lengths: Vec<usize> = (1..=256).rev().collect();
        let batches = cut(&lengths, 2);
        assert_eq!(batches.concat(), lengths);
        assert!(batches.iter().all(|batch| batch.iter().sum::<usize>() <= BATCH_TOKENS));
    }

    #[test]
    fn few_texts_are_shared_out_to_all_threads() {
        assert_eq!(cut(&[10, 10, 10, 10], 2), [[10, 10], [10, 10]]);
        assert_eq!(cut(&[10, 10, 10, 10], 1), [[10, 10, 10, 10]]);
        assert_eq!(cut(&[30], 4), [[30]]);
        assert!(cut(&[], 4).is_empty());
    }
}
