//! A sound store gives no finding; each fault that is planted is found, and nothing else.

use std::sync::{Arc, OnceLock, Weak};

use graph_schema::key::{Key, NameHash, Owner};
use graph_schema::record::{Embedding, Object, Role, Synonymy};
use graph_schema::{EntityId, EpisodeId, Moment, Recorded, SessionId};

use parking_lot::Mutex;

use super::relations;
use crate::dialogue::Turn;
use crate::embed::{EmbedError, Embedder, Hashed};
use crate::memory::{Memory, Stopped};
use crate::store::Changes;
use crate::store::beneath::beneath;

const DIMENSIONS: usize = 64;

fn at(text: &str) -> Moment {
    text.parse().expect("a moment of this test")
}

fn memory(dir: &std::path::Path) -> Memory {
    let clock = Stopped(at("2030-01-01"));
    Memory::builder(dir, Hashed::new(DIMENSIONS), clock).open().expect("a store of this test")
}

fn talk() -> Vec<Turn> {
    let said = [
        (Some("t1"), "Ann", "I work at Acme."),
        (Some("t2"), "Bob", "I live in Oslo. My sister Carla lives in Porto."),
        (None, "Ann", "I joined Globex today."),
    ];
    let turns = said.into_iter().map(|(id, speaker, text)| Turn {
        session: "s1".to_owned(),
        session_started: None,
        id: id.map(str::to_owned),
        speaker: Some(speaker.to_owned()),
        role: Role::Person,
        said_at: Some(at("2024-01-05")),
        text: text.to_owned(),
        image_caption: None,
    });
    turns.collect()
}

/// What is found, as lines, when `plant` has changed the records of a sound namespace.
fn found(plant: impl FnOnce(&mut Changes)) -> Vec<String> {
    let dir = tempfile::tempdir().expect("a directory of this test");
    let memory = memory(dir.path());
    let space = memory.make_namespace("one").expect("a new namespace");
    space.ingest(&talk()).expect("turns of this test");
    let id = memory.store.namespace("one").expect("readable").expect("it was made");
    let mut records = memory.store.read(id).expect("readable");
    plant(&mut records);
    let hasher = memory.store.hasher(id);
    let faults = relations::faults(id, &records, &hasher, DIMENSIONS).into_iter();
    faults.map(|(key, fault)| format!("{:?} {fault}", key.kind())).collect()
}

#[test]
fn a_sound_store_gives_no_finding_before_and_after_a_turn_is_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let memory = memory(dir.path());
    let space = memory.make_namespace("one").unwrap();
    space.ingest(&talk()).unwrap();
    assert!(memory.check().unwrap().is_empty());
    let mut other = talk();
    other[0].text = "I work at Initech.".to_owned();
    let options = crate::ingest::IngestOptions { replace: true, ..Default::default() };
    space.ingest_with(&other, options, |_| ()).unwrap();
    assert!(memory.check().unwrap().is_empty());
}

