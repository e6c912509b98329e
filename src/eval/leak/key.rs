//! Ids of evidence that are spelt out in turns. Looks only for ids that no text holds by chance.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::eval::evidence::{Part, parts};
use crate::eval::questions::{Conversation, Question};

/// An id that is looked for is looked for whatever stands between its parts when it has so many:
/// `D2-4` for `D2:4`. Fewer are too easily a name, as in `F-16`.
const LOOSE: usize = 3;

/// Which ids of evidence are spelt out where, by the places of turns.
pub(super) struct Spelt<'c> {
    /// The place of each turn by its id.
    own: HashMap<&'c str, usize>,
    /// The turns that spell out an id; of an id that tells nothing, nothing.
    places: HashMap<&'c str, HashSet<usize>>,
}

impl<'c> Spelt<'c> {
    pub(super) fn find(conversation: &'c Conversation, texts: &[String]) -> Self {
        let turns = &conversation.turns;
        let ids: Vec<&str> = turns.iter().map(|t| t.id.as_deref().unwrap_or_default()).collect();
        let gold: HashSet<&str> =
            conversation.questions.iter().flat_map(|q| &q.evidence).map(String::as_str).collect();
        // The title of a document is a name in the world, that others say too.
        let titles: HashSet<&str> = turns.iter().map(|turn| turn.session.as_str()).collect();
        let telling: Vec<&str> = ids
            .iter()
            .copied()
            .filter(|id| gold.contains(id) && is_telling(id) && !titles.contains(id))
            .collect();
        let mut places: HashMap<&str, HashSet<usize>> =
            telling.iter().map(|id| (*id, HashSet::new())).collect();
        let mut loose: BTreeMap<Vec<Part>, Vec<&str>> = BTreeMap::new();
        for id in &telling {
            let parts = parts(id);
            let letters = parts.iter().any(|part| matches!(part, Part::Letters(_)));
            if letters && parts.len() >= LOOSE {
                loose.entry(parts).or_default().push(id);
            }
        }
        for (place, text) in texts.iter().enumerate() {
            let exact = telling.iter().filter(|id| holds(text, id));
            let whole = text.split_whitespace();
            let cut = text.split(|c: char| c.is_whitespace() || "/,;|&+=()[]{}<>\"'".contains(c));
            let spelt = whole.chain(cut).filter_map(|chunk| loose.get(&parts(chunk))).flatten();
            for id in exact.chain(spelt) {
                places.entry(id).or_default().insert(place);
            }
        }
        let own = ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
        Self { own, places }
    }

    /// The turns that spell out all evidence of `question` that is a turn, and one that is not the
    /// turn itself.
    pub(super) fn given_away(&self, question: &Question) -> HashSet<usize> {
        let mut gold = question
            .evidence
            .iter()
            .filter_map(|id| Some((*self.own.get(id.as_str())?, self.places.get(id.as_str()))));
        let Some((first, Some(places))) = gold.next() else { return HashSet::new() };
        let (mut places, mut alone) = (places.clone(), true);
        for (_, more) in gold {
            alone = false;
            places.retain(|place| more.is_some_and(|more| more.contains(place)));
        }
        if alone {
            places.remove(&first);
        }
        places
    }
}

/// Whether an id is so odd that no text holds it by chance: digits and something beside them, no
/// space.
fn is_telling(id: &str) -> bool {
    let digits = id.chars().any(|c| c.is_ascii_digit());
    let marks = id.chars().any(|c| !c.is_alphanumeric());
    digits && marks && !id.contains(char::is_whitespace)
}

/// Whether `text` holds `id`, and not as a part of a longer one.
fn holds(text: &str, id: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == ':';
    text.match_indices(id).any(|(at, _)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = text.get(at + id.len()..).and_then(|t| t.chars().next());
        !before.is_some_and(part) && !after.is_some_and(|c| c.is_alphanumeric())
    })
}
