//! Files that other sets write otherwise, and a second key.

use hippograph::eval::audit::{Audit, NotApplied};
use hippograph::eval::questions::{Category, Reason, Skipped};
use hippograph::eval::repair::{Repair, Why};
use hippograph::eval::report::Report;
use hippograph::eval::{locomo, markdown};
use serde_json::{Value, json};

use crate::common::{AUDIT, OTHER, flat, measured, oracle, refuser, sample, untidy};

#[test]
fn a_set_that_differs_in_small_ways_is_read_and_every_mending_told() {
    let read = locomo::read("other.json", OTHER).expect("it can be mended");
    let names: Vec<&str> = read.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["log", "log #2"], "two of one name would share a memory");
    let first = &read[0];
    let turns: Vec<_> = first
        .turns
        .iter()
        .map(|t| {
            (t.id.as_deref().unwrap_or("-"), t.said_at.map(|m| m.to_string()), t.text.as_str())
        })
        .collect();
    let day = || Some("2023-05-20T02:21:00".to_owned());
    assert_eq!(
        turns,
        [
            ("session_1/1", day(), "I bought a kayak."),
            ("2", day(), "It is red."),
            ("session_2/1", None, "The kayak leaks."),
            ("3", None, "I patched it with tar."),
        ]
    );
    let asked: Vec<_> =
        first.questions.iter().map(|q| (q.index, q.category, q.evidence.join(","))).collect();
    assert_eq!(
        asked,
        [
            (0, Category::SingleHop, "3".to_owned()),
            (1, Category::SingleHop, "2".to_owned()),
            (2, Category::Unlabelled, "session_2/1".to_owned()),
            (3, Category::Unlabelled, "1 (no such turn)".to_owned()),
        ]
    );
    // "1" names two turns: it is not guessed which.
    assert!(first.skipped.is_empty());
    assert_eq!(
        first.repairs.iter().map(|r| r.why).collect::<Vec<_>>(),
        [Why::UnknownCategory, Why::NoSuchTurn]
    );
    let notes = read.iter().flat_map(|c| c.notes.clone()).collect::<Vec<_>>().join("\n");
    for told in [
        "session_1_date_time: \"2023/05/20 (Sat) 02:21\" read as 2023-05-20T02:21:00",
        "session_2_date_time: \"the week after\" is no time that can be read; dropped",
        "session_2: turn 2 has no text; dropped",
        "2 turns share an id with another",
        "session_1_date_time: 20230601 is no time that can be read; dropped",
        "two conversations are called log; one is log #2 here",
    ] {
        assert!(notes.contains(told), "{told} is not in:\n{notes}");
    }
    let report = measured(&read, vec![&mut oracle(&read)]);
    assert_eq!(report.notes.len(), notes.lines().count(), "the report tells them too");
}

#[test]
fn every_repair_is_listed() {
    let conversations = untidy();
    let repair = |question, given: &str, read_as: &[&str], why| Repair {
        conversation: "allotment".to_owned(),
        question,
        given: given.to_owned(),
        read_as: read_as.iter().map(|&id| id.to_owned()).collect(),
        why,
    };
    assert_eq!(
        conversations[0].repairs,
        [
            repair(1, "D1:3; D2:2", &["D1:3", "D2:2"], Why::SeveralIds),
            repair(2, "D1:1", &["D1:1"], Why::NotAList),
            repair(3, "D:2:01", &["D2:1"], Why::Spelling),
            repair(3, "D2:1", &[], Why::Twice),
            repair(4, "D", &["D (not an id)"], Why::NotAnId),
            repair(4, "D7:1", &["D7:1 (no such turn)"], Why::NoSuchTurn),
            repair(7, "D9:9", &["D9:9 (no such turn)"], Why::NoSuchTurn),
            repair(8, "opinion", &["unlabelled"], Why::UnknownCategory),
        ]
    );
}

#[test]
fn every_skipped_question_is_listed_with_its_reason() {
    let conversations = untidy();
    let skipped =
        |question, reason| Skipped { conversation: "allotment".to_owned(), question, reason };
    assert_eq!(
        conversations[0].skipped,
        [
            skipped(6, Reason::NoEvidence),
            skipped(10, Reason::NoQuestion),
            skipped(11, Reason::NotAnObject),
            skipped(12, Reason::NoEvidence),
        ]
    );
    let report = measured(&conversations, vec![&mut refuser()]);
    assert_eq!((report.asked, report.skipped), (9, 4));
    assert_eq!(report.skipped_questions, conversations[0].skipped);
    assert_eq!(report.repairs, conversations[0].repairs);
}

