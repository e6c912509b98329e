//! Turns of dialogue, and the file formats they come in. Never touches the store, never reads a
//! file itself, and never asks for the time: a turn without a date has none.
//!
//! Every format ends as conversations of [`Turn`]s. A file is read whole or not at all.

mod chat;
mod error;
mod fingerprint;
mod format;
mod json;
mod jsonl;
pub mod locomo;
mod once;
mod passages;
mod source;
pub mod story;

use graph_schema::Moment;
use graph_schema::record::Role;

pub use error::DialogueError;
pub use fingerprint::fingerprints;
pub use format::{Format, UnknownFormat, detect};
pub use source::decode;
pub use story::StoryFault;

use source::Source;

/// One turn as its source gives it: what becomes an episode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// What its source calls the conversation it belongs to.
    pub session: String,
    /// When that conversation began, if told.
    pub session_started: Option<Moment>,
    /// Its own id, if its source gives one: unique within a namespace.
    pub id: Option<String>,
    /// The name of who speaks, if known.
    pub speaker: Option<String>,
    /// Whose voice it is.
    pub role: Role,
    /// When it was said, if told. Without an offset it stays local.
    pub said_at: Option<Moment>,
    /// What was said.
    pub text: String,
    /// What a shared image shows.
    pub image_caption: Option<String>,
}

/// Turns that belong together: a LoCoMo sample, a chat, or a whole file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    /// What its source calls it, if it does.
    pub name: Option<String>,
    /// Its turns, in the order of its sessions and then of the source.
    pub turns: Vec<Turn>,
}

/// How to read a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Its format; without one, [`detect`] tells.
    pub format: Option<Format>,
    /// The name of the user of a chat; `user` without one.
    pub user: Option<String>,
    /// The session of turns whose source names none. Without one it is the stem of the source's
    /// name: `talk` for `notes/talk.jsonl`.
    pub session: Option<String>,
}

impl ReadOptions {
    /// The session of turns whose source names none.
    fn default_session(&self, source: &Source<'_>) -> String {
        let given = self.session.as_deref().and_then(named);
        given.or_else(|| named(source.stem())).unwrap_or_else(|| "default".to_owned())
    }
}

/// Reads a whole text. `source` is what errors call it: a file's name, or `standard input`.
///
/// The same id with the same turn is kept once; with another turn it is an error. Turns without an
/// id are all kept ([`fingerprints`] tells them apart). When a LoCoMo file holds several
/// conversations, the name of each stands before its sessions and ids (`conv-26/session_1`,
/// `conv-26/D1:1`); [`locomo::conversations`] leaves them plain.
///
/// # Errors
/// When the format cannot be told or is [`Format::Dump`], or at the first place that is not of the
/// format.
pub fn read(
    source: &str,
    text: &str,
    options: &ReadOptions,
) -> Result<Vec<Conversation>, DialogueError> {
    let source = Source::new(source, text);
    let format = match options.format {
        Some(format) => format,
        None => format::tell(&source)?,
    };
    let drafts = match format {
        Format::Locomo => locomo::drafts(&source)?,
        Format::JsonLines => jsonl::drafts(&source, options)?,
        Format::Chat => chat::drafts(&source, options)?,
        Format::Story => story::drafts(&source)?,
        Format::Passages => passages::drafts(&source)?,
        Format::Dump => return Err(DialogueError::Dump { file: source.name().to_owned() }),
    };
    once::in_whole(&source, drafts)
}

/// A turn and the line it began on.
#[derive(Debug)]
struct Placed {
    line: usize,
    turn: Turn,
}

/// A conversation whose ids are not yet compared.
#[derive(Debug)]
struct Draft {
    name: Option<String>,
    turns: Vec<Placed>,
}

/// A name without the space around it; an empty one is none.
fn named(text: &str) -> Option<String> {
    let trimmed = text.trim();
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}

/// Whose voice a role's name means, in the words of this crate and of model interfaces.
fn role_called(name: &str) -> Option<Role> {
    match name {
        "user" | "person" => Some(Role::Person),
        "assistant" => Some(Role::Assistant),
        "system" | "developer" => Some(Role::System),
        "tool" | "function" => Some(Role::Tool),
        _ => None,
    }
}
