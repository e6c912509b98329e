//! Passages of documents: text that nobody said. Never guesses a field: what it does not know it
//! ignores, and a passage without a title or text is an error.
//!
//! A file is a list of objects, or one object a line: `title`, `text` (a string or a list of
//! sentences; `paragraph_text` is read too), and if wanted `id` and `said_at`, in ISO 8601. Or it is
//! one object whose keys are titles and whose values are texts. A passage becomes a turn of the
//! session that its title names, so that passages of one title are one document; its text is the
//! title, a line break, and the text, as HippoRAG writes passages (Gutiérrez et al. 2025).

use std::fmt;

use graph_schema::record::Role;
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::DialogueError;
use super::json::{self, Label};
use super::source::Source;
use super::{Draft, Placed, Turn};

#[derive(Deserialize)]
struct Passage {
    title: Option<Label>,
    text: Option<Text>,
    paragraph_text: Option<Text>,
    id: Option<Label>,
    said_at: Option<String>,
}

/// A text, which some files cut into sentences. Sentences carry the space between them.
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Sentences;
        impl<'de> Visitor<'de> for Sentences {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a list of sentences")
            }
            fn visit_str<E>(self, text: &str) -> Result<Text, E> {
                Ok(Text(text.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Text, A::Error> {
                let mut text = String::new();
                while let Some(sentence) = list.next_element::<String>()? {
                    let apart = text.is_empty()
                        || text.ends_with(char::is_whitespace)
                        || sentence.starts_with(char::is_whitespace);
                    if !apart {
                        text.push(' ');
                    }
                    text.push_str(&sentence);
                }
                if text.trim().is_empty() {
                    return Err(A::Error::custom("a list without a sentence"));
                }
                Ok(Text(text))
            }
        }
        deserializer.deserialize_any(Sentences)
    }
}

/// Whether a value could be the text of a passage whose title is its key.
pub(super) fn looks_like_one(value: &RawValue) -> bool {
    let rest = value.get().strip_prefix('[').map(str::trim_start);
    rest.is_some_and(|rest| rest.starts_with('"'))
}

pub(super) fn drafts(source: &Source<'_>) -> Result<Vec<Draft>, DialogueError> {
    let mut turns = Vec::new();
    for value in json::elements(source)? {
        let passage: Passage = json::object(source, value.get())?;
        if passage.title.is_some() {
            let line = source.line_of(value.get());
            turns.push(Placed { line, turn: turn(source, line, passage)? });
            continue;
        }
        for (title, text) in json::members(source, value.get())? {
            let line = source.line_of(text.get());
            let text = Some(json::parse(source, text.get())?);
            let title = Some(Label(title));
            let passage = Passage { title, text, paragraph_text: None, id: None, said_at: None };
            turns.push(Placed { line, turn: turn(source, line, passage)? });
        }
    }
    Ok(vec![Draft { name: None, turns }])
}

fn turn(source: &Source<'_>, line: usize, passage: Passage) -> Result<Turn, DialogueError> {
    let missing = |field| DialogueError::NoText { file: source.name().to_owned(), line, field };
    let title = Label::text(passage.title).ok_or_else(|| missing("title"))?;
    let Text(text) = passage.text.or(passage.paragraph_text).ok_or_else(|| missing("text"))?;
    let said_at = passage.said_at.map(|text| text.parse()).transpose();
    let said_at = said_at.map_err(|reason| DialogueError::Time {
        file: source.name().to_owned(),
        line,
        field: "said_at".to_owned(),
        reason,
    })?;
    Ok(Turn {
        text: format!("{title}\n{text}"),
        session: title,
        session_started: None,
        id: Label::text(passage.id),
        speaker: None,
        role: Role::Person,
        said_at,
        image_caption: None,
    })
}
