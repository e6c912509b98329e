//! Mends the conversations of a file in LoCoMo's format that other sets write a little otherwise:
//! times of sessions, fields that are no text, ids that several turns share, turns without words.
//! What it changes it tells; it never reads the questions, and they are not in what it gives back.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use super::told::count;
use super::{json, session_time};

/// What must be text in a turn.
const FIELDS: [&str; 4] = ["speaker", "dia_id", "text", "blip_caption"];

/// The samples without their questions, mended, as the text of a file; and for each sample what was
/// mended. What cannot be mended stays as it is.
pub(super) fn mend(samples: &[Value]) -> (String, Vec<Vec<String>>) {
    let (samples, notes): (Vec<Value>, Vec<Vec<String>>) = samples.iter().map(sample).unzip();
    (Value::Array(samples).to_string(), notes)
}

fn sample(sample: &Value) -> (Value, Vec<String>) {
    let mut notes = Vec::new();
    let Value::Object(fields) = sample else { return (sample.clone(), notes) };
    let mut mended = Map::new();
    if let Some(id) = fields.get("sample_id") {
        match label(id) {
            Some(id) => {
                mended.insert("sample_id".to_owned(), id);
            }
            None => notes.push(format!("sample_id: {id} is no name; dropped")),
        }
    }
    match fields.get("conversation") {
        Some(Value::Object(talk)) => {
            let talk = conversation(talk, &mut notes);
            mended.insert("conversation".to_owned(), Value::Object(talk));
        }
        Some(other) => {
            mended.insert("conversation".to_owned(), other.clone());
        }
        None => {}
    }
    (Value::Object(mended), notes)
}

fn conversation(talk: &Map<String, Value>, notes: &mut Vec<String>) -> Map<String, Value> {
    let talk: Map<String, Value> =
        talk.iter().map(|(key, value)| (key.clone(), with_texts(key, value, notes))).collect();
    let shared = shared(&talk);
    let mut qualified = 0;
    let mut mended = Map::new();
    for (key, value) in &talk {
        let value = match value {
            Value::Array(turns) if is_session(key) => {
                turns_of(key, turns, &shared, &mut qualified, notes)
            }
            Value::String(text) if key.ends_with("_date_time") => match time(text) {
                Ok(None) => value.clone(),
                Ok(Some(read)) => {
                    notes.push(format!("{key}: {text:?} read as {read}"));
                    Value::String(read)
                }
                Err(()) => {
                    notes.push(format!("{key}: {text:?} is no time that can be read; dropped"));
                    continue;
                }
            },
            Value::Null => continue,
            other if key.ends_with("_date_time") => {
                notes.push(format!("{key}: {other} is no time that can be read; dropped"));
                continue;
            }
            other => other.clone(),
        };
        mended.insert(key.clone(), value);
    }
    if qualified > 0 {
        let turns = count(qualified, "turn shares", "turns share");
        notes.push(format!(
            "{turns} an id with another; the session stands before it, as in session_2/1"
        ));
    }
    mended
}

