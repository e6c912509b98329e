//! Messages as model interfaces write them. Reads what was said alone: never tool calls, images,
//! thoughts or other parts that are no text; a message without any text gives no turn.
//!
//! A file is an array of messages, an object with `messages`, a list of such objects, or any of
//! them one a line. A message has `role`, `content` (a string, a list of parts, or null), and if
//! wanted `name`, `id` and a time: the first of `time`, `timestamp`, `created_at`, `create_time`,
//! ISO 8601 or a Unix time in seconds or milliseconds, which is UTC. An object may name its session
//! by `session` or `id`, and tell by a time of its own when it began. A session without a name is
//! called as the options say, with its number behind it (`talk/2`) when the file holds several.

use std::fmt;

use chrono::DateTime;
use graph_schema::record::Role;
use graph_schema::{Moment, TimeError};
use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::DialogueError;
use super::json::{self, Label};
use super::source::Source;
use super::{Draft, Placed, ReadOptions, Turn, named, role_called};

/// A Unix time of at least this size counts milliseconds: as seconds it would be the year 5138.
const MILLISECONDS_FROM: f64 = 1e11;

#[derive(Deserialize)]
struct Times {
    time: Option<Told>,
    timestamp: Option<Told>,
    created_at: Option<Told>,
    create_time: Option<Told>,
}

#[derive(Deserialize)]
struct Chat<'a> {
    #[serde(borrow)]
    messages: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Name {
    session: Option<Label>,
    id: Option<Label>,
}

#[derive(Deserialize)]
struct Message {
    role: String,
    #[serde(default)]
    content: Content,
    name: Option<Label>,
    id: Option<Label>,
    tool_calls: Option<IgnoredAny>,
    function_call: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Part {
    #[serde(rename = "type")]
    kind: Option<String>,
    text: Option<PartText>,
}

/// The text of a part, which some interfaces wrap; in parts of other types it may be anything.
#[derive(Deserialize)]
#[serde(untagged)]
enum PartText {
    Plain(String),
    Wrapped { value: String },
    Other(IgnoredAny),
}

/// A time as the file writes it.
enum Told {
    Text(String),
    Unix(f64),
}

#[derive(Default)]
enum Content {
    #[default]
    Missing,
    Nothing,
    Text(String),
}

/// Messages that belong together.
#[derive(Default)]
struct Group<'a> {
    name: Option<String>,
    started: Option<Moment>,
    messages: Vec<&'a RawValue>,
}

pub(super) fn drafts<'a>(
    source: &Source<'a>,
    options: &ReadOptions,
) -> Result<Vec<Draft>, DialogueError> {
    let groups = groups(source)?;
    let several = groups.len() > 1;
    let default = options.default_session(source);
    let mut drafts = Vec::with_capacity(groups.len());
    for (place, group) in groups.into_iter().enumerate() {
        let session = match &group.name {
            Some(name) => name.clone(),
            None if several => format!("{default}/{}", place + 1),
            None => default.clone(),
        };
        let mut turns = Vec::with_capacity(group.messages.len());
        for message in group.messages {
            let line = source.line_of(message.get());
            let Some(turn) = turn(source, line, message.get(), options)? else { continue };
            let turn = Turn { session: session.clone(), session_started: group.started, ..turn };
            turns.push(Placed { line, turn });
        }
        drafts.push(Draft { name: group.name, turns });
    }
    Ok(drafts)
}

/// Each object with `messages` is a group; messages that stand by themselves are one together with
/// their neighbours.
fn groups<'a>(source: &Source<'a>) -> Result<Vec<Group<'a>>, DialogueError> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut open = false;
    for element in json::elements(source)? {
        let text = element.get();
        if let Some(messages) = json::object::<Chat<'_>>(source, text)?.messages {
            let name: Name = json::parse(source, text)?;
            groups.push(Group {
                name: Label::text(name.session).or_else(|| Label::text(name.id)),
                started: moment(source, source.line_of(text), text)?,
                messages: json::parse(source, messages.get())?,
            });
            open = false;
            continue;
        }
        if !open {
            groups.push(Group::default());
            open = true;
        }
        if let Some(group) = groups.last_mut() {
            group.messages.push(element);
        }
    }
    Ok(groups)
}

