//! JSON with the place of every fault. Each part is kept as a slice of the text until it is read,
//! so that the line of a turn is known; nesting of any depth is an error or ignored, never a crash.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::DialogueError;
use super::source::Source;

/// A name or id, which some files write as a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Label(pub(super) String);

impl Label {
    /// Its text without the space around it; an empty one is none.
    pub(super) fn text(label: Option<Self>) -> Option<String> {
        label.and_then(|Self(text)| super::named(&text))
    }
}

impl<'de> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Label;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or a whole number of at most 64 bits")
            }
            fn visit_str<E>(self, text: &str) -> Result<Label, E> {
                Ok(Label(text.to_owned()))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Label, E> {
                Ok(Label(number.to_string()))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Label, E> {
                Ok(Label(number.to_string()))
            }
        }
        deserializer.deserialize_any(Text)
    }
}

/// The members of an object as slices of the text, in its order.
#[derive(Debug)]
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// Reads `part`, a slice of the source's text.
pub(super) fn parse<'a, T: Deserialize<'a>>(
    source: &Source<'a>,
    part: &'a str,
) -> Result<T, DialogueError> {
    serde_json::from_str(part).map_err(|error| fault(source, part, &error))
}

/// Reads `part` as an object: a list is none, though its items might fit.
pub(super) fn object<'a, T: Deserialize<'a>>(
    source: &Source<'a>,
    part: &'a str,
) -> Result<T, DialogueError> {
    if !part.starts_with('{') {
        parse::<Members<'_>>(source, part)?;
    }
    parse(source, part)
}

/// The members of the object `part`, in its order. A key given twice is an error, for what stands
/// under one of the two would be lost.
pub(super) fn members<'a>(
    source: &Source<'a>,
    part: &'a str,
) -> Result<Vec<(String, &'a RawValue)>, DialogueError> {
    let Members(members) = parse(source, part)?;
    let mut seen = BTreeSet::new();
    for (key, value) in &members {
        if !seen.insert(key) {
            let (line, column) = source.place(value.get());
            let reason = format!("duplicate field `{key}`");
            return Err(DialogueError::Json {
                file: source.name().to_owned(),
                line,
                column,
                reason,
            });
        }
    }
    Ok(members)
}

/// What the text holds: the values of its lines, or the one value that it is; the elements of an
/// array in place of the array.
pub(super) fn elements<'a>(source: &Source<'a>) -> Result<Vec<&'a RawValue>, DialogueError> {
    let mut elements = Vec::new();
    for value in values(source)? {
        if value.get().starts_with('[') {
            elements.extend(parse::<Vec<&RawValue>>(source, value.get())?);
        } else {
            elements.push(value);
        }
    }
    Ok(elements)
}

/// The first element of the text, and the keys it has if it is an object; later lines of a text of
/// lines are not looked at.
pub(super) fn first_keys<'a>(
    source: &Source<'a>,
) -> Result<Option<BTreeMap<String, &'a RawValue>>, DialogueError> {
    let first = match lines(source.text()).next() {
        None => return Ok(None),
        Some(line) => match serde_json::from_str(line) {
            Ok(value) => value,
            Err(error) if error.is_eof() => parse::<&RawValue>(source, source.text())?,
            Err(error) => return Err(fault(source, line, &error)),
        },
    };
    let first = match first.get().starts_with('[') {
        false => Some(first),
        true => parse::<Vec<&RawValue>>(source, first.get())?.into_iter().next(),
    };
    match first {
        Some(object) if object.get().starts_with('{') => parse(source, object.get()).map(Some),
        _ => Ok(None),
    }
}

fn values<'a>(source: &Source<'a>) -> Result<Vec<&'a RawValue>, DialogueError> {
    let Some(first) = lines(source.text()).next() else { return Ok(Vec::new()) };
    // A first line that ends inside a value is the beginning of one value over many lines.
    let over_lines = serde_json::from_str::<IgnoredAny>(first).is_err_and(|error| error.is_eof());
    if over_lines {
        return Ok(vec![parse(source, source.text())?]);
    }
    lines(source.text()).map(|line| parse(source, line)).collect()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(str::trim).filter(|line| !line.is_empty())
}

/// The reader's complaint about `part`, at its place in the whole text.
fn fault(source: &Source<'_>, part: &str, error: &serde_json::Error) -> DialogueError {
    let (line, column) = source.place(part);
    let told = error.to_string();
    let reason = match told.rfind(" at line ") {
        Some(end) => told.get(..end).unwrap_or(&told),
        None => &told,
    };
    DialogueError::Json {
        file: source.name().to_owned(),
        line: line + error.line().saturating_sub(1),
        column: if error.line() <= 1 {
            column + error.column().saturating_sub(1)
        } else {
            error.column()
        },
        reason: reason.to_owned(),
    }
}