/// Whether a key is a session's, as in `session_2`.
fn is_session(key: &str) -> bool {
    key.strip_prefix("session_")
        .is_some_and(|n| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The value of a key, in which each field of a turn that should be text is text.
fn with_texts(key: &str, value: &Value, notes: &mut Vec<String>) -> Value {
    let mut value = value.clone();
    let Value::Array(turns) = &mut value else { return value };
    if !is_session(key) {
        return value;
    }
    for (at, said) in turns.iter_mut().enumerate() {
        let Value::Object(said) = said else { continue };
        for field in FIELDS {
            let Some(given) = said.get(field) else { continue };
            let read = label(given).or_else(|| joined(given));
            if read.as_ref() == Some(given) || given.is_null() {
                continue;
            }
            let what = format!("{key}: turn {}: `{field}` {given}", at + 1);
            match read {
                Some(text) => {
                    // A whole number is an id or a name as it stands.
                    if !given.is_number() || field == "text" || field == "blip_caption" {
                        notes.push(format!("{what} read as {text}"));
                    }
                    said.insert(field.to_owned(), text);
                }
                None => {
                    notes.push(format!("{what} is no text; dropped"));
                    said.remove(field);
                }
            }
        }
    }
    value
}

/// A text or a number as text.
fn label(value: &Value) -> Option<Value> {
    match value {
        Value::String(_) => Some(value.clone()),
        Value::Number(number) => Some(Value::String(number.to_string())),
        _ => None,
    }
}

/// A list of texts as one.
fn joined(value: &Value) -> Option<Value> {
    let parts: Option<Vec<&str>> = value.as_array()?.iter().map(Value::as_str).collect();
    parts.filter(|parts| !parts.is_empty()).map(|parts| Value::String(parts.join(" ")))
}

/// What of a sample is not read although it looks as if it should be: in its conversation, lists of
/// turns that no session is called after; and that nothing is asked of it.
pub(super) fn unread(sample: &Value) -> Vec<String> {
    let is_turn = |turn: &Value| {
        let has = |field| turn.get(field).is_some();
        has("text") && (has("speaker") || has("dia_id"))
    };
    let talk = sample.get("conversation").and_then(Value::as_object);
    let lists = talk.into_iter().flatten().filter_map(|(key, value)| {
        let turns = value.as_array()?.iter().filter(|turn| is_turn(turn)).count();
        (turns > 0 && !is_session(key)).then(|| {
            let turns = count(turns, "turn", "turns");
            format!("{key}: not called as a session is (session_1), its {turns} not read")
        })
    });
    let asked = sample.get("qa").is_some_and(|qa| !qa.is_null());
    let asked = (!asked).then(|| "has no `qa`; nothing is asked of it".to_owned());
    lists.chain(asked).collect()
}

/// How many turns that are kept have each id.
fn shared(talk: &Map<String, Value>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let turns = talk.values().filter_map(Value::as_array).flatten().filter_map(Value::as_object);
    for said in turns.filter(|said| !is_wordless(said)) {
        if let Some(id) = said.get("dia_id") {
            *counts.entry(id.to_string()).or_default() += 1;
        }
    }
    counts
}

fn turns_of(
    session: &str,
    turns: &[Value],
    shared: &BTreeMap<String, usize>,
    qualified: &mut usize,
    notes: &mut Vec<String>,
) -> Value {
    let mut here: HashMap<String, usize> = HashMap::new();
    let mut mended = Vec::new();
    for (at, turn) in turns.iter().enumerate() {
        let Value::Object(said) = turn else {
            notes.push(format!("{session}: turn {} is no object; dropped", at + 1));
            continue;
        };
        let mut said = said.clone();
        if is_wordless(&said) {
            notes.push(format!("{session}: turn {} has no text; dropped", at + 1));
            continue;
        }
        if let Some(id) = said.get("dia_id")
            && shared.get(&id.to_string()).is_some_and(|count| *count > 1)
        {
            let plain = json::text(id);
            let number = here.entry(plain.clone()).or_default();
            *number += 1;
            let behind = if *number == 1 { String::new() } else { format!("#{number}") };
            *qualified += 1;
            said.insert("dia_id".to_owned(), Value::String(format!("{session}/{plain}{behind}")));
        }
        mended.push(Value::Object(said));
    }
    Value::Array(mended)
}

/// Whether a turn has neither words nor an image.
fn is_wordless(said: &Map<String, Value>) -> bool {
    let has = |field| said.get(field).is_some_and(|value| !value.is_null());
    !has("text") && !has("blip_caption") && !has("img_url")
}

/// A time in ISO 8601; `None` when it is left to `dialogue` to read.
fn time(text: &str) -> Result<Option<String>, ()> {
    let clock = |text: &str| crate::dialogue::locomo::clock(text).is_ok();
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.is_empty() || clock(&plain) {
        return Ok(None);
    }
    session_time::read(&plain).filter(|read| clock(read)).map(Some).ok_or(())
}
