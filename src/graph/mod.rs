//! The in-memory graph of one namespace, kept up to date by the same changes that are stored.
//! Derived: it can be dropped and built again. Never reads or writes the store.

pub mod structure;
pub mod truth;
pub mod view;
pub mod walk;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;

use graph_schema::key::NameHash;
use graph_schema::name::normalise;
use graph_schema::record::{Counters, Entity, Episode, Fact, Mention, Object, Session, Synonymy};
use graph_schema::{EntityId, EpisodeId, FactId, Moment, SessionId};

use crate::dialogue::Turn;
use crate::resolve::Known;
use crate::store::Changes;

/// Everything a namespace holds but its vectors, with the ways to find it.
#[derive(Debug, Default)]
pub struct Graph {
    counters: Counters,
    sessions: BTreeMap<SessionId, Session>,
    session_names: HashMap<String, SessionId>,
    episodes: BTreeMap<EpisodeId, Episode>,
    episode_names: HashMap<NameHash, EpisodeId>,
    turns: HashMap<SessionId, BTreeMap<u32, EpisodeId>>,
    entities: BTreeMap<EntityId, Entity>,
    names: HashMap<String, BTreeSet<EntityId>>,
    aliases: BTreeMap<EntityId, BTreeSet<String>>,
    facts: BTreeMap<FactId, Fact>,
    facts_of: HashMap<EntityId, BTreeSet<FactId>>,
    facts_about: HashMap<EntityId, HashMap<String, HashMap<Object, BTreeSet<FactId>>>>,
    facts_from: HashMap<EpisodeId, BTreeSet<FactId>>,
    mentions: BTreeMap<(EpisodeId, EntityId), Mention>,
    mentioned_in: HashMap<EntityId, BTreeSet<EpisodeId>>,
    synonymy: BTreeMap<(EntityId, EntityId), Synonymy>,
    speakers: BTreeSet<EntityId>,
}

impl Graph {
    /// Brings the graph up to date. Records that are there already are replaced.
    pub fn apply(&mut self, changes: &Changes) {
        if let Some(counters) = changes.counters {
            self.counters = counters;
        }
        for (id, session) in &changes.sessions {
            self.session_names.insert(session.name.clone(), *id);
            self.sessions.insert(*id, session.clone());
        }
        for (hash, id) in &changes.episode_names {
            self.episode_names.insert(*hash, *id);
        }
        for (id, episode) in &changes.episodes {
            // A replaced turn stays in the store, and leaves its place in the session.
            let turns = self.turns.entry(episode.session).or_default();
            if episode.recorded.until.is_none() {
                turns.insert(episode.place, *id);
            } else if turns.get(&episode.place) == Some(id) {
                turns.remove(&episode.place);
            }
            self.speakers.extend(episode.speaker);
            self.episodes.insert(*id, episode.clone());
        }
        for (id, entity) in &changes.entities {
            self.entities.insert(*id, entity.clone());
        }
        for (_, id, alias) in &changes.aliases {
            self.names.entry(normalise(&alias.name)).or_default().insert(*id);
            self.aliases.entry(*id).or_default().insert(alias.name.clone());
        }
        for (id, fact) in &changes.facts {
            self.facts_of.entry(fact.subject).or_default().insert(*id);
            let about = self.facts_about.entry(fact.subject).or_default();
            let about = about.entry(fact.predicate.clone()).or_default();
            about.entry(comparable(&fact.object)).or_default().insert(*id);
            if let Object::Entity(object) = fact.object {
                self.facts_of.entry(object).or_default().insert(*id);
            }
            for source in &fact.sources {
                self.facts_from.entry(*source).or_default().insert(*id);
            }
            self.facts.insert(*id, fact.clone());
        }
        for (episode, entity, mention) in &changes.mentions {
            self.mentions.insert((*episode, *entity), *mention);
            self.mentioned_in.entry(*entity).or_default().insert(*episode);
        }
        for (a, b, synonymy) in &changes.synonymy {
            self.synonymy.insert((*a, *b), *synonymy);
        }
    }

    /// The next free ids.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Every session, by id.
    pub fn sessions(&self) -> &BTreeMap<SessionId, Session> {
        &self.sessions
    }

    /// The session that its source calls `name`.
    pub fn session_named(&self, name: &str) -> Option<SessionId> {
        self.session_names.get(name).copied()
    }

    /// The turns of a session that still stand, by their place in it.
    pub fn turns(&self, session: SessionId) -> impl DoubleEndedIterator<Item = (u32, EpisodeId)> {
        self.turns.get(&session).into_iter().flatten().map(|(place, id)| (*place, *id))
    }

    /// The standing turns of a session that lie at most `reach` turns before or after `place`, by
    /// their places; the one there too.
    pub fn turns_around(&self, session: SessionId, place: u32, reach: usize) -> Vec<EpisodeId> {
        let Some(turns) = self.turns.get(&session) else { return Vec::new() };
        let mut around: Vec<EpisodeId> =
            turns.range(..place).rev().take(reach).map(|(_, id)| *id).collect();
        around.reverse();
        around.extend(turns.get(&place));
        let after = (Bound::Excluded(place), Bound::Unbounded);
        around.extend(turns.range(after).take(reach).map(|(_, id)| *id));
        around
    }

    /// Every episode, by id; replaced ones too.
    pub fn episodes(&self) -> &BTreeMap<EpisodeId, Episode> {
        &self.episodes
    }

