//! What can be wrong with a file of dialogue. Every error names the file, the place where one is
//! known, and the next step; none holds more of the text than the word at fault.

use graph_schema::TimeError;

use super::story::StoryFault;

/// Why a text could not be read as dialogue. Lines and columns count from 1, columns in bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DialogueError {
    /// The bytes are not text.
    #[error("{file} line {line}: the bytes are not UTF-8; save the file as UTF-8")]
    NotUtf8 {
        /// The source.
        file: String,
        /// The line of the first such byte.
        line: usize,
    },
    /// There is nothing to tell a format by.
    #[error("{file} is empty; nothing can be read from it")]
    Empty {
        /// The source.
        file: String,
    },
    /// The text looks like none of the formats.
    #[error("cannot tell the format of {file}; name it: locomo, jsonl, chat, story or passages")]
    UnknownFormat {
        /// The source.
        file: String,
    },
    /// The text is a dump of a store.
    #[error("{file} is a dump of a store, not dialogue; load it as a dump")]
    Dump {
        /// The source.
        file: String,
    },
    /// The text is no JSON, or JSON of another shape.
    #[error("{file} line {line} column {column}: {reason}")]
    Json {
        /// The source.
        file: String,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// What the JSON reader says.
        reason: String,
    },
    /// A time cannot be read.
    #[error("{file} line {line}: {field} {reason}")]
    Time {
        /// The source.
        file: String,
        /// The line.
        line: usize,
        /// What the source calls the time.
        field: String,
        /// What is wrong with it.
        reason: TimeError,
    },
    /// A role is none of the known ones.
    #[error(
        "{file} line {line}: the role `{role}` is not known; \
         write user, assistant, system, developer, tool or function"
    )]
    UnknownRole {
        /// The source.
        file: String,
        /// The line of the turn.
        line: usize,
        /// The role.
        role: String,
    },
    /// A turn has no text.
    #[error("{file} line {line}: the turn has no `{field}`; write what was said there")]
    NoText {
        /// The source.
        file: String,
        /// The line of the turn.
        line: usize,
        /// What the format calls the text.
        field: &'static str,
    },
    /// Two different turns have the same id.
    #[error(
        "{file} line {line}: the id `{id}` is that of another turn, on line {first}; \
         give each turn an id of its own, or none"
    )]
    SameId {
        /// The source.
        file: String,
        /// The line of the later turn.
        line: usize,
        /// The line of the earlier turn.
        first: usize,
        /// The id.
        id: String,
    },
    /// A line of a story is not of the story format.
    #[error("{file} line {line}: {fault}")]
    Story {
        /// The source.
        file: String,
        /// The line.
        line: usize,
        /// What is wrong with it.
        fault: StoryFault,
    },
}
