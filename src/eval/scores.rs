//! What the rows that rank by scores share: vectors that fit their texts, scores brought to one span,
//! and the best of them. Knows nothing of turns or questions.

use super::Ranking;
use super::told::count;
use crate::embed::{EmbedError, Embedder};

/// Why texts have no vectors, or vectors cannot be compared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VectorError {
    /// The embedder failed.
    #[error("the embedder failed")]
    Embed(#[source] EmbedError),
    /// The embedder gave fewer or more vectors than there are texts.
    #[error(
        "the embedder gave {} for {}; it is at fault",
        count(*got, "vector", "vectors"),
        count(*wanted, "text", "texts")
    )]
    Count {
        /// How many texts there are.
        wanted: usize,
        /// How many vectors it gave.
        got: usize,
    },
    /// The question came without the vector that this row wants.
    #[error("the question has no vector; embed what `texts_to_embed` gives")]
    NoVector,
    /// Two vectors are of different spaces.
    #[error("a vector has {got} numbers where others have {wanted}; use one embedder")]
    Dimensions {
        /// How many numbers the others have.
        wanted: usize,
        /// How many this one has.
        got: usize,
    },
}

/// A vector for each of `texts`, in their order.
pub(super) fn embed(embedder: &dyn Embedder, texts: &[&str]) -> Result<Vec<Vec<f32>>, VectorError> {
    let vectors = embedder.embed(texts).map_err(VectorError::Embed)?;
    let (wanted, got) = (texts.len(), vectors.len());
    if wanted != got {
        return Err(VectorError::Count { wanted, got });
    }
    Ok(vectors)
}

/// Scores from 0 for the least to 1 for the greatest; all `equal` when they are equal.
pub(super) fn min_max(scores: &[f32], equal: f32) -> Vec<f32> {
    let least = scores.iter().copied().fold(f32::INFINITY, f32::min);
    let greatest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let span = greatest - least;
    scores.iter().map(|score| if span > 0.0 { (score - least) / span } else { equal }).collect()
}

/// The best `k` of `ids`, each with the score at its place; those of equal score in their own order.
pub(super) fn best(ids: &[String], scores: &[f32], k: usize) -> Ranking {
    let mut ranked: Vec<(&String, f32)> = ids.iter().zip(scores.iter().copied()).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked.truncate(k);
    Ranking { ids: ranked.into_iter().map(|(id, score)| (id.clone(), score)).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_brought_to_one_span() {
        let near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(near(&min_max(&[2.0, 4.0, 3.0], 0.0), &[0.0, 1.0, 0.5]));
        assert!(near(&min_max(&[-1.0, -1.0], 0.0), &[0.0, 0.0]));
        assert!(near(&min_max(&[7.0, 7.0], 1.0), &[1.0, 1.0]));
        assert!(min_max(&[], 0.0).is_empty());
    }
}
