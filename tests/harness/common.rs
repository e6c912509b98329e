//! Systems whose answers are planted, and what they are measured on.

use std::collections::HashMap;

use hippograph::dialogue::Turn;
use hippograph::embed::Hashed;
use hippograph::eval::multihop::{self, Set};
use hippograph::eval::questions::Conversation;
use hippograph::eval::report::Report;
use hippograph::eval::run::{Plan, run};
use hippograph::eval::spread::Dice;
use hippograph::eval::{Asked, Cause, Ranking, Retriever, System, locomo};
use serde_json::{Value, json};

pub(crate) const UNTIDY: &str = include_str!("../../fixtures/eval/untidy.json");
pub(crate) const AUDIT: &str = include_str!("../../fixtures/eval/audit.json");
pub(crate) const OTHER: &str = include_str!("../../fixtures/eval/other_set.json");
pub(crate) const QUESTIONS: &str = include_str!("../../fixtures/eval/multihop/questions.json");
pub(crate) const CORPUS: &str = include_str!("../../fixtures/eval/multihop/corpus.json");
pub(crate) const OPENIE: &str = include_str!("../../fixtures/eval/multihop/openie.json");

/// What a planted row answers: from the question and the ids of the turns, in their order.
pub(crate) type Answers<'a> = Box<dyn FnMut(&str, &[String]) -> Result<Vec<String>, Cause> + 'a>;

/// A system of one row whose answers are planted.
pub(crate) struct Planted<'a> {
    pub(crate) name: &'static str,
    pub(crate) answers: Answers<'a>,
}

struct Row<'a, 'b> {
    name: &'static str,
    ids: Vec<String>,
    answers: &'a mut Answers<'b>,
}

impl System for Planted<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn ingest(&mut self, _: &str, turns: &[Turn]) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
        let ids = turns.iter().filter_map(|turn| turn.id.clone()).collect();
        Ok(vec![Box::new(Row { name: self.name, ids, answers: &mut self.answers })])
    }
}

impl Retriever for Row<'_, '_> {
    fn name(&self) -> &str {
        self.name
    }

    fn retrieve(&mut self, asked: &Asked<'_>, k: usize) -> Result<Ranking, Cause> {
        let mut found = (self.answers)(asked.question, &self.ids)?;
        found.truncate(k);
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
    let answers = move |question: &str, _: &[String]| {
        gold.get(question).cloned().ok_or_else(|| "it was not told of this question".into())
    };
    Planted { name: "oracle", answers: Box::new(answers) }
}

/// Finds turns by lot.
pub(crate) fn shuffle(seed: u64) -> Planted<'static> {
    let mut dice = Dice::new(seed);
    let answers = move |_: &str, ids: &[String]| {
        let mut ids = ids.to_vec();
        for at in (1..ids.len()).rev() {
            ids.swap(at, dice.below(at + 1));
        }
        Ok(ids)
    };
    Planted { name: "shuffle", answers: Box::new(answers) }
}

/// Finds nothing, whatever is asked.
pub(crate) fn refuser() -> Planted<'static> {
    Planted { name: "refuser", answers: Box::new(|_, _| Ok(Vec::new())) }
}

pub(crate) fn measured(conversations: &[Conversation], systems: Vec<&mut dyn System>) -> Report {
    let embedder = Hashed::new(64);
    // Told apart from the borrows that the caller made.
    let systems = systems.into_iter().map(|system| system as &mut dyn System).collect();
    let plan = Plan { conversations, embedder: &embedder, systems, answers: None, seed: 1 };
    run(plan, &mut |_| {}).expect("it runs")
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
