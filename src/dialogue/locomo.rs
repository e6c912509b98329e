//! Conversations of the LoCoMo benchmark. Reads `sample_id` and `conversation` alone: never the
//! questions, observations, summaries or event lists, nor the search words an image was found by.
//!
//! A file is one sample or a list of them. Of a conversation it reads `session_N`, a list of turns
//! (`speaker`, `dia_id`, `text`, `blip_caption`), and `session_N_date_time`, which is the time of
//! every turn of the session. Source: Maharana et al. 2024, "Evaluating Very Long-Term
//! Conversational Memory of LLM Agents", and its published data.

use std::collections::HashMap;

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use graph_schema::record::Role;
use graph_schema::{Moment, TimeError};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::error::DialogueError;
use super::json::{self, Label};
use super::source::Source;
use super::{Conversation, Draft, Placed, Turn, named, once};

#[derive(Deserialize)]
struct Sample<'a> {
    sample_id: Option<Label>,
    #[serde(borrow)]
    conversation: &'a RawValue,
}

#[derive(Deserialize)]
struct Said {
    speaker: Option<Label>,
    dia_id: Option<Label>,
    text: Option<String>,
    blip_caption: Option<String>,
    img_url: Option<IgnoredAny>,
}

/// The conversations of a LoCoMo file, each with its plain session names (`session_1`) and ids
/// (`D1:1`), however many there are; ids are unique within each.
///
/// # Errors
/// At the first place that is not of the format.
pub fn conversations(source: &str, text: &str) -> Result<Vec<Conversation>, DialogueError> {
    let source = Source::new(source, text);
    once::in_each(&source, plain(&source)?)
}

/// The same, with the conversation's name before sessions and ids when there are several.
pub(super) fn drafts(source: &Source<'_>) -> Result<Vec<Draft>, DialogueError> {
    let mut drafts = plain(source)?;
    if drafts.len() > 1 {
        for (place, draft) in drafts.iter_mut().enumerate() {
            let name = draft.name.clone().unwrap_or_else(|| format!("conversation-{}", place + 1));
            for Placed { turn, .. } in &mut draft.turns {
                turn.session = format!("{name}/{}", turn.session);
                turn.id = turn.id.take().map(|id| format!("{name}/{id}"));
            }
        }
    }
    Ok(drafts)
}

fn plain(source: &Source<'_>) -> Result<Vec<Draft>, DialogueError> {
    if source.text().trim().is_empty() {
        return Err(DialogueError::Empty { file: source.name().to_owned() });
    }
    json::elements(source)?.into_iter().map(|sample| draft(source, sample)).collect()
}

fn draft<'a>(source: &Source<'a>, sample: &'a RawValue) -> Result<Draft, DialogueError> {
    let sample: Sample<'_> = json::object(source, sample.get())?;
    let mut sessions = Vec::new();
    let mut times = HashMap::new();
    for (key, value) in json::members(source, sample.conversation.get())? {
        match key.strip_suffix("_date_time") {
            Some(session) if is_session(session) => {
                if let Some(started) = session_time(source, &key, value)? {
                    times.insert(session.to_owned(), started);
                }
            }
            None if is_session(&key) => sessions.push((key, value)),
            _ => {}
        }
    }
    sessions.sort_by(|(a, _), (b, _)| number(a).cmp(&number(b)));
    let mut turns = Vec::new();
    for (session, value) in sessions {
        let started = times.get(&session).copied();
        for said in json::parse::<Option<Vec<&RawValue>>>(source, value.get())?.unwrap_or_default()
        {
            let line = source.line_of(said.get());
            let said = json::object(source, said.get())?;
            turns.push(Placed { line, turn: turn(source, line, &session, started, said)? });
        }
    }
    Ok(Draft { name: Label::text(sample.sample_id), turns })
}

