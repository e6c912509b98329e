//! The forms that `--json` prints: facts and episodes, with ids, names and both times. Fields keep
//! their order and their names from version to version.

use std::collections::BTreeMap;
use std::io::{self, Write};

use hippograph::graph::Graph;
use hippograph::graph::truth::{self, AsOf};
use hippograph::graph::view::Node;
use hippograph::recall::Share;
use hippograph::schema::record::{Episode, Fact, Modality, Object, Role};
use hippograph::schema::{EpisodeId, FactId, Moment, Ontology, Precision, Start};
use serde::Serialize;

/// A fact.
#[derive(Debug, Serialize)]
pub(super) struct FactForm {
    id: String,
    statement: String,
    subject: String,
    subject_id: String,
    predicate: String,
    object: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    object_id: Option<String>,
    negated: bool,
    modality: Modality,
    #[serde(flatten)]
    valid: ValidForm,
    #[serde(skip_serializing_if = "Option::is_none")]
    closed_by: Option<String>,
    recorded: String,
    recorded_from: Moment,
    recorded_until: Option<Moment>,
    sources: Vec<String>,
    confidence: f32,
    rule: String,
    #[serde(flatten)]
    found: Option<FoundForm>,
}

/// When a fact held: `from` where its beginning is known, `known_by` where only that it held then.
#[derive(Debug, Serialize)]
struct ValidForm {
    valid: String,
    from: Option<Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known_by: Option<Moment>,
    until: Option<Moment>,
    precision: Precision,
}

/// Why a hit is one.
#[derive(Debug, Serialize)]
pub(super) struct FoundForm {
    score: f32,
    shares: BTreeMap<&'static str, f32>,
}

impl FoundForm {
    pub(super) fn new(score: f32, shares: &[Share]) -> Self {
        let shares = shares.iter().map(|share| (share.channel.as_str(), share.score)).collect();
        Self { score, shares }
    }
}

/// The object of a fact, in words.
pub(super) fn object(graph: &Graph, object: &Object) -> String {
    match object {
        Object::Entity(id) => graph.name(*id),
        Object::Literal(value) => value.clone(),
    }
}

impl FactForm {
    pub(super) fn new(
        graph: &Graph,
        ontology: &Ontology,
        as_of: AsOf,
        id: FactId,
        fact: &Fact,
    ) -> Self {
        let held = truth::held(graph, ontology, id, fact, as_of);
        let start = held.interval.map(|interval| interval.start());
        Self {
            id: id.to_string(),
            statement: fact.statement.clone(),
            subject: graph.name(fact.subject),
            subject_id: fact.subject.to_string(),
            predicate: fact.predicate.clone(),
            object: object(graph, &fact.object),
            object_id: match fact.object {
                Object::Entity(id) => Some(id.to_string()),
                Object::Literal(_) => None,
            },
            negated: fact.negated,
            modality: fact.modality,
            valid: ValidForm {
                valid: held.interval.map_or_else(|| "-".to_owned(), |i| i.to_string()),
                from: match start {
                    Some(Start::At(from)) => Some(from),
                    _ => None,
                },
                known_by: match start {
                    Some(Start::KnownBy(known)) => Some(known),
                    _ => None,
                },
                until: held.interval.and_then(|interval| interval.until()),
                precision: fact.valid.precision(),
            },
            closed_by: held.closed_by.map(|id| id.to_string()),
            recorded: fact.recorded.to_string(),
            recorded_from: fact.recorded.from,
            recorded_until: fact.recorded.until,
            sources: fact.sources.iter().map(|id| graph.episode_title(*id)).collect(),
            confidence: fact.confidence,
            rule: fact.rule.clone(),
            found: None,
        }
    }

    pub(super) fn found(self, found: FoundForm) -> Self {
        Self { found: Some(found), ..self }
    }
}

/// An episode.
#[derive(Debug, Serialize)]
pub(super) struct EpisodeForm {
    id: String,
    turn_id: Option<String>,
    session: String,
    place: u32,
    speaker: Option<String>,
    role: Role,
    said_at: Option<Moment>,
    text: String,
    image_caption: Option<String>,
    recorded: String,
    #[serde(flatten)]
    found: Option<FoundForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<Vec<String>>,
}

impl EpisodeForm {
    pub(super) fn new(graph: &Graph, id: EpisodeId, episode: &Episode) -> Self {
        Self {
            id: id.to_string(),
            turn_id: episode.name.clone(),
            session: session(graph, episode),
            place: episode.place,
            speaker: episode.speaker.map(|id| graph.name(id)),
            role: episode.role,
            said_at: episode.said_at,
            text: episode.text.clone(),
            image_caption: episode.image_caption.clone(),
            recorded: episode.recorded.to_string(),
            found: None,
            path: None,
            facts: None,
        }
    }

    pub(super) fn found(self, found: FoundForm, path: Vec<String>, facts: Vec<String>) -> Self {
        Self { found: Some(found), path: Some(path), facts: Some(facts), ..self }
    }
}

/// The name of an episode's session.
pub(super) fn session(graph: &Graph, episode: &Episode) -> String {
    let session = graph.sessions().get(&episode.session);
    session.map_or_else(|| episode.session.to_string(), |session| session.name.clone())
}

/// Prints a form on a line.
pub(super) fn print(out: &mut dyn Write, form: &impl Serialize) -> io::Result<()> {
    // As an error of output, so that a reader who has seen enough is known as such.
    serde_json::to_writer(&mut *out, form).map_err(io::Error::from)?;
    writeln!(out)
}

/// The steps of a walk, in words.
pub(super) fn path(graph: &Graph, nodes: &[Node]) -> Vec<String> {
    nodes
        .iter()
        .map(|node| match node {
            Node::Entity(id) => graph.name(*id),
            Node::Episode(id) => graph.episode_title(*id),
        })
        .collect()
}
