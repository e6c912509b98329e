//! The changes of one batch while they grow: gives out ids, finds entities and facts among those
//! known and those of the batch itself.

use std::collections::{BTreeMap, HashMap, HashSet};

use graph_schema::name::normalise;
use graph_schema::record::{Alias, Counters, Entity, Episode, Fact, Mention, Object, Session};
use graph_schema::{EntityId, EpisodeId, FactId, Moment, Recorded, SessionId};

use crate::extract::{Extraction, NamedThing, ProposedFact, ProposedObject};
use crate::resolve::{self, Known};
use crate::store::{Changes, NameOf};

use super::{IngestError, NewTurn, Reading};

pub(super) struct Draft<'a> {
    reading: &'a Reading<'a>,
    counters: Counters,
    sessions: BTreeMap<SessionId, Session>,
    session_ids: HashMap<String, SessionId>,
    next_place: HashMap<SessionId, u32>,
    entities: BTreeMap<EntityId, Entity>,
    names: HashMap<String, Vec<EntityId>>,
    facts: BTreeMap<FactId, Fact>,
    facts_about: HashMap<(EntityId, String), Vec<FactId>>,
    mentions: BTreeMap<(EpisodeId, EntityId), u32>,
    retired: HashSet<EpisodeId>,
    changes: Changes,
}

impl<'a> Draft<'a> {
    pub(super) fn new(reading: &'a Reading<'a>) -> Self {
        Self {
            reading,
            counters: reading.graph.counters(),
            sessions: BTreeMap::new(),
            session_ids: HashMap::new(),
            next_place: HashMap::new(),
            entities: BTreeMap::new(),
            names: HashMap::new(),
            facts: BTreeMap::new(),
            facts_about: HashMap::new(),
            mentions: BTreeMap::new(),
            retired: HashSet::new(),
            changes: Changes::default(),
        }
    }

