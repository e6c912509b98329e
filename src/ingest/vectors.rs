//! What is derived from texts by the embedder: vectors, and the synonymy that follows from those
//! of entity names.

use std::collections::{BTreeMap, HashMap};

use graph_schema::EntityId;
use graph_schema::key::Owner;
use graph_schema::record::{Embedding, Synonymy};

use crate::embed::Embedder;
use crate::graph::Graph;
use crate::index::Vectors;
use crate::index::vectors::{Search, VectorError};
use crate::resolve;
use crate::store::Changes;

use super::{BATCH, IngestError, Reading};

/// How much of a text an error quotes, in characters.
const QUOTED: usize = 40;

/// The text of an episode that its vector stands for: its words and what its image shows, without
/// who speaks.
pub fn embedded_text(text: &str, image_caption: Option<&str>) -> String {
    match image_caption {
        None => text.to_owned(),
        Some(caption) if text.is_empty() => caption.to_owned(),
        Some(caption) => format!("{text} [{caption}]"),
    }
}

/// Adds the vectors of the new entities, facts and episodes of `changes`, and the synonymy links of
/// the new entities with those before them.
pub(super) fn add(changes: &mut Changes, reading: &Reading<'_>) -> Result<(), IngestError> {
    let graph = reading.graph;
    let mut texts: Vec<(Owner, String)> = Vec::new();
    for (id, entity) in &changes.entities {
        if !graph.entities().contains_key(id) {
            texts.push((Owner::Entity(*id), entity.name.clone()));
        }
    }
    for (id, fact) in &changes.facts {
        if !graph.facts().contains_key(id) {
            texts.push((Owner::Fact(*id), fact.statement.clone()));
        }
    }
    for (id, episode) in &changes.episodes {
        if !graph.episodes().contains_key(id) {
            let text = embedded_text(&episode.text, episode.image_caption.as_deref());
            texts.push((Owner::Episode(*id), text));
        }
    }
    let vectors = embed(reading.embedder, &texts)?;
    let names = names(&texts, &vectors);
    let links = synonymy(graph, reading.embedder, reading.entity_vectors, &names)?;
    changes.synonymy.extend(links);
    changes.embeddings = owned(texts, vectors);
    Ok(())
}

/// All vectors and synonymy links of the graph made anew.
///
/// # Errors
/// When no vectors can be made.
pub fn rebuild(graph: &Graph, embedder: &dyn Embedder) -> Result<Changes, IngestError> {
    let texts = all_texts(graph);
    let vectors = embed(embedder, &texts)?;
    let mut changes = Changes::default();
    let mut known = Vectors::new(embedder.dimensions());
    for batch in names(&texts, &vectors).chunks(BATCH) {
        changes.synonymy.extend(synonymy(graph, embedder, &known, batch)?);
        for name in batch {
            known
                .insert(name.id.get(), name.vector)
                .map_err(|source| unusable(embedder, name.text, source))?;
        }
    }
    changes.embeddings = owned(texts, vectors);
    Ok(changes)
}

/// All vectors of the graph made anew.
///
/// # Errors
/// When no vectors can be made.
pub fn embeddings(
    graph: &Graph,
    embedder: &dyn Embedder,
) -> Result<Vec<(Owner, Embedding)>, IngestError> {
    let texts = all_texts(graph);
    let vectors = embed(embedder, &texts)?;
    Ok(owned(texts, vectors))
}

fn all_texts(graph: &Graph) -> Vec<(Owner, String)> {
    let entities = graph.entities().iter().map(|(id, e)| (Owner::Entity(*id), e.name.clone()));
    let facts = graph.facts().iter().map(|(id, f)| (Owner::Fact(*id), f.statement.clone()));
    let episodes = graph
        .episodes()
        .iter()
        .map(|(id, e)| (Owner::Episode(*id), embedded_text(&e.text, e.image_caption.as_deref())));
    entities.chain(facts).chain(episodes).collect()
}

fn owned(texts: Vec<(Owner, String)>, vectors: Vec<Vec<f32>>) -> Vec<(Owner, Embedding)> {
    texts.into_iter().map(|(owner, _)| owner).zip(vectors.into_iter().map(Embedding)).collect()
}

fn embed(embedder: &dyn Embedder, texts: &[(Owner, String)]) -> Result<Vec<Vec<f32>>, IngestError> {
    let plain: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    if plain.is_empty() {
        return Ok(Vec::new());
    }
    let vectors = embedder.embed(&plain)?;
    if vectors.len() != plain.len() {
        return Err(IngestError::VectorCount {
            embedder: embedder.id().to_owned(),
            asked: plain.len(),
            given: vectors.len(),
        });
    }
    let checked = Vectors::new(embedder.dimensions());
    for (vector, text) in vectors.iter().zip(&plain) {
        checked.check(vector).map_err(|source| unusable(embedder, text, source))?;
    }
    Ok(vectors)
}

fn unusable(embedder: &dyn Embedder, text: &str, source: VectorError) -> IngestError {
    IngestError::Vector {
        embedder: embedder.id().to_owned(),
        text: text.chars().take(QUOTED).collect(),
        source,
    }
}

/// The name of a new entity and its vector.
struct Name<'a> {
    id: EntityId,
    text: &'a str,
    vector: &'a [f32],
}

/// The entities among `texts`, in order of their ids.
fn names<'a>(texts: &'a [(Owner, String)], vectors: &'a [Vec<f32>]) -> Vec<Name<'a>> {
    let mut names: Vec<_> = texts
        .iter()
        .zip(vectors)
        .filter_map(|((owner, text), vector)| match owner {
            Owner::Entity(id) => Some(Name { id: *id, text, vector }),
            Owner::Fact(_) | Owner::Episode(_) => None,
        })
        .collect();
    names.sort_by_key(|name| name.id);
    names
}

/// The links of each new entity with the entities of smaller id, `known` and new, so that it does
/// not matter which were taken together.
fn synonymy(
    graph: &Graph,
    embedder: &dyn Embedder,
    known: &Vectors,
    new: &[Name<'_>],
) -> Result<Vec<(EntityId, EntityId, Synonymy)>, IngestError> {
    let texts: HashMap<EntityId, &str> = new.iter().map(|name| (name.id, name.text)).collect();
    let text_of = |id: EntityId| {
        let known = || graph.entities().get(&id).map(|e| e.name.clone());
        texts.get(&id).map(|text| (*text).to_owned()).or_else(known)
    };
    let mut links = BTreeMap::new();
    for (at, name) in new.iter().enumerate() {
        let found = known
            .search(name.vector, resolve::SYNONYMS * 2, Search::Auto, None)
            .map_err(|source| unusable(embedder, name.text, source))?;
        let mut near: Vec<(EntityId, f32)> =
            found.into_iter().map(|(id, cosine)| (EntityId::new(id), cosine)).collect();
        let before = new.get(..at).unwrap_or_default();
        near.extend(before.iter().map(|other| (other.id, cosine(name.vector, other.vector))));
        near.retain(|(_, cosine)| *cosine >= resolve::SYNONYMY);
        near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        links.extend(resolve::synonyms(name.id, name.text, &near, text_of));
    }
    Ok(links.into_iter().map(|((a, b), similarity)| (a, b, Synonymy { similarity })).collect())
}

/// The cosine of two unit vectors of one length.
fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
