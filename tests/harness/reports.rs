//! Two reports compared, and the page for people.

use hippograph::eval::compare::compare;
use hippograph::eval::markdown;
use hippograph::eval::provenance::{Datum, Provenance, sha256};
use hippograph::eval::questions::Conversation;
use hippograph::eval::report::Report;

use crate::common::{Planted, generated, measured, oracle, read, refuser, shuffle};

/// A row `own` that finds the evidence of the questions for which `knows` is true.
fn knowing(conversations: &[Conversation], knows: impl Fn(usize) -> bool) -> Report {
    let mut oracle = oracle(conversations);
    let answers = |question: &str, ids: &[String]| {
        let at = question.rsplit(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
        if knows(at) { (oracle.answers)(question, ids) } else { Ok(Vec::new()) }
    };
    let mut own = Planted { name: "own", answers: Box::new(answers) };
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
    assert_eq!(compared.warnings, ["a report has no row none"]);

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

/// Many questions, so that no interval is the same by chance.
#[test]
fn two_runs_over_many_questions_are_the_same_but_for_the_times() {
    let conversations = read(&[generated("c", 90, 40, 1), generated("d", 90, 40, 2)]);
    let once = || {
        let mut report = measured(&conversations, vec![&mut shuffle(2), &mut shuffle_too()]);
        report.forget_times();
        (serde_json::to_string(&report).expect("plain data"), markdown::page(&report))
    };
    assert_eq!(once(), once());
}

fn shuffle_too() -> Planted<'static> {
    Planted { name: "shuffle too", ..shuffle(3) }
}

#[test]
fn the_page_says_what_was_run_and_how_sure_it_is() {
    let conversations = read(&[generated("c", 50, 4, 1), generated("d", 50, 4, 2)]);
    let mut report = measured(&conversations, vec![&mut oracle(&conversations), &mut shuffle(2)]);
    report.forget_times();
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
