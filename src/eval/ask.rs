//! Puts one question to one row of a system, and times it. Never shows more than the question's words
//! and the vectors that the row asks for.

use std::collections::HashSet;
use std::time::Instant;

use super::fault::{Fault, checked};
use super::loss::Loss;
use super::metrics::{CUT, DEEPEST};
use super::questions::Question;
use super::scores::{self, VectorError};
use super::{Asked, Ranking, Retriever};
use crate::embed::Embedder;

/// A ranking, and how many seconds it and the embedding before it took.
pub(super) struct Timed {
    pub(super) ranking: Ranking,
    pub(super) recall: f64,
    pub(super) embed: f64,
}

/// Puts one question to one row.
pub(super) fn answer(
    retriever: &mut dyn Retriever,
    question: &Question,
    vectors: &mut Vectors<'_>,
    known: &HashSet<&str>,
) -> Result<Timed, Fault> {
    let texts = retriever.texts_to_embed(&question.text);
    let (vectors, embed) = vectors.get(texts)?;
    let asked = Asked { question: &question.text, vectors };
    let start = Instant::now();
    let ranking = retriever.retrieve(&asked, DEEPEST).map_err(Fault::Retrieve)?;
    let recall = start.elapsed().as_secs_f64();
    Ok(Timed { ranking: checked(ranking, DEEPEST, known)?, recall, embed })
}

/// The vectors of what is embedded with one question: texts that several rows want are embedded
/// once, and timed.
pub(super) struct Vectors<'a> {
    embedder: &'a dyn Embedder,
    known: Vec<(Vec<String>, Vec<Vec<f32>>, f64)>,
}

impl<'a> Vectors<'a> {
    pub(super) fn new(embedder: &'a dyn Embedder) -> Self {
        Self { embedder, known: Vec::new() }
    }

    fn get(&mut self, texts: Vec<String>) -> Result<(&[Vec<f32>], f64), Fault> {
        if texts.is_empty() {
            return Ok((&[], 0.0));
        }
        if !self.known.iter().any(|(known, ..)| *known == texts) {
            let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
            let start = Instant::now();
            let vectors = scores::embed(self.embedder, &borrowed).map_err(Fault::Embed)?;
            let seconds = start.elapsed().as_secs_f64();
            self.known.push((texts.clone(), vectors, seconds));
        }
        let known = self.known.iter().find(|(known, ..)| *known == texts);
        let (_, vectors, seconds) =
            known.ok_or(Fault::Embed(VectorError::Count { wanted: texts.len(), got: 0 }))?;
        Ok((vectors, *seconds))
    }
}

/// At which stage each of the `missed` turns was lost, as far as the row can tell: of what it says
/// that which was asked, each turn once. Shows it evidence, and so is asked only when nothing else
/// will be.
pub(super) fn losses(
    retriever: &mut dyn Retriever,
    question: &Question,
    missed: &[&str],
    vectors: &mut Vectors<'_>,
) -> Result<Vec<(String, Loss)>, Fault> {
    let texts = retriever.texts_to_embed(&question.text);
    let (vectors, _) = vectors.get(texts)?;
    let asked = Asked { question: &question.text, vectors };
    let mut told = retriever.losses(&asked, missed, CUT).map_err(Fault::Losses)?;
    let mut seen = HashSet::new();
    told.retain(|(id, _)| missed.contains(&id.as_str()) && seen.insert(id.clone()));
    Ok(told)
}
