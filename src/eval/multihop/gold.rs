//! Which passages hold the answer to a question, in each of the forms in which that is written. Never
//! drops gold: what is no passage of the corpus, or cannot be read, stays as evidence by a name that no
//! passage has, and is told.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::dialogue::Turn;
use crate::eval::json;
use crate::eval::repair::{Slip, Why};
use crate::eval::triples::plain;

/// The passages, to be named by questions.
pub(super) struct Shelf<'t> {
    by_text: HashMap<String, &'t str>,
    by_title: HashMap<String, Vec<&'t str>>,
    ids: HashSet<&'t str>,
}

impl<'t> Shelf<'t> {
    pub(super) fn new(turns: &'t [Turn]) -> Self {
        let mut shelf =
            Self { by_text: HashMap::new(), by_title: HashMap::new(), ids: HashSet::new() };
        for turn in turns {
            let Some(id) = turn.id.as_deref() else { continue };
            shelf.ids.insert(id);
            shelf.by_text.entry(plain(&turn.text)).or_insert(id);
            shelf.by_title.entry(plain(&turn.session)).or_default().push(id);
        }
        shelf
    }

    /// The id of the passage of this title and text; by its title alone when no other has that.
    fn passage(&self, title: &str, text: Option<&str>, slips: &mut Vec<Slip>) -> String {
        if let Some(text) = text
            && let Some(id) = self.by_text.get(&plain(&format!("{title}\n{text}")))
        {
            return (*id).to_owned();
        }
        let titled = self.by_title.get(&plain(title)).map_or(&[][..], Vec::as_slice);
        match titled {
            [id] => {
                if text.is_some() {
                    slips.push((title.to_owned(), vec![(*id).to_owned()], Why::OtherText));
                }
                (*id).to_owned()
            }
            [] if self.ids.contains(title) => title.to_owned(),
            [] => self.missing(title, "not in the corpus", Why::NoSuchTurn, slips),
            _ => self.missing(title, "not told which", Why::Ambiguous, slips),
        }
    }

    /// Evidence that nobody can find: told, by a name that no passage has.
    fn missing(&self, what: &str, how: &str, why: Why, slips: &mut Vec<Slip>) -> String {
        let mut name = format!("{what} ({how})");
        while self.ids.contains(name.as_str()) {
            name.push('?');
        }
        slips.push((what.to_owned(), vec![name.clone()], why));
        name
    }

    fn unreadable(&self, what: &str, slips: &mut Vec<Slip>) -> String {
        self.missing(what, "cannot be read", Why::Unreadable, slips)
    }
}

/// The passages that hold the answer: the `paragraphs` that are supporting, as in MuSiQue, or else
/// those of the titles in `supporting_facts`, as in HotpotQA.
pub(super) fn gold(
    entry: &Map<String, Value>,
    shelf: &Shelf<'_>,
    slips: &mut Vec<Slip>,
) -> Vec<String> {
    let facts = entry.get("supporting_facts").filter(|facts| !facts.is_null());
    let marked = |paragraphs: &[Value]| paragraphs.iter().any(|p| p.get("is_supporting").is_some());
    match entry.get("paragraphs").and_then(Value::as_array) {
        Some(paragraphs) if facts.is_none() || marked(paragraphs) => {
            supporting(paragraphs, shelf, slips)
        }
        _ => facts.map_or_else(Vec::new, |facts| named(facts, shelf, slips)),
    }
}

fn supporting(paragraphs: &[Value], shelf: &Shelf<'_>, slips: &mut Vec<Slip>) -> Vec<String> {
    let mut gold = Vec::new();
    for (at, paragraph) in paragraphs.iter().enumerate() {
        let what = format!("paragraph {}", at + 1);
        let mark = match paragraph.as_object() {
            Some(fields) => truth(fields.get("is_supporting")),
            None => None,
        };
        match mark {
            Some(false) => {}
            Some(true) => {
                let text = |key| paragraph.get(key).and_then(Value::as_str);
                gold.push(match paragraph.get("title").and_then(title) {
                    Some(title) => {
                        let text = text("paragraph_text").or_else(|| text("text"));
                        shelf.passage(&title, text, slips)
                    }
                    None => shelf.unreadable(&what, slips),
                });
            }
            // Whether it is gold is not known.
            None => {
                let what = format!("whether {what} supports");
                slips.push((what, Vec::new(), Why::Unreadable));
            }
        }
    }
    gold
}

/// Titles, each alone or in a list with the place of a sentence; or one list of all titles beside one
/// of all places.
fn named(facts: &Value, shelf: &Shelf<'_>, slips: &mut Vec<Slip>) -> Vec<String> {
    let facts = match facts {
        Value::Object(columns) => columns.get("title").unwrap_or(facts),
        other => other,
    };
    let Value::Array(facts) = facts else {
        return vec![shelf.unreadable("supporting_facts", slips)];
    };
    let mut seen = HashSet::new();
    let mut gold = Vec::new();
    for (at, fact) in facts.iter().enumerate() {
        let named = match fact {
            Value::Array(parts) => parts.first().and_then(title),
            Value::Object(fields) => fields.get("title").and_then(title),
            alone => title(alone),
        };
        match named {
            Some(title) if !seen.insert(title.clone()) => {}
            Some(title) => gold.push(shelf.passage(&title, None, slips)),
            None => gold.push(shelf.unreadable(&format!("supporting fact {}", at + 1), slips)),
        }
    }
    gold
}

/// A title, which may look like a number: `1984`.
fn title(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(_) | Value::Number(_) => json::text(value),
        _ => return None,
    };
    (!text.trim().is_empty()).then_some(text)
}

/// A mark as it is written: true or false, 1 or 0, also as a string; absent, it is false.
fn truth(mark: Option<&Value>) -> Option<bool> {
    let mark = mark.unwrap_or(&Value::Null);
    match json::text(mark).trim().to_lowercase().as_str() {
        "true" | "1" | "1.0" => Some(true),
        "false" | "0" | "0.0" | "null" => Some(false),
        _ => None,
    }
}
