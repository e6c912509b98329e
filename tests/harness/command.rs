//! The commands, as a person runs them.

#[path = "../run/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest of it")]
pub(crate) mod run;

use std::fs;

use serde_json::Value;

use crate::common::{AUDIT, CORPUS, OPENIE, QUESTIONS, UNTIDY, cells};
use run::Room;

pub(crate) fn room() -> Room {
    let room = Room::new();
    fs::create_dir(room.path("town")).expect("a folder");
    room.file("town/questions.json", QUESTIONS);
    room.file("town/corpus.json", CORPUS);
    room.file("talk.json", UNTIDY);
    room.file("audit.json", AUDIT);
    room
}

pub(crate) fn json(room: &Room, name: &str) -> Value {
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
        cells(&page).contains("| hipporag2 | 5 |") && page.contains("| data | town/corpus.json"),
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
         hippograph-no-walk,\n  hippograph-triples, hipporag2\n"
    );
    room.run(&["eval", "compare", "b.json", "town/corpus.json"]).ends(2);
    let mut odd = report.clone();
    odd["questions"][0]["systems"]["bm25"]["ranks"] = serde_json::json!([1]);
    room.file("odd.json", &odd.to_string());
    let told = room.run(&["eval", "compare", "b.json", "odd.json"]).ends(2);
    assert!(told.err.contains("odd.json contradicts itself"), "{}", told.err);
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
    assert_eq!(report["asked"], 9);
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
fn a_leak_ends_the_run_with_an_error_though_nobody_reads_it() {
    let room = room();
    let text = UNTIDY.replace("Try copper tape.", "What did Ines plant for her sister? Leeks.");
    room.file("talk.json", &text);
    let told = room.run_unread(&["eval", "locomo", "talk.json", "--json"]).ends(2);
    assert!(told.err.contains("1 turn holds a question or its evidence"), "{}", told.err);
}

#[test]
fn no_output_takes_the_place_of_what_is_read_or_of_another_output() {
    let room = room();
    room.file("town/openie.json", OPENIE);
    fs::hard_link(room.path("talk.json"), room.path("same.json")).expect("a second name");
    fs::create_dir(room.path("cases")).expect("a folder");
    let cases = r#"[{"Input": "Never.", "Context": {"ReferenceDateTime": "2023-06-14T00:00:00"},
        "Results": []}]"#;
    room.file("cases/DateTimeModel.json", cases);
    for (args, told) in [
        (
            "locomo talk.json --json talk.json",
            "--json would write over talk.json: talk.json is read",
        ),
        ("locomo talk.json --report same.json", "talk.json is read"),
        ("locomo talk.json --audit audit.json --answers ./audit.json", "audit.json is read"),
        ("locomo talk.json --json new --answers town/../new", "--json writes it; name another"),
        ("multihop town --answers town/questions.json", "town/questions.json is read"),
        ("multihop town --json town/corpus.json", "town/corpus.json is read"),
        ("multihop town --report town/openie.json", "town/openie.json is read"),
        ("time talk.json --json talk.json", "talk.json is read"),
        ("time talk.json --answers same.json", "talk.json is read"),
        ("time talk.json --json audit.json", "audit.json, which holds other JSON"),
        ("time talk.json --json new --answers ./new", "--json writes it; name another"),
        ("time talk.json --json nowhere/new", "cannot write nowhere/new"),
        ("time cases --json cases/DateTimeModel.json", "cases/DateTimeModel.json is read"),
    ] {
        let args: Vec<&str> = std::iter::once("eval").chain(args.split(' ')).collect();
        let ran = room.run(&args).ends(2);
        assert!(ran.err.contains(told), "{args:?}: {}", ran.err);
    }
    let read = |name: &str| fs::read_to_string(room.path(name)).expect("it is there");
    assert_eq!((read("talk.json"), read("audit.json")), (UNTIDY.to_owned(), AUDIT.to_owned()));
    assert_eq!(read("town/questions.json"), QUESTIONS);
    assert_eq!(read("cases/DateTimeModel.json"), cases);
    assert_eq!(
        (read("town/corpus.json"), read("town/openie.json")),
        (CORPUS.into(), OPENIE.into())
    );
    assert!(!room.path("new").exists());
}

