//! The cases of a date-time recogniser's specification: sentence, reference time, and what is to be
//! found in it. Opens no file and maps nothing.

use std::fmt;

use chrono::{DateTime, NaiveDateTime};
use serde::Deserialize;
use serde_json::Value;

use crate::eval::EvalError;
use crate::time::Kind;

/// A sentence and what it should give.
#[derive(Debug, Clone)]
pub(super) struct Case {
    /// The file's name.
    pub(super) file: String,
    /// Its place in the file, from 0.
    pub(super) index: usize,
    /// The sentence.
    pub(super) input: String,
    /// When it is said.
    pub(super) reference: Option<NaiveDateTime>,
    /// What is to be found.
    pub(super) expected: Vec<Expected>,
}

/// One expression that is to be found.
#[derive(Debug, Clone)]
pub(super) struct Expected {
    /// Its kind; `None` for kinds that are not scored.
    pub(super) kind: Option<Kind>,
    /// Where it stands, from and until, in units of UTF-16.
    pub(super) span: (usize, usize),
    /// Its values, any of which is right; empty where none is listed.
    pub(super) values: Vec<Listed>,
}

/// One listed value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Listed {
    /// A point, as written: a date, a time, or both.
    Point(String),
    /// Bounds as written, either of which may be open.
    Bounds(Option<String>, Option<String>),
    /// Seconds.
    Seconds(f64),
    /// The recurrence in TIMEX3.
    Timex(String),
}

impl fmt::Display for Listed {
    /// As the specification writes it; bounds with `..` between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(text) | Self::Timex(text) => f.write_str(text),
            Self::Bounds(from, until) => {
                let side = |side: &Option<String>| side.clone().unwrap_or_default();
                write!(f, "{}..{}", side(from), side(until))
            }
            Self::Seconds(seconds) => write!(f, "{seconds} s"),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct RawCase {
    input: String,
    context: Option<RawContext>,
    results: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct RawContext {
    reference_date_time: Option<String>,
}

/// The cases of the file called `name`, whose text is given.
///
/// # Errors
/// When it is not a list of cases.
pub(super) fn read(path: &str, name: &str, text: &str) -> Result<Vec<Case>, EvalError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let raw: Vec<RawCase> = serde_json::from_str(text).map_err(|source| {
        let file = path.to_owned();
        match serde_json::from_str::<Value>(text) {
            Ok(value) if is_dialogue(&value) => EvalError::DialogueForCases { file },
            _ => EvalError::Cases { file, source: source.into() },
        }
    })?;
    let file = name.to_owned();
    let cases = raw.into_iter().enumerate().map(|(index, raw)| {
        let unread = |what: &str| EvalError::Cases {
            file: path.to_owned(),
            source: format!("case {index} has {what} that cannot be read").into(),
        };
        let reference = match raw.context.and_then(|c| c.reference_date_time) {
            Some(text) => {
                let local = NaiveDateTime::parse_from_str(&text, "%Y-%m-%dT%H:%M:%S%.f");
                let zoned = || DateTime::parse_from_rfc3339(&text).map(|t| t.naive_local());
                Some(local.or_else(|_| zoned()).map_err(|_| unread("a reference time"))?)
            }
            None => None,
        };
        let length = raw.input.encode_utf16().count();
        let listed = raw.results.iter().map(|r| {
            let listed = expected(r).ok_or_else(|| unread("a result"))?;
            if listed.span.0 >= listed.span.1 || listed.span.1 > length {
                return Err(unread("a result outside its text"));
            }
            Ok(listed)
        });
        let expected = listed.collect::<Result<_, _>>()?;
        Ok(Case { file: file.clone(), index, input: raw.input, reference, expected })
    });
    cases.collect()
}

/// The first element of a list, or the object itself.
fn first(value: &Value) -> Option<&serde_json::Map<String, Value>> {
    value.as_array().map_or(Some(value), |list| list.first())?.as_object()
}

/// Whether it is dialogue in LoCoMo's format.
fn is_dialogue(value: &Value) -> bool {
    first(value).is_some_and(|one| one.contains_key("conversation"))
}

/// Whether a file's text is of cases, where dialogue is wanted.
pub(super) fn are_cases(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let value: Option<Value> = serde_json::from_str(text).ok();
    let one = value.as_ref().and_then(first);
    one.is_some_and(|one| one.contains_key("Input") && one.contains_key("Results"))
}

fn expected(result: &Value) -> Option<Expected> {
    let name = result.get("TypeName").or_else(|| result.get("Type"))?.as_str()?;
    let kind = kind(name.trim_start_matches("datetimeV2."));
    let start = usize::try_from(result.get("Start")?.as_u64()?).ok()?;
    let end = match result.get("End").and_then(Value::as_u64) {
        Some(end) => usize::try_from(end).ok()?.saturating_add(1),
        None => {
            let length = result.get("Length").and_then(Value::as_u64);
            let length = match length {
                Some(length) => usize::try_from(length).ok()?,
                None => result.get("Text")?.as_str()?.encode_utf16().count(),
            };
            start.saturating_add(length)
        }
    };
    let value = result.get("Resolution").or_else(|| result.get("Value"));
    let values = value.map(|v| values(v, kind)).unwrap_or_default();
    Some(Expected { kind, span: (start, end), values })
}

fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "date" => Kind::Date,
        "daterange" => Kind::DateRange,
        "time" => Kind::Time,
        "timerange" => Kind::TimeRange,
        "datetime" => Kind::DateTime,
        "datetimerange" => Kind::DateTimeRange,
        "duration" => Kind::Duration,
        "set" => Kind::Set,
        _ => return None,
    })
}

