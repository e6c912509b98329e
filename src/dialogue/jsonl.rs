//! Turns as JSON, one a line. Never guesses a field: what it does not know it ignores, and a turn
//! without `text` is an error.
//!
//! Each line is an object: `text`, and if wanted `session`, `session_started`, `id`, `speaker`,
//! `role`, `said_at`, `image_caption`. Times are ISO 8601, with or without an offset; `role` is
//! `person` when it is not given. Blank lines are skipped. An array of such objects is read too.

use serde::Deserialize;

use super::error::DialogueError;
use super::json::{self, Label};
use super::source::Source;
use super::{Draft, Placed, ReadOptions, Turn, named, role_called};
use graph_schema::Moment;
use graph_schema::record::Role;

#[derive(Deserialize)]
struct Line {
    session: Option<Label>,
    session_started: Option<String>,
    id: Option<Label>,
    speaker: Option<Label>,
    role: Option<String>,
    said_at: Option<String>,
    text: Option<String>,
    image_caption: Option<String>,
}

pub(super) fn drafts(
    source: &Source<'_>,
    options: &ReadOptions,
) -> Result<Vec<Draft>, DialogueError> {
    let session = options.default_session(source);
    let mut turns = Vec::new();
    for value in json::elements(source)? {
        let line = source.line_of(value.get());
        let turn = turn(source, line, &session, json::object(source, value.get())?)?;
        turns.push(Placed { line, turn });
    }
    Ok(vec![Draft { name: None, turns }])
}

fn turn(
    source: &Source<'_>,
    line: usize,
    session: &str,
    told: Line,
) -> Result<Turn, DialogueError> {
    let moment = |field: &str, text: Option<String>| -> Result<Option<Moment>, DialogueError> {
        text.map(|text| text.parse()).transpose().map_err(|reason| DialogueError::Time {
            file: source.name().to_owned(),
            line,
            field: field.to_owned(),
            reason,
        })
    };
    let role = match told.role {
        None => Role::Person,
        Some(role) => role_called(&role).ok_or_else(|| DialogueError::UnknownRole {
            file: source.name().to_owned(),
            line,
            role,
        })?,
    };
    Ok(Turn {
        session: Label::text(told.session).unwrap_or_else(|| session.to_owned()),
        session_started: moment("session_started", told.session_started)?,
        id: Label::text(told.id),
        speaker: Label::text(told.speaker),
        role,
        said_at: moment("said_at", told.said_at)?,
        text: told.text.ok_or_else(|| DialogueError::NoText {
            file: source.name().to_owned(),
            line,
            field: "text",
        })?,
        image_caption: told.image_caption.as_deref().and_then(named),
    })
}