/// The names in the room's directory of what is called `a.` something, or was on its way there.
fn names(room: &Room) -> Vec<String> {
    let entries = fs::read_dir(room.path(".")).expect("it is there");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<_> = entries.map(|e| name(e).to_string_lossy().into_owned()).collect();
    names.retain(|name| name.contains("a."));
    names.sort();
    names
}

#[test]
fn a_run_that_fails_leaves_the_reports_before_it_whole() {
    let room = room();
    for name in ["a.json", "a.jsonl", "a.md"] {
        room.file(name, "what was there");
    }
    let before = names(&room);
    // Without a model there is no run.
    let outputs = ["--json", "a.json", "--answers", "a.jsonl", "--report", "a.md"];
    let args = ["--embedder", "minilm", "eval", "locomo", "talk.json"];
    room.run_without_models(&[&args[..], &outputs[..]].concat()).ends(2);
    assert_eq!(names(&room), before);
    for name in ["a.json", "a.jsonl", "a.md"] {
        let text = fs::read_to_string(room.path(name)).expect("it is there");
        assert_eq!(text, "what was there", "{name}");
    }
    room.run(&[&["eval", "locomo", "talk.json"][..], &outputs[..]].concat()).ends(0);
    assert_eq!(names(&room), before);
    assert_eq!(json(&room, "a.json")["asked"], 9);
}

#[cfg(target_os = "linux")]
#[test]
fn streams_devices_and_links_are_written_as_what_they_are() {
    let room = room();
    room.file("real.json", "");
    std::os::unix::fs::symlink("real.json", room.path("link.json")).expect("a link");
    let args = ["eval", "locomo", "talk.json", "--json", "link.json", "--answers", "/dev/stdout"];
    let told = room.run(&args).ends(0);
    assert!(told.out.starts_with("{\"system\":\"bm25\""), "{}", told.out);
    assert!(room.path("link.json").is_symlink());
    assert_eq!(json(&room, "real.json")["asked"], 9);
    let told = room.run(&["eval", "locomo", "talk.json", "--json", "/dev/full"]).ends(2);
    assert!(told.err.contains("cannot write /dev/full"), "{}", told.err);
    let args = ["eval", "locomo", "talk.json", "--json", "/dev/null", "--report", "/dev/null"];
    room.run(&args).ends(0);
}

#[test]
fn an_audit_of_other_conversations_is_refused() {
    let room = room();
    room.file("other.json", &AUDIT.replace("allotment", "nowhere"));
    let told = room.run(&["eval", "locomo", "talk.json", "--audit", "other.json"]).ends(2);
    let error = "of 6 corrections of other.json none fits a question that is asked";
    assert!(told.err.contains(error), "{}", told.err);
    let told = room.run(&["eval", "locomo", "talk.json", "--audit", "audit.json"]).ends(0);
    let head = told.out.lines().find(|line| line.starts_with("R@10 by key")).expect("two keys");
    let words: Vec<&str> = head.split_whitespace().skip(3).collect();
    assert_eq!(words, ["original", "95", "%", "n", "corrected", "95", "%", "n"]);
}

#[test]
fn triples_of_another_corpus_are_refused() {
    let room = room();
    room.file("town/openie.json", r#"{"docs": [{"passage": "x", "extracted_triples": []}]}"#);
    let told = room.run(&["eval", "multihop", "town"]).ends(2);
    assert!(told.err.contains("town/openie.json has no triple of any of the 14"), "{}", told.err);
}

#[cfg(unix)]
#[test]
fn a_link_to_no_triples_is_an_error() {
    let room = room();
    std::os::unix::fs::symlink("gone.json", room.path("town/openie.json")).expect("a link");
    let told = room.run(&["eval", "multihop", "town"]).ends(2);
    assert!(told.err.contains("cannot read town/openie.json"), "{}", told.err);
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
