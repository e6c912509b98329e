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
use crate::nn::batches;
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

        let threads = rayon::current_num_threads();
        let batches = batches(&tokenised, |text| text.ids.len(), BATCH_TOKENS, threads);
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
