//! Mends the conversations of a file in LoCoMo's format that other sets write a little otherwise:
//! times of sessions, ids that several turns share, turns without text. What it changes it tells;
//! it never reads the questions, and they are not in what it gives back.

use std::collections::{BTreeMap, HashMap};

use chrono::{NaiveDate, NaiveDateTime};
use serde_json::{Map, Value};

/// Times of sessions that `dialogue` does not read, the day before the month only where a word
/// tells them apart.
const TIMES: [&str; 9] = [
    "%Y/%m/%d (%a) %H:%M",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%Y/%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M",
    "%d %B, %Y %H:%M",
    "%d %B %Y %H:%M",
    "%B %d, %Y %I:%M %p",
    "%B %d, %Y %H:%M",
];
const DATES: [&str; 3] = ["%Y/%m/%d", "%d %b %Y", "%b %d, %Y"];

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
        mended.insert("sample_id".to_owned(), id.clone());
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
    let shared = shared(talk);
    let mut qualified = 0;
    let mut mended = Map::new();
    for (key, value) in talk {
        let value = match value {
            Value::Array(turns) if key.starts_with("session_") => {
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
        notes.push(format!(
            "{qualified} turns share an id with another; the session stands before it, as in \
             session_2/1"
        ));
    }
    mended
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
            let plain = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
            let count = here.entry(plain.clone()).or_default();
            *count += 1;
            let behind = if *count == 1 { String::new() } else { format!("#{count}") };
            *qualified += 1;
            said.insert("dia_id".to_owned(), Value::String(format!("{session}/{plain}{behind}")));
        }
        mended.push(Value::Object(said));
    }
    Value::Array(mended)
}

/// Whether a turn has neither words nor an image.
fn is_wordless(said: &Map<String, Value>) -> bool {
    !matches!(said.get("text"), Some(Value::String(_)))
        && !said.contains_key("blip_caption")
        && !said.contains_key("img_url")
}

/// A time in ISO 8601; `None` when it is left to `dialogue` to read.
fn time(text: &str) -> Result<Option<String>, ()> {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.is_empty() || crate::dialogue::locomo::clock(&plain).is_ok() {
        return Ok(None);
    }
    let at = TIMES.iter().find_map(|form| NaiveDateTime::parse_from_str(&plain, form).ok());
    let on = || DATES.iter().find_map(|form| NaiveDate::parse_from_str(&plain, form).ok());
    match at {
        Some(at) => Ok(Some(at.format("%Y-%m-%dT%H:%M:%S").to_string())),
        None => on().map(|on| Some(on.format("%Y-%m-%d").to_string())).ok_or(()),
    }
}
