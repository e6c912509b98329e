//! The lines of a dump after its head, each a JSON object that says its kind.

use std::fmt::Display;
use std::str::FromStr;

use graph_schema::record::{Modality, Role};
use graph_schema::{EntityId, EpisodeId, FactId, Interval, Moment, Recorded, SessionId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A reference: the id counts, the name is for people.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound(serialize = "I: Display", deserialize = "I: FromStr, I::Err: Display"))]
pub(super) struct Ref<I> {
    #[serde(with = "id_text")]
    pub(super) id: I,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ObjectLine {
    Entity(Ref<EntityId>),
    Literal(String),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Line {
    Session {
        #[serde(with = "id_text")]
        id: SessionId,
        name: String,
        started: Option<Moment>,
    },
    Entity {
        #[serde(with = "id_text")]
        id: EntityId,
        name: String,
        r#type: String,
        aliases: Vec<String>,
        recorded: Recorded,
    },
    Episode {
        #[serde(with = "id_text")]
        id: EpisodeId,
        turn_id: Option<String>,
        session: Ref<SessionId>,
        place: u32,
        speaker: Option<Ref<EntityId>>,
        role: Role,
        said_at: Option<Moment>,
        text: String,
        image_caption: Option<String>,
        recorded: Recorded,
    },
    Fact {
        #[serde(with = "id_text")]
        id: FactId,
        subject: Ref<EntityId>,
        predicate: String,
        object: ObjectLine,
        negated: bool,
        modality: Modality,
        statement: String,
        valid: Interval,
        recorded: Recorded,
        sources: Vec<Ref<EpisodeId>>,
        confidence: f32,
        rule: String,
    },
    Mention {
        episode: Ref<EpisodeId>,
        entity: Ref<EntityId>,
        count: u32,
    },
    Synonymy {
        a: Ref<EntityId>,
        b: Ref<EntityId>,
        similarity: f32,
    },
}

/// Ids as the words that people type.
mod id_text {
    use super::{Deserialize, Deserializer, Display, FromStr, Serializer};

    pub(super) fn serialize<I: Display, S: Serializer>(id: &I, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(id)
    }

    pub(super) fn deserialize<'de, I, D>(d: D) -> Result<I, D::Error>
    where
        I: FromStr,
        I::Err: Display,
        D: Deserializer<'de>,
    {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}
