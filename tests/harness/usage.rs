//! What the commands say to a person: names, widths, progress, and what is wrong with what was written.

use std::fs;

use serde_json::Value;

use crate::command::{json, room};
use crate::common::{AUDIT, CORPUS, OPENIE, QUESTIONS, UNTIDY, flat};

#[test]
fn a_folder_is_called_by_its_own_name_however_it_is_given() {
    let room = room();
    for (dir, name) in
        [("town", "town"), ("town/", "town"), ("town/.", "town"), ("town/../town", "town")]
    {
        room.run(&["eval", "multihop", dir, "--json", "a.json", "--report", "a.md"]).ends(0);
        assert_eq!(json(&room, "a.json")["conversations"][0]["name"], name, "{dir}");
        let page = fs::read_to_string(room.path("a.md")).expect("it was written");
        assert!(page.contains("14 passages in 1 corpus: town."), "{page}");
    }
    for (file, text) in [("questions.json", QUESTIONS), ("corpus.json", CORPUS)] {
        room.file(file, text);
    }
    room.run(&["eval", "multihop", ".", "--json", "b.json"]).ends(0);
    let own = room.path(".").canonicalize().expect("it is there");
    let own = own.file_name().expect("it has a name").to_string_lossy().into_owned();
    assert_eq!(json(&room, "b.json")["conversations"][0]["name"], own.as_str());
}

#[test]
fn what_is_wrong_with_the_files_is_said_with_what_to_write() {
    let room = room();
    let told = room.run(&["eval", "locomo", "--json", "talk.json"]).ends(2);
    let error = "FILE is missing; talk.json was taken as the file that --json writes, so put it \
                 before --json; as in: hippograph eval locomo talk.json --json report.json";
    assert!(flat(&told.err).contains(error), "{}", told.err);
    let told = room.run(&["eval", "multihop", "--json"]).ends(2);
    assert!(told.err.contains("DIR is missing; as in: hippograph eval multihop"), "{}", told.err);
    // A second data set behind --json would be lost.
    room.file("other.json", UNTIDY);
    room.file("lines.jsonl", "{\"session\": \"one\", \"text\": \"Hi.\"}\n");
    for (option, file) in
        [("--json", "other.json"), ("--answers", "lines.jsonl"), ("--report", "other.json")]
    {
        let told = room.run(&["eval", "locomo", "talk.json", option, file]).ends(2);
        let error = format!("{option} would write over {file}, which holds other JSON");
        assert!(told.err.contains(&error), "{}", told.err);
    }
    assert_eq!(fs::read_to_string(room.path("other.json")).expect("it is there"), UNTIDY);
    let told = room.run(&["eval", "locomo", "--help"]).ends(0);
    assert!(
        told.out.contains("--json [FILE]")
            && told.out.contains("Usage: hippograph eval locomo FILE…"),
        "{}",
        told.out
    );
}

