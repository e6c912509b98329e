//! One line of a story. Never looks at the lines around it.

use graph_schema::{Interval, Moment, Precision, Start};

use super::super::named;
use super::{Answer, StoryFault};

/// What a line is.
#[derive(Debug)]
pub(super) enum Line<'a> {
    /// Blank, or a comment.
    Nothing,
    /// The beginning of a session of this name.
    Session(&'a str),
    /// A turn.
    Turn(Said<'a>),
    /// A question.
    Ask { text: String, valid: Option<Moment>, known: Option<Moment> },
    /// An answer that the question above should get.
    Answer(Answer),
}

/// A turn, its session left open.
#[derive(Debug)]
pub(super) struct Said<'a> {
    pub(super) said_at: Moment,
    pub(super) speaker: Option<String>,
    pub(super) image_caption: Option<String>,
    pub(super) text: &'a str,
}

/// Reads one line.
pub(super) fn read(line: &str) -> Result<Line<'_>, StoryFault> {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix("##")
        && !rest.starts_with(|first: char| !first.is_whitespace())
    {
        let name = rest.trim();
        return if name.is_empty() {
            Err(StoryFault::NoSessionName)
        } else {
            Ok(Line::Session(name))
        };
    }
    if line.is_empty() || line.starts_with('#') {
        Ok(Line::Nothing)
    } else if let Some(rest) = line.strip_prefix('?') {
        ask(rest)
    } else if let Some(rest) = line.strip_prefix('=') {
        answer(rest).map(Line::Answer)
    } else {
        turn(line).map(Line::Turn)
    }
}

fn turn(line: &str) -> Result<Said<'_>, StoryFault> {
    let (said_at, rest) = time(line)?;
    let colon = rest.find(':');
    let (speaker, image_caption, text) = match rest.split_once('[') {
        // A bracket behind the colon is part of what is said.
        Some((speaker, caption)) if colon.is_none_or(|colon| speaker.len() < colon) => {
            let (caption, text) = caption.split_once("]:").ok_or(StoryFault::NoBracket)?;
            (speaker, named(caption), text)
        }
        _ => {
            let (speaker, text) = rest.split_once(':').ok_or(StoryFault::NoColon)?;
            (speaker, None, text)
        }
    };
    Ok(Said { said_at, speaker: named(speaker), image_caption, text: text.trim() })
}

/// The time a turn begins with, and what follows it. Date and time of day may be two words.
fn time(line: &str) -> Result<(Moment, &str), StoryFault> {
    let split = |text| str::split_once(text, char::is_whitespace).unwrap_or((text, ""));
    let (date, rest) = split(line);
    let (clock, after) = split(rest.trim_start());
    if let Ok(moment) = format!("{date} {clock}").parse() {
        return Ok((moment, after));
    }
    date.parse().map(|moment| (moment, rest)).map_err(StoryFault::NoTime)
}

fn ask(question: &str) -> Result<Line<'_>, StoryFault> {
    let mut words: Vec<&str> = question.split_whitespace().collect();
    let (mut valid, mut known) = (None, None);
    while let [.., word, time] = words.as_slice() {
        let (word, slot) = match *word {
            "valid" => ("valid", &mut valid),
            "known" => ("known", &mut known),
            _ => break,
        };
        match time.parse::<Moment>() {
            Ok(moment) if slot.is_none() => *slot = Some(moment),
            Ok(_) => break,
            // What begins as a date is meant as one; any other word belongs to the question.
            Err(reason) if time.starts_with(|c: char| c.is_ascii_digit()) && time.contains('-') => {
                return Err(StoryFault::QuestionTime { word, reason });
            }
            Err(_) => break,
        }
        words.truncate(words.len() - 2);
    }
    if words.is_empty() {
        return Err(StoryFault::NoQuestion);
    }
    Ok(Line::Ask { text: words.join(" "), valid, known })
}

fn answer(text: &str) -> Result<Answer, StoryFault> {
    let text = text.trim();
    if text == "-" {
        return Ok(Answer::Nothing);
    }
    let (words, valid) = match text.rfind('[').and_then(|at| text.split_at_checked(at)) {
        Some((words, range)) if range.ends_with(')') => (words, Some(interval(range)?)),
        _ => (text, None),
    };
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() { Err(StoryFault::NoAnswer) } else { Ok(Answer::Fact { words, valid }) }
}

/// An interval as [`Interval`] prints it, brought to that form.
fn interval(text: &str) -> Result<String, StoryFault> {
    let fault = || StoryFault::Interval { text: text.to_owned() };
    let bounds = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(')'));
    let (start, until) = bounds.and_then(|bounds| bounds.split_once(',')).ok_or_else(fault)?;
    let moment = |text: &str| text.parse::<Moment>().map_err(|_| fault());
    let start = match (start.trim(), start.trim().strip_prefix("<=")) {
        ("..", _) => Start::Unknown,
        (_, Some(known)) => Start::KnownBy(moment(known)?),
        (at, None) => Start::At(moment(at)?),
    };
    let until = match until.trim() {
        ".." => None,
        until => Some(moment(until)?),
    };
    // The precision is not printed.
    Interval::new(start, until, Precision::Day).map(|i| i.to_string()).map_err(|_| fault())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_valid_and_known_are_options_only_at_the_end_and_before_a_time() {
        let asked = |text| match ask(text) {
            Ok(Line::Ask { text, valid, known }) => {
                let shown = |m: Option<Moment>| m.map_or("-".to_owned(), |m| m.to_string());
                format!("{text}|{}|{}", shown(valid), shown(known))
            }
            other => format!("{other:?}"),
        };
        assert_eq!(asked("where  now"), "where now|-|-");
        assert_eq!(asked("where   known 2024-01-04"), "where|-|2024-01-04");
        assert_eq!(
            asked("where known 2024-01-04T10:00Z valid 2024-03-01"),
            "where|2024-03-01|2024-01-04T10:00:00Z"
        );
        assert_eq!(asked("is the ticket valid tomorrow"), "is the ticket valid tomorrow|-|-");
        assert_eq!(asked("is it valid"), "is it valid|-|-");
    }

    #[test]
    fn an_interval_is_brought_to_the_form_in_which_intervals_are_printed() {
        let of = |text| interval(text).ok();
        assert_eq!(
            of("[<=2024-01-05,2024-06-01T00:00)").as_deref(),
            Some("[<=2024-01-05, 2024-06-01)")
        );
        assert_eq!(of("[ .. , .. )").as_deref(), Some("[.., ..)"));
        for text in ["[)", "[2024-01-05)", "[2024-06-01, 2024-01-05)", "[a, b)", "[,)"] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
