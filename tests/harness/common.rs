//! Systems whose answers are planted, and what they are measured on.

use std::collections::HashMap;
use std::io::Write;

use hippograph::dialogue::Turn;
use hippograph::embed::Hashed;
use hippograph::eval::answers::Answer;
use hippograph::eval::dice::Dice;
use hippograph::eval::multihop::{self, Set};
use hippograph::eval::questions::Conversation;
use hippograph::eval::report::Report;
use hippograph::eval::run::{Plan, run};
use hippograph::eval::{Asked, Cause, Ranking, Retriever, System, locomo};
use serde_json::{Value, json};

pub(crate) const UNTIDY: &str = include_str!("../../fixtures/eval/untidy.json");
pub(crate) const AUDIT: &str = include_str!("../../fixtures/eval/audit.json");
pub(crate) const OTHER: &str = include_str!("../../fixtures/eval/other_set.json");
pub(crate) const QUESTIONS: &str = include_str!("../../fixtures/eval/multihop/questions.json");
pub(crate) const CORPUS: &str = include_str!("../../fixtures/eval/multihop/corpus.json");
pub(crate) const OPENIE: &str = include_str!("../../fixtures/eval/multihop/openie.json");

/// What a planted row answers: from the question, how many are wanted, and the ids of the turns in
/// their order.
pub(crate) type Answers<'a> =
    Box<dyn FnMut(&str, usize, &[String]) -> Result<Vec<String>, Cause> + 'a>;

/// A system whose answers are planted, called as its first row.
pub(crate) struct Planted<'a> {
    pub(crate) rows: Vec<(&'static str, Answers<'a>)>,
}

impl<'a> Planted<'a> {
    /// A system of one row.
    pub(crate) fn one(
        name: &'static str,
        answers: impl FnMut(&str, usize, &[String]) -> Result<Vec<String>, Cause> + 'a,
    ) -> Self {
        Self { rows: vec![(name, Box::new(answers))] }
    }
}

struct Row<'a, 'b> {
    name: &'static str,
    ids: Vec<String>,
    answers: &'a mut Answers<'b>,
}

impl System for Planted<'_> {
    fn name(&self) -> &str {
        self.rows.first().map_or("planted", |(name, _)| name)
    }

    fn ingest(&mut self, _: &str, turns: &[Turn]) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
        let ids: Vec<String> = turns.iter().filter_map(|turn| turn.id.clone()).collect();
        let rows = self.rows.iter_mut().map(|(name, answers)| -> Box<dyn Retriever + '_> {
            Box::new(Row { name, ids: ids.clone(), answers })
        });
        Ok(rows.collect())
    }
}

impl Retriever for Row<'_, '_> {
    fn name(&self) -> &str {
        self.name
    }

    fn retrieve(&mut self, asked: &Asked<'_>, k: usize) -> Result<Ranking, Cause> {
        let found = (self.answers)(asked.question, k, &self.ids)?;
        let scores = (0..found.len()).map(|at| 1.0 / (at as f32 + 1.0));
        Ok(Ranking { ids: found.into_iter().zip(scores).collect() })
    }
}

/// Finds just the evidence.
pub(crate) fn oracle(conversations: &[Conversation]) -> Planted<'static> {
    let gold: HashMap<String, Vec<String>> = conversations
        .iter()
        .flat_map(|c| c.questions.iter().map(|q| (q.text.clone(), q.evidence.clone())))
        .collect();
    Planted::one("oracle", move |question, _, ids| {
        let gold = gold.get(question).ok_or("it was not told of this question")?;
        // Evidence that the corpus lacks nobody can give.
        Ok(gold.iter().filter(|id| ids.contains(id)).cloned().collect())
    })
}

/// Finds turns by lot.
pub(crate) fn shuffle(seed: u64) -> Planted<'static> {
    let mut dice = Dice::new(seed);
    Planted::one("shuffle", move |_, k, ids| {
        let mut ids = ids.to_vec();
        for at in (1..ids.len()).rev() {
            ids.swap(at, dice.below(at + 1));
        }
        ids.truncate(k);
        Ok(ids)
    })
}

/// Finds nothing, whatever is asked.
pub(crate) fn refuser() -> Planted<'static> {
    Planted::one("refuser", |_, _, _| Ok(Vec::new()))
}

pub(crate) fn measured(conversations: &[Conversation], systems: Vec<&mut dyn System>) -> Report {
    measured_and_written(conversations, systems).0
}

/// The report, and the answers as they are written.
pub(crate) fn measured_and_written(
    conversations: &[Conversation],
    systems: Vec<&mut dyn System>,
) -> (Report, Vec<Answer>) {
    let embedder = Hashed::new(64);
    let mut lines = Vec::new();
    // Told apart from the borrows that the caller made.
    let systems = systems.into_iter().map(|system| system as &mut dyn System).collect();
    let answers = Some(&mut lines as &mut dyn Write);
    let plan = Plan { conversations, embedder: &embedder, systems, answers, seed: 1 };
    let report = run(plan, &mut |_| {}).expect("it runs");
    (report, written(&lines))
}

/// The lines of a file of answers.
pub(crate) fn written(lines: &[u8]) -> Vec<Answer> {
    let lines = lines.split(|&b| b == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("each line is an answer")).collect()
}

pub(crate) fn untidy() -> Vec<Conversation> {
    locomo::read("untidy.json", UNTIDY).expect("the fixture is in LoCoMo's format")
}

pub(crate) fn set() -> Set {
    let openie = Some(("openie.json", OPENIE));
    multihop::read("town", ("questions.json", QUESTIONS), ("corpus.json", CORPUS), openie)
        .expect("the fixture is a multi-hop set")
}

/// A file in LoCoMo's format: `size` turns, and `asked` questions in each of the five categories,
/// with two gold turns each.
pub(crate) fn generated(name: &str, size: usize, asked: usize, seed: u64) -> Value {
    let mut dice = Dice::new(seed);
    let turns: Vec<Value> = (0..size)
        .map(|at| json!({"speaker": "Ada", "dia_id": format!("D1:{at}"), "text": format!("turn {at}")}))
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
    json!({"sample_id": name, "conversation": {"session_1": turns}, "qa": qa})
}

pub(crate) fn read(samples: &[Value]) -> Vec<Conversation> {
    let text = Value::Array(samples.to_vec()).to_string();
    locomo::read("generated.json", &text).expect("generated as it should be")
}

/// A page with one space between what its tables hold.
pub(crate) fn cells(page: &str) -> String {
    let lines = page.lines().map(|line| line.split(' ').filter(|cell| !cell.is_empty()));
    lines.map(|words| words.collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
}

/// What a terminal shows, as if it had lines without end.
pub(crate) fn flat(table: &str) -> String {
    table.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Two sessions of two turns, and a question each of categories 4 and 1.
pub(crate) fn sample() -> Value {
    json!({
        "sample_id": "c",
        "conversation": {
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "I bought a kayak."},
                {"speaker": "Bob", "dia_id": "D1:2", "text": "Nice."}
            ],
            "session_2": [
                {"speaker": "Ann", "dia_id": "D2:1", "text": "The kayak leaks."},
                {"speaker": "Bob", "dia_id": "D2:2", "text": "Patch it with tar."}
            ]
        },
        "qa": [
            {"question": "What did Ann buy?", "answer": "a kayak", "category": 4, "evidence": ["D1:1"]},
            {"question": "What did Ann buy that leaks?", "category": 1, "evidence": ["D1:1", "D2:1"]}
        ]
    })
}