fn turn(
    source: &Source<'_>,
    line: usize,
    session: &str,
    started: Option<Moment>,
    said: Said,
) -> Result<Turn, DialogueError> {
    let text = match said.text {
        Some(text) => text,
        None if said.blip_caption.is_some() || said.img_url.is_some() => String::new(),
        None => {
            let file = source.name().to_owned();
            return Err(DialogueError::NoText { file, line, field: "text" });
        }
    };
    Ok(Turn {
        session: session.to_owned(),
        session_started: started,
        id: Label::text(said.dia_id),
        speaker: Label::text(said.speaker),
        role: Role::Person,
        said_at: started,
        text,
        image_caption: said.blip_caption.as_deref().and_then(named),
    })
}

fn is_session(key: &str) -> bool {
    let number = key.strip_prefix("session_").unwrap_or("");
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Orders numbers of any length as numbers, without reading them.
fn number(session: &str) -> (usize, &str) {
    let digits = session.trim_start_matches("session_").trim_start_matches('0');
    (digits.len(), digits)
}

fn session_time(
    source: &Source<'_>,
    key: &str,
    value: &RawValue,
) -> Result<Option<Moment>, DialogueError> {
    let text: Option<String> = json::parse(source, value.get())?;
    let Some(text) = text.as_deref().and_then(named) else { return Ok(None) };
    clock(&text).map(Some).map_err(|reason| DialogueError::Time {
        file: source.name().to_owned(),
        line: source.line_of(value.get()),
        field: key.to_owned(),
        reason,
    })
}

/// The time of a session as LoCoMo writes it: `1:56 pm on 8 May, 2023`, `8 May, 2023` (its first
/// minute), the same with the month first, and ISO 8601. Local, but where ISO 8601 gives an offset.
///
/// # Errors
/// When the text is none of these, or no such day or minute exists.
pub fn clock(text: &str) -> Result<Moment, TimeError> {
    if let Ok(moment) = text.parse() {
        return Ok(moment);
    }
    let unreadable = || TimeError::Unreadable { text: text.to_owned() };
    let (time, date) = match text.split_once(" on ") {
        Some((time, date)) => (Some(time), date),
        None => (None, text),
    };
    let date = date.replace(',', " ");
    let date = date.split_whitespace().collect::<Vec<_>>().join(" ");
    let date = ["%d %B %Y", "%B %d %Y"]
        .iter()
        .find_map(|format| NaiveDate::parse_from_str(&date, format).ok())
        .ok_or_else(unreadable)?;
    let time = match time {
        None => NaiveTime::MIN,
        Some(time) => {
            let time = time.split_whitespace().collect::<String>();
            ["%I:%M%p", "%H:%M"]
                .iter()
                .find_map(|format| NaiveTime::parse_from_str(&time, format).ok())
                .ok_or_else(unreadable)?
        }
    };
    Moment::local(NaiveDateTime::new(date, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_of_writing_a_session_time() {
        let cases = [
            ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00"),
            ("12:09 am on 13 September, 2023", "2023-09-13T00:09:00"),
            ("12:30 PM on 1 Jan, 2024", "2024-01-01T12:30:00"),
            ("  13:56 on  8 May 2023", "2023-05-08T13:56:00"),
            ("8 May, 2023", "2023-05-08"),
            ("May 8, 2023", "2023-05-08"),
            ("2023-05-08", "2023-05-08"),
            ("2023-05-08T13:56:00+02:00", "2023-05-08T13:56:00+02:00"),
        ];
        for (text, moment) in cases {
            assert_eq!(clock(text).map(|m| m.to_string()), Ok(moment.to_owned()), "{text}");
        }
        for text in [
            "",
            "yesterday",
            "31 June, 2023",
            "25:00 on 8 May, 2023",
            "13:00 pm on 8 May, 2023",
            "on",
            " on ",
        ] {
            assert!(clock(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sessions_are_ordered_as_numbers_of_any_length() {
        let mut keys =
            vec!["session_10", "session_2", "session_99999999999999999999999", "session_0"];
        keys.sort_by(|a, b| number(a).cmp(&number(b)));
        assert_eq!(
            keys,
            ["session_0", "session_2", "session_10", "session_99999999999999999999999"]
        );
        for key in ["session_", "session_1a", "sessions_1", "session_1_observation", "session_١"] {
            assert!(!is_session(key), "{key}");
        }
    }
}
