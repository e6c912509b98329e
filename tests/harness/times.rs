//! How well times are read, shown with cases whose score is known beforehand: of a recogniser's files
//! and of dialogue, through the library and by the command.

use std::fs;

use hippograph::eval::EvalError;
use hippograph::eval::provenance::sha256;
use hippograph::eval::time::{dialogue, spec};
use serde_json::{Value, json};

use crate::command::run::Room;

/// A case said on 14 June 2023: what is listed is `text` of `input`, as a day.
fn case(input: &str, text: &str, value: &str) -> Value {
    let before = input.split(text).next().expect("the text is in the input");
    let start = before.encode_utf16().count();
    json!({
        "Input": input,
        "Context": {"ReferenceDateTime": "2023-06-14T00:00:00"},
        "Results": [{
            "Text": text, "Start": start, "End": start + text.encode_utf16().count() - 1,
            "TypeName": "datetimeV2.date",
            "Resolution": {"values": [{"timex": value, "type": "date", "value": value}]},
        }],
    })
}

fn nothing(input: &str) -> Value {
    json!({
        "Input": input,
        "Context": {"ReferenceDateTime": "2023-06-14T00:00:00"},
        "Results": [],
    })
}

fn cases() -> Value {
    json!([
        case("We met on 7 May 2023.", "7 May 2023", "2023-05-07"),
        case("😀 🎉 we met on 7 May 2023", "7 May 2023", "2023-05-07"),
        case("We met on 7 May 2023.", "7 May 2023", "1999-01-01"),
        nothing("We met in the garden."),
        {"Input": "We met yesterday.", "Results": []},
    ])
}

fn file(name: &str, text: String) -> spec::File {
    spec::File { path: format!("cases/{name}"), name: name.to_owned(), text }
}

/// The lines that `spec::run` writes.
fn scored(files: &[spec::File]) -> (spec::Scores, Vec<Value>) {
    let mut lines = Vec::new();
    let scores = spec::run(files, None, Some(&mut lines)).expect("these are cases");
    let lines = std::str::from_utf8(&lines).expect("JSON is UTF-8").lines();
    (scores, lines.map(|l| serde_json::from_str(l).expect("a line is JSON")).collect())
}

/// A talk with two questions: one is answered by a day that its evidence tells, one is not.
const TALK: &str = r#"[{
    "sample_id": "talk",
    "conversation": {
        "speaker_a": "Ann", "speaker_b": "Ben",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "I painted a lake yesterday."},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "I ran every day in 2019."},
            {"speaker": "Ann", "dia_id": "D1:3", "text": "March was cold, and the students march."}
        ]
    },
    "qa": [
        {"question": "When did Ann paint?", "answer": "7 May 2023", "evidence": ["D1:1"], "category": 2},
        {"question": "When did Ben run?", "answer": "2018", "evidence": ["D1:2"], "category": 2},
        {"question": "Why?", "answer": "because", "evidence": ["D1:2"], "category": 2},
        {"question": "What did Ann paint?", "answer": "a lake", "evidence": ["D1:1"], "category": 4}
    ]
}]"#;

#[test]
fn cases_are_scored_by_the_places_and_values_that_they_list() {
    let (scores, lines) = scored(&[file("DateTimeModel.json", cases().to_string())]);
    let row = scores.kinds["date"];
    assert_eq!((row.n, row.valued), (3, 3));
    assert!((row.span - 100.0).abs() < 1e-9, "places are counted in units of UTF-16: {row:?}");
    assert!((row.resolved - 200.0 / 3.0).abs() < 1e-9, "{row:?}");
    assert_eq!((scores.without, scores.false_alarms, scores.undated), (1, 0, 1));
    let right: Vec<_> = lines.iter().map(|l| l["right"].as_bool().expect("told")).collect();
    assert_eq!(right, [true, true, false, true]);
    let second = &lines[1];
    assert_eq!(second["file"], "DateTimeModel.json");
    assert_eq!(second["index"], 1);
    assert_eq!(second["spans"], json!([[16, 26]]));
    assert_eq!(second["intervals"], json!([["2023-05-07T00:00:00", "2023-05-08T00:00:00"]]));
    assert_eq!(
        second["expected"],
        json!([{
            "kind": "date", "span": [16, 26], "values": ["2023-05-07"],
            "scored": true, "span_right": true, "value_right": true,
        }])
    );
    assert_eq!(lines[2]["expected"][0]["value_right"], false);
}

