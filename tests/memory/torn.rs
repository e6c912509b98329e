//! Stores that a full disk or a hard stop has torn: they open, or say what is wrong.

use hippograph::embed::Hashed;
use hippograph::{Memory, Stopped};

use crate::common::{at, dump, open, turn};

#[test]
fn a_snapshot_that_was_cut_short_costs_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let space = memory.make_namespace("a").unwrap();
    space.ingest(&[turn("s", "1", "2024-01-05", "Ann", "I work at Acme.")]).unwrap();
    let before = dump(&memory, "a");
    drop(memory);
    // What a full disk leaves behind.
    std::fs::write(dir.path().join("snap.0000000000000400.generating"), "").unwrap();
    std::fs::write(dir.path().join("snap.0000000000000400"), "").unwrap();
    assert_eq!(dump(&open(dir.path()), "a"), before);
}

#[test]
fn a_file_that_was_cut_off_is_an_error_that_names_the_way_out() {
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let space = memory.make_namespace("a").unwrap();
    let turns: Vec<_> = (0..400)
        .map(|n| {
            let text = format!("Word{n} is new, and so is {}.", "long ".repeat(300));
            turn("s", &n.to_string(), "2024-01-05", "Ann", &text)
        })
        .collect();
    space.ingest(&turns).unwrap();
    drop(memory);
    let db = std::fs::OpenOptions::new().write(true).open(dir.path().join("db")).unwrap();
    let length = db.metadata().unwrap().len();
    db.set_len(length * 2 / 3).unwrap();
    drop(db);
    let clock = Stopped(at("2030-01-01"));
    let opened = Memory::builder(dir.path(), Hashed::new(256), clock).existing().open();
    let outcome = opened.and_then(|memory| memory.namespace("a").map(|_| ()));
    if let Err(error) = outcome {
        let error = error.to_string();
        assert!(error.contains("restore") || error.contains("check"), "{error}");
    }
}