    /// Takes one turn and what was read in it.
    pub(super) fn take(
        &mut self,
        new: &NewTurn<'_>,
        extraction: Extraction,
        recorded: Moment,
    ) -> Result<(), IngestError> {
        let turn = new.turn;
        let session = self.session(&turn.session, turn.session_started);
        let left = new.replaces.and_then(|earlier| self.retire(earlier, recorded));
        let place = match left {
            Some((there, place)) if there == session => place,
            _ => self.place(session, &turn.session)?,
        };
        let id = EpisodeId::new(next(&mut self.counters.episode));
        let speaker = turn.speaker.as_ref().and_then(|name| {
            let person = NamedThing { name: name.clone(), kind: "person".to_owned() };
            self.entity(&person, recorded)
        });
        self.changes.episode_names.push((new.hash, id));
        self.changes.episodes.push((
            id,
            Episode {
                name: turn.id.clone(),
                session,
                place,
                speaker,
                role: turn.role,
                said_at: turn.said_at,
                text: turn.text.clone(),
                image_caption: turn.image_caption.clone(),
                recorded: Recorded::since(recorded),
            },
        ));
        for mention in extraction.mentions {
            if let Some(entity) = self.entity(&mention.thing, recorded) {
                *self.mentions.entry((id, entity)).or_insert(0) += 1;
            }
        }
        if let Some(speaker) = speaker {
            self.mentions.entry((id, speaker)).or_insert(1);
        }
        for fact in extraction.facts {
            self.assert(id, fact, recorded);
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Changes {
        self.changes.counters = Some(self.counters);
        self.changes.sessions.extend(self.sessions);
        self.changes.entities.extend(self.entities);
        self.changes.facts.extend(self.facts);
        let mentions = self.mentions.into_iter();
        self.changes.mentions.extend(mentions.map(|((ep, en), count)| (ep, en, Mention { count })));
        self.changes
    }

    fn session(&mut self, name: &str, started: Option<Moment>) -> SessionId {
        let known = self.session_ids.get(name).copied();
        if let Some(id) = known.or_else(|| self.reading.graph.session_named(name)) {
            return id;
        }
        let id = SessionId::new(next(&mut self.counters.session));
        let hash = self.reading.hasher.hash(NameOf::Session, name);
        self.changes.session_names.push((hash, id));
        self.session_ids.insert(name.to_owned(), id);
        self.sessions.insert(id, Session { name: name.to_owned(), started });
        id
    }

    fn place(&mut self, session: SessionId, name: &str) -> Result<u32, IngestError> {
        let graph = self.reading.graph;
        let place = self.next_place.entry(session).or_insert_with(|| {
            graph.turns(session).next_back().map_or(0, |(last, _)| last.saturating_add(1))
        });
        let here = *place;
        *place = here
            .checked_add(1)
            .ok_or_else(|| IngestError::SessionFull { session: name.to_owned() })?;
        Ok(here)
    }

    /// Ends what `earlier` was believed to say; gives the place that it leaves. A clock that went
    /// back ends nothing before it began.
    fn retire(&mut self, earlier: EpisodeId, now: Moment) -> Option<(SessionId, u32)> {
        let graph = self.reading.graph;
        let mut episode = graph.episodes().get(&earlier)?.clone();
        let left = (episode.session, episode.place);
        episode.recorded.until = Some(now.max(episode.recorded.from));
        self.changes.episodes.push((earlier, episode));
        self.retired.insert(earlier);
        let stands = |source: &EpisodeId| {
            !self.retired.contains(source)
                && graph.episodes().get(source).is_none_or(|e| e.recorded.until.is_none())
        };
        for (id, fact) in graph.facts_from(earlier) {
            let mut fact = self.facts.get(&id).unwrap_or(fact).clone();
            if fact.recorded.until.is_none() && !fact.sources.iter().any(stands) {
                fact.recorded.until = Some(now.max(fact.recorded.from));
                self.facts.insert(id, fact);
            }
        }
        Some(left)
    }

    /// The entity that `thing` means, made if it is not known. A name without anything in it has
    /// none.
    fn entity(&mut self, thing: &NamedThing, recorded: Moment) -> Option<EntityId> {
        let name = normalise(&thing.name);
        if name.is_empty() {
            return None;
        }
        if let Some(id) = resolve::resolve(&*self, thing) {
            let known = self.entities.get(&id).or_else(|| self.reading.graph.entities().get(&id));
            if let Some(known) = known
                && resolve::sharpens(&known.kind, &thing.kind)
            {
                let sharper = Entity { kind: thing.kind.clone(), ..known.clone() };
                self.entities.insert(id, sharper);
            }
            return Some(id);
        }
        let id = EntityId::new(next(&mut self.counters.entity));
        let entity = Entity {
            name: thing.name.trim().to_owned(),
            kind: thing.kind.clone(),
            recorded: Recorded::since(recorded),
        };
        let hash = self.reading.hasher.hash(NameOf::Entity, &name);
        self.changes.aliases.push((hash, id, Alias { name: entity.name.clone() }));
        self.names.entry(name).or_default().push(id);
        self.entities.insert(id, entity);
        Some(id)
    }

    fn assert(&mut self, source: EpisodeId, proposed: ProposedFact, recorded: Moment) {
        let Some(subject) = self.entity(&proposed.subject, recorded) else { return };
        let object = match &proposed.object {
            ProposedObject::Literal(value) => Object::Literal(value.clone()),
            ProposedObject::Thing(thing) => match self.entity(thing, recorded) {
                Some(id) => Object::Entity(id),
                None => return,
            },
        };
        for id in std::iter::once(subject).chain(match object {
            Object::Entity(id) => Some(id),
            Object::Literal(_) => None,
        }) {
            self.mentions.entry((source, id)).or_insert(1);
        }
        let fact = Fact {
            subject,
            predicate: proposed.predicate,
            object,
            negated: proposed.negated,
            modality: proposed.modality,
            statement: proposed.statement,
            valid: proposed.valid,
            recorded: Recorded::since(recorded),
            sources: vec![source],
            confidence: proposed.confidence,
            rule: proposed.rule,
        };
        match self.same(&fact) {
            Some((id, mut known)) => {
                if let Err(at) = known.sources.binary_search(&source) {
                    known.sources.insert(at, source);
                }
                self.facts.insert(id, known);
            }
            None => {
                let id = FactId::new(next(&mut self.counters.fact));
                let group = (subject, fact.predicate.clone());
                self.facts_about.entry(group).or_default().push(id);
                self.facts.insert(id, fact);
            }
        }
    }

    /// The believed fact that says the same, of the same time. A state told again on another day
    /// is a fact of its own: only so does what is true not depend on what was known before.
    fn same(&self, fact: &Fact) -> Option<(FactId, Fact)> {
        let says_the_same = |known: &Fact| {
            known.recorded.until.is_none()
                && known.object == fact.object
                && known.negated == fact.negated
                && known.modality == fact.modality
                && known.valid == fact.valid
        };
        let graph = self.reading.graph;
        let known = graph.facts_saying(fact.subject, &fact.predicate, &fact.object);
        let new = self.facts_about.get(&(fact.subject, fact.predicate.clone()));
        let new = new.into_iter().flatten().filter_map(|id| Some((*id, self.facts.get(id)?)));
        known
            .map(|(id, known)| (id, self.facts.get(&id).unwrap_or(known)))
            .chain(new)
            .find(|(_, known)| says_the_same(known))
            .map(|(id, known)| (id, known.clone()))
    }
}

impl Known for Draft<'_> {
    fn named(&self, normalised: &str) -> Vec<(EntityId, String)> {
        let mut named = self.reading.graph.named(normalised);
        for (id, kind) in &mut named {
            if let Some(changed) = self.entities.get(id) {
                kind.clone_from(&changed.kind);
            }
        }
        let new = self.names.get(normalised).into_iter().flatten();
        named.extend(new.filter_map(|id| Some((*id, self.entities.get(id)?.kind.clone()))));
        named
    }
}

/// The number that `counter` stands at, which it then leaves.
fn next(counter: &mut u64) -> u64 {
    let here = *counter;
    *counter = here.saturating_add(1);
    here
}
