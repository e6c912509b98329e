//! How the records of one namespace must fit together. Pure: records in, faults out.

use std::collections::{BTreeMap, BTreeSet};

use graph_schema::key::{Key, Owner};
use graph_schema::record::{Entity, Episode, Object, Session};
use graph_schema::{EntityId, EpisodeId, NamespaceId, Recorded, SessionId};

use graph_schema::name::normalise;

use crate::resolve::{SYNONYMY, differ_in_digits};
use crate::store::{Changes, NameHasher, NameOf};

use super::Fault;

/// How far the length of a unit vector may be from 1.
const UNIT: f32 = 1e-3;

/// Every fault, with the record it is about, kind by kind in the order of keys.
pub(super) fn faults(
    namespace: NamespaceId,
    records: &Changes,
    hasher: &NameHasher,
    dimensions: usize,
) -> Vec<(Key, Fault)> {
    let mut check = Check::new(namespace, records, hasher);
    check.truth();
    check.embeddings(dimensions);
    check.faults
}

/// Every fault of the records but of vectors, which need not be there.
pub(in crate::memory) fn of_truth(
    namespace: NamespaceId,
    records: &Changes,
    hasher: &NameHasher,
) -> Vec<(Key, Fault)> {
    let mut check = Check::new(namespace, records, hasher);
    check.truth();
    check.faults
}

struct Check<'a> {
    namespace: NamespaceId,
    records: &'a Changes,
    hasher: &'a NameHasher,
    sessions: BTreeMap<SessionId, &'a Session>,
    episodes: BTreeMap<EpisodeId, &'a Episode>,
    entities: BTreeMap<EntityId, &'a Entity>,
    faults: Vec<(Key, Fault)>,
}

impl<'a> Check<'a> {
    fn new(namespace: NamespaceId, records: &'a Changes, hasher: &'a NameHasher) -> Self {
        Self {
            namespace,
            records,
            hasher,
            sessions: records.sessions.iter().map(|(id, session)| (*id, session)).collect(),
            episodes: records.episodes.iter().map(|(id, episode)| (*id, episode)).collect(),
            entities: records.entities.iter().map(|(id, entity)| (*id, entity)).collect(),
            faults: Vec::new(),
        }
    }

    fn truth(&mut self) {
        self.counters();
        self.sessions();
        self.episodes();
        self.entities();
        self.facts();
        self.mentions();
        self.synonymy();
    }

    fn require(&mut self, sound: bool, key: Key, fault: impl FnOnce() -> Fault) {
        if !sound {
            self.faults.push((key, fault()));
        }
    }

    fn refers_to(&mut self, there: bool, key: Key, id: impl ToString) {
        self.require(there, key, || Fault::Missing { to: id.to_string() });
    }

    fn recorded(&mut self, key: Key, recorded: &Recorded) {
        let forward = recorded.until.is_none_or(|until| recorded.from <= until);
        self.require(forward, key, || Fault::Reversed);
    }

    fn counters(&mut self) {
        let next = self.records.counters.unwrap_or_default();
        let records = self.records;
        let used = [
            ("sessions", next.session, records.sessions.iter().map(|(id, _)| id.get()).max()),
            ("episodes", next.episode, records.episodes.iter().map(|(id, _)| id.get()).max()),
            ("entities", next.entity, records.entities.iter().map(|(id, _)| id.get()).max()),
            ("facts", next.fact, records.facts.iter().map(|(id, _)| id.get()).max()),
        ];
        for (what, next, used) in used {
            let used = used.unwrap_or(0);
            let key = Key::Counters(self.namespace);
            self.require(used < next, key, || Fault::Counter { what, next, used });
        }
    }

    fn sessions(&mut self) {
        let (ns, records) = (self.namespace, self.records);
        let names: BTreeMap<_, _> = records.session_names.iter().copied().collect();
        for (id, session) in &records.sessions {
            let found = names.get(&self.hasher.hash(NameOf::Session, &session.name));
            self.require(found == Some(id), Key::Session(ns, *id), || Fault::NotFound);
        }
        for (hash, id) in &records.session_names {
            let key = Key::SessionName(ns, *hash);
            let session = self.sessions.get(id).copied();
            self.refers_to(session.is_some(), key, id);
            let fits = session
                .is_none_or(|session| self.hasher.hash(NameOf::Session, &session.name) == *hash);
            self.require(fits, key, || Fault::WrongHash);
        }
    }

    fn episodes(&mut self) {
        let (ns, records) = (self.namespace, self.records);
        let mut places: BTreeMap<(SessionId, u32), EpisodeId> = BTreeMap::new();
        let names: BTreeMap<_, _> = records.episode_names.iter().copied().collect();
        let mut named: BTreeMap<EpisodeId, usize> = BTreeMap::new();
        for id in names.values() {
            *named.entry(*id).or_default() += 1;
        }
        for (id, episode) in &records.episodes {
            let key = Key::Episode(ns, *id);
            let there = self.sessions.contains_key(&episode.session);
            self.refers_to(there, key, episode.session);
            if let Some(speaker) = episode.speaker {
                let there = self.entities.contains_key(&speaker);
                self.refers_to(there, key, speaker);
            }
            self.recorded(key, &episode.recorded);
            if episode.recorded.until.is_some() {
                continue;
            }
            if let Some(other) = places.insert((episode.session, episode.place), *id) {
                self.faults.push((key, Fault::SamePlace { other: other.to_string() }));
            }
            // A turn without an id of its own goes by its content as it was told, of which the
            // speaker's exact spelling is not kept: that it has one name must do.
            let found = match &episode.name {
                Some(name) => names.get(&self.hasher.hash(NameOf::Episode, name)) == Some(id),
                None => named.get(id) == Some(&1),
            };
            self.require(found, key, || Fault::NotFound);
        }
        for (hash, id) in &records.episode_names {
            let key = Key::EpisodeName(ns, *hash);
            let episode = self.episodes.get(id).copied();
            self.refers_to(episode.is_some(), key, id);
            let own = episode.and_then(|episode| episode.name.as_ref());
            let fits = own.is_none_or(|own| self.hasher.hash(NameOf::Episode, own) == *hash);
            self.require(fits, key, || Fault::WrongHash);
        }
    }

