//! The evaluation evaluated: what it must say of systems whose worth is known beforehand, and of
//! files that are not tidy.

use std::collections::HashMap;
use std::io::Write;

use graph_schema::record::Role;
use hippograph::dialogue::Turn;
use hippograph::embed::{EmbedError, Embedder, Hashed};
use hippograph::eval::answers::Answer;
use hippograph::eval::baselines::Baselines;
use hippograph::eval::evidence::{Repair, Why};
use hippograph::eval::locomo::{self, Category, Conversation, Reason, Skipped};
use hippograph::eval::memory::Measured;
use hippograph::eval::report::Report;
use hippograph::eval::run::{Plan, Progress, run};
use hippograph::eval::spread::Dice;
use hippograph::eval::{Asked, Cause, EvalError, Ranking, Retriever, System};
use hippograph::index::vectors::Search;
use hippograph::recall::Query;
use hippograph::{Memory, Stopped};
use serde_json::{Value, json};

const UNTIDY: &str = include_str!("../fixtures/eval/untidy.json");

/// What a planted system answers: from the question, how many are wanted and the ids of the turns.
type Answers = Box<dyn FnMut(&str, usize, &[String]) -> Result<Vec<String>, Cause>>;

struct Planted {
    rows: Vec<(&'static str, Answers)>,
}

struct Row<'a> {
    name: &'static str,
    ids: Vec<String>,
    answers: &'a mut Answers,
}

impl Planted {
    fn one(
        name: &'static str,
        answers: impl FnMut(&str, usize, &[String]) -> Result<Vec<String>, Cause> + 'static,
    ) -> Self {
        Self { rows: vec![(name, Box::new(answers))] }
    }
}

impl System for Planted {
    fn name(&self) -> &str {
        "planted"
    }

    fn ingest(&mut self, _: &str, turns: &[Turn]) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
        let ids: Vec<String> = turns.iter().filter_map(|t| t.id.clone()).collect();
        Ok(self
            .rows
            .iter_mut()
            .map(|(name, answers)| -> Box<dyn Retriever + '_> {
                Box::new(Row { name, ids: ids.clone(), answers })
            })
            .collect())
    }
}

impl Retriever for Row<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn retrieve(&mut self, asked: &Asked<'_>, k: usize) -> Result<Ranking, Cause> {
        let found = (self.answers)(asked.question, k, &self.ids)?;
        let scores = (0..found.len()).map(|at| 1.0 / (at as f32 + 1.0));
        Ok(Ranking { ids: found.into_iter().zip(scores).collect() })
    }
}

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

fn measure(conversations: &[Conversation], system: &mut dyn System) -> Result<Report, EvalError> {
    measure_and_write(conversations, system, &mut std::io::sink())
}

