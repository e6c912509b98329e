//! `hippograph parse` and `--parser` as a person meets them. The model is fetched as a user's would
//! be; what the program does without it is tried with a Python that cannot be found.

use crate::run::Room;

#[test]
fn a_text_is_shown_as_a_table() {
    let room = Room::new();
    let shown = room.run_plain(&["parse", "Ann", "moved", "to", "Linz. She's", "happy."]).ends(0);
    let rows: Vec<&str> = shown.out.lines().collect();
    assert_eq!(rows.len(), 11, "{}", shown.out);
    let row: Vec<&str> = rows[1].split_whitespace().collect();
    assert_eq!(row[..6], ["1", "moved", "move", "VERB", "VBD", "ROOT"]);
    // A blank line between sentences and after the last.
    assert_eq!((rows[5], rows[10]), ("", ""));
}

#[test]
fn each_line_of_standard_input_is_a_text_and_a_line_of_json() {
    let room = Room::new();
    let shown = room.run_with(&["parse", "--json"], b"I saw Rex.\n\nHe barked.").ends(0);
    let docs: Vec<serde_json::Value> =
        shown.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let texts: Vec<_> = docs.iter().map(|doc| doc["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["I saw Rex.", "", "He barked."]);
    assert_eq!(docs[0]["tokens"][1]["lemma"], "see");
    assert_eq!(docs[0]["tokens"][2]["head"], 1);
    assert_eq!(docs[0]["tokens"][1]["head"], 1);
    assert_eq!(docs[2]["tokens"][1]["start"], 3);

    let shown = room.run_with(&["parse", "--json", "--quoted"], b"\"one\\ntwo\"\n").ends(0);
    assert!(shown.out.starts_with("{\"text\":\"one\\ntwo\","), "{}", shown.out);
}

#[test]
fn nothing_to_parse_and_what_is_no_text_are_told() {
    let room = Room::new();
    room.run_with(&["parse"], b"").ends(1);
    let refused = room.run_with(&["parse", "--quoted"], b"\"fine\"\nnot quoted\n").ends(2);
    assert!(refused.err.contains("line 2 is no JSON string"), "{}", refused.err);
    assert!(refused.out.contains("fine"), "{}", refused.out);
    let refused = room.run_with(&["parse"], b"fine\n\xff\n").ends(2);
    assert!(refused.err.contains("cannot read line 2"), "{}", refused.err);
}

#[test]
fn a_missing_parser_is_done_without_unless_it_is_asked_for() {
    let room = Room::new();
    room.file("talk.dlg", "2024-01-05 Ann: I work at Acme.\n");
    let run = |parser: &str| {
        let args = ["--embedder", "hashed", "--parser", parser, "ingest", "talk.dlg"];
        room.run_without_models(&args)
    };
    // Neither a Python nor a place to put a model.
    room.file("cache", "a file where the cache should be");
    let went_on = run("auto").ends(0);
    assert!(went_on.err.contains("going on without the English parser"), "{}", went_on.err);
    let silent = run("none").ends(0);
    assert!(!silent.err.contains("parser"), "{}", silent.err);
    let refused = run("english").ends(2);
    assert!(refused.err.contains("HIPPOGRAPH_PARSER_DIR"), "{}", refused.err);
}