#[test]
fn every_planted_fault_is_found() {
    type Plant = Box<dyn FnOnce(&mut Changes)>;
    let backwards = || Recorded { from: at("2030-01-01"), until: Some(at("2029-01-01")) };
    let plants: Vec<(&str, Plant)> = vec![
        (
            "Counters the next free id of facts is 1",
            Box::new(|r| r.counters.as_mut().unwrap().fact = 1),
        ),
        ("Session is not found by its name", Box::new(|r| r.session_names.clear())),
        ("SessionName refers to se9", Box::new(|r| r.session_names[0].1 = SessionId::new(9))),
        (
            "SessionName lies under the hash of another name",
            Box::new(|r| r.session_names[0].0 = NameHash([0; 16])),
        ),
        ("Episode refers to se9", Box::new(|r| r.episodes[0].1.session = SessionId::new(9))),
        (
            "Episode refers to en999",
            Box::new(|r| r.episodes[0].1.speaker = Some(EntityId::new(999))),
        ),
        ("Episode stands at the same place", Box::new(|r| r.episodes[1].1.place = 0)),
        (
            "Episode its recorded interval ends",
            Box::new(move |r| r.episodes[0].1.recorded = backwards()),
        ),
        (
            "Episode is not found by its name",
            Box::new(|r| r.episode_names.retain(|(_, id)| *id != EpisodeId::new(1))),
        ),
        (
            "Episode is not found by its name",
            Box::new(|r| r.episode_names.retain(|(_, id)| *id != EpisodeId::new(3))),
        ),
        (
            "EpisodeName lies under the hash of another name",
            Box::new(|r| r.episodes[0].1.name = Some("t9".to_owned())),
        ),
        ("Entity is not found by its name", Box::new(|r| drop(r.aliases.pop()))),
        (
            "Alias lies under the hash of another",
            Box::new(|r| r.aliases[0].2.name = "Zoe".to_owned()),
        ),
        ("Fact refers to en999", Box::new(|r| r.facts[0].1.subject = EntityId::new(999))),
        (
            "Fact refers to en999",
            Box::new(|r| r.facts[0].1.object = Object::Entity(EntityId::new(999))),
        ),
        ("Fact its sources are empty", Box::new(|r| r.facts[0].1.sources.clear())),
        (
            "Fact its sources are empty or out of order",
            Box::new(|r| r.facts[0].1.sources = [2, 1].map(EpisodeId::new).into()),
        ),
        ("Fact refers to ep99", Box::new(|r| r.facts[0].1.sources = vec![EpisodeId::new(99)])),
        ("Fact its confidence is NaN", Box::new(|r| r.facts[0].1.confidence = f32::NAN)),
        ("Fact its confidence is 1.5", Box::new(|r| r.facts[0].1.confidence = 1.5)),
        ("Mention refers to ep99", Box::new(|r| r.mentions[0].0 = EpisodeId::new(99))),
        (
            "Synonymy links",
            Box::new(|r| {
                let link = Synonymy { similarity: 0.9 };
                r.synonymy.push((EntityId::new(2), EntityId::new(1), link));
            }),
        ),
        (
            "Synonymy links Acme1 and Acme2",
            Box::new(|r| {
                r.entities[0].1.name = "Acme1".to_owned();
                r.entities[1].1.name = "Acme2".to_owned();
                let link = Synonymy { similarity: 0.9 };
                r.synonymy.push((EntityId::new(1), EntityId::new(2), link));
            }),
        ),
        (
            "Synonymy its similarity is 0.7",
            Box::new(|r| {
                let link = Synonymy { similarity: 0.7 };
                r.synonymy.push((EntityId::new(1), EntityId::new(2), link));
            }),
        ),
        ("has no vector", Box::new(|r| drop(r.embeddings.pop()))),
        ("Embedding is no unit vector of 64", Box::new(|r| r.embeddings[0].1.0.truncate(63))),
        ("Embedding is no unit vector", Box::new(|r| r.embeddings[0].1.0[0] = f32::INFINITY)),
        ("Embedding is no unit vector", Box::new(|r| r.embeddings[0].1.0.fill(0.0))),
        (
            "Embedding refers to fa99",
            Box::new(|r| {
                let unit = r.embeddings[0].1.clone();
                r.embeddings.push((Owner::Fact(graph_schema::FactId::new(99)), unit));
            }),
        ),
    ];
    assert_eq!(found(|_| ()), [""; 0]);
    for (says, plant) in plants {
        let found = found(plant);
        assert!(found.iter().any(|line| line.contains(says)), "{says}: {found:?}");
    }
}

#[test]
fn vectors_that_cannot_be_used_are_found_and_made_anew() {
    let dir = tempfile::tempdir().unwrap();
    let before;
    {
        let memory = memory(dir.path());
        let space = memory.make_namespace("one").unwrap();
        space.ingest(&talk()).unwrap();
        before = memory.store.read(space_id(&memory)).unwrap();
        let broken = (Owner::Episode(EpisodeId::new(1)), Embedding(vec![f32::NAN; DIMENSIONS]));
        let orphan = (Owner::Fact(graph_schema::FactId::new(99)), before.embeddings[0].1.clone());
        let changes = Changes { embeddings: vec![broken, orphan], ..Changes::default() };
        memory.store.commit(space_id(&memory), &changes).unwrap();
    }
    let memory = memory(dir.path());
    assert!(memory.namespace("one").is_err(), "a vector that is none is never searched");
    let findings: Vec<String> = memory.check().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(findings.len(), 2, "{findings:?}");
    assert!(findings.iter().all(|line| line.ends_with("run `hippograph rebuild`")), "{findings:?}");
    memory.rebuild("one").unwrap();
    assert!(memory.check().unwrap().is_empty());
    assert_eq!(memory.store.read(space_id(&memory)).unwrap().embeddings, before.embeddings);
    memory.namespace("one").unwrap();
}

#[test]
fn derived_records_beyond_reading_are_found_and_made_anew() {
    let dir = tempfile::tempdir().unwrap();
    let before;
    {
        let memory = memory(dir.path());
        memory.make_namespace("one").unwrap().ingest(&talk()).unwrap();
        before = memory.store.read(space_id(&memory)).unwrap();
        let key = Key::Embedding(space_id(&memory), Owner::Episode(EpisodeId::new(1))).encode();
        drop(memory);
        beneath(dir.path(), |db| {
            let mut bytes = db.get(&key).unwrap().unwrap().to_vec();
            bytes[0] = 99;
            db.insert(&key, bytes).unwrap();
        });
    }
    let memory = memory(dir.path());
    assert!(memory.namespace("one").is_err());
    let findings: Vec<String> = memory.check().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(findings.len(), 2, "{findings:?}");
    assert!(findings[0].contains("cannot be read"), "{findings:?}");
    assert!(findings[1].contains("has no vector"), "{findings:?}");
    assert!(findings.iter().all(|line| line.ends_with("run `hippograph rebuild`")), "{findings:?}");
    memory.rebuild("one").unwrap();
    assert!(memory.check().unwrap().is_empty());
    assert_eq!(memory.store.read(space_id(&memory)).unwrap().embeddings, before.embeddings);
    memory.namespace("one").unwrap();
}