fn measure_and_write(
    conversations: &[Conversation],
    system: &mut dyn System,
    answers: &mut dyn Write,
) -> Result<Report, EvalError> {
    let plan = Plan {
        conversations,
        embedder: &NoEmbedder,
        systems: vec![system],
        answers: Some(answers),
        seed: 1,
    };
    run(plan, &mut |_: Progress<'_>| {})
}

fn untidy() -> Vec<Conversation> {
    locomo::read("untidy.json", UNTIDY).expect("the fixture is in LoCoMo's format")
}

/// `size` turns, and `asked` questions in each of LoCoMo's five categories with two gold turns.
fn generated(name: &str, size: usize, asked: usize, seed: u64) -> Conversation {
    let mut dice = Dice::new(seed);
    let turns = (0..size)
        .map(|at| Turn {
            session: "one".to_owned(),
            session_started: None,
            id: Some(format!("D1:{at}")),
            speaker: Some("Ada".to_owned()),
            role: Role::Person,
            said_at: None,
            text: format!("turn {at}"),
            image_caption: None,
        })
        .collect();
    let qa: Vec<Value> = (0..asked * 5)
        .map(|at| {
            let first = dice.below(size);
            let second = (first + 1 + dice.below(size - 1)) % size;
            json!({
                "question": format!("{name} {at}"),
                "answer": "-",
                "category": at % 5 + 1,
                "evidence": [format!("D1:{first}"), format!("D1:{second}")],
            })
        })
        .collect();
    Conversation::new("generated", name.to_owned(), turns, Some(&Value::Array(qa)))
        .expect("generated as it should be")
}

fn gold(conversations: &[Conversation]) -> HashMap<String, Vec<String>> {
    conversations
        .iter()
        .flat_map(|c| c.questions.iter().map(|q| (q.text.clone(), q.evidence.clone())))
        .collect()
}

#[test]
fn an_oracle_scores_a_hundred_everywhere() {
    let conversations = untidy();
    let gold = gold(&conversations);
    let mut oracle = Planted::one("oracle", move |question, _, _| Ok(gold[question].clone()));
    let report = measure(&conversations, &mut oracle).expect("it runs");
    assert_eq!((report.asked, report.answered, report.failed), (8, 8, 0));
    for (group, row) in &report.systems["oracle"] {
        let means = row.means.expect("all is answered");
        assert_eq!((means.recall_at_10, means.recall_at_20), (100.0, 100.0), "{group}");
        assert_eq!((means.all_at_10, means.ndcg_at_10), (100.0, 100.0), "{group}");
        assert!(means.recall_at_10_interval.iter().all(|&end| end >= 100.0), "{group}");
    }
    // One question has two gold turns, so even an oracle finds half of it in the first one.
    assert_eq!(report.systems["oracle"]["multi-hop"].means.map(|m| m.recall_at_1), Some(50.0));
}

#[test]
fn finding_nothing_scores_zero_and_is_no_failure() {
    let report =
        measure(&untidy(), &mut Planted::one("silent", |_, _, _| Ok(vec![]))).expect("it runs");
    assert_eq!((report.asked, report.answered, report.failed), (8, 8, 0));
    let row = report.systems["silent"]["1-4"];
    assert_eq!((row.n, row.failed), (5, 0));
    assert_eq!(row.means.map(|m| (m.recall_at_20, m.ndcg_at_10)), Some((0.0, 0.0)));
    assert!(report.failures.is_empty());
}

#[test]
fn a_failure_is_counted_apart_with_its_message_and_is_no_empty_ranking() {
    let conversations = untidy();
    let gold = gold(&conversations);
    let mut half = Planted::one("half", move |question, _, _| {
        if question.contains("dog") {
            Err("the well is dry".into())
        } else {
            Ok(gold[question].clone())
        }
    });
    let mut lines = Vec::new();
    let report = measure_and_write(&conversations, &mut half, &mut lines).expect("it runs");
    assert_eq!((report.asked, report.answered, report.failed), (8, 7, 1));
    let temporal = report.systems["half"]["temporal"];
    assert_eq!((temporal.n, temporal.failed, temporal.means), (0, 1, None));
    let all = report.systems["half"]["1-4"];
    assert_eq!((all.n, all.failed, all.means.map(|m| m.recall_at_10)), (4, 1, Some(100.0)));
    assert_eq!(report.failures.len(), 1);
    let failure = &report.failures[0];
    assert_eq!((failure.conversation.as_str(), failure.question), ("allotment", 3));
    assert_eq!(failure.error, "it failed: the well is dry");
    assert!(report.to_string().contains("half, allotment question 3: it failed: the well is dry"));
    let answers = read_lines(&lines);
    let failed: Vec<_> = answers.iter().filter(|a| a.ranked.is_none()).collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].error.as_deref(), Some("it failed: the well is dry"));
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
        assert_eq!((report.answered, report.failed), (0, 8), "{message}");
        assert!(report.failures.iter().all(|f| f.error.contains(message)), "{message}");
    }
}

#[test]
fn a_shuffled_ranking_scores_chance() {
    let conversations: Vec<Conversation> =
        (0..4).map(|n| generated(&format!("c{n}"), 200, 100, n)).collect();
    let mut dice = Dice::new(99);
    let mut shuffled = Planted::one("shuffled", move |_, k, ids| {
        let mut ids = ids.to_vec();
        for at in (1..ids.len()).rev() {
            ids.swap(at, dice.below(at + 1));
        }
        ids.truncate(k);
        Ok(ids)
    });
    let report = measure(&conversations, &mut shuffled).expect("it runs");
    let row = report.systems["shuffled"]["1-4"];
    let means = row.means.expect("all is answered");
    assert_eq!((row.n, report.asked), (1600, 2000));
    // Ten of 200 turns hold 5 % of any gold; the standard error over 1600 questions of two gold
    // turns is under 0.4.
    let [low, high] = means.recall_at_10_interval;
    assert!(low <= 5.0 && 5.0 <= high, "{low} to {high}");
    assert!((means.recall_at_10 - 5.0).abs() < 1.6, "{}", means.recall_at_10);
    assert!((means.recall_at_20 - 10.0).abs() < 2.2, "{}", means.recall_at_20);
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
            repair(4, "D", &[], Why::NotAnId),
            repair(4, "D7:1", &[], Why::NoSuchTurn),
            repair(7, "D9:9", &[], Why::NoSuchTurn),
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
            skipped(7, Reason::NoEvidence),
            skipped(10, Reason::NoQuestion),
            skipped(11, Reason::NotAnObject),
            skipped(12, Reason::NoEvidence),
        ]
    );
    let report = measure(&conversations, &mut Planted::one("silent", |_, _, _| Ok(vec![])))
        .expect("it runs");
    assert_eq!((report.asked, report.skipped), (8, 5));
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
            (8, Category::Unlabelled, Some("copper tape"), None),
            (9, Category::Unlabelled, Some("what she will grow"), None),
        ]
    );
    assert_eq!((conversations[1].name.as_str(), conversations[1].questions.len()), ("quiet", 0));
}

