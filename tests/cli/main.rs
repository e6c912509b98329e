//! The command line as a person meets it: exit codes, standard output and standard error of the
//! built program, with an embedder that needs no weights and a clock that stands still.

#[path = "../run/mod.rs"]
mod run;
mod parse;

use std::fs;

use hippograph::embed::Hashed;
use hippograph::schema::Moment;
use hippograph::{Memory, Stopped};
use serde_json::{Value, json};

use run::Room;

/// Turns that tell of jobs, homes and a sister.
const TALK: &str = r#"{"session":"s1","id":"t1","speaker":"Ann","said_at":"2024-01-05T10:00","text":"I work at Acme."}
{"session":"s1","id":"t2","speaker":"Bob","said_at":"2024-01-05T10:01","text":"I live in Oslo. My sister Carla lives in Porto."}
{"session":"s2","id":"t3","speaker":"Ann","said_at":"2024-06-01T09:00","text":"I joined Globex today."}
{"session":"s2","id":"t4","speaker":"Bob","said_at":"2024-06-01T09:02","text":"Congratulations! I went to Globex once."}
"#;

fn talked() -> Room {
    let room = Room::new();
    room.file("talk.jsonl", TALK);
    room.run(&["ingest", "talk.jsonl"]).ends(0);
    room
}

#[test]
fn ingest_tells_what_it_took_and_takes_nothing_twice() {
    let room = Room::new();
    room.file("talk.jsonl", TALK);
    let first = room.run(&["ingest", "talk.jsonl"]).ends(0);
    assert_eq!(first.out, "");
    assert!(first.err.starts_with("took 4 turns, 0 known already; "), "{}", first.err);
    let dump = room.dump();
    let again = room.run(&["ingest", "talk.jsonl"]).ends(0);
    assert!(again.err.starts_with("took 0 turns, 4 known already; "), "{}", again.err);
    assert_eq!(room.dump(), dump);
}

#[test]
fn ingest_acknowledges_each_batch_with_its_last_turn() {
    let room = Room::new();
    room.file("long.jsonl", &run::lines(250));
    let told = room.run(&["ingest", "--json", "long.jsonl"]).ends(0);
    let batches: Vec<Value> =
        told.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let batch = |turns: u32, done: u32| {
        json!({
            "file": "long.jsonl", "turns": turns, "done": done, "total": 250,
            "last_episode": format!("ep{done}"), "last_turn_id": format!("t{done}"),
        })
    };
    assert_eq!(batches, [batch(100, 100), batch(100, 200), batch(50, 250)]);
}

#[test]
fn a_bad_line_is_named_and_nothing_of_any_file_is_taken() {
    let room = Room::new();
    room.file("good.jsonl", TALK);
    room.file("bad.jsonl", "{\"text\":\"fine\"}\n{\"speaker\":\"Ann\"}\n");
    let told = room.run(&["ingest", "good.jsonl", "bad.jsonl"]).ends(2);
    assert_eq!(told.out, "");
    assert!(told.err.starts_with("hippograph: bad.jsonl line 2: "), "{}", told.err);
    let missing = room.run(&["inspect", "stats"]).ends(2);
    assert!(missing.err.contains("`hippograph ingest` makes one"), "{}", missing.err);
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let told = Room::new().run(&["ingest", "nowhere.jsonl"]).ends(2);
    assert!(told.err.starts_with("hippograph: cannot read nowhere.jsonl: "), "{}", told.err);
}

#[test]
fn a_turn_that_says_something_else_is_refused_until_it_may_replace() {
    let room = talked();
    room.file("other.jsonl", &TALK.replace("Acme", "Initech"));
    let dump = room.dump();
    let refused = room.run(&["ingest", "other.jsonl"]).ends(2);
    assert!(
        refused.err.contains("turn `t1` is known already with another text"),
        "{}",
        refused.err
    );
    assert!(refused.err.contains("--replace"), "{}", refused.err);
    assert_eq!(room.dump(), dump);
    let replaced = room.run(&["ingest", "--replace", "other.jsonl"]).ends(0);
    assert!(replaced.err.starts_with("took 1 turn, 3 known already; "), "{}", replaced.err);
    let now = room.run(&["inspect", "episode", "t1"]).ends(0);
    assert!(now.out.contains("Initech") && !now.out.contains("Acme"), "{}", now.out);
    room.run(&["check"]).ends(0);
}

