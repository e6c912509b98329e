//! The commands, as a person runs them.

#[path = "../run/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest of it")]
mod run;

use std::fs;

use serde_json::Value;

use crate::common::{AUDIT, CORPUS, OPENIE, QUESTIONS, UNTIDY};
use run::Room;

fn room() -> Room {
    let room = Room::new();
    fs::create_dir(room.path("town")).expect("a folder");
    room.file("town/questions.json", QUESTIONS);
    room.file("town/corpus.json", CORPUS);
    room.file("talk.json", UNTIDY);
    room.file("audit.json", AUDIT);
    room
}

fn json(room: &Room, name: &str) -> Value {
    let text = fs::read_to_string(room.path(name)).expect("it was written");
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn passages_are_measured_with_and_without_triples() {
    let room = room();
    let told = room.run(&["eval", "multihop", "town", "--json", "a.json"]).ends(0);
    assert!(
        told.out.contains("hippograph-no-walk") && !told.out.contains("hipporag2"),
        "{}",
        told.out
    );
    room.file("town/openie.json", OPENIE);
    let args = [
        "eval",
        "multihop",
        "town",
        "--json",
        "b.json",
        "--answers",
        "b.jsonl",
        "--report",
        "b.md",
    ];
    room.run(&args).ends(0);
    let report = json(&room, "b.json");
    assert!(report["systems"]["hipporag2"]["all"]["recall@5"].is_number(), "{report}");
    assert!(report["systems"]["hippograph-triples"]["all"]["mrr"].is_number(), "{report}");
    let origin = &report["provenance"];
    let files: Vec<_> =
        origin["data"].as_array().expect("files").iter().map(|d| &d["file"]).collect();
    assert_eq!(files, ["town/questions.json", "town/corpus.json", "town/openie.json"]);
    for hash in ["binary_sha256", "configuration_sha256"] {
        assert_eq!(origin[hash].as_str().map(str::len), Some(64), "{hash}");
    }
    assert_eq!(
        origin["data"][1]["sha256"],
        hippograph::eval::provenance::sha256(CORPUS.as_bytes())
    );
    let answers = fs::read_to_string(room.path("b.jsonl")).expect("it was written");
    assert_eq!(answers.lines().count(), 7 * 5);
    let page = fs::read_to_string(room.path("b.md")).expect("it was written");
    assert!(
        page.contains("| hipporag2 | 5 |") && page.contains("| data | town/corpus.json"),
        "{page}"
    );
    assert!(!room.path("store").exists(), "an evaluation leaves the store alone");

    let told = room.run(&["eval", "compare", "a.json", "b.json", "--row", "bm25"]).ends(0);
    assert!(
        told.out.contains("bm25, recall@10") && told.out.contains("nothing moved"),
        "{}",
        told.out
    );
    assert!(told.out.contains("careful: the reports are of different data"), "{}", told.out);
    let told = room
        .run(&["eval", "compare", "b.json", "b.json", "--row", "dense:bm25", "--at", "2", "--json"])
        .ends(0);
    let compared: Value = serde_json::from_str(&told.out).expect("it is JSON");
    assert_eq!(compared["rows"]["dense against bm25"]["groups"]["all"]["n"], 5, "{compared}");
    assert_eq!(compared["depth"], 2);
    let told = room.run(&["eval", "compare", "b.json", "b.json", "--row", "none"]).ends(1);
    assert_eq!(
        told.out,
        "careful: no report has a row none; both have bm25, dense, hybrid, hippograph, \
         hippograph-no-walk, hippograph-triples, hipporag2\n"
    );
    room.run(&["eval", "compare", "b.json", "town/corpus.json"]).ends(2);
}

#[test]
fn both_keys_are_printed_and_two_runs_are_the_same_bytes_but_for_times() {
    let room = room();
    let once = |name: &str| {
        let args = ["eval", "locomo", "talk.json", "--audit", "audit.json", "--json", name];
        let told = room.run(&args).ends(0);
        assert!(
            told.out.contains("R@10 by key") && told.out.contains("6 corrections, 3 applied"),
            "{}",
            told.out
        );
        let mut report = json(&room, name);
        for times in ["latency", "ingest_turns_per_second"] {
            report.as_object_mut().expect("an object").remove(times);
        }
        report.to_string()
    };
    assert_eq!(once("a.json"), once("b.json"));
    let report = json(&room, "a.json");
    assert!(report["corrected"]["bm25"]["1-4"]["recall@10"].is_number());
    assert_eq!(report["audit"]["unmatched"].as_array().map(Vec::len), Some(3));
    assert_eq!(report["shallow"][0]["depths"], serde_json::json!([10, 20]));
}

#[test]
fn a_report_without_a_file_of_its_own_is_printed_as_json() {
    let room = room();
    let told = room.run(&["eval", "locomo", "talk.json", "--json"]).ends(0);
    let report: Value = serde_json::from_str(&told.out).expect("it is JSON and nothing else");
    assert_eq!(report["asked"], 8);
    assert!(!room.path("-").exists());
}

/// A turn that gives a question away: the figures are told, and the run is not good.
#[test]
fn a_leak_ends_the_run_with_an_error_whatever_is_allowed() {
    let room = room();
    let text = UNTIDY.replace("Try copper tape.", "What did Ines plant for her sister? Leeks.");
    room.file("talk.json", &text);
    let args = ["eval", "locomo", "talk.json", "--json", "a.json", "--allow-failures"];
    let told = room.run(&args).ends(2);
    assert!(told.err.contains("1 turn holds a question or its evidence"), "{}", told.err);
    assert!(
        told.out.contains("allotment turn D2:3 holds the question of question 0"),
        "{}",
        told.out
    );
    assert_eq!(json(&room, "a.json")["leaks"][0]["turn"], "D2:3");
}

#[test]
fn passages_are_ingested_and_recalled() {
    let room = room();
    room.run(&["ingest", "town/corpus.json"]).ends(0);
    let told = room.run(&["ingest", "--format", "passages", "town/corpus.json"]).ends(0);
    assert!(told.err.contains("took 0 turns, 14 known already"), "{}", told.err);
    let told = room.run(&["recall", "Who", "conducts", "the", "Torvik", "brass", "band?"]).ends(0);
    assert!(told.out.contains("Tamsin Reyes conducts"), "{}", told.out);
    let told = room.run(&["inspect", "sessions"]).ends(0);
    assert!(told.out.contains("Quellen") && told.out.contains("Torvik"), "{}", told.out);
}
