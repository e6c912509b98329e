//! What slips of a file must never do: make a figure better, or count twice.

use hippograph::eval::audit::{Audit, NotApplied};
use hippograph::eval::locomo;
use hippograph::eval::questions::{Reason, Skipped};
use serde_json::{Value, json};

use crate::common::{measured, oracle, refuser, sample};

/// Evidence that names no turn was once dropped, so that slips of a file made its figures better.
#[test]
fn a_slip_in_the_evidence_never_makes_a_figure_better() {
    for (evidence, recall) in [
        (json!(["D1:1", "D2:1"]), 100.0),
        (json!(["D1:1", "D9:9"]), 50.0),
        (json!(["D1:1", "D"]), 50.0),
        (json!(["D1:1; D9:9"]), 50.0),
        (json!(["D1:1", {"turn": 3}, true, 7]), 25.0),
        (json!(["D9:9"]), 0.0),
        (json!("D9:9"), 0.0),
        (json!(["D1:1", "D9:9", "D9:9", "", null]), 50.0),
    ] {
        let mut sample = sample();
        sample["qa"][1]["evidence"] = evidence.clone();
        let read = locomo::read("odd.json", &json!([sample]).to_string()).expect("it is read");
        let report = measured(&read, vec![&mut oracle(&read)]);
        let row = report.systems["oracle"]["multi-hop"];
        assert_eq!((row.n, row.means.map(|m| m.recall_at_10)), (1, Some(recall)), "{evidence}");
        assert_eq!(report.repairs.is_empty(), recall > 99.0, "{evidence}: told when it is a slip");
    }
    // A key that is corrected to what is no turn is no key without evidence.
    let mut read = locomo::read("c.json", &json!([sample()]).to_string()).expect("it is read");
    let audit = r#"[{"question": "What did Ann buy?", "correct_evidence": ["D9:9"]}]"#;
    let applied = Audit::read("a.json", audit).expect("an audit").apply(&mut read);
    assert_eq!((applied.applied, applied.emptied, applied.repairs.len()), (1, 0, 1));
    let report = measured(&read, vec![&mut oracle(&read)]);
    let corrected = &report.corrected.expect("a second key")["oracle"]["single-hop"];
    assert_eq!((corrected.n, corrected.means.map(|m| m.recall_at_10)), (1, Some(0.0)));
}

#[test]
fn what_is_asked_twice_of_a_conversation_counts_once() {
    let mut twice = sample();
    let mut again = twice["qa"][1].clone();
    again["question"] = json!(" what did ann  buy that LEAKS?");
    again["evidence"] = json!(["D2:1", "D1:01"]);
    let mut other = twice["qa"][1].clone();
    other["evidence"] = json!(["D2:1"]);
    twice["qa"].as_array_mut().expect("a list").extend([again, other]);
    let read = locomo::read("c.json", &json!([twice]).to_string()).expect("it is read");
    let asked: Vec<usize> = read[0].questions.iter().map(|question| question.index).collect();
    assert_eq!(asked, [0, 1, 3], "with other evidence it is another question");
    let skipped = Skipped { conversation: "c".into(), question: 2, reason: Reason::Twice };
    assert_eq!(read[0].skipped, [skipped]);
    let report = measured(&read, vec![&mut refuser()]);
    assert_eq!((report.asked, report.skipped), (3, 1));
    let told = "c question 2: asked before, with the same evidence";
    assert!(report.to_string().contains(told), "{report}");
}

#[test]
fn a_conversation_that_is_copied_counts_once_whatever_it_is_called() {
    let copied = |change: fn(&mut Value)| {
        let mut copy = sample();
        change(&mut copy);
        let text = json!([sample(), copy]).to_string();
        locomo::read("c.json", &text).expect("it is read").pop().expect("there are two")
    };
    let told = "d: has the turns of c; what was asked of that is not asked again";
    let same = copied(|copy| copy["sample_id"] = json!("d"));
    assert_eq!((same.questions.len(), same.skipped.len()), (0, 2));
    assert_eq!(same.notes, [told]);
    // Of one name too, and with other ids.
    let same = copied(|copy| {
        copy["conversation"]["session_1"][0]["dia_id"] = json!("X1:1");
        copy["qa"][0]["evidence"] = json!(["X1:1"]);
        copy["qa"][1]["evidence"] = json!(["X1:1", "D2:1"]);
    });
    assert_eq!((same.name.as_str(), same.questions.len()), ("c #2", 0));
    // What is asked of the same turns for the first time counts.
    let more = copied(|copy| {
        copy["sample_id"] = json!("d");
        copy["qa"][1]["question"] = json!("What leaks?");
    });
    assert_eq!((more.questions.len(), more.questions[0].index), (1, 1));
    // Where a turn differs it is another conversation, and that the questions recur is told.
    let other = copied(|copy| {
        copy["sample_id"] = json!("d");
        copy["conversation"]["session_2"][1]["text"] = json!("Patch it with glue.");
    });
    assert_eq!(other.questions.len(), 2);
    let told = "d: 2 questions are asked of c too, with evidence of the same words";
    assert_eq!(other.notes, [told]);
}

#[test]
fn corrections_that_contradict_each_other_are_not_applied() {
    let with = |corrections: &[Value]| {
        let mut read = locomo::read("c.json", &json!([sample()]).to_string()).expect("it is read");
        let all: Vec<Value> = corrections
            .iter()
            .map(|ids| json!({"question": "What did Ann buy?", "correct_evidence": ids}))
            .collect();
        let audit = Audit::read("a.json", &json!(all).to_string()).expect("an audit");
        let applied = audit.apply(&mut read);
        let unmatched: Vec<_> = applied.unmatched.iter().map(|u| (u.entry, u.why)).collect();
        (read[0].questions[0].corrected.clone(), applied.applied, unmatched)
    };
    let ids = |ids: &[&str]| Some(ids.iter().map(|&id| id.to_owned()).collect::<Vec<_>>());
    assert_eq!(with(&[json!(["D1:2"])]), (ids(&["D1:2"]), 1, vec![]));
    let alike = [json!(["D1:2", "D2:1"]), json!(["D2:1", "D1:2"])];
    assert_eq!(with(&alike), (ids(&["D1:2", "D2:1"]), 1, vec![(1, NotApplied::Twice)]));
    let conflict = NotApplied::Conflict;
    let apart = [json!(["D1:2"]), json!(["D2:1"]), json!(["D1:2"])];
    let all = vec![(0, conflict), (1, conflict), (2, conflict)];
    assert_eq!(with(&apart), (None, 0, all), "nobody can tell which is right");
}