#[test]
fn a_dash_reads_standard_input() {
    let room = Room::new();
    room.run_with(&["ingest", "-"], TALK.as_bytes()).ends(0);
    let from_file = talked();
    assert_eq!(room.dump(), from_file.dump());
    let bad = room.run_with(&["ingest", "-"], b"{\"text\": 3}").ends(2);
    assert!(bad.err.contains("standard input line 1"), "{}", bad.err);
}

#[test]
fn a_user_has_a_name_in_a_chat() {
    let room = Room::new();
    room.file(
        "chat.json",
        r#"[{"role":"user","content":"I work at Acme."},{"role":"assistant","content":"Noted."}]"#,
    );
    room.run(&["ingest", "--user", "Ann", "chat.json"]).ends(0);
    let ann = room.run(&["inspect", "entity", "ann"]).ends(0);
    assert!(ann.out.contains("Ann, person"), "{}", ann.out);
}

#[test]
fn a_story_is_told_at_its_own_times() {
    let room = Room::new();
    room.file("story.dlg", "2024-01-05 Ann: I work at Acme.\n2024-06-01 Ann: I joined Globex.\n");
    room.run(&["ingest", "story.dlg"]).ends(0);
    let early = ["recall", "where does Ann work", "--known", "2024-01-04"];
    room.run(&early).ends(1);
    let later = ["recall", "where does Ann work", "--known", "2024-03-01"];
    let later = room.run(&later).ends(0);
    assert!(later.out.contains("Acme") && !later.out.contains("Globex"), "{}", later.out);
}

#[test]
fn recall_shows_facts_episodes_and_how_they_were_found() {
    let room = talked();
    let told =
        room.run(&["recall", "where", "does", "Ann", "work", "--valid", "2024-03-01"]).ends(0);
    assert!(told.out.starts_with("facts\n"), "{}", told.out);
    assert!(told.out.contains("valid [<=2024-01-05T10:00:00, 2024-06-01"), "{}", told.out);
    assert!(told.out.contains("\nepisodes\n  1  "), "{}", told.out);
    assert!(told.out.contains("2024-01-05 10:00  t1  Ann: I work at Acme."), "{}", told.out);
    assert!(told.out.contains("found by: "), "{}", told.out);
    assert_eq!(told.err, "");
}

#[test]
fn recall_gives_json_whose_shares_add_up() {
    let room = talked();
    let told = room.run(&["recall", "--json", "--k", "2", "who joined Globex"]).ends(0);
    let found: Value = serde_json::from_str(&told.out).unwrap();
    let episodes = found["episodes"].as_array().unwrap();
    assert!(!episodes.is_empty() && episodes.len() <= 2, "{found}");
    for episode in episodes {
        let shares = episode["shares"].as_object().unwrap().values();
        let sum: f64 = shares.map(|share| share.as_f64().unwrap()).sum();
        assert!((sum - episode["score"].as_f64().unwrap()).abs() < 1e-4, "{episode}");
        for field in ["id", "turn_id", "session", "speaker", "said_at", "text", "path", "facts"] {
            assert!(episode.get(field).is_some(), "{field} in {episode}");
        }
    }
    let facts = found["facts"].as_array().unwrap();
    assert!(facts.iter().any(|fact| fact["object"] == "Globex"), "{found}");
    for fact in facts {
        for field in ["id", "statement", "valid", "from", "until", "precision", "sources"] {
            assert!(fact.get(field).is_some(), "{field} in {fact}");
        }
    }
}

