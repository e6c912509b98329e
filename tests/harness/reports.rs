//! Two reports compared, and the page for people.

use hippograph::eval::Loss;
use hippograph::eval::compare::{check, compare};
use hippograph::eval::leak::{Leak, What};
use hippograph::eval::markdown;
use hippograph::eval::provenance::{Datum, Provenance, sha256};
use hippograph::eval::questions::Conversation;
use hippograph::eval::report::Report;

use serde_json::{Value, json};

use crate::common::{
    Planted, generated, measured, measured_and_written, oracle, read, refuser, shuffle, untidy,
};

/// A row `own` that finds the evidence of the questions for which `knows` is true.
fn knowing(conversations: &[Conversation], knows: impl Fn(usize) -> bool) -> Report {
    let mut oracle = oracle(conversations);
    let gold = &mut oracle.rows.first_mut().expect("a row").1;
    let mut own = Planted::one("own", |question, k, ids| {
        let at = question.rsplit(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
        if knows(at) { gold(question, k, ids) } else { Ok(Vec::new()) }
    });
    measured(conversations, vec![&mut own])
}

#[test]
fn the_questions_that_moved_are_told_and_what_to_think_of_it() {
    let conversations = read(&[generated("c", 50, 20, 1)]);
    let before = knowing(&conversations, |at| at % 2 == 0);
    // Three questions come and go: noise. Thirty come: no noise.
    let noise = knowing(&conversations, |at| at % 2 == 0 && at > 1 || at == 1 || at == 3);
    let better = knowing(&conversations, |at| at % 2 == 0 || at > 40);
    let compared = compare(&before, &noise, &[], 10, 1);
    let all = &compared.rows["own"].groups["1-4"];
    assert_eq!((all.n, all.up, all.down), (80, 2, 1));
    assert!(all.verdict.starts_with("noise"), "{all:?}");
    assert!(all.interval[0] < 0.0 && 0.0 < all.interval[1], "{all:?}");
    let moved: Vec<_> =
        compared.rows["own"].moved.iter().map(|m| (m.question, m.before, m.after)).collect();
    assert_eq!(moved, [(0, 100.0, 0.0), (1, 0.0, 100.0), (3, 0.0, 100.0)]);

    let all = &compare(&before, &better, &[], 10, 1).rows["own"].groups["1-4"];
    assert_eq!((all.up, all.down, all.verdict.as_str()), (24, 0, "better, and not by chance"));
    let all = &compare(&better, &before, &[], 10, 1).rows["own"].groups["1-4"];
    assert_eq!((all.up, all.down, all.verdict.as_str()), (0, 24, "worse, and not by chance"));
    let same = compare(&before, &before, &[], 10, 1);
    assert_eq!(same.rows["own"].groups["1-4"].verdict, "nothing moved");
    assert!(same.warnings.is_empty() && same.rows["own"].moved.is_empty());
}

#[test]
fn two_rows_are_compared_and_what_does_not_fit_is_told() {
    let conversations = read(&[generated("c", 50, 20, 1)]);
    let rows = || measured(&conversations, vec![&mut oracle(&conversations), &mut refuser()]);
    let pair =
        [("refuser".to_owned(), "oracle".to_owned()), ("oracle".to_owned(), "none".to_owned())];
    let compared = compare(&rows(), &rows(), &pair, 10, 1);
    assert_eq!(compared.rows.keys().collect::<Vec<_>>(), ["refuser against oracle"]);
    assert_eq!(compared.rows[0].groups["1-4"].up, 80);
    assert_eq!(compared.warnings, ["no report has a row none; both have oracle, refuser"]);

    let same = |row: &str| [(row.to_owned(), row.to_owned())];
    let warnings = compare(&rows(), &rows(), &same("none"), 10, 1).warnings;
    assert_eq!(warnings, ["no report has a row none; both have oracle, refuser"], "told once");
    let one = measured(&conversations, vec![&mut refuser()]);
    let warnings = compare(&rows(), &one, &same("oracle"), 10, 1).warnings;
    assert_eq!(warnings, ["the second report has no row oracle; it has refuser"]);

    let other = read(&[generated("c", 50, 21, 1)]);
    let compared = compare(&rows(), &measured(&other, vec![&mut refuser()]), &[], 10, 1);
    let warnings = compared.warnings.join("; ");
    assert!(
        warnings.contains("0 questions are in the first alone, 5 in the second alone"),
        "{warnings}"
    );
    let old = Report { questions: Vec::new(), ..rows() };
    let warnings = compare(&old, &rows(), &[], 10, 1).warnings.join("; ");
    assert!(warnings.contains("the first report has no questions"), "{warnings}");
}

/// Whoever fails on what it does badly at is compared on the rest: that must be told.
#[test]
fn questions_that_one_side_alone_answered_are_told_for_each_row() {
    let conversations = read(&[generated("c", 50, 20, 1)]);
    let fails = |n: usize| {
        let mut left = n;
        let mut row = Planted::one("own", move |_, _, _| {
            left = left.saturating_sub(1);
            if left > 0 { Err("it would rather not".into()) } else { Ok(Vec::new()) }
        });
        measured(&conversations, vec![&mut row])
    };
    let warnings = compare(&fails(0), &fails(4), &[], 10, 1).warnings;
    let told = "own: 3 questions answered by the first alone, 0 by the second alone";
    assert_eq!(warnings, ["3 questions of the second report failed", told]);
    let mut lacks = fails(0);
    lacks.questions[5].systems.clear();
    let warnings = compare(&lacks, &fails(0), &[], 10, 1).warnings;
    assert_eq!(warnings, ["own: 0 questions answered by the first alone, 1 by the second alone"]);
}

#[test]
fn other_means_and_leaks_make_a_comparison_doubtful() {
    let conversations = read(&[generated("c", 50, 2, 1)]);
    let made = |embedder: &str, weights: &str, parser: &str| {
        let origin = Provenance {
            embedder: embedder.to_owned(),
            weights_sha256: Some(weights.to_owned()),
            ..Provenance::default()
        };
        let origin = origin.configured([("parser", parser.to_owned()), ("seed", "1".to_owned())]);
        Report { provenance: Some(origin), ..measured(&conversations, vec![&mut refuser()]) }
    };
    let against = |other: &Report| compare(&made("e", "w", "p"), other, &[], 10, 1).warnings;
    assert_eq!(against(&made("e", "w", "p")), Vec::<String>::new());
    assert_eq!(against(&made("f", "v", "p")), ["the reports are of different embedders, e and f"]);
    let weights = "the reports are of different weights of the embedder";
    assert_eq!(against(&made("e", "v", "p")), [weights]);
    let configuration = "the reports are of different configurations: parser";
    assert_eq!(against(&made("e", "w", "q")), [configuration]);
    let mut leaking = made("e", "w", "p");
    let (conversation, turn, question) = ("c".to_owned(), "D1:1".to_owned(), 0);
    leaking.leaks =
        vec![Leak { conversation, turn, question, what: What::Question, in_triples: false }];
    let told = "the second report holds 1 leak: its figures mean nothing";
    assert_eq!(against(&leaking), [told]);
}

#[test]
fn a_report_that_contradicts_itself_is_not_compared() {
    let conversations = read(&[generated("c", 50, 2, 1)]);
    let good = measured(&conversations, vec![&mut oracle(&conversations)]);
    check(&good).expect("it is as it was written");
    let told = |change: fn(&mut Report)| {
        let mut report = good.clone();
        change(&mut report);
        check(&report).expect_err("it was changed").to_string()
    };
    fn ranks(report: &mut Report) -> &mut Vec<Option<usize>> {
        report.questions[1].systems["oracle"].ranks.as_mut().expect("it answered")
    }
    let error = told(|report| ranks(report).truncate(1));
    assert!(error.starts_with("c question 1, row oracle has not as many ranks"), "{error}");
    let error = told(|report| ranks(report)[0] = Some(0));
    assert!(error.contains("has a rank below 1"), "{error}");
    let error = told(|report| report.questions[1].question = 0);
    assert!(error.contains("c question 0 is there twice"), "{error}");
}

/// Many questions, so that no interval is the same by chance.
#[test]
fn two_runs_over_many_questions_are_the_same_but_for_the_times() {
    let conversations = read(&[generated("c", 90, 40, 1), generated("d", 90, 40, 2)]);
    let once = || {
        let (mut report, answers) = measured_and_written(
            &conversations,
            vec![&mut shuffle(2), &mut oracle(&conversations)],
        );
        report.forget_times();
        (serde_json::to_string(&report).expect("plain data"), markdown::page(&report), answers)
    };
    assert_eq!(once(), once());
}

#[test]
fn the_page_says_what_was_run_and_how_sure_it_is() {
    let conversations = read(&[generated("c", 50, 4, 1), generated("d", 50, 4, 2)]);
    let mut report = measured(&conversations, vec![&mut oracle(&conversations), &mut shuffle(2)]);
    report.forget_times();
    // A shuffle does not walk; it is said here that it walked past one turn.
    report.losses = serde_json::from_value(json!({"shuffle": {"1-4": {"walked past": 1}}}))
        .expect("the form of the report");
    let turn = report.questions[0].evidence[1].clone();
    let found = report.questions[0].systems.get_mut("shuffle").expect("it answered");
    found.lost.insert(turn, Loss::WalkedPast);
    let origin = Provenance {
        command: "locomo".to_owned(),
        version: "0.0.0".to_owned(),
        binary_sha256: sha256(b"a program"),
        embedder: "none".to_owned(),
        data: vec![Datum::new("talk.json", b"the data")],
        ..Provenance::default()
    };
    report.provenance = Some(origin.configured([("seed", "1".to_owned())]));
    insta::assert_snapshot!(markdown::page(&report));
}

/// Known sums of SHA-256, from FIPS 180-2.
#[test]
fn sums_are_those_of_sha256() {
    assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    let one = Provenance::default().configured([("seed", "1".to_owned())]);
    let two = Provenance::default().configured([("seed", "2".to_owned())]);
    assert_ne!(one.configuration_sha256, two.configuration_sha256);
    assert_eq!(one.configuration_sha256, sha256(b"seed = 1\n"));
}

#[test]
fn the_report_has_the_promised_shape() {
    let conversations = read(&[generated("c", 30, 4, 3)]);
    let mut two = Planted {
        rows: vec![
            ("zeta", Box::new(|_, k, ids: &[String]| Ok(ids[..k].to_vec()))),
            ("alpha", Box::new(|_, _, _| Ok(vec![]))),
        ],
    };
    let report = measured(&conversations, vec![&mut two]);
    let text = serde_json::to_string(&report).expect("a report is plain data");
    assert!(text.find("zeta") < text.find("alpha"), "systems keep the order of the run");
    let json: Value = serde_json::from_str(&text).expect("it is JSON");
    let groups = json["systems"]["zeta"].as_object().expect("groups by name");
    for group in ["1-4", "multi-hop", "temporal", "open-domain", "single-hop", "adversarial"] {
        let row = &groups[group];
        assert_eq!(row["n"], if group == "1-4" { 16 } else { 4 }, "{group}");
        for metric in
            ["recall@1", "recall@2", "recall@5", "recall@10", "recall@20", "all@10", "ndcg@10"]
        {
            let value = row[metric].as_f64().expect(metric);
            assert!((0.0..=100.0).contains(&value), "{group} {metric} {value}");
        }
        assert!(row["intervals"]["recall@10"]["by_question"].is_array());
    }
    assert_eq!(groups.len(), 6);
    for (count, value) in [("asked", 20), ("answered", 20), ("failed", 0), ("skipped", 0)] {
        assert_eq!(json[count], value, "{count}");
    }
    for list in ["repairs", "skipped_questions", "failures"] {
        assert_eq!(json[list], json!([]), "{list}");
    }
    for times in ["recall_ms", "recall_with_embedding_ms"] {
        assert!(json["latency"]["zeta"][times]["p95"].is_number(), "{times}");
    }
    assert!(json["ingest_turns_per_second"]["zeta"].is_number());
    let back: Report = serde_json::from_str(&text).expect("it can be read back");
    assert_eq!(back, report);
}

#[test]
fn the_table_shows_each_group_and_system() {
    let conversations = untidy();
    let mut report = measured(&conversations, vec![&mut oracle(&conversations)]);
    report.forget_times();
    insta::assert_snapshot!(report.to_string());
}
