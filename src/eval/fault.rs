//! What can be wrong with one answer of one system. Such a fault is counted as a failure with its
//! message, never as an empty ranking.

use std::collections::HashSet;

use super::scores::VectorError;
use super::told::count;
use super::{Cause, Ranking};

#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error("it failed")]
    Retrieve(#[source] Cause),
    #[error("it could not tell where evidence was lost")]
    Losses(#[source] Cause),
    #[error("what it wants embedded with the question could not be")]
    Embed(#[source] VectorError),
    #[error("it gave {} where at most {asked} were asked for", count(*got, "turn", "turns"))]
    TooMany { asked: usize, got: usize },
    #[error("it gave {id}, which is no turn of the conversation")]
    Unknown { id: String },
    #[error("it gave {id} twice")]
    Twice { id: String },
    #[error("it gave {id} a score that is not a finite number")]
    NotFinite { id: String },
    #[error("it gave {id} a greater score than the turn before it, though the best comes first")]
    Rising { id: String },
}

/// `ranking` when it is one: at most `k` of the `known` turns, none twice, with finite
/// scores of which none is greater than the one before it.
pub(super) fn checked(ranking: Ranking, k: usize, known: &HashSet<&str>) -> Result<Ranking, Fault> {
    if ranking.ids.len() > k {
        return Err(Fault::TooMany { asked: k, got: ranking.ids.len() });
    }
    let mut seen = HashSet::new();
    let mut before = f32::INFINITY;
    for (id, score) in &ranking.ids {
        if !known.contains(id.as_str()) {
            return Err(Fault::Unknown { id: id.clone() });
        }
        if !seen.insert(id.as_str()) {
            return Err(Fault::Twice { id: id.clone() });
        }
        if !score.is_finite() {
            return Err(Fault::NotFinite { id: id.clone() });
        }
        if *score > before {
            return Err(Fault::Rising { id: id.clone() });
        }
        before = *score;
    }
    Ok(ranking)
}