#[test]
fn recall_without_walk_or_facts_says_nothing_of_them() {
    let room = talked();
    let plain = ["recall", "--json", "--no-walk", "--no-facts", "where does Ann work"];
    let found: Value = serde_json::from_str(&room.run(&plain).ends(0).out).unwrap();
    assert_eq!(found["facts"], json!([]));
    for episode in found["episodes"].as_array().unwrap() {
        assert_eq!(episode["path"], json!([]));
        assert!(episode["shares"].get("walk").is_none(), "{episode}");
    }
}

#[test]
fn exact_search_and_hnsw_find_the_same_in_a_small_memory() {
    let room = talked();
    let ask = |how| room.run(&["recall", "--json", "--vectors", how, "who lives in Porto"]).ends(0);
    assert_eq!(ask("exact").out, ask("hnsw").out);
}

#[test]
fn an_empty_question_is_an_error_and_a_missing_store_says_what_makes_one() {
    let room = talked();
    let empty = room.run(&["recall", " "]).ends(2);
    assert!(empty.err.contains("the question is empty"), "{}", empty.err);
    let nowhere = Room::new().run(&["recall", "who"]).ends(2);
    assert!(nowhere.err.contains("`hippograph ingest` makes one"), "{}", nowhere.err);
    let other = room.run(&["--namespace", "other", "recall", "who"]).ends(2);
    assert!(other.err.contains("there is no namespace `other`"), "{}", other.err);
}

#[test]
fn namespaces_are_apart_and_listed() {
    let room = talked();
    room.file("secret.jsonl", "{\"speaker\":\"Zoe\",\"text\":\"I live in Lima.\"}\n");
    room.run(&["--namespace", "zoe", "ingest", "secret.jsonl"]).ends(0);
    assert_eq!(room.run(&["inspect", "namespaces"]).ends(0).out, "default\nzoe\n");
    let json = room.run(&["inspect", "namespaces", "--json"]).ends(0);
    assert_eq!(json.out, "[\"default\",\"zoe\"]\n");
    room.run(&["inspect", "entity", "Zoe"]).ends(1);
    room.run(&["--namespace", "zoe", "inspect", "entity", "Zoe"]).ends(0);
}

#[test]
fn inspect_counts_and_lists() {
    let room = talked();
    let stats: Value =
        serde_json::from_str(&room.run(&["inspect", "stats", "--json"]).ends(0).out).unwrap();
    assert_eq!((&stats["sessions"], &stats["episodes"]), (&json!(2), &json!(4)));
    assert_eq!(stats["first_said_at"], "2024-01-05T10:00:00");
    let stats = room.run(&["inspect", "stats"]).ends(0);
    assert!(
        stats.out.starts_with("namespace  default\nsessions   2\nepisodes   4, "),
        "{}",
        stats.out
    );
    let sessions = room.run(&["inspect", "sessions"]).ends(0);
    assert_eq!(
        sessions.out,
        "se1    2024-01-05 10:00  2 turns    s1\nse2    2024-06-01 09:00  2 turns    s2\n"
    );
    let people = room.run(&["inspect", "entities", "--type", "person", "--limit", "2"]).ends(0);
    assert_eq!(people.out.lines().count(), 2);
    assert!(people.out.contains("Ann") && people.out.contains("Bob"), "{}", people.out);
    let unknown = room.run(&["inspect", "entities", "--type", "persn"]).ends(1);
    assert!(unknown.err.contains("near it: person"), "{}", unknown.err);
}

#[test]
fn inspect_shows_an_entity_as_a_timeline_with_what_closes_what() {
    let room = talked();
    let ann = room.run(&["inspect", "entity", "ANN"]).ends(0);
    let acme = ann.out.find("Acme").unwrap();
    let globex = ann.out.find("Globex").unwrap();
    assert!(acme < globex, "{}", ann.out);
    assert!(ann.out.contains("closed by fa"), "{}", ann.out);
    assert!(ann.out.contains("mentioned in "), "{}", ann.out);
    let json = room.run(&["inspect", "entity", "Ann", "--json"]).ends(0);
    let forms: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(forms[0]["name"], "Ann");
    let by_id = room.run(&["inspect", "entity", forms[0]["id"].as_str().unwrap()]).ends(0);
    assert_eq!(by_id.out, ann.out);
}