/// The turn of a message, its session not yet set.
fn turn<'a>(
    source: &Source<'a>,
    line: usize,
    message: &'a str,
    options: &ReadOptions,
) -> Result<Option<Turn>, DialogueError> {
    let said: Message = json::object(source, message)?;
    let file = || source.name().to_owned();
    let Some(role) = role_called(&said.role) else {
        return Err(DialogueError::UnknownRole { file: file(), line, role: said.role });
    };
    let said_at = moment(source, line, message)?;
    let text = match said.content {
        Content::Text(text) if !text.trim().is_empty() => text,
        Content::Missing if said.tool_calls.is_none() && said.function_call.is_none() => {
            return Err(DialogueError::NoText { file: file(), line, field: "content" });
        }
        Content::Missing | Content::Nothing | Content::Text(_) => return Ok(None),
    };
    let speaker = Label::text(said.name).or_else(|| match role {
        Role::Person => {
            let user = options.user.as_deref().and_then(named);
            Some(user.unwrap_or_else(|| "user".to_owned()))
        }
        Role::Assistant => Some("assistant".to_owned()),
        Role::System | Role::Tool => None,
    });
    Ok(Some(Turn {
        session: String::new(),
        session_started: None,
        id: Label::text(said.id),
        speaker,
        role,
        said_at,
        text,
        image_caption: None,
    }))
}

/// The first time that an object tells.
fn moment<'a>(
    source: &Source<'a>,
    line: usize,
    object: &'a str,
) -> Result<Option<Moment>, DialogueError> {
    let times: Times = json::parse(source, object)?;
    let told = [
        ("time", times.time),
        ("timestamp", times.timestamp),
        ("created_at", times.created_at),
        ("create_time", times.create_time),
    ];
    let Some((field, told)) = told.into_iter().find_map(|(field, told)| Some((field, told?)))
    else {
        return Ok(None);
    };
    let moment = match told {
        Told::Text(text) => text.parse(),
        Told::Unix(number) => unix(number),
    };
    moment.map(Some).map_err(|reason| DialogueError::Time {
        file: source.name().to_owned(),
        line,
        field: field.to_owned(),
        reason,
    })
}

fn unix(number: f64) -> Result<Moment, TimeError> {
    let millis = if number.abs() < MILLISECONDS_FROM { number * 1000.0 } else { number };
    let millis = millis.round() as i64; // saturates, and what saturates is no date
    match DateTime::from_timestamp_millis(millis) {
        Some(time) => Moment::zoned(time.fixed_offset()),
        None => Err(TimeError::Unreadable { text: format!("{number:?}") }),
    }
}

impl<'de> Deserialize<'de> for Told {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Told;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a time as text or as a Unix number")
            }
            fn visit_str<E>(self, text: &str) -> Result<Told, E> {
                Ok(Told::Text(text.to_owned()))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Told, E> {
                Ok(Told::Unix(number as f64))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Told, E> {
                Ok(Told::Unix(number as f64))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Told, E> {
                Ok(Told::Unix(number))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl<'de> Deserialize<'de> for Content {
    /// A string, null, or a list of strings and parts, whose texts are joined by a line break.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Content;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string, a list of parts, or null")
            }
            fn visit_unit<E>(self) -> Result<Content, E> {
                Ok(Content::Nothing)
            }
            fn visit_str<E>(self, text: &str) -> Result<Content, E> {
                Ok(Content::Text(text.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Content, A::Error> {
                let mut texts = Vec::new();
                while let Some(part) = parts.next_element::<&'de RawValue>()? {
                    if part.get().starts_with('"') {
                        texts.push(inner(part)?);
                        continue;
                    }
                    let part: Part = inner(part)?;
                    let kind = part.kind.as_deref().unwrap_or("text");
                    if !matches!(kind, "text" | "input_text" | "output_text") {
                        continue;
                    }
                    match part.text {
                        Some(PartText::Plain(text) | PartText::Wrapped { value: text }) => {
                            texts.push(text);
                        }
                        Some(PartText::Other(_)) | None => {
                            return Err(A::Error::custom("a text part without text"));
                        }
                    }
                }
                Ok(match texts.is_empty() {
                    true => Content::Nothing,
                    false => Content::Text(texts.join("\n")),
                })
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// Reads a part of a list; the outer reader knows the place.
fn inner<'a, T: Deserialize<'a>, E: serde::de::Error>(part: &'a RawValue) -> Result<T, E> {
    serde_json::from_str(part.get()).map_err(|error| {
        let told = error.to_string();
        E::custom(told.rfind(" at line ").and_then(|end| told.get(..end)).unwrap_or(&told))
    })
}
