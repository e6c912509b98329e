//! What systems are shown, and what counts as an answer.

use hippograph::dialogue::Turn;
use hippograph::embed::{EmbedError, Embedder, Hashed};
use hippograph::eval::baselines::Baselines;
use hippograph::eval::memory::Measured;
use hippograph::eval::questions::Conversation;
use hippograph::eval::report::Report;
use hippograph::eval::run::{Plan, run};
use hippograph::eval::{Asked, Cause, EvalError, Ranking, Retriever, System};
use hippograph::index::vectors::Search;
use hippograph::recall::Query;
use hippograph::{Memory, Stopped};
use serde_json::json;

use crate::common::{Answers, Planted, generated, measured_and_written, read, refuser, untidy};

/// An embedder that no system of these tests should call: whoever does fails, for want of a vector.
struct NoEmbedder;

impl Embedder for NoEmbedder {
    fn id(&self) -> &str {
        "none"
    }

    fn dimensions(&self) -> usize {
        1
    }

    fn embed(&self, _: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(Vec::new())
    }
}

pub(crate) fn measure(
    conversations: &[Conversation],
    system: &mut dyn System,
) -> Result<Report, EvalError> {
    measure_all(conversations, vec![system])
}

fn measure_all(
    conversations: &[Conversation],
    systems: Vec<&mut dyn System>,
) -> Result<Report, EvalError> {
    // Told apart from the borrows that the caller made.
    let systems = systems.into_iter().map(|system| system as &mut dyn System).collect();
    let plan = Plan { conversations, embedder: &NoEmbedder, systems, answers: None, seed: 1 };
    run(plan, &mut |_| {})
}

#[test]
fn an_answer_that_is_no_ranking_is_a_failure() {
    let cases: [(&str, Answers); 3] = [
        ("which is no turn", Box::new(|_, _, _| Ok(vec!["D77:7".to_owned()]))),
        ("twice", Box::new(|_, _, _| Ok(vec!["D1:1".to_owned(), "D1:1".to_owned()]))),
        (
            "at most 20",
            Box::new(|_, k, _| Ok((0..=k).map(|at| format!("D1:{at}")).collect::<Vec<_>>())),
        ),
    ];
    for (message, answers) in cases {
        let mut system = Planted { rows: vec![("wild", answers)] };
        let report = measure(&untidy(), &mut system).expect("it runs");
        assert_eq!((report.answered, report.failed), (0, 9), "{message}");
        assert!(report.failures.iter().all(|f| f.error.contains(message)), "{message}");
    }
}

/// Ranks the turns of a conversation by the scores that are given.
struct Scored(&'static [f32]);

impl System for Scored {
    fn name(&self) -> &str {
        "scored"
    }
    fn ingest(&mut self, _: &str, turns: &[Turn]) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
        let ids = turns.iter().filter_map(|turn| turn.id.clone());
        Ok(vec![Box::new(Given(Ranking { ids: ids.zip(self.0.iter().copied()).collect() }))])
    }
}

struct Given(Ranking);

impl Retriever for Given {
    fn name(&self) -> &str {
        "scored"
    }
    fn retrieve(&mut self, _: &Asked<'_>, _: usize) -> Result<Ranking, Cause> {
        Ok(self.0.clone())
    }
}

#[test]
fn scores_that_are_no_order_are_a_failure() {
    for (scores, told) in [
        (&[2.0, 2.0, -1.0][..], ""),
        (&[2.0, 1.0, 1.5], "it gave D1:3 a greater score than the turn before it"),
        (&[2.0, f32::NAN], "it gave D1:2 a score that is not a finite number"),
        (&[f32::INFINITY], "it gave D1:1 a score that is not a finite number"),
    ] {
        let report = measure(&untidy()[..1], &mut Scored(scores)).expect("it runs");
        assert_eq!(report.failed, if told.is_empty() { 0 } else { 9 }, "{scores:?}");
        assert!(report.failures.iter().all(|f| f.error.contains(told)), "{:?}", report.failures);
    }
}

/// Has rows by the names that it is told for each conversation.
struct Moody(fn(&str) -> &'static [&'static str]);

impl System for Moody {
    fn name(&self) -> &str {
        "moody"
    }
    fn ingest(&mut self, name: &str, _: &[Turn]) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
        let rows = (self.0)(name).iter();
        Ok(rows.map(|&name| -> Box<dyn Retriever> { Box::new(Silent(name)) }).collect())
    }
}

