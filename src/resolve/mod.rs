//! Which entity a name means. Proposes links between entities, and never merges two.

use std::collections::BTreeMap;

use graph_schema::EntityId;
use graph_schema::name::normalise;
use unicode_normalization::UnicodeNormalization;

use crate::extract::NamedThing;

/// What can be asked of the entities that are known already.
pub trait Known {
    /// The entities that go by a name, in normalised form, with their types; in order of their ids.
    fn named(&self, normalised: &str) -> Vec<(EntityId, String)>;
}

/// Types that a name is given when nothing better is known; they fit any other.
const WEAK: [&str; 3] = ["thing", "idea", "activity"];

/// The known entity that `thing` means, if there is one: the first with the same name whose type
/// does not contradict.
pub fn resolve(known: &impl Known, thing: &NamedThing) -> Option<EntityId> {
    let named = known.named(&normalise(&thing.name));
    let exact = named.iter().find(|(_, kind)| *kind == thing.kind);
    let fitting = || named.iter().find(|(_, kind)| is_weak(kind) || is_weak(&thing.kind));
    exact.or_else(fitting).map(|(id, _)| *id)
}

/// Whether `better` should take the place of the type `kind`.
pub fn sharpens(kind: &str, better: &str) -> bool {
    is_weak(kind) && !is_weak(better)
}

fn is_weak(kind: &str) -> bool {
    WEAK.contains(&kind)
}

/// The least similarity of two names for a synonymy link, as cosine of their vectors. From
/// HippoRAG 2.
pub const SYNONYMY: f32 = 0.8;

/// The most synonymy links that a new entity is given.
pub const SYNONYMS: usize = 10;

/// Which of an entity's nearest neighbours it is linked to. `near` holds candidates with their
/// similarity; names that differ in a digit are never linked.
pub fn synonyms(
    entity: EntityId,
    name: &str,
    near: &[(EntityId, f32)],
    name_of: impl Fn(EntityId) -> Option<String>,
) -> BTreeMap<(EntityId, EntityId), f32> {
    let mut links = BTreeMap::new();
    for &(other, similarity) in near {
        if other == entity || similarity < SYNONYMY || links.len() == SYNONYMS {
            continue;
        }
        if name_of(other).is_some_and(|other| !differ_in_digits(name, &other)) {
            // Rounded, so that the last bits of a product do not reach the store.
            let rounded = (similarity.min(1.0) * 1000.0).round() / 1000.0;
            links.insert((entity.min(other), entity.max(other)), rounded);
        }
    }
    links
}

/// Whether the numbers in two names differ, of whatever script, as in "ASR1603" and "ASR1605". Each
/// run of digits is a number: "Room 1 floor 23" is not "Room 12 floor 3".
pub fn differ_in_digits(a: &str, b: &str) -> bool {
    numbers(a) != numbers(b)
}

/// The runs of numeric characters in `name`, in their order.
fn numbers(name: &str) -> Vec<String> {
    let name: String = name.nfkc().collect();
    let runs = name.split(|c: char| !c.is_numeric());
    runs.filter(|run| !run.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Names(Vec<(&'static str, u64, &'static str)>);

    impl Known for Names {
        fn named(&self, normalised: &str) -> Vec<(EntityId, String)> {
            let same = self.0.iter().filter(|(name, ..)| *name == normalised);
            same.map(|(_, id, kind)| (EntityId::new(*id), (*kind).to_owned())).collect()
        }
    }

    fn thing(name: &str, kind: &str) -> NamedThing {
        NamedThing { name: name.into(), kind: kind.into() }
    }

    #[test]
    fn one_name_is_one_entity_unless_the_types_contradict() {
        let known =
            Names(vec![("bob", 1, "person"), ("paris", 2, "place"), ("swimming", 3, "idea")]);
        assert_eq!(resolve(&known, &thing("Bob", "person")), Some(EntityId::new(1)));
        assert_eq!(resolve(&known, &thing("BOB's", "thing")), Some(EntityId::new(1)));
        assert_eq!(resolve(&known, &thing("Paris", "person")), None);
        assert_eq!(resolve(&known, &thing("swimming", "event")), Some(EntityId::new(3)));
        assert_eq!(resolve(&known, &thing("Bobby", "person")), None);
    }

    #[test]
    fn names_that_differ_in_a_digit_are_never_linked() {
        // Graphify#878, #3094 merged ASR1603 and ASR1605; Graphiti "New York 1" and "New York 2".
        let names = ["ASR1603", "ASR1605", "asr 1603"];
        let name_of = |id: EntityId| {
            usize::try_from(id.get()).ok().and_then(|i| names.get(i)).map(|n| (*n).to_owned())
        };
        let near = [(EntityId::new(1), 0.99), (EntityId::new(2), 0.95)];
        let links = synonyms(EntityId::new(0), "ASR1603", &near, name_of);
        assert_eq!(links.into_keys().collect::<Vec<_>>(), [(EntityId::new(0), EntityId::new(2))]);
    }

    #[test]
    fn numbers_differ_in_any_script_and_wherever_they_are_cut() {
        for (a, b) in [
            ("Room ٣", "Room ٤"),
            ("Room 1 floor 23", "Room 12 floor 3"),
            ("Room 1", "Room"),
            ("Room 1 2", "Room 12"),
            ("Louis ↁ", "Louis ↂ"),
        ] {
            assert!(differ_in_digits(a, b), "{a} and {b}");
        }
        for (a, b) in [("Room 1", "the 1 room"), ("Room １²", "Room 12"), ("Ann", "Anna")] {
            assert!(!differ_in_digits(a, b), "{a} and {b}");
        }
    }
}
