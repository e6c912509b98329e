//! Where each record lies: the bytes of every key, in one place. `KEYS.md` draws them.
//!
//! A key begins with its namespace and the kind of its record, and holds nothing but ids and keyed
//! hashes: never a name, a word or text, so that what is forgotten leaves no trace in keys.
//! Numbers are big-endian, so that keys sort as their ids do.

use crate::id::{EntityId, EpisodeId, FactId, NamespaceId, SessionId};

/// What kind of record a key leads to. The numbers are on disk: frozen, never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// What the store says of itself (under [`NamespaceId::STORE`] only).
    Meta = 1, // since v1
    /// Hash of a namespace's name, to its record (under [`NamespaceId::STORE`] only).
    Namespace = 2, // since v1
    /// The next free ids of a namespace.
    Counters = 3, // since v1
    /// A session.
    Session = 16, // since v1
    /// Hash of a session's name, to its id.
    SessionName = 17, // since v1
    /// An episode.
    Episode = 32, // since v1
    /// Hash of an episode's own id, to its id here.
    EpisodeName = 33, // since v1
    /// An entity.
    Entity = 48, // since v1
    /// Hash of an alias and the entity it names, to the alias.
    Alias = 49, // since v1
    /// A fact.
    Fact = 64, // since v1
    /// An episode and an entity that it mentions.
    Mention = 80, // since v1
    /// Two entities that may be the same.
    Synonymy = 96, // since v1
    /// The vector of an entity, a fact or an episode.
    Embedding = 112, // since v1
}

impl Kind {
    /// Every kind, in the order of its number.
    pub const ALL: [Self; 13] = [
        Self::Meta,
        Self::Namespace,
        Self::Counters,
        Self::Session,
        Self::SessionName,
        Self::Episode,
        Self::EpisodeName,
        Self::Entity,
        Self::Alias,
        Self::Fact,
        Self::Mention,
        Self::Synonymy,
        Self::Embedding,
    ];
}

/// A keyed hash of a name, made by the store with its own secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameHash(pub [u8; 16]);

/// Whose vector it is. The variants' numbers are on disk: frozen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// An entity's name.
    Entity(EntityId),
    /// A fact's statement.
    Fact(FactId),
    /// An episode's text.
    Episode(EpisodeId),
}

impl Owner {
    fn parts(self) -> (u8, u64) {
        match self {
            Self::Entity(id) => (1, id.get()),
            Self::Fact(id) => (2, id.get()),
            Self::Episode(id) => (3, id.get()),
        }
    }
}

/// What a store says of itself, one record each. The numbers are on disk: frozen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MetaItem {
    /// The format's version, the embedder and the secret of the name hashes.
    Header = 1,
    /// The last given number of a namespace.
    LastNamespace = 2,
}

/// A typed key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Key {
    /// See [`Kind::Meta`].
    Meta(MetaItem),
    /// See [`Kind::Namespace`].
    Namespace(NameHash),
    /// See [`Kind::Counters`].
    Counters(NamespaceId),
    /// See [`Kind::Session`].
    Session(NamespaceId, SessionId),
    /// See [`Kind::SessionName`].
    SessionName(NamespaceId, NameHash),
    /// See [`Kind::Episode`].
    Episode(NamespaceId, EpisodeId),
    /// See [`Kind::EpisodeName`].
    EpisodeName(NamespaceId, NameHash),
    /// See [`Kind::Entity`].
    Entity(NamespaceId, EntityId),
    /// See [`Kind::Alias`].
    Alias(NamespaceId, NameHash, EntityId),
    /// See [`Kind::Fact`].
    Fact(NamespaceId, FactId),
    /// See [`Kind::Mention`].
    Mention(NamespaceId, EpisodeId, EntityId),
    /// See [`Kind::Synonymy`]. The smaller id comes first.
    Synonymy(NamespaceId, EntityId, EntityId),
    /// See [`Kind::Embedding`].
    Embedding(NamespaceId, Owner),
}

