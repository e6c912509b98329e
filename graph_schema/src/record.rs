//! What a key leads to: records, each with a version of its own on disk.
//!
//! A record's bytes are one byte of version, then its fields in postcard's wire format. Decoding is
//! total: any bytes give a record or an error, never a panic.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::id::{EntityId, EpisodeId, NamespaceId, SessionId};
use crate::time::{Interval, Moment, Recorded};

/// Why bytes are no record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// There is no byte at all.
    #[error("an empty {record} record")]
    Empty {
        /// What it should have been.
        record: &'static str,
    },
    /// It was written by a later version of hippograph.
    #[error(
        "a {record} record of version {found}, and this program knows versions up to {known}; open the store with a newer hippograph"
    )]
    Version {
        /// What it should have been.
        record: &'static str,
        /// The version on disk.
        found: u8,
        /// The latest known version.
        known: u8,
    },
    /// The bytes do not fit the record.
    #[error("a damaged {record} record: {reason}")]
    Damaged {
        /// What it should have been.
        record: &'static str,
        /// What the decoder said.
        reason: String,
    },
}

/// A value that is stored under a key.
pub trait Record: Serialize + DeserializeOwned {
    /// The version that is written.
    const VERSION: u8;
    /// What it is called in errors.
    const NAME: &'static str;

    /// Its bytes: version, then fields.
    fn encode(&self) -> Vec<u8> {
        postcard::to_extend(self, vec![Self::VERSION])
            .expect("records are plain data, and a vector takes any number of bytes")
    }

    /// The record with these bytes.
    ///
    /// # Errors
    /// When they are empty, of a later version, or damaged.
    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let record = Self::NAME;
        let (&version, fields) = bytes.split_first().ok_or(DecodeError::Empty { record })?;
        if version != Self::VERSION {
            return Err(DecodeError::Version { record, found: version, known: Self::VERSION });
        }
        let damaged = |reason: String| DecodeError::Damaged { record, reason };
        match postcard::take_from_bytes(fields) {
            Ok((value, [])) => Ok(value),
            Ok((_, rest)) => Err(damaged(format!("{} bytes too many", rest.len()))),
            Err(error) => Err(damaged(error.to_string())),
        }
    }
}

macro_rules! record {
    ($name:ident, $version:literal, $text:literal) => {
        impl Record for $name {
            const VERSION: u8 = $version;
            const NAME: &'static str = $text;
        }
    };
}

/// What a store says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the whole format.
    pub format: u32,
    /// The id of the embedder that made the vectors.
    pub embedder: String,
    /// How many numbers a vector has.
    pub dimensions: u32,
    /// The secret of the name hashes.
    pub secret: [u8; 32],
}
record!(Header, 1, "header");

/// The number given to the newest namespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastNamespace(pub NamespaceId);
record!(LastNamespace, 1, "last-namespace");

/// A namespace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Namespace {
    /// Its number, the first part of every key in it.
    pub id: NamespaceId,
    /// The name its user gave it.
    pub name: String,
}
record!(Namespace, 1, "namespace");

/// The next free number of each kind in a namespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Of a session.
    pub session: u64,
    /// Of an episode.
    pub episode: u64,
    /// Of an entity.
    pub entity: u64,
    /// Of a fact.
    pub fact: u64,
}
record!(Counters, 1, "counters");

impl Default for Counters {
    /// Numbers begin at 1.
    fn default() -> Self {
        Self { session: 1, episode: 1, entity: 1, fact: 1 }
    }
}

/// A conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// What its source calls it.
    pub name: String,
    /// When it began, if told.
    pub started: Option<Moment>,
}
record!(Session, 1, "session");

/// An id by which something with a name of its own is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedSession(pub SessionId);
record!(NamedSession, 1, "session-name");

/// An id by which something with a name of its own is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedEpisode(pub EpisodeId);
record!(NamedEpisode, 1, "episode-name");

/// Whose voice a turn has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A person who takes part.
    Person = 0,
    /// The assistant of a chat with a model.
    Assistant = 1,
    /// The instructions of a chat with a model: kept, gives no facts.
    System = 2,
    /// What a tool returned: kept, gives no facts.
    Tool = 3,
}

