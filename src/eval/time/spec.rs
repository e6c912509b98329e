//! The score over a directory of a recogniser's specification: a table by kind, and a line a case.
//!
//! Scored are the model's own cases and the merged files in full, and each component file for its own
//! kind only, in cases with a reference time. Left out: the calendar, complex-calendar, experimental
//! and task modes, alternatives, split dates, and time zones. Listed values that say "not resolved"
//! (seasons, school years, days that no month has) count for their spans alone; recurrences are
//! compared by their TIMEX3, as they have no other value.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use graph_schema::Moment;
use serde::Serialize;

use super::cases::{self, Case};
use super::score;
use crate::eval::EvalError;
use crate::time::{Conventions, Expression, Kind, Reading, find_with};

/// The file whose sentences without an expression are counted.
const MODEL: &str = "DateTimeModel.json";
/// The files, and the kind that a component file is scored for.
const FILES: &[(&str, Option<Kind>)] = &[
    (MODEL, None),
    ("MergedParser.json", None),
    ("MergedExtractor.json", None),
    ("MergedExtractorSkipFromTo.json", None),
    ("DateParser.json", Some(Kind::Date)),
    ("DateExtractor.json", Some(Kind::Date)),
    ("HolidayParser.json", Some(Kind::Date)),
    ("HolidayExtractor.json", Some(Kind::Date)),
    ("DatePeriodParser.json", Some(Kind::DateRange)),
    ("DatePeriodExtractor.json", Some(Kind::DateRange)),
    ("TimeParser.json", Some(Kind::Time)),
    ("TimeExtractor.json", Some(Kind::Time)),
    ("TimePeriodParser.json", Some(Kind::TimeRange)),
    ("TimePeriodExtractor.json", Some(Kind::TimeRange)),
    ("DateTimeParser.json", Some(Kind::DateTime)),
    ("DateTimeExtractor.json", Some(Kind::DateTime)),
    ("DateTimePeriodParser.json", Some(Kind::DateTimeRange)),
    ("DateTimePeriodExtractor.json", Some(Kind::DateTimeRange)),
    ("DurationParser.json", Some(Kind::Duration)),
    ("DurationExtractor.json", Some(Kind::Duration)),
    ("SetParser.json", Some(Kind::Set)),
    ("SetExtractor.json", Some(Kind::Set)),
];

/// The score of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Row {
    /// How many expressions are listed.
    pub n: usize,
    /// How many of them were found at exactly their characters, percent.
    pub span: f64,
    /// How many list a value.
    pub valued: usize,
    /// How many of those have it as the best reading of what was found there, percent.
    pub resolved: f64,
}

/// The scores of a directory.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Scores {
    /// By kind, in the words of the specification.
    pub kinds: BTreeMap<String, Row>,
    /// All kinds together.
    pub all: Row,
    /// Sentences of the model's file in which nothing is to be found.
    pub without: usize,
    /// In how many of those something was found.
    pub false_alarms: usize,
    /// Expressions found in the model's file where none is listed.
    pub unlisted: usize,
    /// Cases without a reference time, left out.
    pub undated: usize,
    /// Files of the list that the directory lacks.
    pub missing: Vec<String>,
}

/// A line of `--answers`.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    file: &'a str,
    index: usize,
    input: &'a str,
    spans: Vec<[usize; 2]>,
    kinds: Vec<Kind>,
    intervals: Vec<Option<[Option<String>; 2]>>,
    values: Vec<String>,
}

#[derive(Default)]
struct Count {
    n: usize,
    span: usize,
    valued: usize,
    resolved: usize,
}

impl Count {
    fn row(&self) -> Row {
        #[expect(clippy::cast_precision_loss, reason = "counts of cases are small")]
        let percent = |a: usize, b: usize| if b == 0 { 0.0 } else { 100.0 * a as f64 / b as f64 };
        Row {
            n: self.n,
            span: percent(self.span, self.n),
            valued: self.valued,
            resolved: percent(self.resolved, self.valued),
        }
    }

    fn add(&mut self, other: &Self) {
        self.n += other.n;
        self.span += other.span;
        self.valued += other.valued;
        self.resolved += other.resolved;
    }
}

