//! The BILUO system: entities, from left to right. A token begins an entity, lies in it, is its
//! last, is one of its own, or is outside.
//!
//! Source: spaCy 3.8, `ner.pyx`; Ratinov and Roth, "Design Challenges and Misconceptions in Named
//! Entity Recognition", 2009.

use std::ops::Range;
use std::path::Path;

use super::{Labelled, best};
use crate::parse::ParseError;
use crate::parse::labels::{Label, Labels};
use crate::parse::nets::scorer::States;

/// How many tokens of a state the net sees.
pub(in crate::parse) const SLOTS: usize = 3;

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
pub(in crate::parse) struct Biluo(Vec<Move>);

/// What has to be known of a token beside its vector.
#[derive(Debug, Clone, Copy)]
pub(in crate::parse) struct Place {
    pub(in crate::parse) is_space: bool,
    pub(in crate::parse) begins_sentence: bool,
}

impl Biluo {
    /// Reads them from the file `ner/moves`.
    pub(in crate::parse) fn read(folder: &Path, known: &mut Labels) -> Result<Self, ParseError> {
        let labelled = Labelled::read(folder, "ner/moves")?;
        let mut moves = Vec::new();
        for (number, kind) in KINDS {
            for label in labelled.of(number)? {
                moves.push((kind, (!label.is_empty()).then(|| known.label(label))));
            }
        }
        Ok(Self(moves))
    }

    /// How many moves there are.
    pub(in crate::parse) fn moves(&self) -> usize {
        self.0.len()
    }

    /// The entities of a text, in order: their tokens and labels.
    pub(in crate::parse) fn find(
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
            match taken {
                Some((Kind::Begin, Some(label))) => open = Some((token, label)),
                Some((Kind::Unit, Some(label))) => found.push((token..token + 1, label)),
                Some((Kind::Last, Some(label))) => {
                    found.extend(start.map(|start| (start..token + 1, label)));
                    open = None;
                }
                _ => {}
            }
        }
        found
    }
}
