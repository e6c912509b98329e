//! The formats, and telling them by their first lines. Never guesses from a file's name.

use std::fmt;
use std::str::FromStr;

use super::error::DialogueError;
use super::source::Source;
use super::{json, passages, story};

/// How a text holds dialogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Conversations of the LoCoMo benchmark, as JSON.
    Locomo,
    /// One turn a line, as JSON.
    JsonLines,
    /// Messages as model interfaces write them, as JSON.
    Chat,
    /// The plain story format, `.dlg`.
    Story,
    /// Passages of documents, as JSON.
    Passages,
    /// A dump of a store: not dialogue, and read elsewhere.
    Dump,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 6] =
        [Self::Locomo, Self::JsonLines, Self::Chat, Self::Story, Self::Passages, Self::Dump];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Locomo => "locomo",
            Self::JsonLines => "jsonl",
            Self::Chat => "chat",
            Self::Story => "story",
            Self::Passages => "passages",
            Self::Dump => "dump",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A word that is no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not a format; write locomo, jsonl, chat, story, passages or dump")]
pub struct UnknownFormat {
    word: String,
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(word: &str) -> Result<Self, UnknownFormat> {
        let known = Self::ALL.into_iter().find(|format| format.as_str() == word);
        known.ok_or_else(|| UnknownFormat { word: word.to_owned() })
    }
}

/// The format of a text, by its first lines; `None` when they are of none, or broken.
pub fn detect(text: &str) -> Option<Format> {
    tell(&Source::new("", text)).ok()
}

/// The format of a text, or why it has none: JSON that is broken says where.
pub(super) fn tell(source: &Source<'_>) -> Result<Format, DialogueError> {
    let text = source.text().trim_start();
    if text.is_empty() {
        return Err(DialogueError::Empty { file: source.name().to_owned() });
    }
    let format = if text.starts_with(['{', '[']) {
        tell_json(source)?
    } else {
        story::looks_like_one(text).then_some(Format::Story)
    };
    format.ok_or_else(|| DialogueError::UnknownFormat { file: source.name().to_owned() })
}

fn tell_json(source: &Source<'_>) -> Result<Option<Format>, DialogueError> {
    let Some(keys) = json::first_keys(source)? else { return Ok(None) };
    let has = |key: &str| keys.contains_key(key);
    let dump = keys.get("kind").is_some_and(|kind| kind.get() == "\"hippograph-dump\"");
    Ok(if dump {
        Some(Format::Dump)
    } else if has("conversation") {
        Some(Format::Locomo)
    } else if has("messages") || has("role") && has("content") {
        Some(Format::Chat)
    } else if has("title") && (has("text") || has("paragraph_text")) && !is_a_turn(&has) {
        Some(Format::Passages)
    } else if has("text") {
        Some(Format::JsonLines)
    } else if has("role") || has("content") {
        Some(Format::Chat)
    } else if ["speaker", "said_at", "session"].into_iter().any(has) {
        Some(Format::JsonLines)
    } else if !keys.is_empty() && keys.values().all(|value| passages::looks_like_one(value)) {
        Some(Format::Passages)
    } else {
        None
    })
}

/// Whether an object with a title has what only a turn has.
fn is_a_turn(has: &dyn Fn(&str) -> bool) -> bool {
    ["speaker", "session", "role"].into_iter().any(has)
}