/// Finds nothing.
struct Silent(&'static str);

impl Retriever for Silent {
    fn name(&self) -> &str {
        self.0
    }
    fn retrieve(&mut self, _: &Asked<'_>, _: usize) -> Result<Ranking, Cause> {
        Ok(Ranking::default())
    }
}

/// Its means would be over the conversations that it likes.
#[test]
fn a_system_that_sits_out_a_conversation_is_refused() {
    let both = read(&[generated("easy", 9, 1, 1), generated("hard", 9, 1, 2)]);
    let sits_out =
        |name: &str| -> &'static [&'static str] { if name == "hard" { &[] } else { &["a", "b"] } };
    let drops_one = |name: &str| -> &'static [&'static str] {
        if name == "hard" { &["b"] } else { &["a", "b"] }
    };
    let renames = |name: &str| -> &'static [&'static str] {
        if name == "hard" { &["a", "c"] } else { &["a", "b"] }
    };
    for (case, rows) in
        [("sits out", sits_out as fn(&str) -> _), ("drops", drops_one), ("renames", renames)]
    {
        let error = measure(&both, &mut Moody(rows)).expect_err(case).to_string();
        let told = "moody answers with other rows over hard; give the same rows for each";
        assert_eq!(error, told, "{case}");
    }
    let error = measure(&both, &mut Moody(|_| &[])).expect_err("it never answers").to_string();
    assert!(error.contains("other rows over easy"), "{error}");
    // Another order is no other set.
    let turned = |name: &str| -> &'static [&'static str] {
        if name == "hard" { &["b", "a"] } else { &["a", "b"] }
    };
    assert_eq!(measure(&both, &mut Moody(turned)).expect("it runs").systems.len(), 2);
}

#[test]
fn two_systems_or_two_rows_of_one_name_are_refused() {
    let conversations = read(&[generated("c", 9, 1, 1)]);
    let error = |systems: Vec<&mut dyn System>| {
        measure_all(&conversations, systems).expect_err("a name given twice").to_string()
    };
    let (mut one, mut two) = (Moody(|_| &["a"]), Moody(|_| &["b"]));
    let told = "two systems of this run are called moody; give each its own name";
    assert_eq!(error(vec![&mut one, &mut two]), told);
    let told = "two rows of this run are called refuser; give each its own name";
    let mut mimic = Moody(|_| &["refuser"]);
    assert_eq!(error(vec![&mut mimic, &mut refuser()]), told);
    assert_eq!(error(vec![&mut Moody(|_| &["refuser", "refuser"])]), told);
}

#[test]
fn two_questions_of_one_place_are_not_counted_as_one() {
    let mut conversations = read(&[generated("c", 30, 2, 1)]);
    conversations[0].questions[1].index = 0;
    let error = measure(&conversations, &mut refuser()).expect_err("one would be lost").to_string();
    assert!(error.contains("refuser answered or failed 9 of 10 questions"), "{error}");
}

#[test]
fn there_is_an_answer_line_for_each_system_and_question() {
    let conversations = untidy();
    let mut two = Planted {
        rows: vec![
            ("first", Box::new(|_, _, ids: &[String]| Ok(ids[..2].to_vec()))),
            ("second", Box::new(|_, _, _| Ok(vec![]))),
        ],
    };
    let (_, answers) = measured_and_written(&conversations, vec![&mut two]);
    assert_eq!(answers.len(), 18);
    assert_eq!(
        serde_json::to_value(&answers[0]).expect("plain data"),
        json!({"system": "first", "conversation": "allotment", "question": 0,
               "category": "single-hop",
               "ranked": [{"id": "D1:1", "score": 1.0}, {"id": "D1:2", "score": 0.5}]})
    );
    assert_eq!(answers[1].ranked, Some(vec![]), "nothing found is written as such");
}

#[test]
fn two_conversations_of_one_name_are_refused() {
    let twice = || read(&[generated("c", 5, 1, 1)]);
    let result = measure(&[twice(), twice()].concat(), &mut refuser());
    let error = result.expect_err("they would share a namespace");
    assert!(error.to_string().contains("two conversations are called c"), "{error}");
}

#[test]
fn a_system_never_sees_what_it_must_not() {
    // What is ingested is the turns alone; a question's words appear in none of them.
    struct Spy(Vec<String>);
    impl System for Spy {
        fn name(&self) -> &str {
            "spy"
        }
        fn ingest(
            &mut self,
            _: &str,
            turns: &[Turn],
        ) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
            self.0.extend(turns.iter().map(|turn| format!("{turn:?}")));
            Ok(vec![Box::new(Silent("spy"))])
        }
    }
    let mut spy = Spy(Vec::new());
    measure(&untidy(), &mut spy).expect("it runs");
    assert_eq!(spy.0.len(), 7);
    let seen = spy.0.concat();
    for secret in ["slugs ate it", "What deters slugs", "June 2024", "muddy plot\""] {
        assert!(!seen.contains(secret), "{secret}");
    }
}

