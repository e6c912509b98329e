//! The BILUO system: entities, from left to right. A token begins an entity, lies in it, is its
//! last, is one of its own, or is outside.
//!
//! Source: spaCy 3.8, `ner.pyx`; Ratinov and Roth, "Design Challenges and Misconceptions in Named
//! Entity Recognition", 2009.

use std::ops::Range;
use std::path::Path;

use super::super::ParseError;
use super::super::labels::{Label, Labels};
use super::super::nets::scorer::States;
use super::{Labelled, best};

/// How many tokens of a state the net sees.
pub(in super::super) const SLOTS: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Begin,
    In,
    Last,
    Unit,
    Out,
}

/// The kinds of moves, each with its number in the model's file.
const KINDS: [(usize, Kind); 5] =
    [(1, Kind::Begin), (2, Kind::In), (3, Kind::Last), (4, Kind::Unit), (5, Kind::Out)];

/// A kind of move and its label; none for outside.
type Move = (Kind, Option<Label>);

/// The moves of a model.
pub(in super::super) struct Biluo(Vec<Move>);

/// What has to be known of a token beside its vector.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Place {
    pub(in super::super) is_space: bool,
    pub(in super::super) begins_sentence: bool,
}

impl Biluo {
    /// Reads them from the file `ner/moves`.
    pub(in super::super) fn read(folder: &Path, known: &mut Labels) -> Result<Self, ParseError> {
        let labelled = Labelled::read(folder, "ner/moves")?;
        let mut moves = Vec::new();
        for (number, kind) in KINDS {
            if labelled.of(number).is_empty() {
                return Err(labelled.file.lacks("moves of all five kinds"));
            }
            for label in labelled.of(number) {
                moves.push((kind, (!label.is_empty()).then(|| known.label(label))));
            }
        }
        Ok(Self(moves))
    }

    /// How many moves there are.
    pub(in super::super) fn moves(&self) -> usize {
        self.0.len()
    }

    /// The entities of a text, in order: their tokens and labels.
    pub(in super::super) fn find(
        &self,
        places: &[Place],
        net: &mut States<'_>,
    ) -> Vec<(Range<usize>, Label)> {
        let mut found = Vec::new();
        let mut open: Option<(usize, Label)> = None;
        for (token, place) in places.iter().enumerate() {
            let goes_on = places.get(token + 1).is_some_and(|after| !after.begins_sentence);
            // On the last token of all an entity cannot go on, but it may end there.
            let allowed = |(kind, label): Move| match (kind, open) {
                (Kind::Begin, None) => label.is_some() && goes_on && !place.is_space,
                (Kind::Unit, None) => label.is_some() && !place.is_space,
                (Kind::Out, None) => true,
                (Kind::In, Some((_, opened))) => label == Some(opened) && goes_on,
                (Kind::Last, Some((_, opened))) => label == Some(opened),
                _ => false,
            };
            let start = open.map(|(start, _)| start);
            let slots = [Some(token), start, start.and_then(|_| token.checked_sub(1))];
            let taken = best(&self.0, net.score(slots), allowed);
            match taken.and_then(|number| self.0.get(number)) {
                Some((Kind::Begin, Some(label))) => open = Some((token, *label)),
                Some((Kind::Unit, Some(label))) => found.push((token..token + 1, *label)),
                Some((Kind::Last, Some(label))) => {
                    found.extend(start.map(|start| (start..token + 1, *label)));
                    open = None;
                }
                _ => {}
            }
        }
        found
    }
}
