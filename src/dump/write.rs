//! A graph to JSON lines, in an order that depends on its content alone.

use std::fmt::Display;
use std::io::{self, Write};

use graph_schema::record::Object;
use graph_schema::{EntityId, EpisodeId};
use serde::Serialize;

use crate::graph::Graph;

use super::line::{Line, ObjectLine, Ref};
use super::{Head, VERSION};

/// Writes all of `graph`: head, sessions, entities, episodes, facts, mentions, synonymy.
///
/// # Errors
/// When `out` refuses.
pub fn write(graph: &Graph, mut out: impl Write) -> io::Result<()> {
    let lines = graph.sessions().len()
        + graph.entities().len()
        + graph.episodes().len()
        + graph.facts().len()
        + graph.mentions().len()
        + graph.synonymy().len();
    line(&mut out, &Head { version: VERSION, next: graph.counters(), lines })?;
    let mut put = |content: &Line| line(&mut out, content);
    for (id, session) in graph.sessions() {
        let started = session.started;
        put(&Line::Session { id: *id, name: session.name.clone(), started })?;
    }
    for (id, entity) in graph.entities() {
        put(&Line::Entity {
            id: *id,
            name: entity.name.clone(),
            r#type: entity.kind.clone(),
            aliases: graph.aliases(*id).map(str::to_owned).collect(),
            recorded: entity.recorded,
        })?;
    }
    for (id, episode) in graph.episodes() {
        let session = graph.sessions().get(&episode.session).map(|s| s.name.clone());
        put(&Line::Episode {
            id: *id,
            turn_id: episode.name.clone(),
            session: Ref { id: episode.session, name: session },
            place: episode.place,
            speaker: episode.speaker.map(|id| entity_ref(graph, id)),
            role: episode.role,
            said_at: episode.said_at,
            text: episode.text.clone(),
            image_caption: episode.image_caption.clone(),
            recorded: episode.recorded,
        })?;
    }
    for (id, fact) in graph.facts() {
        put(&Line::Fact {
            id: *id,
            subject: entity_ref(graph, fact.subject),
            predicate: fact.predicate.clone(),
            object: match &fact.object {
                Object::Entity(id) => ObjectLine::Entity(entity_ref(graph, *id)),
                Object::Literal(value) => ObjectLine::Literal(value.clone()),
            },
            negated: fact.negated,
            modality: fact.modality,
            statement: fact.statement.clone(),
            valid: fact.valid,
            recorded: fact.recorded,
            sources: fact.sources.iter().map(|id| episode_ref(graph, *id)).collect(),
            confidence: fact.confidence,
            rule: fact.rule.clone(),
        })?;
    }
    for ((episode, entity), mention) in graph.mentions() {
        put(&Line::Mention {
            episode: episode_ref(graph, *episode),
            entity: entity_ref(graph, *entity),
            count: mention.count,
        })?;
    }
    for ((a, b), synonymy) in graph.synonymy() {
        put(&Line::Synonymy {
            a: entity_ref(graph, *a),
            b: entity_ref(graph, *b),
            similarity: synonymy.similarity,
        })?;
    }
    out.flush()
}

fn line(out: &mut impl Write, content: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, content)?;
    out.write_all(b"\n")
}

fn entity_ref(graph: &Graph, id: EntityId) -> Ref<EntityId> {
    named(id, graph.entities().get(&id).map(|entity| entity.name.clone()))
}

fn episode_ref(graph: &Graph, id: EpisodeId) -> Ref<EpisodeId> {
    named(id, graph.episodes().get(&id).and_then(|episode| episode.name.clone()))
}

fn named<I: Display>(id: I, name: Option<String>) -> Ref<I> {
    Ref { id, name }
}
