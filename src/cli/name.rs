//! From what a person types to what the graph holds, and what they may have meant instead.

use hippograph::graph::Graph;
use hippograph::index::best_first;
use hippograph::schema::{EntityId, EpisodeId};

/// The least likeness of a name that is suggested.
const LIKE: f32 = 0.75;
/// The most suggestions.
const SUGGESTIONS: usize = 5;

/// The entities that `typed` means: all that go by this name, or else the one with this id.
pub(super) fn entities(graph: &Graph, typed: &str) -> Vec<EntityId> {
    let named: Vec<EntityId> = graph.entities_named(typed).collect();
    if !named.is_empty() {
        return named;
    }
    let id = typed.parse().ok().filter(|id| graph.entities().contains_key(id));
    id.into_iter().collect()
}

/// The episode that `typed` means: the one with this turn id, which stands if any such does, or
/// else the one with this id.
pub(super) fn episode(graph: &Graph, typed: &str) -> Option<EpisodeId> {
    let named = graph.episodes().iter().filter(|(_, e)| e.name.as_deref() == Some(typed));
    let best = named.max_by_key(|(id, episode)| (episode.recorded.until.is_none(), **id));
    let id = || typed.parse().ok().filter(|id| graph.episodes().contains_key(id));
    best.map(|(id, _)| *id).or_else(id)
}

/// A sentence that says that nothing is called `typed`, with names that are like it.
pub(super) fn unknown<'n>(what: &str, typed: &str, names: impl Iterator<Item = &'n str>) -> String {
    let folded = typed.to_lowercase();
    let mut like: Vec<(&str, f32)> = names
        .map(|name| {
            let name_folded = name.to_lowercase();
            let part = name_folded.contains(&folded) && !folded.is_empty();
            let likeness = strsim::jaro_winkler(&name_folded, &folded) as f32;
            (name, if part { likeness.max(LIKE) } else { likeness })
        })
        .filter(|(_, likeness)| *likeness >= LIKE)
        .collect();
    like.sort_by(best_first);
    like.dedup_by_key(|like| like.0);
    let like: Vec<&str> = like.into_iter().map(|(name, _)| name).take(SUGGESTIONS).collect();
    if like.is_empty() {
        format!("no {what} is called `{typed}`")
    } else {
        format!("no {what} is called `{typed}`; near it: {}", like.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested_best_first() {
        let names = ["Caroline", "Carolyn Reid", "Bob", "Caroline"];
        assert_eq!(
            unknown("entity", "carolin", names.into_iter()),
            "no entity is called `carolin`; near it: Caroline, Carolyn Reid"
        );
        assert_eq!(unknown("entity", "zz", names.into_iter()), "no entity is called `zz`");
        assert_eq!(unknown("entity", "", names.into_iter()), "no entity is called ``");
    }
}