#[test]
fn a_component_file_is_scored_for_its_own_kind_and_a_mark_at_its_head_is_passed_over() {
    let text = format!("\u{feff}{}", cases());
    let (scores, _) = scored(&[file("DateParser.json", text.clone())]);
    assert_eq!(scores.kinds["date"].n, 3);
    assert_eq!(scores.without, 0, "only the model's own file counts them");
    let (scores, lines) = scored(&[file("TimeParser.json", text)]);
    assert_eq!(scores.all.n, 0);
    assert_eq!(lines[0]["expected"][0]["scored"], false);
}

#[test]
fn files_of_the_other_sort_are_told_apart() {
    let wrong = spec::run(&[file("DateTimeModel.json", TALK.to_owned())], None, None);
    assert!(matches!(wrong, Err(EvalError::DialogueForCases { .. })), "{wrong:?}");
    let wrong = dialogue::read("DateTimeModel.json", &cases().to_string());
    assert!(matches!(wrong, Err(EvalError::CasesForDialogue { .. })), "{wrong:?}");
    let undated = json!([{"Input": "We met yesterday.", "Results": []}]).to_string();
    let mut outside = case("We met on 7 May 2023.", "7 May 2023", "2023-05-07");
    outside["Results"][0]["End"] = json!(21);
    let outside = file("DateTimeModel.json", json!([outside]).to_string());
    let wrong = spec::run(&[outside], None, None);
    assert!(matches!(wrong, Err(EvalError::Cases { .. })), "{wrong:?}");
    for files in [vec![], vec![file("DateTimeModel.json", undated)]] {
        let wrong = spec::run(&files, None, None);
        assert!(matches!(wrong, Err(EvalError::NoCases { .. })), "{wrong:?}");
    }
}

#[test]
fn a_gold_date_is_found_when_an_evidence_turn_tells_it() {
    let conversations = dialogue::read("talk.json", TALK).expect("it is in LoCoMo's format");
    let report = dialogue::run(&conversations, None);
    assert_eq!((report.turns, report.asked, report.dated, report.found), (3, 3, 2, 1));
    let told: Vec<_> = report.answers.iter().map(|a| (a.expected.as_str(), a.right)).collect();
    assert_eq!(told, [("[2023-05-07, 2023-05-08)", true), ("[2018-01-01, 2019-01-01)", false)]);
    let misses: Vec<_> = report.misses.iter().map(|m| (m.question, m.gold.as_str())).collect();
    assert_eq!(misses, [(1, "2018")]);
    let drawn = |seed| -> Vec<String> {
        let drawn = dialogue::sample(&conversations, None, 2, seed);
        drawn.iter().map(ToString::to_string).collect()
    };
    let all =
        ["I painted a lake [yesterday].", "I ran [every day] in 2019.", "[2019]", "[March] was"];
    for one in drawn(7) {
        assert!(all.iter().any(|part| one.contains(part)), "{one}");
        assert!(one.contains("| 2023-05-08T13:56"), "{one}");
    }
    assert_eq!(drawn(7).len(), 2);
    assert_eq!(drawn(7), drawn(7));
    assert!((0..20).any(|seed| drawn(seed) != drawn(7)), "the seed draws");
}

/// Otherwise figures would rest on turns that nobody knows were left out, or were counted twice.
#[test]
fn what_dialogue_has_otherwise_is_told_and_its_copies_are_counted_once() {
    let talk: Value = serde_json::from_str(TALK).expect("it is JSON");
    let mut odd = talk[0].clone();
    odd["conversation"]["session_1_date_time"] = json!("on a day in May");
    odd["qa"][0]["category"] = json!(99);
    let mut copy = odd.clone();
    copy["sample_id"] = json!("again");
    let text = json!([odd, copy]).to_string().replace("\"because\"", "NaN");
    let room = room();
    room.file("odd.json", &text);
    let told = room.run(&["eval", "time", "odd.json", "--json", "a.json"]).ends(0);
    let figures = written(&room, "a.json");
    assert_eq!((&figures["turns"], &figures["asked"]), (&json!(3), &json!(2)));
    assert_eq!(figures["repairs"][0]["given"], "99");
    assert_eq!(figures["skipped_questions"].as_array().map(Vec::len), Some(4));
    for line in [
        "talk question 0: \"99\" read as unlabelled: not a known category",
        "on a day in May",
        "again: has the turns of talk",
        "2 numbers that JSON has not",
        "again question 3: asked before",
    ] {
        assert!(told.out.contains(line), "{line}: {}", told.out);
        let list = [&figures["repairs"], &figures["notes"]].map(ToString::to_string).concat();
        let stored = line.contains("question") || list.contains(line);
        assert!(stored, "{line}: {list}");
    }
    let one = dialogue::read("talk.json", TALK).expect("it is read");
    let twice = dialogue::read("odd.json", &json!([talk[0], talk[0]]).to_string()).expect("read");
    let drawn = |read: &[_]| dialogue::sample(read, None, 100, 1).len();
    assert_eq!(drawn(&one), drawn(&twice));
}