#[test]
fn an_unknown_key_hides_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    {
        let memory = memory(dir.path());
        memory.make_namespace("one").unwrap().ingest(&talk()).unwrap();
        memory.make_namespace("two").unwrap().ingest(&talk()).unwrap();
    }
    let id = graph_schema::NamespaceId::new;
    beneath(dir.path(), |db| {
        db.insert([0, 0, 0, 1, 200, 7], "from the future").unwrap();
        for ns in [1, 2] {
            db.remove(Key::Embedding(id(ns), Owner::Episode(EpisodeId::new(ns.into()))).encode())
                .unwrap();
        }
    });
    let memory = memory(dir.path());
    let findings: Vec<String> = memory.check().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(findings.len(), 3, "{findings:?}");
    assert!(findings[0].contains("an unknown key [00, 00, 00, 01, c8, 07]"), "{findings:?}");
    for (line, name) in findings[1..].iter().zip(["one", "two"]) {
        let says = format!("namespace `{name}`: ");
        assert!(line.starts_with(&says) && line.contains("has no vector"), "{findings:?}");
    }
}

#[test]
fn a_damaged_record_of_what_was_told_leaves_the_other_namespaces_checked() {
    let dir = tempfile::tempdir().unwrap();
    {
        let memory = memory(dir.path());
        memory.make_namespace("one").unwrap().ingest(&talk()).unwrap();
        memory.make_namespace("two").unwrap().ingest(&talk()).unwrap();
    }
    let id = graph_schema::NamespaceId::new;
    beneath(dir.path(), |db| {
        db.insert(Key::Episode(id(1), EpisodeId::new(1)).encode(), vec![99]).unwrap();
        db.remove(Key::Embedding(id(2), Owner::Episode(EpisodeId::new(1))).encode()).unwrap();
    });
    let memory = memory(dir.path());
    let findings: Vec<String> = memory.check().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(findings.len(), 3, "{findings:?}");
    assert!(findings[1].starts_with("namespace `one`: not checked further"), "{findings:?}");
    assert!(findings[2].starts_with("namespace `two`: "), "{findings:?}");
    assert!(memory.rebuild("one").is_err());
}

/// Makes vectors, and notes whether namespaces could be opened meanwhile.
#[derive(Clone, Default)]
struct Watching {
    memory: Arc<OnceLock<Weak<Memory>>>,
    seen: Arc<Mutex<Vec<bool>>>,
}

impl Embedder for Watching {
    fn id(&self) -> &str {
        "watching"
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        if let Some(memory) = self.memory.get().and_then(Weak::upgrade) {
            self.seen.lock().push(memory.spaces.try_lock().is_some());
        }
        Hashed::new(DIMENSIONS).embed(texts)
    }
}

#[test]
fn other_namespaces_are_opened_while_one_is_rebuilt() {
    let dir = tempfile::tempdir().unwrap();
    let (watching, clock) = (Watching::default(), Stopped(at("2030-01-01")));
    let memory = Memory::builder(dir.path(), watching.clone(), clock).open().unwrap();
    let memory = Arc::new(memory);
    let space = memory.make_namespace("one").unwrap();
    space.ingest(&talk()).unwrap();
    watching.memory.set(Arc::downgrade(&memory)).unwrap();
    space.rebuild().unwrap();
    assert_eq!(*watching.seen.lock(), [true]);
}

#[test]
fn a_namespace_in_use_is_rebuilt_beneath_its_users() {
    let dir = tempfile::tempdir().unwrap();
    let memory = memory(dir.path());
    let space = memory.make_namespace("one").unwrap();
    space.ingest(&talk()).unwrap();
    let query = crate::recall::Query::new("where does Ann work");
    let before = space.recall(&query).unwrap();
    space.rebuild().unwrap();
    assert_eq!(space.recall(&query).unwrap(), before);
    assert_eq!(space.ingest(&talk()).unwrap().known, 3);
    assert!(memory.check().unwrap().is_empty());
}

#[test]
fn a_finding_says_where_what_and_what_to_do() {
    let finding = super::Finding {
        namespace: Some("one".to_owned()),
        key: Some(Key::Fact(graph_schema::NamespaceId::new(1), graph_schema::FactId::new(2))),
        fault: super::Fault::Sources,
    };
    assert_eq!(
        finding.to_string(),
        "namespace `one`: Fact(NamespaceId(1), FactId(2)) its sources are empty or out of order; \
         ingest the dialogue, or an earlier dump, into a new store"
    );
}

fn space_id(memory: &Memory) -> graph_schema::NamespaceId {
    memory.store.namespace("one").expect("readable").expect("it was made")
}