#[test]
fn a_name_that_is_not_known_is_met_with_near_ones() {
    let room = talked();
    let told = room.run(&["inspect", "entity", "Carl"]).ends(1);
    assert_eq!(told.out, "");
    assert!(told.err.contains("no entity is called `Carl`; near it: Carla"), "{}", told.err);
    room.run(&["inspect", "fact", "fa999"]).ends(1);
    room.run(&["inspect", "fact", "twelve"]).ends(2);
    let episode = room.run(&["inspect", "episode", "t9"]).ends(1);
    assert!(episode.err.contains("no episode is called `t9`"), "{}", episode.err);
}

#[test]
fn facts_are_filtered_by_what_they_say_and_when() {
    let room = talked();
    let facts = |more: &[&str]| {
        let args = [&["inspect", "facts", "--subject", "Ann", "--predicate", "works_at"], more];
        room.run(&args.concat())
    };
    let now = facts(&[]).ends(0);
    assert!(now.out.contains("Globex") && !now.out.contains("Acme"), "{}", now.out);
    let then = facts(&["--valid", "2024-03-01"]).ends(0);
    assert!(then.out.contains("Acme") && !then.out.contains("Globex"), "{}", then.out);
    let all = facts(&["--all"]).ends(0);
    assert!(all.out.contains("Globex") && all.out.contains("Acme"), "{}", all.out);
    facts(&["--known", "2024-12-31"]).ends(1);
    facts(&["--object", "Nowhere"]).ends(1);
    let globex = facts(&["--object", "globex", "--json"]).ends(0);
    let globex: Value = serde_json::from_str(&globex.out).unwrap();
    assert_eq!(globex[0]["sources"], json!(["t3"]));
    let id = globex[0]["id"].as_str().unwrap();
    let one = room.run(&["inspect", "fact", id]).ends(0);
    assert!(one.out.contains("Ann: I joined Globex today."), "{}", one.out);
}

#[test]
fn an_episode_is_found_by_either_id() {
    let room = talked();
    let own = room.run(&["inspect", "episode", "t3"]).ends(0);
    assert!(
        own.out.starts_with("2024-06-01 09:00  t3  Ann: I joined Globex today.\n"),
        "{}",
        own.out
    );
    assert_eq!(room.run(&["inspect", "episode", "ep3"]).ends(0).out, own.out);
}

#[test]
fn a_path_leads_over_facts() {
    let room = talked();
    let path = room.run(&["inspect", "path", "Carla", "Oslo", "--json"]).ends(0);
    let path: Value = serde_json::from_str(&path.out).unwrap();
    assert_eq!(path["entities"], json!(["Carla", "Bob", "Oslo"]));
    assert_eq!(path["facts"].as_array().unwrap().len(), 2);
    let none = room.run(&["inspect", "path", "Carla", "Acme"]).ends(1);
    assert!(none.err.contains("no facts join"), "{}", none.err);
}

#[test]
fn a_dump_comes_back_as_an_equal_memory() {
    let room = talked();
    room.run(&["dump", "--output", "dump.jsonl"]).ends(0);
    let dump = fs::read_to_string(room.path("dump.jsonl")).unwrap();
    assert_eq!(room.dump(), dump);
    let copy = Room::new();
    copy.file("dump.jsonl", &dump);
    copy.run(&["ingest", "dump.jsonl"]).ends(0);
    assert_eq!(copy.dump(), dump);
    copy.run(&["check"]).ends(0);
    let full = copy.run(&["ingest", "dump.jsonl"]).ends(2);
    assert!(full.err.contains("holds something already"), "{}", full.err);
    copy.file("talk.jsonl", TALK);
    let known = copy.run(&["ingest", "talk.jsonl"]).ends(0);
    assert!(known.err.starts_with("took 0 turns, 4 known already"), "{}", known.err);
}

#[test]
fn a_dump_in_dot_is_a_graph() {
    let dot = talked().run(&["dump", "--format", "dot"]).ends(0);
    assert!(dot.out.starts_with("digraph {"), "{}", dot.out);
    assert!(dot.out.contains("label=\"Ann\""), "{}", dot.out);
}

