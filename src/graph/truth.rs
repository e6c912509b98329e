//! When a fact held, given the other facts about its subject. Where a later fact closes an earlier
//! one is derived here at each reading and never stored: so the order of telling does not matter,
//! and what a forgotten source had closed is open again. Pure.

use graph_schema::name::normalise;
use graph_schema::record::{Fact, Modality, Object};
use graph_schema::{FactId, Interval, Moment, Ontology};

use super::Graph;

/// The two times a reading is made for. `None` on the valid axis: whatever its time; on the
/// recorded axis: now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AsOf {
    /// Only what held at this moment in the world.
    pub valid: Option<Moment>,
    /// Only what this memory believed at this moment.
    pub known: Option<Moment>,
}

impl AsOf {
    /// Whether a fact was believed at the recorded time of this reading.
    pub fn believed(&self, fact: &Fact) -> bool {
        match self.known {
            Some(known) => fact.recorded.believed_at(known),
            None => fact.recorded.until.is_none(),
        }
    }
}

/// When a fact held, as far as the facts believed with it say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// The interval it was told with, cut where a later fact closes it. `None` when a fact that
    /// begins with it leaves nothing of it.
    pub interval: Option<Interval>,
    /// The fact that closes it.
    pub closed_by: Option<FactId>,
}

/// When `fact` held, as of the recorded time of `as_of`.
///
/// A fact is closed by the earliest rival that begins after it. Rivals have the same subject, and
/// either another object of a predicate that holds one value at a time, or the same object of the
/// exclusive predicate, or the same object of the same predicate with the opposite polarity.
pub fn held(graph: &Graph, ontology: &Ontology, id: FactId, fact: &Fact, as_of: AsOf) -> Held {
    let told = Held { interval: Some(fact.valid), closed_by: None };
    if fact.modality != Modality::Asserted || !ontology.is_state(&fact.predicate) {
        return told;
    }
    let Some(begin) = fact.valid.certain_from() else { return told };
    let earliest = graph
        .facts_of(fact.subject)
        .filter(|(other, rival)| {
            *other != id
                && rival.subject == fact.subject
                && as_of.believed(rival)
                && is_rival(ontology, fact, rival)
        })
        .filter_map(|(other, rival)| Some((rival.valid.certain_from()?, other)))
        .filter(|(from, _)| begin < *from)
        .min();
    match earliest {
        Some((until, rival)) if fact.valid.until().is_none_or(|own| until < own) => {
            Held { interval: fact.valid.ending_by(until), closed_by: Some(rival) }
        }
        _ => told,
    }
}

fn is_rival(ontology: &Ontology, fact: &Fact, rival: &Fact) -> bool {
    if rival.modality != Modality::Asserted {
        return false;
    }
    let same_object = same_object(&fact.object, &rival.object);
    if rival.predicate == fact.predicate {
        let replaced = ontology.holds_one(&fact.predicate) && !fact.negated && !rival.negated;
        (replaced && !same_object) || (same_object && fact.negated != rival.negated)
    } else {
        let exclusive = ontology.predicate(&fact.predicate).and_then(|p| p.exclusive.as_deref());
        exclusive == Some(rival.predicate.as_str())
            && same_object
            && !fact.negated
            && !rival.negated
    }
}

fn same_object(a: &Object, b: &Object) -> bool {
    match (a, b) {
        (Object::Literal(a), Object::Literal(b)) => normalise(a) == normalise(b),
        _ => a == b,
    }
}

/// Whether a reading as of `as_of` sees the fact: it was believed then, and it held then. Without
/// a valid time, a fact is seen unless a later one has closed it.
pub fn is_seen(graph: &Graph, ontology: &Ontology, id: FactId, fact: &Fact, as_of: AsOf) -> bool {
    if !as_of.believed(fact) {
        return false;
    }
    let held = held(graph, ontology, id, fact, as_of);
    match (as_of.valid, held.interval) {
        (_, None) => false,
        (None, Some(_)) => held.closed_by.is_none(),
        (Some(t), Some(interval)) => interval.holds_at(t) != graph_schema::Holds::No,
    }
}
