//! Files that other sets write otherwise, and a second key.

use hippograph::eval::audit::{Audit, NotApplied};
use hippograph::eval::evidence::Why;
use hippograph::eval::locomo;
use hippograph::eval::questions::Category;

use crate::common::{AUDIT, OTHER, measured, oracle, untidy};

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
        ]
    );
    // "1" names two turns: it is not guessed which.
    assert_eq!(first.skipped.len(), 1);
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
            (4, NotApplied::NoSuchQuestion), // It is of another conversation.
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
    // The oracle knows the original key: of two questions, one has but half of the corrected one.
    assert_eq!(at_10("single-hop"), ((2, Some(100.0)), (2, Some(75.0))));
    assert_eq!(at_10("temporal"), ((1, Some(100.0)), (1, Some(100.0))));
    // A question that the corrected key leaves without evidence is not counted there.
    assert_eq!(at_10("unlabelled"), ((2, Some(100.0)), (1, Some(100.0))));
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