#[test]
fn a_question_whose_texts_cannot_be_embedded_is_a_failure() {
    let embedder = Hashed::new(64);
    let mut baselines = Baselines::new(&embedder);
    let report = measure(&untidy(), &mut baselines).expect("it runs");
    let row = |system: &str| report.systems[system]["1-4"];
    assert_eq!((row("bm25").n, row("bm25").failed), (6, 0), "it wants no vector");
    assert_eq!((row("dense").n, row("dense").failed), (0, 6));
    assert_eq!((row("hybrid").n, row("hybrid").failed), (0, 6));
    assert_eq!((report.answered, report.failed, report.failures.len()), (0, 9, 18));
    assert!(report.failures[0].error.contains("0 vectors for 1 text;"), "{:?}", report.failures);
}

/// The memory in three settings, beside the baselines, in one run. What it is asked with vectors
/// made beforehand it must answer as it answers anybody.
#[test]
fn the_memory_answers_the_evaluation_as_it_answers_its_user() {
    let dir = tempfile::tempdir().expect("a directory");
    let now = Stopped("2030-01-01T12:00:00Z".parse().expect("a moment"));
    let memory = Memory::builder(dir.path(), Hashed::new(64), now).open().expect("a fresh store");
    let conversations = untidy();
    let embedder = Hashed::new(64);
    let mut baselines = Baselines::new(&embedder);
    let mut own = Measured::new(&memory, Search::Auto);
    let (report, answers) = measured_and_written(&conversations, vec![&mut baselines, &mut own]);
    assert_eq!((report.asked, report.failed), (9, 0), "{:?}", report.failures);
    let systems: Vec<_> = report.systems.keys().map(String::as_str).collect();
    assert_eq!(
        systems,
        ["bm25", "dense", "hybrid", "hippograph", "hippograph-no-walk", "hippograph-no-facts"]
    );
    assert_eq!(memory.namespaces().expect("it is open"), ["allotment", "quiet"]);

    let space = memory.namespace("allotment").expect("it was made");
    for answer in answers {
        let (walk, facts) = match answer.system.as_str() {
            "hippograph" => (true, true),
            "hippograph-no-walk" => (false, true),
            "hippograph-no-facts" => (true, false),
            _ => continue,
        };
        let asked = conversations[0].questions.iter().find(|q| q.index == answer.question);
        let text = &asked.expect("it was asked").text;
        let recall =
            space.recall(&Query { k: 20, walk, facts, ..Query::new(text) }).expect("it answers");
        let direct: Vec<_> =
            recall.episodes.into_iter().map(|hit| (hit.turn_id, hit.score.to_bits())).collect();
        let ranked = answer.ranked.expect("it was answered");
        let ranked: Vec<_> =
            ranked.into_iter().map(|turn| (Some(turn.id), turn.score.to_bits())).collect();
        assert_eq!(ranked, direct, "{} {text}", answer.system);
    }
}

/// The phrases of a question that names nothing known are matched by meaning, so their vectors must
/// reach the memory: one that does not fit is noticed.
#[test]
fn the_memory_is_given_the_vectors_of_all_that_it_wants_embedded() {
    let dir = tempfile::tempdir().expect("a directory");
    let now = Stopped("2030-01-01T12:00:00Z".parse().expect("a moment"));
    let embedder = Hashed::new(64);
    let memory = Memory::builder(dir.path(), Hashed::new(64), now).open().expect("a fresh store");
    let mut measured = Measured::new(&memory, Search::Auto);
    let mut rows = measured.ingest("allotment", &untidy()[0].turns).expect("it takes turns in");
    let question = "Which remedy repels molluscs?";
    let texts = rows[0].texts_to_embed(question);
    assert!(texts.len() > 1, "{texts:?}");
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut vectors = embedder.embed(&texts).expect("it embeds");
    assert!(rows[0].retrieve(&Asked { question, vectors: &vectors }, 5).is_ok());
    vectors[1].pop();
    let error = rows[0].retrieve(&Asked { question, vectors: &vectors }, 5).expect_err("63 of 64");
    assert!(error.to_string().contains("vector"), "{error}");
}
