//! Transition systems: a state moves from the beginning of a text to its end, one move at a time,
//! and the moves it has taken are the analysis. `arc_eager` finds heads, `biluo` entities.
//!
//! A net scores all moves in a state; the best of those that are allowed is taken. Both systems
//! end on any text and with any scores.

pub(super) mod arc_eager;
pub(super) mod biluo;

use std::collections::HashMap;
use std::path::Path;

use super::ParseError;
use super::files::File;

/// The labels that a model has for each kind of move, in the order in which its net scores them.
struct Labelled {
    file: File,
    /// By the number of the kind.
    labels: HashMap<usize, Vec<String>>,
}

impl Labelled {
    /// Reads the file `name` of a model's folder.
    fn read(folder: &Path, name: &str) -> Result<Self, ParseError> {
        #[derive(serde::Deserialize)]
        struct Moves {
            moves: String,
        }
        let file = File::of(folder, name);
        let Moves { moves } = file.read()?;
        let counted: HashMap<usize, HashMap<String, i64>> = file.json(moves.as_bytes())?;
        let sorted = |labels: HashMap<String, i64>| {
            // The most frequent in training first; of equals the last of the alphabet.
            let mut labels: Vec<_> = labels.into_iter().map(|(label, n)| (n, label)).collect();
            labels.sort_unstable_by(|a, b| b.cmp(a));
            labels.into_iter().map(|(_, label)| label).collect()
        };
        let labels = counted.into_iter().map(|(kind, labels)| (kind, sorted(labels))).collect();
        Ok(Self { file, labels })
    }

    /// The labels of a kind of move, of which each kind has at least one.
    fn of(&self, kind: usize) -> Result<&[String], ParseError> {
        let labels = self.labels.get(&kind).filter(|labels| !labels.is_empty());
        labels.map(Vec::as_slice).ok_or_else(|| self.file.lacks("moves of all five kinds"))
    }
}

/// The best of the moves that are allowed, of equals the first. None if none is allowed.
fn best<Move: Copy>(
    moves: &[Move],
    scores: &[f32],
    allowed: impl Fn(Move) -> bool,
) -> Option<Move> {
    let mut best: Option<(Move, f32)> = None;
    for (taken, score) in moves.iter().zip(scores) {
        if best.is_none_or(|(_, most)| *score > most) && allowed(*taken) {
            best = Some((*taken, *score));
        }
    }
    best.map(|(taken, _)| taken)
}
