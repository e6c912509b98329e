//! Stores of earlier formats, kept in `fixtures/stores`, are opened for ever. What each holds is
//! written beside it, as the dump it gave when it was made.

use std::path::Path;

use hippograph::embed::Hashed;
use hippograph::recall::Query;
use hippograph::{Memory, Stopped};

use crate::common::{at, dump};

/// A copy of a kept store: opening one may write to it.
fn copy(name: &str) -> tempfile::TempDir {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/stores").join(name);
    let to = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        // sled keeps a folder for values too large for its file; these stores have none.
        if file.file_type().unwrap().is_file() {
            std::fs::copy(file.path(), to.path().join(file.file_name())).unwrap();
        }
    }
    to
}

#[test]
fn a_store_of_format_1_is_opened_whole() {
    let dir = copy("v1");
    let clock = Stopped(at("2030-01-01"));
    let memory = Memory::builder(dir.path(), Hashed::new(512), clock).existing().open().unwrap();
    assert_eq!(memory.namespaces().unwrap(), ["default"]);
    assert_eq!(dump(&memory, "default"), include_str!("../../fixtures/stores/v1.jsonl"));
    let findings = memory.check().unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    let hits = memory.namespace("default").unwrap().recall(&Query::new("where does Ann work"));
    let facts = hits.unwrap().facts;
    assert!(facts.iter().any(|hit| hit.fact.statement == "Ann joined Globex today [2024-06-01]"));
}