#[test]
fn questions_are_read_whatever_their_category_and_answer() {
    let conversations = untidy();
    let read: Vec<_> = conversations[0]
        .questions
        .iter()
        .map(|q| (q.index, q.category, q.answer.as_deref(), q.adversarial_answer.as_deref()))
        .collect();
    assert_eq!(
        read,
        [
            (0, Category::SingleHop, Some("dahlias"), None),
            (1, Category::MultiHop, Some("slugs ate it"), None),
            (2, Category::SingleHop, Some("14"), None),
            (3, Category::Temporal, Some("June 2024"), None),
            (4, Category::OpenDomain, Some("yes"), None),
            (5, Category::Adversarial, None, Some("Biscuit")),
            (7, Category::SingleHop, Some("unknown"), None),
            (8, Category::Unlabelled, Some("copper tape"), None),
            (9, Category::Unlabelled, Some("what she will grow"), None),
        ]
    );
    assert_eq!((conversations[1].name.as_str(), conversations[1].questions.len()), ("quiet", 0));
}

#[test]
fn a_file_of_another_form_is_refused_with_its_name() {
    for text in ["", "{", "3", "[3]", "[]x", r#"[{"conversation": {}, "qa": 7}]"#] {
        let error = locomo::read("odd.json", text).expect_err(text);
        let mut message = error.to_string();
        let mut next: Option<&dyn std::error::Error> = std::error::Error::source(&error);
        while let Some(source) = next {
            message += &format!(": {source}");
            next = source.source();
        }
        assert!(message.contains("odd.json"), "{text}: {message}");
    }
}

#[test]
fn what_cannot_be_mended_is_refused_with_its_place_in_the_file() {
    let text = "[\n{\"sample_id\": \"a\"}\n]";
    let error = locomo::read("odd.json", text).expect_err("it has no conversation");
    let source = std::error::Error::source(&error).expect("it says why").to_string();
    assert!(source.contains("odd.json line 2"), "{source}");
}

#[test]
fn both_keys_score_the_same_rankings_side_by_side() {
    let mut conversations = untidy();
    let audit = Audit::read("audit.json", AUDIT).expect("an audit");
    let applied = audit.apply(&mut conversations);
    let counts = (applied.entries, applied.applied, applied.changed, applied.emptied);
    assert_eq!(counts, (6, 3, 2, 1));
    let unmatched: Vec<_> = applied.unmatched.iter().map(|u| (u.entry, u.why)).collect();
    assert_eq!(
        unmatched,
        [
            (3, NotApplied::NoSuchQuestion), // It is skipped, for it has no evidence.
            (4, NotApplied::NotMeasured),    // It is of another conversation.
            (5, NotApplied::NoEvidence),
        ]
    );
    assert_eq!(applied.repairs.len(), 1, "`D2:02` is written as no turn's id is");
    let report = measured(&conversations, vec![&mut oracle(&conversations)]);
    let corrected = &report.corrected.as_ref().expect("there is a second key")["oracle"];
    let original = &report.systems["oracle"];
    let at_10 = |group: &str| {
        let of = |row: &hippograph::eval::report::Row| (row.n, row.means.map(|m| m.recall_at_10));
        (of(&original[group]), of(&corrected[group]))
    };
    // The oracle knows the original key: of three questions, one has but half of the corrected one,
    // and one has evidence that is no turn.
    assert_eq!(at_10("single-hop"), ((3, Some(66.67)), (3, Some(50.0))));
    assert_eq!(at_10("temporal"), ((1, Some(100.0)), (1, Some(100.0))));
    // A question that the corrected key leaves without evidence is not counted there.
    assert_eq!(at_10("unlabelled"), ((2, Some(100.0)), (1, Some(100.0))));
    let audited = Report { audit: Some(applied), ..report.clone() };
    for told in [flat(&audited.to_string()), markdown::page(&audited)] {
        assert!(told.contains("1 correction is of conversations that are not measured"), "{told}");
        assert!(told.contains("correction 5 (“When did Tom get a dog?”): no evidence"), "{told}");
        assert!(!told.contains("correction 4"), "{told}");
    }
    let record = &report.questions[0];
    assert_eq!(record.corrected.as_deref(), Some(&["D1:3".to_owned(), "D2:2".to_owned()][..]));
    assert_eq!(record.systems["oracle"].corrected_ranks, Some(vec![Some(1), None]));
}

#[test]
fn without_an_audit_there_is_one_key() {
    let conversations = untidy();
    let report = measured(&conversations, vec![&mut oracle(&conversations)]);
    assert!(report.corrected.is_none() && report.audit.is_none());
    let error = Audit::read("audit.json", "{\"question\": 1}").expect_err("no list");
    assert!(error.to_string().contains("audit.json is no audit"), "{error}");
}