/// Reads every case of `dir` and scores what is found; a JSON line a case goes to `answers`.
///
/// # Errors
/// When a file cannot be read, holds no cases, or the answers cannot be written.
pub fn run(dir: &Path, mut answers: Option<&mut dyn Write>) -> Result<Scores, EvalError> {
    let mut counts: BTreeMap<Kind, Count> = BTreeMap::new();
    let mut scores = Scores::default();
    for (name, own) in FILES {
        let path = dir.join(name);
        if !path.is_file() {
            scores.missing.push((*name).to_owned());
            continue;
        }
        for case in cases::read(&path)? {
            let Some(anchor) = case.reference.and_then(|t| Moment::local(t).ok()) else {
                scores.undated += 1;
                continue;
            };
            let found = find_with(&case.input, None, Some(anchor), &Conventions::CALENDAR);
            count(&case, &found, *own, &mut counts);
            if *name == MODEL {
                scores.without += usize::from(case.expected.is_empty());
                scores.false_alarms += usize::from(case.expected.is_empty() && !found.is_empty());
                let listed = |e: &&Expression| {
                    let own = characters(&case.input, &e.span);
                    !case.expected.iter().any(|x| overlap(own, x.span))
                };
                if !case.expected.is_empty() {
                    scores.unlisted += found.iter().filter(listed).count();
                }
            }
            if let Some(to) = &mut answers {
                answer(*to, &case, &found)?;
            }
        }
    }
    let mut all = Count::default();
    counts.values().for_each(|c| all.add(c));
    scores.all = all.row();
    scores.kinds = counts.iter().map(|(kind, c)| (word(*kind), c.row())).collect();
    Ok(scores)
}

fn count(case: &Case, found: &[Expression], own: Option<Kind>, counts: &mut BTreeMap<Kind, Count>) {
    for expected in &case.expected {
        let Some(kind) = expected.kind.filter(|k| own.is_none_or(|own| own == *k)) else {
            continue;
        };
        let row = counts.entry(kind).or_default();
        row.n += 1;
        let span = |e: &Expression| characters(&case.input, &e.span);
        row.span += usize::from(found.iter().any(|e| span(e) == expected.span));
        if expected.values.is_empty() {
            continue;
        }
        row.valued += 1;
        let mut there = found.iter().filter(|e| overlap(span(e), expected.span));
        row.resolved += usize::from(there.any(|e| score::resolved(e, expected)));
    }
}

fn word(kind: Kind) -> String {
    format!("{kind:?}").to_lowercase()
}

fn overlap(a: (usize, usize), b: (usize, usize)) -> bool {
    a.0 < b.1 && b.0 < a.1
}

/// A span of bytes as one of characters.
fn characters(text: &str, span: &Range<usize>) -> (usize, usize) {
    let to = |at: usize| text.get(..at).map_or(0, |t| t.chars().count());
    (to(span.start), to(span.end))
}

fn answer(to: &mut dyn Write, case: &Case, found: &[Expression]) -> Result<(), EvalError> {
    let line = Answer {
        file: &case.file,
        index: case.index,
        input: &case.input,
        spans: found
            .iter()
            .map(|e| {
                let (from, until) = characters(&case.input, &e.span);
                [from, until]
            })
            .collect(),
        kinds: found.iter().map(|e| e.kind).collect(),
        intervals: found
            .iter()
            .map(|e| match e.readings.first() {
                Some(Reading::Span(span)) => {
                    let bounds = score::bounds(span);
                    let text = |t: Option<chrono::NaiveDateTime>| {
                        t.map(|t| t.format("%Y-%m-%dT%H:%M:%S").to_string())
                    };
                    Some([text(bounds.from), text(bounds.until)])
                }
                _ => None,
            })
            .collect(),
        values: found.iter().map(value).collect(),
    };
    serde_json::to_writer(&mut *to, &line)
        .map_err(std::io::Error::from)
        .and_then(|()| writeln!(to))
        .map_err(|source| EvalError::Answers { source })
}

fn value(e: &Expression) -> String {
    match e.readings.first() {
        Some(Reading::Span(span)) => span.interval.to_string(),
        Some(Reading::Length { iso, .. } | Reading::Recurring(iso)) => iso.clone(),
        Some(Reading::Open(why)) => (*why).to_owned(),
        None => String::new(),
    }
}

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<14}{:>6}{:>9}{:>9}{:>11}", "kind", "n", "span %", "valued", "resolved %")?;
        let rows = self.kinds.iter().map(|(k, r)| (k.as_str(), r));
        for (kind, row) in rows.chain([("all", &self.all)]) {
            let Row { n, span, valued, resolved } = row;
            writeln!(f, "{kind:<14}{n:>6}{span:>9.1}{valued:>9}{resolved:>11.1}")?;
        }
        writeln!(
            f,
            "\nsentences without a time: {}, with one found: {}; found beside what is listed: {}",
            self.without, self.false_alarms, self.unlisted
        )?;
        if self.undated > 0 {
            writeln!(f, "left out, having no reference time: {} cases", self.undated)?;
        }
        for file in &self.missing {
            writeln!(f, "not in the directory: {file}")?;
        }
        Ok(())
    }
}
