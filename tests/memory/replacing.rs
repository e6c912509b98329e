//! Replacing a turn: into another session, under a clock that went back, and what it had closed.

use hippograph::embed::Hashed;
use hippograph::ingest::IngestOptions;
use hippograph::recall::Query;
use hippograph::{Memory, Stopped};

use crate::common::{at, dump, open, turn};

const REPLACE: IngestOptions = IngestOptions { replace: true, told: hippograph::ingest::Told::Now };

#[test]
fn a_turn_that_goes_to_another_session_takes_a_new_place_there() {
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let space = memory.make_namespace("a").unwrap();
    let day = "2024-01-05";
    let turns =
        [("s1", "1"), ("s1", "2"), ("s2", "3")].map(|(s, id)| turn(s, id, day, "Ann", "Hello."));
    space.ingest(&turns).unwrap();
    space.ingest_with(&[turn("s2", "1", day, "Ann", "Hello.")], REPLACE, |_| ()).unwrap();
    let places = |session: &str| {
        let graph = space.read();
        let id = graph.session_named(session).unwrap();
        graph.turns(id).map(|(_, episode)| graph.episode_title(episode)).collect::<Vec<_>>()
    };
    assert_eq!((places("s1"), places("s2")), (vec!["2".into()], vec!["3".into(), "1".into()]));
    assert!(memory.check().unwrap().is_empty());
    let before = dump(&memory, "a");
    drop(memory);
    assert_eq!(dump(&open(dir.path()), "a"), before);
}

#[test]
fn a_clock_that_went_back_reverses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    for (now, text) in [("2024-06-01", "I work at Acme."), ("2024-01-01", "I work at Globex.")] {
        let memory = Memory::builder(dir.path(), Hashed::new(64), Stopped(at(now))).open().unwrap();
        let space = memory.make_namespace("a").unwrap();
        space.ingest_with(&[turn("s", "1", "2024-01-05", "Ann", text)], REPLACE, |_| ()).unwrap();
        let findings = memory.check().unwrap();
        assert!(findings.is_empty(), "{findings:?}");
    }
}

#[test]
fn without_facts_none_is_walked_or_shown() {
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let space = memory.make_namespace("a").unwrap();
    space.ingest(&[turn("s", "1", "2024-01-05", "Ann", "I work at Acme.")]).unwrap();
    let with = space.recall(&Query::new("Who works at Acme?")).unwrap();
    assert!(!with.facts.is_empty() && !with.episodes[0].facts.is_empty());
    let without = Query { facts: false, ..Query::new("Who works at Acme?") };
    let without = space.recall(&without).unwrap();
    assert!(without.facts.is_empty() && without.episodes[0].facts.is_empty());
}
