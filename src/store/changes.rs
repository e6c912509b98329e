//! A set of records that take effect together. A live write and the reading of a whole namespace
//! have this one form, so that what is derived is brought up to date in one way only.

use graph_schema::key::{Key, Kind, MetaItem, NameHash, Owner, Prefix};
use graph_schema::record::{
    Alias, Counters, Embedding, Entity, Episode, Fact, Header, LastNamespace, Mention,
    NamedEpisode, NamedSession, Namespace, Session, Synonymy,
};
use graph_schema::{EntityId, EpisodeId, FactId, NamespaceId, Record, SessionId};

use super::StoreError;
use super::kv::{Batch, KeyValue};

/// Records of one namespace, new or changed.
#[derive(Debug, Default, Clone)]
#[expect(missing_docs, reason = "each field is the kind of record it is named by")]
pub struct Changes {
    pub counters: Option<Counters>,
    pub sessions: Vec<(SessionId, Session)>,
    pub session_names: Vec<(NameHash, SessionId)>,
    pub episodes: Vec<(EpisodeId, Episode)>,
    pub episode_names: Vec<(NameHash, EpisodeId)>,
    pub entities: Vec<(EntityId, Entity)>,
    pub aliases: Vec<(NameHash, EntityId, Alias)>,
    pub facts: Vec<(FactId, Fact)>,
    pub mentions: Vec<(EpisodeId, EntityId, Mention)>,
    pub synonymy: Vec<(EntityId, EntityId, Synonymy)>,
    pub embeddings: Vec<(Owner, Embedding)>,
}

impl Changes {
    /// Every record of a namespace, each kind in the order of its keys.
    ///
    /// # Errors
    /// When the store cannot be read or a record is damaged.
    pub(super) fn read(kv: &dyn KeyValue, ns: NamespaceId) -> Result<Self, StoreError> {
        let mut all = Self::default();
        for entry in kv.scan(&Prefix::namespace(ns)) {
            let (key, bytes) = entry?;
            all.add(key, &bytes)?;
        }
        Ok(all)
    }

    /// Every record of a namespace that is not derived. The others are not looked at.
    ///
    /// # Errors
    /// When the store cannot be read or a record that is not derived is damaged.
    pub(super) fn read_truth(kv: &dyn KeyValue, ns: NamespaceId) -> Result<Self, StoreError> {
        let mut all = Self::default();
        for kind in Kind::ALL.into_iter().filter(|kind| !DERIVED.contains(kind)) {
            for entry in kv.scan(&Prefix::kind(ns, kind)) {
                let (key, bytes) = entry?;
                all.add(key, &bytes)?;
            }
        }
        Ok(all)
    }

    /// Every record of a namespace, but for unknown keys and derived records that are damaged.
    ///
    /// # Errors
    /// When the store cannot be read or a record that is not derived is damaged.
    pub(super) fn read_sound(kv: &dyn KeyValue, ns: NamespaceId) -> Result<Self, StoreError> {
        let mut all = Self::default();
        for entry in kv.scan(&Prefix::namespace(ns)) {
            let (key, bytes) = match entry {
                Err(StoreError::UnknownKey { .. }) => continue,
                entry => entry?,
            };
            match all.add(key, &bytes) {
                Err(_) if DERIVED.contains(&key.kind()) => {}
                added => added?,
            }
        }
        Ok(all)
    }

    fn add(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError> {
        self.take(key, bytes).map_err(|source| StoreError::Damaged { key, source })
    }

    fn take(&mut self, key: Key, bytes: &[u8]) -> Result<(), graph_schema::DecodeError> {
        match key {
            Key::Meta(_) | Key::Namespace(_) => {}
            Key::Counters(_) => self.counters = Some(Counters::decode(bytes)?),
            Key::Session(_, id) => self.sessions.push((id, Session::decode(bytes)?)),
            Key::SessionName(_, hash) => {
                self.session_names.push((hash, NamedSession::decode(bytes)?.0));
            }
            Key::Episode(_, id) => self.episodes.push((id, Episode::decode(bytes)?)),
            Key::EpisodeName(_, hash) => {
                self.episode_names.push((hash, NamedEpisode::decode(bytes)?.0));
            }
            Key::Entity(_, id) => self.entities.push((id, Entity::decode(bytes)?)),
            Key::Alias(_, hash, id) => self.aliases.push((hash, id, Alias::decode(bytes)?)),
            Key::Fact(_, id) => self.facts.push((id, Fact::decode(bytes)?)),
            Key::Mention(_, episode, entity) => {
                self.mentions.push((episode, entity, Mention::decode(bytes)?));
            }
            Key::Synonymy(_, a, b) => self.synonymy.push((a, b, Synonymy::decode(bytes)?)),
            Key::Embedding(_, owner) => self.embeddings.push((owner, Embedding::decode(bytes)?)),
        }
        Ok(())
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.batch(NamespaceId::STORE).is_empty()
    }

    /// The puts that write all of it into namespace `ns`.
    pub(super) fn batch(&self, ns: NamespaceId) -> Batch {
        let mut batch = Batch::default();
        if let Some(counters) = &self.counters {
            batch.put(Key::Counters(ns), counters);
        }
        for (id, session) in &self.sessions {
            batch.put(Key::Session(ns, *id), session);
        }
        for (hash, id) in &self.session_names {
            batch.put(Key::SessionName(ns, *hash), &NamedSession(*id));
        }
        for (id, episode) in &self.episodes {
            batch.put(Key::Episode(ns, *id), episode);
        }
        for (hash, id) in &self.episode_names {
            batch.put(Key::EpisodeName(ns, *hash), &NamedEpisode(*id));
        }
        for (id, entity) in &self.entities {
            batch.put(Key::Entity(ns, *id), entity);
        }
        for (hash, id, alias) in &self.aliases {
            batch.put(Key::Alias(ns, *hash, *id), alias);
        }
        for (id, fact) in &self.facts {
            batch.put(Key::Fact(ns, *id), fact);
        }
        for (episode, entity, mention) in &self.mentions {
            batch.put(Key::Mention(ns, *episode, *entity), mention);
        }
        for (a, b, synonymy) in &self.synonymy {
            batch.put(Key::Synonymy(ns, *a, *b), synonymy);
        }
        for (owner, embedding) in &self.embeddings {
            batch.put(Key::Embedding(ns, *owner), embedding);
        }
        batch
    }
}

/// Whether the record under `key` can be read.
pub(super) fn readable(key: Key, bytes: &[u8]) -> Result<(), graph_schema::DecodeError> {
    match key {
        Key::Meta(MetaItem::Header) => Header::decode(bytes).map(drop),
        Key::Meta(MetaItem::LastNamespace) => LastNamespace::decode(bytes).map(drop),
        Key::Namespace(_) => Namespace::decode(bytes).map(drop),
        _ => Changes::default().take(key, bytes),
    }
}

/// The kinds of record that are derived from the others and can be dropped.
pub(crate) const DERIVED: [Kind; 2] = [Kind::Synonymy, Kind::Embedding];