#[test]
fn places_in_a_long_sentence_of_many_times_are_counted_in_units_of_utf_16() {
    let many = "😀 tomorrow, ".repeat(300);
    let (_, lines) = scored(&[file("DateTimeModel.json", json!([nothing(&many)]).to_string())]);
    let spans: Vec<Value> = (0..300).map(|n| json!([13 * n + 3, 13 * n + 11])).collect();
    assert_eq!(lines[0]["spans"], json!(spans));
}

fn room() -> Room {
    let room = Room::new();
    for folder in ["cases", "empty"] {
        fs::create_dir(room.path(folder)).expect("a folder");
    }
    room.file("cases/DateTimeModel.json", &cases().to_string());
    room.file("talk.json", TALK);
    room
}

fn written(room: &Room, name: &str) -> Value {
    let text = fs::read_to_string(room.path(name)).expect("it was written");
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn the_command_writes_figures_and_what_they_are_of() {
    let room = room();
    let args = ["eval", "time", "cases", "--json", "a.json", "--answers", "a.jsonl"];
    let told = room.run(&args).ends(0);
    assert!(told.out.contains("date               3    100.0"), "{}", told.out);
    let figures = written(&room, "a.json");
    assert_eq!(figures["kinds"]["date"]["n"], 3);
    for figure in ["span", "resolved"] {
        assert!(figures["kinds"]["date"][figure].is_number(), "{figures}");
    }
    let origin = &figures["provenance"];
    assert_eq!(origin["command"], "time");
    assert_eq!(origin["data"][0]["sha256"], sha256(cases().to_string().as_bytes()));
    assert_eq!(origin["binary_sha256"].as_str().map(str::len), Some(64));
    assert_eq!(origin["configuration"]["parser"], "none");
    let lines = fs::read_to_string(room.path("a.jsonl")).expect("it was written");
    assert_eq!(lines.lines().count(), 4);

    let args = ["eval", "time", "talk.json", "--json", "b.json", "--answers", "b.jsonl"];
    let told = room.run(&args).ends(0);
    assert!(told.out.contains("2 with a date for an answer; found 1"), "{}", told.out);
    let figures = written(&room, "b.json");
    assert_eq!((&figures["found"], &figures["dated"]), (&json!(1), &json!(2)));
    assert_eq!(figures["provenance"]["data"][0]["sha256"], sha256(TALK.as_bytes()));
    let lines = fs::read_to_string(room.path("b.jsonl")).expect("it was written");
    let first: Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["expected"], "[2023-05-07, 2023-05-08)");
    assert_eq!(first["right"], true);
    room.run(&["eval", "time", "talk.json", "--sample", "2"]).ends(0);
    assert!(!room.path("store").exists(), "an evaluation leaves the store alone");
}

#[test]
fn what_cannot_be_measured_is_an_error_with_the_next_step() {
    let room = room();
    for (args, why) in [
        (&["eval", "time", "empty"][..], "give the directory that has DateTimeModel.json"),
        (&["eval", "time", "cases", "--sample", "3"], "leave --sample out"),
        (&["eval", "time", "cases/DateTimeModel.json"], "give the directory that it lies in"),
        (&["eval", "time", "nowhere"], "cannot read nowhere"),
    ] {
        let told = room.run(args).ends(2);
        assert!(told.err.contains(why) && told.out.is_empty(), "{args:?} {told:?}");
    }
    room.file("cases/DateTimeModel.json", TALK);
    let told = room.run(&["eval", "time", "cases", "--json", "c.json"]).ends(2);
    assert!(told.err.contains("dialogue in LoCoMo's format"), "{told:?}");
    assert!(!room.path("c.json").exists(), "a run that fails writes no figures");
}