impl Key {
    /// The kind of record that this key leads to.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Meta(..) => Kind::Meta,
            Self::Namespace(..) => Kind::Namespace,
            Self::Counters(..) => Kind::Counters,
            Self::Session(..) => Kind::Session,
            Self::SessionName(..) => Kind::SessionName,
            Self::Episode(..) => Kind::Episode,
            Self::EpisodeName(..) => Kind::EpisodeName,
            Self::Entity(..) => Kind::Entity,
            Self::Alias(..) => Kind::Alias,
            Self::Fact(..) => Kind::Fact,
            Self::Mention(..) => Kind::Mention,
            Self::Synonymy(..) => Kind::Synonymy,
            Self::Embedding(..) => Kind::Embedding,
        }
    }

    /// The namespace that this key lies in.
    pub fn namespace(&self) -> NamespaceId {
        match *self {
            Self::Meta(_) | Self::Namespace(_) => NamespaceId::STORE,
            Self::Counters(ns)
            | Self::Session(ns, _)
            | Self::SessionName(ns, _)
            | Self::Episode(ns, _)
            | Self::EpisodeName(ns, _)
            | Self::Entity(ns, _)
            | Self::Alias(ns, ..)
            | Self::Fact(ns, _)
            | Self::Mention(ns, ..)
            | Self::Synonymy(ns, ..)
            | Self::Embedding(ns, _) => ns,
        }
    }

    /// The bytes of this key.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Prefix::kind(self.namespace(), self.kind()).encode();
        match *self {
            Self::Meta(item) => bytes.push(item as u8),
            Self::Counters(_) => {}
            Self::Namespace(hash) | Self::SessionName(_, hash) | Self::EpisodeName(_, hash) => {
                bytes.extend(hash.0);
            }
            Self::Session(_, id) => bytes.extend(id.get().to_be_bytes()),
            Self::Episode(_, id) => bytes.extend(id.get().to_be_bytes()),
            Self::Entity(_, id) => bytes.extend(id.get().to_be_bytes()),
            Self::Fact(_, id) => bytes.extend(id.get().to_be_bytes()),
            Self::Alias(_, hash, id) => {
                bytes.extend(hash.0);
                bytes.extend(id.get().to_be_bytes());
            }
            Self::Mention(_, episode, entity) => {
                bytes.extend(episode.get().to_be_bytes());
                bytes.extend(entity.get().to_be_bytes());
            }
            Self::Synonymy(_, a, b) => {
                bytes.extend(a.get().to_be_bytes());
                bytes.extend(b.get().to_be_bytes());
            }
            Self::Embedding(_, owner) => {
                let (kind, id) = owner.parts();
                bytes.push(kind);
                bytes.extend(id.to_be_bytes());
            }
        }
        bytes
    }

    /// The key with these bytes; `None` when they are no key.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (ns, rest) = bytes.split_first_chunk::<4>()?;
        let ns = NamespaceId::new(u32::from_be_bytes(*ns));
        let (&kind, rest) = rest.split_first()?;
        let kind = Kind::ALL.into_iter().find(|k| *k as u8 == kind)?;
        let mut rest = Rest(rest);
        let key = match kind {
            Kind::Meta => Self::Meta(match rest.byte()? {
                1 => MetaItem::Header,
                2 => MetaItem::LastNamespace,
                _ => return None,
            }),
            Kind::Namespace => Self::Namespace(rest.hash()?),
            Kind::Counters => Self::Counters(ns),
            Kind::Session => Self::Session(ns, SessionId::new(rest.number()?)),
            Kind::SessionName => Self::SessionName(ns, rest.hash()?),
            Kind::Episode => Self::Episode(ns, EpisodeId::new(rest.number()?)),
            Kind::EpisodeName => Self::EpisodeName(ns, rest.hash()?),
            Kind::Entity => Self::Entity(ns, EntityId::new(rest.number()?)),
            Kind::Alias => Self::Alias(ns, rest.hash()?, EntityId::new(rest.number()?)),
            Kind::Fact => Self::Fact(ns, FactId::new(rest.number()?)),
            Kind::Mention => {
                Self::Mention(ns, EpisodeId::new(rest.number()?), EntityId::new(rest.number()?))
            }
            Kind::Synonymy => {
                Self::Synonymy(ns, EntityId::new(rest.number()?), EntityId::new(rest.number()?))
            }
            Kind::Embedding => Self::Embedding(
                ns,
                match (rest.byte()?, rest.number()?) {
                    (1, id) => Owner::Entity(EntityId::new(id)),
                    (2, id) => Owner::Fact(FactId::new(id)),
                    (3, id) => Owner::Episode(EpisodeId::new(id)),
                    _ => return None,
                },
            ),
        };
        (rest.0.is_empty() && key.namespace() == ns).then_some(key)
    }
}

struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    fn number(&mut self) -> Option<u64> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_be_bytes(*bytes))
    }

    fn hash(&mut self) -> Option<NameHash> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(NameHash(*bytes))
    }
}

/// A range of keys to scan: all of the store, of a namespace, or of one kind in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefix {
    namespace: Option<NamespaceId>,
    kind: Option<Kind>,
}

impl Prefix {
    /// Every key of the store: for checks of the whole, never to answer from.
    pub fn everything() -> Self {
        Self { namespace: None, kind: None }
    }

    /// Every key of a namespace.
    pub fn namespace(namespace: NamespaceId) -> Self {
        Self { namespace: Some(namespace), kind: None }
    }

    /// Every key of one kind in a namespace.
    pub fn kind(namespace: NamespaceId, kind: Kind) -> Self {
        Self { namespace: Some(namespace), kind: Some(kind) }
    }

    /// The bytes that every key of this range begins with.
    pub fn encode(&self) -> Vec<u8> {
        let namespace = self.namespace.map(|ns| ns.get().to_be_bytes());
        namespace.into_iter().flatten().chain(self.kind.map(|k| k as u8)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn keys() -> impl Strategy<Value = Key> {
        let ns = || (1u32..).prop_map(NamespaceId::new);
        let hash = || any::<[u8; 16]>().prop_map(NameHash);
        let entity = || any::<u64>().prop_map(EntityId::new);
        let episode = || any::<u64>().prop_map(EpisodeId::new);
        let fact = || any::<u64>().prop_map(FactId::new);
        prop_oneof![
            Just(Key::Meta(MetaItem::Header)),
            Just(Key::Meta(MetaItem::LastNamespace)),
            hash().prop_map(Key::Namespace),
            ns().prop_map(Key::Counters),
            (ns(), any::<u64>()).prop_map(|(n, s)| Key::Session(n, SessionId::new(s))),
            (ns(), hash()).prop_map(|(n, h)| Key::SessionName(n, h)),
            (ns(), episode()).prop_map(|(n, e)| Key::Episode(n, e)),
            (ns(), hash()).prop_map(|(n, h)| Key::EpisodeName(n, h)),
            (ns(), entity()).prop_map(|(n, e)| Key::Entity(n, e)),
            (ns(), hash(), entity()).prop_map(|(n, h, e)| Key::Alias(n, h, e)),
            (ns(), fact()).prop_map(|(n, f)| Key::Fact(n, f)),
            (ns(), episode(), entity()).prop_map(|(n, p, e)| Key::Mention(n, p, e)),
            (ns(), entity(), entity()).prop_map(|(n, a, b)| Key::Synonymy(n, a, b)),
            (ns(), entity()).prop_map(|(n, e)| Key::Embedding(n, Owner::Entity(e))),
            (ns(), fact()).prop_map(|(n, f)| Key::Embedding(n, Owner::Fact(f))),
            (ns(), episode()).prop_map(|(n, e)| Key::Embedding(n, Owner::Episode(e))),
        ]
    }

    proptest! {
        #[test]
        fn a_key_comes_back_from_its_bytes(key in keys()) {
            prop_assert_eq!(Key::decode(&key.encode()), Some(key));
        }

        #[test]
        fn a_key_lies_in_the_range_of_its_kind_and_namespace_only(key in keys(), other in keys()) {
            let range = Prefix::kind(key.namespace(), key.kind()).encode();
            let inside = other.encode().starts_with(&range);
            prop_assert_eq!(inside, other.namespace() == key.namespace() && other.kind() == key.kind());
        }

        #[test]
        fn any_bytes_are_a_key_or_none(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            if let Some(key) = Key::decode(&bytes) {
                prop_assert_eq!(key.encode(), bytes);
            }
        }
    }

    #[test]
    fn keys_of_episodes_sort_as_their_ids() {
        let ns = NamespaceId::new(7);
        let encoded = |n| Key::Episode(ns, EpisodeId::new(n)).encode();
        assert!(encoded(255) < encoded(256));
        assert_eq!(encoded(1), [0, 0, 0, 7, 32, 0, 0, 0, 0, 0, 0, 0, 1]);
    }
}