/// One turn of a session: raw truth, never rewritten.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Episode {
    /// The id that its source gave it, if it did.
    pub name: Option<String>,
    /// The session it belongs to.
    pub session: SessionId,
    /// Its place in the session, from 0.
    pub place: u32,
    /// The entity that speaks, if known.
    pub speaker: Option<EntityId>,
    /// Whose voice it is.
    pub role: Role,
    /// When it was said, if told.
    pub said_at: Option<Moment>,
    /// What was said.
    pub text: String,
    /// What a shared image shows.
    pub image_caption: Option<String>,
    /// When this memory held it.
    pub recorded: Recorded,
}
record!(Episode, 1, "episode");

/// A person, place, thing, event or idea.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// Its canonical name.
    pub name: String,
    /// Its type, of the ontology.
    pub kind: String,
    /// When this memory first heard of it.
    pub recorded: Recorded,
}
record!(Entity, 1, "entity");

/// A name that an entity goes by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alias {
    /// The name as it was written.
    pub name: String,
}
record!(Alias, 1, "alias");

/// The object of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Object {
    /// An entity.
    Entity(EntityId),
    /// A value that is no entity.
    Literal(String),
}

/// How a fact was put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Modality {
    /// As true.
    Asserted = 0,
    /// As planned.
    Plan = 1,
    /// As wished for.
    Wish = 2,
}

/// A dated edge, as its sources told it. Where a later fact closes it is derived, never stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// Whom or what it is about.
    pub subject: EntityId,
    /// A predicate of the ontology, or an open one.
    pub predicate: String,
    /// What it says of the subject.
    pub object: Object,
    /// Whether it says that this is not so.
    pub negated: bool,
    /// How it was put.
    pub modality: Modality,
    /// It as a sentence.
    pub statement: String,
    /// When it holds in the world, as told.
    pub valid: Interval,
    /// When this memory believed it.
    pub recorded: Recorded,
    /// The episodes that told it, in order of their ids.
    pub sources: Vec<EpisodeId>,
    /// From 0 to 1.
    pub confidence: f32,
    /// The rule that made it.
    pub rule: String,
}
record!(Fact, 1, "fact");

/// That an episode speaks of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    /// How often.
    pub count: u32,
}
record!(Mention, 1, "mention");

/// That two entities may be the same: never a merge.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Synonymy {
    /// Cosine of their names' vectors, from 0 to 1.
    pub similarity: f32,
}
record!(Synonymy, 1, "synonymy");

/// A unit vector of the store's embedder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Embedding(pub Vec<f32>);
record!(Embedding, 1, "embedding");

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fact() -> Fact {
        let told: Moment = "2024-01-05".parse().expect("a time");
        Fact {
            subject: EntityId::new(1),
            predicate: "works_at".into(),
            object: Object::Entity(EntityId::new(2)),
            negated: false,
            modality: Modality::Asserted,
            statement: "Ann works at Acme".into(),
            valid: Interval::known_by(told),
            recorded: Recorded::since(told),
            sources: vec![EpisodeId::new(1)],
            confidence: 0.8,
            rule: "job".into(),
        }
    }

    #[test]
    fn a_record_comes_back_from_its_bytes() {
        assert_eq!(Fact::decode(&fact().encode()), Ok(fact()));
    }

    #[test]
    fn a_record_of_a_later_version_asks_for_a_newer_program() {
        let mut bytes = fact().encode();
        if let Some(version) = bytes.first_mut() {
            *version = 200;
        }
        let error = Fact::decode(&bytes).expect_err("a version of the future").to_string();
        assert!(error.contains("version 200") && error.contains("newer hippograph"), "{error}");
    }

    #[test]
    fn a_record_with_bytes_missing_or_added_is_damaged() {
        let whole = fact().encode();
        for cut in 0..whole.len() {
            assert!(Fact::decode(whole.get(..cut).expect("in range")).is_err(), "cut at {cut}");
        }
        let more = [whole, vec![0]].concat();
        assert!(matches!(Fact::decode(&more), Err(DecodeError::Damaged { .. })));
    }

    proptest! {
        #[test]
        fn any_bytes_give_a_record_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let versioned = [vec![1], bytes].concat();
            let _ = Fact::decode(&versioned);
            let _ = Episode::decode(&versioned);
            let _ = Header::decode(&versioned);
            let _ = Embedding::decode(&versioned);
        }
    }
}