    fn entities(&mut self) {
        let (ns, records) = (self.namespace, self.records);
        let mut named: BTreeSet<EntityId> = BTreeSet::new();
        for (hash, id, alias) in &records.aliases {
            let key = Key::Alias(ns, *hash, *id);
            let name = normalise(&alias.name);
            let fits = self.hasher.hash(NameOf::Entity, &name) == *hash;
            self.require(fits, key, || Fault::WrongHash);
            let entity = self.entities.get(id).copied();
            self.refers_to(entity.is_some(), key, id);
            if entity.is_some_and(|entity| normalise(&entity.name) == name) {
                named.insert(*id);
            }
        }
        for (id, entity) in &records.entities {
            let key = Key::Entity(ns, *id);
            self.require(named.contains(id), key, || Fault::NotFound);
            self.recorded(key, &entity.recorded);
        }
    }

    fn facts(&mut self) {
        for (id, fact) in &self.records.facts {
            let key = Key::Fact(self.namespace, *id);
            let object = match fact.object {
                Object::Entity(object) => Some(object),
                Object::Literal(_) => None,
            };
            for entity in std::iter::once(fact.subject).chain(object) {
                let there = self.entities.contains_key(&entity);
                self.refers_to(there, key, entity);
            }
            for source in &fact.sources {
                let there = self.episodes.contains_key(source);
                self.refers_to(there, key, source);
            }
            let ordered = fact.sources.is_sorted_by(|a, b| a < b) && !fact.sources.is_empty();
            self.require(ordered, key, || Fault::Sources);
            self.recorded(key, &fact.recorded);
            self.within(key, "confidence", fact.confidence, 0.0, 1.0);
        }
    }

    fn mentions(&mut self) {
        for (episode, entity, _) in &self.records.mentions {
            let key = Key::Mention(self.namespace, *episode, *entity);
            let there = self.episodes.contains_key(episode);
            self.refers_to(there, key, episode);
            let there = self.entities.contains_key(entity);
            self.refers_to(there, key, entity);
        }
    }

    fn synonymy(&mut self) {
        for (a, b, link) in &self.records.synonymy {
            let key = Key::Synonymy(self.namespace, *a, *b);
            for entity in [a, b] {
                let there = self.entities.contains_key(entity);
                self.refers_to(there, key, entity);
            }
            let name = |id: &EntityId| self.entities.get(id).map(|entity| entity.name.as_str());
            let (first, second) = (name(a).unwrap_or_default(), name(b).unwrap_or_default());
            let sound = a < b && !differ_in_digits(first, second);
            let (first, second) = (first.to_owned(), second.to_owned());
            self.require(sound, key, || Fault::Link { a: first, b: second });
            self.within(key, "similarity", link.similarity, SYNONYMY, 1.0);
        }
    }

    /// Whether a number lies within bounds; NaN does not.
    fn within(&mut self, key: Key, what: &'static str, value: f32, from: f32, to: f32) {
        let sound = from <= value && value <= to;
        self.require(sound, key, || Fault::OutOfBounds { what, value, from, to });
    }

    fn embeddings(&mut self, dimensions: usize) {
        let records = self.records;
        let mut wanted: BTreeSet<Owner> = BTreeSet::new();
        wanted.extend(records.entities.iter().map(|(id, _)| Owner::Entity(*id)));
        wanted.extend(records.facts.iter().map(|(id, _)| Owner::Fact(*id)));
        wanted.extend(records.episodes.iter().map(|(id, _)| Owner::Episode(*id)));
        let mut missing = wanted.clone();
        for (owner, embedding) in &records.embeddings {
            let key = Key::Embedding(self.namespace, *owner);
            missing.remove(owner);
            let to = match owner {
                Owner::Entity(id) => id.to_string(),
                Owner::Fact(id) => id.to_string(),
                Owner::Episode(id) => id.to_string(),
            };
            self.refers_to(wanted.contains(owner), key, to);
            let length = embedding.0.iter().map(|x| x * x).sum::<f32>().sqrt();
            let sound = embedding.0.len() == dimensions
                && embedding.0.iter().all(|x| x.is_finite())
                && (length - 1.0).abs() <= UNIT;
            self.require(sound, key, || Fault::Vector { dimensions });
        }
        for owner in missing {
            let ns = self.namespace;
            let key = match owner {
                Owner::Entity(id) => Key::Entity(ns, id),
                Owner::Fact(id) => Key::Fact(ns, id),
                Owner::Episode(id) => Key::Episode(ns, id),
            };
            self.faults.push((key, Fault::NoVector));
        }
    }
}