#[test]
fn what_holds_nothing_to_measure_is_named_with_the_reason() {
    let room = room();
    for name in ["none.json", "hollow/corpus.json"] {
        fs::create_dir_all(room.path("hollow")).expect("a folder");
        room.file(name, "[]");
    }
    room.file("hollow/questions.json", QUESTIONS);
    room.file("text.json", "It is no JSON.");
    room.run(&["eval", "locomo", "talk.json", "--json", "a.json"]).ends(0);
    let report = fs::read_to_string(room.path("a.json")).expect("it was written");
    room.file("marked.json", &format!("\u{feff}{report}"));
    for (args, why) in [
        ("time none.json", "none.json holds no turn; give a file of dialogue"),
        ("time talk.json --sample 0", "--sample 0 draws nothing; give how many"),
        ("locomo none.json", "no turn is in none.json; give dialogue"),
        ("multihop hollow", "hollow/corpus.json: it is not a list of at least one passage"),
        ("compare a.json talk.json", "talk.json holds other JSON, and is no report; give"),
        ("compare text.json a.json", "text.json is not JSON, and is no report; give"),
    ] {
        let args: Vec<&str> = std::iter::once("eval").chain(args.split(' ')).collect();
        let told = room.run(&args).ends(2);
        assert!(flat(&told.err).contains(why), "{args:?}: {}", told.err);
        assert!(!told.err.contains("line 1"), "in plain words: {}", told.err);
    }
    room.run(&["eval", "compare", "a.json", "marked.json"]).ends(0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_end_is_an_error() {
    let room = room();
    for what in ["locomo", "time"] {
        let told = room.run(&["eval", what, "/dev/zero"]).ends(2);
        assert!(told.err.contains("/dev/zero is a device"), "{}", told.err);
    }
}

#[test]
fn an_audit_that_contradicts_itself_or_its_ids_is_told() {
    let room = room();
    let first: Value = serde_json::from_str(AUDIT).expect("it is JSON");
    let first = &first[0];
    let mut other = first.clone();
    other["correct_evidence"] = serde_json::json!(["D2:2"]);
    room.file("twice.json", &serde_json::json!([first, other]).to_string());
    let told = room.run(&["eval", "locomo", "talk.json", "--audit", "twice.json"]).ends(2);
    let why = "of 2 corrections of twice.json none is applied: 2 say otherwise than another";
    assert!(flat(&told.err).contains(why), "{}", told.err);

    room.file(
        "copy.json",
        &UNTIDY
            .replace("\"allotment\"", "\"garden\"")
            .replace("copper", "tin")
            .replace("quiet", "still"),
    );
    let mut strange = first.clone();
    strange["question_id"] = "garden_qa0".into();
    room.file("strange.json", &serde_json::json!([strange]).to_string());
    let args = ["eval", "locomo", "talk.json", "copy.json", "--audit", "strange.json"];
    let told = room.run(&args).ends(0);
    let why = "\"garden_qa0\" read as allotment: the id names another conversation";
    assert!(flat(&told.out).contains(why), "{}", told.out);
}

#[test]
fn a_row_that_is_none_is_refused_with_what_there_is() {
    let room = room();
    room.run(&["eval", "multihop", "town", "--json", "a.json"]).ends(0);
    for row in ["", ":", "bm25:", ":dense"] {
        let told = room.run(&["eval", "compare", "a.json", "a.json", "--row", row]).ends(2);
        assert!(
            flat(&told.err).contains("names no row; give one, as --row hippograph"),
            "{}",
            told.err
        );
        assert!(flat(&told.err).contains("bm25, dense, hippograph"), "{}", told.err);
    }
}

/// Where no bar is drawn, a long run would be silent.
#[test]
fn what_a_run_does_is_told_where_there_is_no_terminal() {
    let room = room();
    let told = room.run(&["eval", "locomo", "talk.json"]).ends(0);
    assert!(
        told.err.contains("hippograph: baselines takes in allotment, 6 turns\n"),
        "{}",
        told.err
    );
}

#[test]
fn no_table_is_wider_than_a_terminal_of_a_hundred_columns() {
    let room = room();
    room.file("town/openie.json", OPENIE);
    let locomo = room
        .run(&["eval", "locomo", "talk.json", "--audit", "audit.json", "--json", "a.json"])
        .ends(0);
    let passages = room.run(&["eval", "multihop", "town", "--json", "b.json"]).ends(0);
    let rows = ["--row", "dense:bm25", "--at", "1"];
    let compared =
        room.run(&[&["eval", "compare", "b.json", "b.json"][..], &rows].concat()).ends(0);
    for line in [locomo.out, passages.out, compared.out].iter().flat_map(|out| out.lines()) {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn a_file_given_twice_under_other_names_counts_once() {
    let room = room();
    room.file(
        "copy.json",
        &UNTIDY.replace("\"allotment\"", "\"garden\"").replace("quiet", "still"),
    );
    room.run(&["eval", "locomo", "talk.json", "copy.json", "--json", "a.json"]).ends(0);
    let report = json(&room, "a.json");
    assert_eq!((&report["asked"], &report["skipped"]), (&Value::from(9), &Value::from(17)));
}