/// Each is one change to a sound sample: where, to what, how many turns and questions are left, and
/// what is told of it.
#[test]
fn a_sample_that_differs_in_one_way_is_read_and_that_is_told() {
    let odd_turns = json!([{"speaker": "Cy", "dia_id": "D3:1", "text": "Hi."}]);
    let cases = [
        ("/qa/0/category", json!("4"), 4, 2, ""),
        ("/qa/0/category", json!(4.0), 4, 2, ""),
        ("/qa/0/category", json!("Single Hop"), 4, 2, ""),
        ("/qa/0/category", json!(null), 4, 2, ""),
        ("/qa/0/category", json!([4]), 4, 2, "not a known category"),
        ("/qa/1/evidence", json!(["D1:1; D2:1"]), 4, 2, "several ids in one string"),
        ("/qa/1/evidence", json!([["D1:1"], ["D2:1"]]), 4, 2, "not a list of strings"),
        ("/qa/1/evidence", json!([{"dia_id": "D1:1"}, "D2:1"]), 4, 2, "not a list of strings"),
        ("/qa/1/evidence", json!("D1:1 D2:1"), 4, 2, "not a list of strings"),
        ("/qa/1/evidence", json!(["D1:1", "D7:1"]), 4, 2, "no turn has this id"),
        ("/qa/1/evidence", json!(["Ｄ１：１"]), 4, 2, "not written as the turn's id is"),
        ("/qa/1/evidence", json!(null), 4, 1, "no evidence"),
        ("/qa/1/question", json!(null), 4, 1, "no question"),
        ("/qa/1", json!("What?"), 4, 1, "not an object"),
        ("/qa", json!(null), 4, 0, "has no `qa`"),
        ("/qa/0/more", json!({"any": [1, null]}), 4, 2, ""),
        ("/more", json!(["any"]), 4, 2, ""),
        ("/conversation", json!({}), 0, 2, "no turn has this id"),
        ("/conversation/session_2", json!(null), 2, 2, "no turn has this id"),
        (
            "/conversation/session_1_date_time",
            json!("Monday, 8 May 2023 at 13:56"),
            4,
            2,
            "read as",
        ),
        ("/conversation/session_1_date_time", json!("08/05/2023"), 4, 2, "is no time"),
        ("/conversation/session_1_date_time", json!(["8 May 2023"]), 4, 2, "is no time"),
        ("/conversation/session_1_date_time", json!(null), 4, 2, ""),
        ("/conversation/session_1/1", json!(null), 3, 2, "turn 2 is no object"),
        ("/conversation/session_1/1/text", json!(null), 3, 2, "turn 2 has no text"),
        ("/conversation/session_1/1/text", json!(["Nice", "one."]), 4, 2, "read as \"Nice one.\""),
        ("/conversation/session_1/1/text", json!(7), 4, 2, "read as \"7\""),
        ("/conversation/session_1/1/speaker", json!(["Bob"]), 4, 2, "read as \"Bob\""),
        ("/conversation/session_1/1/speaker", json!(null), 4, 2, ""),
        ("/conversation/session_1/1/dia_id", json!({"n": 2}), 4, 2, "is no text; dropped"),
        ("/conversation/session_1/1/dia_id", json!("D1:1"), 4, 2, "share an id"),
        ("/conversation/session_1/1/blip_caption", json!(["a", "b"]), 4, 2, "read as \"a b\""),
        ("/conversation/Session_3", odd_turns, 4, 2, "its 1 turn not read"),
        ("/sample_id", json!(["c"]), 4, 2, "is no name; dropped"),
        ("/sample_id", json!("会話✨"), 4, 2, ""),
        ("/conversation/session_1/0/text", json!("我买了 🛶 \u{0} \u{202e}"), 4, 2, ""),
    ];
    for (place, value, turns, asked, told) in cases {
        let mut sample = sample();
        let (parent, key) = place.rsplit_once('/').expect("a place");
        match sample.pointer_mut(parent).expect("it is there") {
            Value::Object(fields) => drop(fields.insert(key.to_owned(), value.clone())),
            list => list[key.parse::<usize>().expect("a number")] = value.clone(),
        }
        let case = format!("{place} {value}");
        let read = locomo::read("odd.json", &json!([sample]).to_string()).expect(&case);
        let report = measured(&read, vec![&mut refuser()]);
        assert_eq!((read[0].turns.len(), report.asked), (turns, asked), "{case}");
        let all = markdown::page(&report);
        assert!(all.contains(told) && flat(&report.to_string()).contains(told), "{case}:\n{all}");
        let mended = report.repairs.len() + report.notes.len() + report.skipped;
        assert_eq!(told.is_empty(), mended == 0, "{case}: what is told, and nothing else:\n{all}");
    }
}

#[test]
fn a_file_may_be_a_list_a_sample_or_lines_as_python_writes_them() {
    let whole = json!([sample()]).to_string();
    let one = sample().to_string();
    let other = one.replace("\"c\"", "\"d\"").replace("kayak", "canoe");
    let two = format!("{one}\n{other}\n");
    let numbers = whole.replace("\"a kayak\"", "NaN");
    let marked = format!("\u{feff}{whole}");
    for (text, samples, told) in [
        (whole.as_str(), 1, ""),
        (&one, 1, ""),
        (&two, 2, ""),
        (&numbers, 1, "odd.json: 1 number that JSON has not, read as none"),
        (&marked, 1, ""),
    ] {
        let read = locomo::read("odd.json", text).expect(text);
        let counts: Vec<_> = read.iter().map(|c| (c.turns.len(), c.questions.len())).collect();
        assert_eq!(counts, vec![(4, 2); samples], "{text}");
        let notes: Vec<String> = read.into_iter().flat_map(|c| c.notes).collect();
        assert!(notes.iter().all(|note| note.contains(told)), "{notes:?}");
        assert_eq!(notes.is_empty(), told.is_empty(), "{notes:?}");
    }
}
