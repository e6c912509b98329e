//! When a fact held, given the other facts about its subject. Where a later fact closes an earlier
//! one is derived here at each reading and never stored: so the order of telling does not matter,
//! and what a forgotten source had closed is open again. Pure.

use std::cmp::Ordering;

use graph_schema::name::normalise;
use graph_schema::record::{Fact, Modality, Object};
use graph_schema::{EpisodeId, FactId, Holds, Interval, Moment, Ontology, Precision, Recorded};

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
    /// Whether what was recorded so was believed at the recorded time of this reading.
    pub fn believes(&self, recorded: &Recorded) -> bool {
        match self.known {
            Some(known) => recorded.believed_at(known),
            None => recorded.until.is_none(),
        }
    }
}

/// When a fact held, as far as the facts believed with it say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// The interval it was told with, cut where another fact closes it. `None` when nothing of it
    /// is left: another value was told later for the same time.
    pub interval: Option<Interval>,
    /// The fact that closes it.
    pub closed_by: Option<FactId>,
}

/// When `fact` held, as of the recorded time of `as_of`.
///
/// A state is closed by the first of: a rival that begins after it, and a telling of the same state
/// with an end. Rivals have the same subject, and either another object of a predicate that holds
/// one value at a time, or the same object of the exclusive predicate, or the same object of the
/// same predicate with the opposite polarity. Of two that begin on the same day, when one of them
/// is told no finer, the one that was told later begins later.
pub fn held(graph: &Graph, ontology: &Ontology, id: FactId, fact: &Fact, as_of: AsOf) -> Held {
    let told = Held { interval: Some(fact.valid), closed_by: None };
    if fact.modality != Modality::Asserted || !ontology.is_state(&fact.predicate) {
        return told;
    }
    let Some(begin) = fact.valid.certain_from() else { return told };
    let end = related(graph, ontology, fact)
        .filter(|(other, rival)| {
            *other != id && rival.modality == Modality::Asserted && as_of.believes(&rival.recorded)
        })
        .filter_map(|(other, rival)| Some((closing(graph, ontology, fact, rival)?, other)))
        .min();
    match end {
        Some((until, other)) if fact.valid.until().is_none_or(|own| until < own) => {
            let interval = if begin < until { fact.valid.ending_by(until) } else { None };
            Held { interval, closed_by: Some(other) }
        }
        _ => told,
    }
}

/// The facts about the same subject that bear on a fact: its predicate with any object where it
/// holds one at a time, else with the same; and the exclusive predicate with the same object.
fn related<'a>(
    graph: &'a Graph,
    ontology: &'a Ontology,
    fact: &'a Fact,
) -> impl Iterator<Item = (FactId, &'a Fact)> {
    let one = ontology.holds_one(&fact.predicate);
    let exclusive = ontology.predicate(&fact.predicate).and_then(|p| p.exclusive.as_deref());
    let any = one.then(|| graph.facts_about(fact.subject, &fact.predicate));
    let same = (!one).then_some(fact.predicate.as_str()).into_iter().chain(exclusive);
    let same = same.flat_map(|p| graph.facts_saying(fact.subject, p, &fact.object));
    any.into_iter().flatten().chain(same)
}

/// The moment at which `other` closes `fact`; `None` when it does not.
fn closing(graph: &Graph, ontology: &Ontology, fact: &Fact, other: &Fact) -> Option<Moment> {
    let begin = fact.valid.certain_from()?;
    if is_rival(ontology, fact, other) {
        let theirs = other.valid.certain_from()?;
        return begins_before(graph, fact, other).then_some(theirs);
    }
    let same = other.predicate == fact.predicate
        && other.negated == fact.negated
        && same_object(&other.object, &fact.object);
    let until = other.valid.until()?;
    let spans = other.valid.certain_from().is_none_or(|theirs| theirs <= begin);
    (same && spans && begin < until).then_some(until)
}

fn is_rival(ontology: &Ontology, fact: &Fact, other: &Fact) -> bool {
    if other.predicate != fact.predicate {
        return same_object(&fact.object, &other.object) && !fact.negated && !other.negated;
    }
    if fact.negated != other.negated {
        return same_object(&fact.object, &other.object);
    }
    ontology.holds_one(&fact.predicate)
        && !fact.negated
        && !same_object(&fact.object, &other.object)
}

fn same_object(a: &Object, b: &Object) -> bool {
    match (a, b) {
        (Object::Literal(a), Object::Literal(b)) => a == b || normalise(a) == normalise(b),
        _ => a == b,
    }
}

/// Whether `a` begins before `b`, as finely as both are told.
fn begins_before(graph: &Graph, a: &Fact, b: &Fact) -> bool {
    let (Some(mut from), Some(mut until)) = (a.valid.certain_from(), b.valid.certain_from()) else {
        return false;
    };
    if a.valid.precision().max(b.valid.precision()) >= Precision::Day {
        (from, until) = (from.start_of_day(), until.start_of_day());
    }
    match from.cmp(&until) {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal => first_told(graph, a) < first_told(graph, b),
    }
}

/// When and where a fact was first told.
fn first_told(graph: &Graph, fact: &Fact) -> Option<(Option<Moment>, EpisodeId)> {
    let told = |id: &EpisodeId| (graph.episodes().get(id).and_then(|e| e.said_at), *id);
    fact.sources.iter().map(told).min()
}

/// Whether a reading as of `as_of` sees the fact: it was believed then, and it held then. Without
/// a valid time, a fact is seen unless another has closed it. Before an open start it is seen only
/// where no other telling of the same predicate holds for certain.
pub fn is_seen(graph: &Graph, ontology: &Ontology, id: FactId, fact: &Fact, as_of: AsOf) -> bool {
    if !as_of.believes(&fact.recorded) {
        return false;
    }
    let held = held(graph, ontology, id, fact, as_of);
    match (as_of.valid, held.interval) {
        (_, None) => false,
        (None, Some(_)) => held.closed_by.is_none(),
        (Some(t), Some(interval)) => match interval.holds_at(t) {
            Holds::Yes => true,
            Holds::No => false,
            Holds::Perhaps => !is_settled(graph, ontology, fact, as_of, t),
        },
    }
}

/// Whether another fact says for certain how the predicate stood at `t`: the same value, or any
/// where there is one at a time.
fn is_settled(graph: &Graph, ontology: &Ontology, fact: &Fact, as_of: AsOf, t: Moment) -> bool {
    related(graph, ontology, fact).any(|(id, other)| {
        other.predicate == fact.predicate
            && other.modality == Modality::Asserted
            && as_of.believes(&other.recorded)
            && held(graph, ontology, id, other, as_of)
                .interval
                .is_some_and(|interval| interval.holds_at(t) == Holds::Yes)
    })
}