    /// An episode as the turn that it was.
    pub fn turn(&self, id: EpisodeId) -> Option<Turn> {
        let episode = self.episodes.get(&id)?;
        let session = self.sessions.get(&episode.session)?;
        Some(Turn {
            session: session.name.clone(),
            session_started: session.started,
            id: episode.name.clone(),
            speaker: episode.speaker.map(|id| self.name(id)),
            role: episode.role,
            said_at: episode.said_at,
            text: episode.text.clone(),
            image_caption: episode.image_caption.clone(),
        })
    }

    /// The episode whose name or content has this hash.
    pub fn episode_named(&self, hash: &NameHash) -> Option<EpisodeId> {
        self.episode_names.get(hash).copied()
    }

    /// Every entity, by id.
    pub fn entities(&self) -> &BTreeMap<EntityId, Entity> {
        &self.entities
    }

    /// When the newest of the turns that stand was said.
    pub fn newest_turn(&self) -> Option<Moment> {
        let standing = self.episodes.values().filter(|e| e.recorded.until.is_none());
        standing.filter_map(|episode| episode.said_at).max()
    }

    /// Every entity that has spoken, by id.
    pub fn speakers(&self) -> impl Iterator<Item = EntityId> {
        self.speakers.iter().copied()
    }

    /// Whether an entity has spoken.
    pub fn has_spoken(&self, id: EntityId) -> bool {
        self.speakers.contains(&id)
    }

    /// The name of an entity; its id where there is none.
    pub fn name(&self, id: EntityId) -> String {
        self.entities.get(&id).map_or_else(|| id.to_string(), |entity| entity.name.clone())
    }

    /// The entities that go by `name`, in any case or form.
    pub fn entities_named(&self, name: &str) -> impl Iterator<Item = EntityId> {
        self.names.get(&normalise(name)).into_iter().flatten().copied()
    }

    /// Every name that an entity goes by, as written.
    pub fn aliases(&self, id: EntityId) -> impl Iterator<Item = &str> {
        self.aliases.get(&id).into_iter().flatten().map(String::as_str)
    }

    /// Every name in normalised form, with the entities that go by it; in no order.
    pub fn names(&self) -> impl Iterator<Item = (&str, &BTreeSet<EntityId>)> {
        self.names.iter().map(|(name, ids)| (name.as_str(), ids))
    }

    /// Every fact, by id; closed and retracted ones too.
    pub fn facts(&self) -> &BTreeMap<FactId, Fact> {
        &self.facts
    }

    /// The facts that have an entity as subject or object.
    pub fn facts_of(&self, id: EntityId) -> impl Iterator<Item = (FactId, &Fact)> {
        self.pick(self.facts_of.get(&id))
    }

    /// The facts that have an entity as subject, with one predicate; in no order.
    pub fn facts_about(
        &self,
        id: EntityId,
        predicate: &str,
    ) -> impl Iterator<Item = (FactId, &Fact)> {
        let about = self.facts_about.get(&id).and_then(|about| about.get(predicate));
        about.into_iter().flatten().flat_map(|(_, ids)| self.pick(Some(ids)))
    }

    /// The facts with this subject, predicate and object, by id. Literals that differ in case only
    /// are one.
    pub fn facts_saying(
        &self,
        subject: EntityId,
        predicate: &str,
        object: &Object,
    ) -> impl Iterator<Item = (FactId, &Fact)> {
        let about = self.facts_about.get(&subject).and_then(|about| about.get(predicate));
        self.pick(about.and_then(|about| about.get(&comparable(object))))
    }

    /// The facts that an episode told.
    pub fn facts_from(&self, id: EpisodeId) -> impl Iterator<Item = (FactId, &Fact)> {
        self.pick(self.facts_from.get(&id))
    }

    fn pick<'a>(
        &'a self,
        ids: Option<&'a BTreeSet<FactId>>,
    ) -> impl Iterator<Item = (FactId, &'a Fact)> {
        ids.into_iter().flatten().filter_map(|id| Some((*id, self.facts.get(id)?)))
    }

    /// Every mention, by episode and entity.
    pub fn mentions(&self) -> &BTreeMap<(EpisodeId, EntityId), Mention> {
        &self.mentions
    }

    /// The entities that an episode mentions.
    pub fn mentioned_by(&self, id: EpisodeId) -> impl Iterator<Item = EntityId> {
        let all = (id, EntityId::new(0))..=(id, EntityId::new(u64::MAX));
        self.mentions.range(all).map(|((_, entity), _)| *entity)
    }

    /// The episodes that mention an entity.
    pub fn mentioned_in(&self, id: EntityId) -> impl Iterator<Item = EpisodeId> {
        self.mentioned_in.get(&id).into_iter().flatten().copied()
    }

    /// How many episodes mention an entity.
    pub fn mention_count(&self, id: EntityId) -> usize {
        self.mentioned_in.get(&id).map_or(0, BTreeSet::len)
    }

    /// Every synonymy link, the smaller id first.
    pub fn synonymy(&self) -> &BTreeMap<(EntityId, EntityId), Synonymy> {
        &self.synonymy
    }

    /// Where an episode stands: a person's words for it.
    pub fn episode_title(&self, id: EpisodeId) -> String {
        self.episodes
            .get(&id)
            .and_then(|episode| episode.name.clone())
            .unwrap_or_else(|| id.to_string())
    }
}

/// An object as it is compared with others.
fn comparable(object: &Object) -> Object {
    match object {
        Object::Entity(id) => Object::Entity(*id),
        Object::Literal(value) => Object::Literal(normalise(value)),
    }
}

impl Known for Graph {
    fn named(&self, normalised: &str) -> Vec<(EntityId, String)> {
        let ids = self.names.get(normalised).into_iter().flatten();
        ids.filter_map(|id| Some((*id, self.entities.get(id)?.kind.clone()))).collect()
    }
}