#[test]
fn two_fresh_memories_have_one_dump() {
    assert_eq!(talked().dump(), talked().dump());
}

#[test]
fn a_rebuilt_memory_is_the_same() {
    let room = talked();
    let dump = room.dump();
    room.run(&["rebuild"]).ends(0);
    assert_eq!(room.dump(), dump);
    assert_eq!(room.run(&["check"]).ends(0).out, "sound: 1 namespace\n");
    room.run(&["--namespace", "other", "rebuild"]).ends(2);
}

#[test]
fn a_store_that_another_process_holds_is_in_use() {
    let room = talked();
    let now: Moment = run::NOW.parse().unwrap();
    let held = Memory::builder(room.path("store"), Hashed::new(512), Stopped(now)).open().unwrap();
    for args in [&["inspect", "stats"][..], &["recall", "who"], &["ingest", "talk.jsonl"]] {
        let told = room.run(args).ends(2);
        assert!(told.err.contains("is in use by another process"), "{}", told.err);
    }
    drop(held);
    room.wait_for_lock();
    room.run(&["inspect", "stats"]).ends(0);
}

#[test]
fn a_store_remembers_its_embedder() {
    let room = talked();
    // No embedder is named here: the store says that it needs no weights.
    room.run_plain(&["recall", "where does Ann work"]).ends(0);
    let other = room.run_plain(&["--embedder", "minilm", "inspect", "stats"]).ends(2);
    assert!(other.err.contains("was built with embedder hashed-512"), "{}", other.err);
}

#[test]
fn a_directory_with_other_things_is_no_store() {
    let room = Room::new();
    room.file("talk.jsonl", TALK);
    fs::create_dir(room.path("store")).unwrap();
    room.file("store/letter.txt", "Dear Ann");
    let told = room.run(&["ingest", "talk.jsonl"]).ends(2);
    assert!(told.err.contains("holds files and is no hippograph store"), "{}", told.err);
}

#[test]
fn a_user_adds_predicates_in_a_file() {
    let room = talked();
    room.file("bad.toml", "types = 3");
    let told = room.run(&["--ontology", "bad.toml", "inspect", "stats"]).ends(2);
    assert!(told.err.contains("cannot use the ontology bad.toml"), "{}", told.err);
    room.file("ours.toml", "types = [\"vessel\"]");
    room.run(&["--ontology", "ours.toml", "inspect", "entities", "--type", "vessel"]).ends(1);
}

/// A conversation with everything that must not be read, written as `unread`.
fn locomo(unread: &str) -> String {
    json!([{
        "sample_id": "one",
        "conversation": {
            "speaker_a": "Ann", "speaker_b": "Bob",
            "session_1_date_time": "7:42 pm on 11 January, 2024",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "I work at Acme."},
                {"speaker": "Bob", "dia_id": "D1:2", "text": "Look!",
                 "blip_caption": "a dog", "query": unread, "img_url": [unread]},
            ],
        },
        "qa": [{"question": unread, "answer": unread, "evidence": ["D1:1"], "category": 4}],
        "observation": {"session_1_observation": {"Ann": [[unread, "D1:1"]]}},
        "event_summary": {"events_session_1": {"Ann": [unread], "date": unread}},
        "session_summary": {"session_1_summary": unread},
    }])
    .to_string()
}

#[test]
fn what_the_benchmark_says_about_a_conversation_is_never_read() {
    let dump = |unread: &str| {
        let room = Room::new();
        room.file("one.json", &locomo(unread));
        room.run(&["ingest", "one.json"]).ends(0);
        room.dump()
    };
    let one = dump("Ann married the king of Sweden in Uppsala");
    assert_eq!(one, dump("Bob bought a zeppelin"));
    assert!(!one.contains("Uppsala"));
}