#[test]
fn the_report_has_the_promised_shape() {
    let conversations = [generated("c", 30, 4, 3)];
    let mut two = Planted {
        rows: vec![
            ("zeta", Box::new(|_, k, ids: &[String]| Ok(ids[..k].to_vec()))),
            ("alpha", Box::new(|_, _, _| Ok(vec![]))),
        ],
    };
    let report = measure(&conversations, &mut two).expect("it runs");
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
        assert!(row["recall@10_interval"].is_array());
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
    assert!(json["ingest_turns_per_second"]["planted"].is_number());
    let back: Report = serde_json::from_str(&text).expect("it can be read back");
    assert_eq!(back, report);
}

#[test]
fn the_table_shows_each_group_and_system() {
    let conversations = untidy();
    let gold = gold(&conversations);
    let mut oracle = Planted::one("oracle", move |question, _, _| Ok(gold[question].clone()));
    let mut report = measure(&conversations, &mut oracle).expect("it runs");
    report.ingest_turns_per_second.clear();
    report.latency.clear();
    insta::assert_snapshot!(report.to_string());
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
    let mut lines = Vec::new();
    measure_and_write(&conversations, &mut two, &mut lines).expect("it runs");
    let answers = read_lines(&lines);
    assert_eq!(answers.len(), 16);
    let line: Value =
        serde_json::from_slice(lines.split(|&b| b == b'\n').next().expect("a line")).expect("JSON");
    assert_eq!(
        line,
        json!({"system": "first", "conversation": "allotment", "question": 0,
               "category": "single-hop",
               "ranked": [{"id": "D1:1", "score": 1.0}, {"id": "D1:2", "score": 0.5}]})
    );
    assert_eq!(answers[1].ranked, Some(vec![]), "nothing found is written as such");
}

#[test]
fn two_runs_differ_in_nothing_but_times() {
    let conversations = [generated("c", 50, 10, 5)];
    let once = || {
        let mut lines = Vec::new();
        let mut system = Planted::one("some", |_, k, ids| Ok(ids[..k].to_vec()));
        let mut report =
            measure_and_write(&conversations, &mut system, &mut lines).expect("it runs");
        report.latency.clear();
        report.ingest_turns_per_second.clear();
        (report, lines)
    };
    assert_eq!(once(), once());
}

#[test]
fn two_conversations_of_one_name_are_refused() {
    let conversations = [generated("c", 5, 1, 1), generated("c", 5, 1, 2)];
    let result = measure(&conversations, &mut Planted::one("silent", |_, _, _| Ok(vec![])));
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
            Ok(vec![])
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
    assert_eq!((row("bm25").n, row("bm25").failed), (5, 0), "it wants no vector");
    assert_eq!((row("dense").n, row("dense").failed), (0, 5));
    assert_eq!((row("hybrid").n, row("hybrid").failed), (0, 5));
    assert_eq!((report.answered, report.failed, report.failures.len()), (0, 8, 16));
    assert!(report.failures[0].error.contains("0 vectors for 1 texts"), "{:?}", report.failures);
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
    let mut lines = Vec::new();
    let report = run(
        Plan {
            conversations: &conversations,
            embedder: &embedder,
            systems: vec![
                &mut Baselines::new(&embedder),
                &mut Measured::new(&memory, Search::Auto),
            ],
            answers: Some(&mut lines),
            seed: 1,
        },
        &mut |_| {},
    )
    .expect("it runs");
    assert_eq!((report.asked, report.failed), (8, 0), "{:?}", report.failures);
    let systems: Vec<_> = report.systems.keys().map(String::as_str).collect();
    assert_eq!(
        systems,
        ["bm25", "dense", "hybrid", "hippograph", "hippograph-no-walk", "hippograph-no-facts"]
    );
    assert_eq!(memory.namespaces().expect("it is open"), ["allotment", "quiet"]);

    let space = memory.namespace("allotment").expect("it was made");
    for answer in read_lines(&lines) {
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
/// reach the memory: one that
/// does not fit is noticed.
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

fn read_lines(lines: &[u8]) -> Vec<Answer> {
    lines
        .split(|&b| b == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("each line is an answer"))
        .collect()
}
