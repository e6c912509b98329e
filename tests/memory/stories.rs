//! Stories in `fixtures/stories`: turns, questions, and the facts that must come first. Each turn
//! is told at its own time, so that a question can ask what was known earlier.

use std::path::Path;

use hippograph::dialogue::story::{Answer, Step, Story};
use hippograph::ingest::{IngestOptions, Told};
use hippograph::recall::{FactHit, Query};
use hippograph::schema::record::Object;
use hippograph::{Namespace, Reader};

use crate::common;

/// Tells a story turn by turn, and checks each answer. Returns how many questions it asked.
fn check(path: &Path) -> usize {
    let name = path.display().to_string();
    let story = Story::read(&name, &std::fs::read_to_string(path).unwrap()).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let memory = common::open(dir.path());
    let space = memory.make_namespace("story").unwrap();
    let mut asked = 0;
    for step in story.steps {
        match step {
            Step::Turn { turn, .. } => {
                let options = IngestOptions { told: Told::AsSaid, ..IngestOptions::default() };
                space.ingest_with(&[turn], options, |_| ()).unwrap();
            }
            Step::Ask { line, text, valid, known, answers } => {
                asked += 1;
                let query = Query { valid, known, ..Query::new(text) };
                let hits = space.recall(&query).unwrap().facts;
                compare(&format!("{name} line {line}"), &space, &hits, &answers);
            }
        }
    }
    asked
}

fn compare(place: &str, space: &Namespace<'_>, hits: &[FactHit], answers: &[Answer]) {
    let graph = space.read();
    let told: Vec<String> = hits.iter().map(|hit| words(&graph, hit)).collect();
    for (at, answer) in answers.iter().enumerate() {
        match answer {
            Answer::Nothing => assert_eq!(told, [""; 0], "{place}: nothing should be known"),
            Answer::Fact { words, valid } => {
                assert!(at < told.len(), "{place}: `{words}` should be answer {}", at + 1);
                assert_eq!(&told[at], words, "{place}: of {told:?}");
                if let Some(valid) = valid {
                    let held = hits[at].held.map(|interval| interval.to_string());
                    assert_eq!(held.as_deref(), Some(valid.as_str()), "{place}: {words}");
                }
            }
        }
    }
}

fn words(graph: &Reader<'_>, hit: &FactHit) -> String {
    let object = match &hit.fact.object {
        Object::Entity(id) => graph.name(*id),
        Object::Literal(value) => value.clone(),
    };
    format!("{} {} {object}", graph.name(hit.fact.subject), hit.fact.predicate)
}

#[test]
fn every_story_comes_true() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/stories");
    let mut stories: Vec<_> =
        std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    stories.sort();
    assert!(!stories.is_empty());
    for story in stories {
        assert!(check(&story) > 0, "{} asks nothing", story.display());
    }
}
