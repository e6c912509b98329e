//! Facts that come with a data set, as HippoRAG ships them: for each passage the triples that a
//! language model read in it. Given to a memory in place of its own reading, they tell apart what is
//! lost in extraction from what is lost in recall. Knows passages and triples, never a question.

use std::collections::HashMap;

use graph_schema::record::Modality;
use graph_schema::{Interval, Precision, Start};
use serde_json::Value;

use super::error::EvalError;
use crate::dialogue::Turn;
use crate::extract::{
    Context, ExtractError, Extraction, Extractor, Mention, NamedThing, ProposedFact, ProposedObject,
};

/// Subject, relation and object, as written.
pub type Triple = [String; 3];

/// What was read in each passage.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Triples {
    by_text: HashMap<String, Told>,
    /// What stands in the place of a triple and is none.
    dropped: usize,
    /// What stands in the place of a number and is none.
    no_numbers: usize,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Told {
    entities: Vec<String>,
    triples: Vec<Triple>,
}

impl Triples {
    /// Reads HippoRAG's `openie.json`: `docs`, each with `passage` (or `title` and `text`),
    /// `extracted_entities` and `extracted_triples`. What is no list of three strings is dropped
    /// and counted.
    ///
    /// # Errors
    /// When it is not of that form.
    pub fn read(file: &str, text: &str) -> Result<Self, EvalError> {
        let (json, no_numbers) = super::json::read(text)
            .map_err(|source| EvalError::Json { file: file.to_owned(), source })?;
        let wrong = |at: String, wanted| EvalError::Multihop { file: file.to_owned(), at, wanted };
        let docs = json.get("docs").unwrap_or(&json).as_array();
        let docs = docs.ok_or_else(|| wrong("`docs`".to_owned(), "a list"))?;
        let mut read = Self { no_numbers, ..Self::default() };
        for (at, doc) in docs.iter().enumerate() {
            let passage = passage(doc)
                .ok_or_else(|| wrong(format!("document {}", at + 1), "a passage with its text"))?;
            let told = read.by_text.entry(passage).or_default();
            for entity in list(doc, "extracted_entities").filter_map(Value::as_str) {
                told.entities.push(entity.to_owned());
            }
            for triple in list(doc, "extracted_triples") {
                match triple_of(triple) {
                    Some(triple) => told.triples.push(triple),
                    None => read.dropped += 1,
                }
            }
        }
        Ok(read)
    }

    /// The triples of a turn that is a passage; none when it is not known.
    pub fn of(&self, turn: &Turn) -> &[Triple] {
        self.told(turn).map_or(&[], |told| &told.triples)
    }

    /// All that is said of a turn in triples and names, a line each.
    pub(super) fn text(&self, turn: &Turn) -> String {
        let Some(told) = self.told(turn) else { return String::new() };
        let triples = told.triples.iter().map(|triple| triple.join(" "));
        told.entities.iter().cloned().chain(triples).collect::<Vec<_>>().join("\n")
    }

    /// Whether it knows the passage.
    pub fn knows(&self, turn: &Turn) -> bool {
        self.told(turn).is_some()
    }

    /// How many that stand in the place of a triple are none.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// How many numbers of the file are none, as Python writes them.
    pub fn no_numbers(&self) -> usize {
        self.no_numbers
    }

    fn told(&self, turn: &Turn) -> Option<&Told> {
        self.by_text.get(&plain(&turn.text))
    }
}

impl Extractor for Triples {
    fn id(&self) -> &str {
        "triples"
    }

    fn extract(&self, turn: &Turn, _: &Context<'_>) -> Result<Extraction, ExtractError> {
        let Some(told) = self.told(turn) else { return Ok(Extraction::default()) };
        let thing = |name: &String| NamedThing { name: name.clone(), kind: "thing".to_owned() };
        let mention = |name| Mention { thing: thing(name), span: 0..0 };
        let valid = Interval::new(Start::Unknown, None, Precision::Day)
            .map_err(|source| ExtractError::Failed { source: source.into() })?;
        let fact = |triple: &Triple| {
            let [subject, relation, object] = triple;
            ProposedFact {
                subject: thing(subject),
                predicate: predicate(relation),
                object: ProposedObject::Thing(thing(object)),
                negated: false,
                modality: Modality::Asserted,
                statement: format!("{subject} {relation} {object}"),
                valid,
                confidence: 1.0,
                rule: "triple".to_owned(),
                span: 0..0,
            }
        };
        Ok(Extraction {
            mentions: told.entities.iter().map(mention).collect(),
            facts: told.triples.iter().map(fact).collect(),
        })
    }
}

/// A relation as an open predicate: its words in `snake_case`.
fn predicate(relation: &str) -> String {
    let lower = relation.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words.collect::<Vec<_>>().join("_");
    if joined.is_empty() { "related_to".to_owned() } else { joined }
}

fn passage(doc: &Value) -> Option<String> {
    let text = |key| doc.get(key).and_then(Value::as_str);
    let passage = text("passage").map(str::to_owned);
    passage.or_else(|| Some(format!("{}\n{}", text("title")?, text("text")?))).map(|p| plain(&p))
}

fn list<'v>(doc: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    doc.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn triple_of(value: &Value) -> Option<Triple> {
    let parts = value.as_array()?;
    let parts: Vec<String> =
        parts.iter().map(|part| part.as_str().map(str::to_owned)).collect::<Option<_>>()?;
    parts.try_into().ok()
}

/// A passage with one space wherever it has white space: as passages are compared.
pub(super) fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