#[test]
fn an_evaluation_writes_its_report_and_every_answer() {
    let room = Room::new();
    room.file("one.json", &locomo("Where does Ann work?"));
    let args = ["eval", "locomo", "one.json", "--json", "r.json", "--answers", "a.jsonl"];
    let told = room.run(&args).ends(0);
    assert!(told.out.contains("hippograph") && told.out.contains("bm25"), "{}", told.out);
    let report: Value =
        serde_json::from_str(&fs::read_to_string(room.path("r.json")).unwrap()).unwrap();
    assert_eq!(report["asked"], 1);
    for system in ["bm25", "hippograph"] {
        assert_eq!(report["systems"][system]["1-4"]["n"], 1, "{report}");
        assert!(report["systems"][system]["single-hop"]["recall@10"].is_number(), "{report}");
    }
    let answers = fs::read_to_string(room.path("a.jsonl")).unwrap();
    assert!(answers.lines().count() >= 2, "{answers}");
    assert!(!room.path("store").exists(), "an evaluation leaves the store alone");
}

#[test]
fn the_demo_shows_the_graph_the_questions_and_the_table() {
    let room = Room::new();
    let told = room.run(&["demo"]).ends(0);
    assert_eq!(told.out.matches("\n? ").count(), 6, "{}", told.out);
    assert!(told.out.contains("\n* ") || told.out.contains("0 of them are"), "{}", told.out);
    assert!(told.out.contains("bm25") && told.out.contains("multi-hop"), "{}", told.out);
    assert!(!room.path("store").exists(), "the demo leaves the store alone");
}

#[test]
fn help_and_version_are_found_and_a_wrong_option_is_an_error() {
    let room = Room::new();
    let help = room.run_plain(&["--help"]).ends(0);
    assert!(help.out.contains("ingest") && help.out.contains("Example: "), "{}", help.out);
    let version = room.run_plain(&["--version"]).ends(0);
    assert_eq!(version.out, concat!("hippograph ", env!("CARGO_PKG_VERSION"), "\n"));
    room.run_plain(&["recall"]).ends(2);
    room.run_plain(&["--now", "yesterday", "inspect", "stats"]).ends(2);
    room.run_plain(&[]).ends(2);
}

#[test]
#[cfg(unix)]
fn a_reader_that_goes_away_is_no_error() {
    let room = Room::new();
    room.file("long.jsonl", &run::lines(1_000));
    room.run(&["ingest", "long.jsonl"]).ends(0);
    room.run_unread(&["dump"]).ends(0);
}

#[test]
fn check_tells_of_an_unknown_key_and_of_all_else() {
    let room = talked();
    room.beneath(|db| {
        db.insert([0, 0, 0, 1, 200, 7], "from the future").unwrap();
        let vector = db.scan_prefix([0, 0, 0, 1, 112]).keys().next().unwrap().unwrap();
        db.remove(vector).unwrap();
    });
    let told = room.run(&["check"]).ends(2);
    assert!(told.out.starts_with("an unknown key [00, 00, 00, 01, c8, 07]"), "{}", told.out);
    assert!(told.out.contains("has no vector"), "{}", told.out);
    assert!(told.out.ends_with("2 findings\n"), "{}", told.out);
}

#[test]
fn rebuild_mends_vectors_that_cannot_be_read() {
    let room = talked();
    let dump = room.dump();
    room.beneath(|db| {
        let vector = db.scan_prefix([0, 0, 0, 1, 112]).keys().next().unwrap().unwrap();
        db.insert(vector, vec![99]).unwrap();
    });
    let told = room.run(&["check"]).ends(2);
    assert!(told.out.contains("run `hippograph rebuild`"), "{}", told.out);
    room.run(&["rebuild"]).ends(0);
    room.run(&["check"]).ends(0);
    assert_eq!(room.dump(), dump);
}

#[test]
fn a_database_of_another_program_is_no_store() {
    let room = Room::new();
    room.file("talk.jsonl", TALK);
    room.beneath(|db| drop(db.insert("their key", "theirs").unwrap()));
    let told = room.run(&["ingest", "talk.jsonl"]).ends(2);
    assert!(told.err.contains("is no hippograph store"), "{}", told.err);
}