fn values(value: &Value, kind: Option<Kind>) -> Vec<Listed> {
    let text = |v: &Value, key: &str| v.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut out = Vec::new();
    // The models list values; the parsers a past and a future resolution.
    for v in value.get("values").and_then(Value::as_array).into_iter().flatten() {
        if kind == Some(Kind::Set) {
            out.extend(text(v, "timex").map(Listed::Timex));
            continue;
        }
        if let Some(seconds) = text(v, "value").filter(|_| kind == Some(Kind::Duration)) {
            out.extend(seconds.parse().ok().map(Listed::Seconds));
            continue;
        }
        match (text(v, "value"), text(v, "start"), text(v, "end")) {
            (Some(point), ..) if point != "not resolved" => out.push(Listed::Point(point)),
            (None, None, None) | (Some(_), ..) => {}
            (None, start, end) => out.push(Listed::Bounds(start, end)),
        }
    }
    if kind == Some(Kind::Set) {
        out.extend(text(value, "Timex").map(Listed::Timex));
        return out;
    }
    for key in ["FutureResolution", "PastResolution"] {
        let Some(Value::Object(map)) = value.get(key) else { continue };
        let of = |end: &str| {
            map.iter()
                .find(|(k, _)| k.to_lowercase().starts_with(end) && k.to_lowercase() != end)
                .and_then(|(_, v)| v.as_str().map(str::to_owned))
        };
        let listed = if let Some(point) =
            ["date", "time", "dateTime"].iter().find_map(|k| map.get(*k)).and_then(Value::as_str)
        {
            Some(Listed::Point(point.to_owned()))
        } else if let Some(seconds) = map.get("duration").and_then(Value::as_str) {
            seconds.parse().ok().map(Listed::Seconds)
        } else {
            match (of("start"), of("end")) {
                (None, None) => None,
                (start, end) => Some(Listed::Bounds(start, end)),
            }
        };
        out.extend(listed.filter(|l| !out.contains(l)));
    }
    // The first of January of the year 1 says there that nothing was resolved.
    out.retain(|l| !matches!(l, Listed::Point(p) if p.starts_with("0001-01-01")));
    out
}
