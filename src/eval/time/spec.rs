//! The score over the files of a recogniser's specification: a table by kind, and a line a case.
//! Opens no file.
//!
//! Scored are the model's own cases and the merged files in full, and each component file for its own
//! kind only, in cases with a reference time. Left out: the calendar, complex-calendar, experimental
//! and task modes, alternatives, split dates, and time zones. Listed values that say "not resolved"
//! (seasons, school years, days that no month has) count for their spans alone; recurrences are
//! compared by their TIMEX3, as they have no other value.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;

use graph_schema::Moment;
use serde::Serialize;

use super::cases::{self, Case, Expected, Listed};
use super::score;
use crate::eval::EvalError;
use crate::parse::Parser;
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

/// The scores of a set of files of cases.
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
    /// Files of the list that are not among those given.
    pub missing: Vec<String>,
}

/// A file of cases.
#[derive(Debug, Clone)]
pub struct File {
    /// What errors call it.
    pub path: String,
    /// Its name, one of [`names`].
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// The names of the files that are scored, in their order.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// A line of `--answers`. Spans are in units of UTF-16, as the specification counts.
#[derive(Debug, Serialize)]
struct Answer<'a> {
    file: &'a str,
    index: usize,
    input: &'a str,
    spans: Vec<[usize; 2]>,
    kinds: Vec<Kind>,
    intervals: Vec<Option<[Option<String>; 2]>>,
    values: Vec<String>,
    expected: Vec<Wanted>,
    /// Whether all that is scored here is right; where nothing is listed, whether nothing was found.
    right: bool,
}

/// What a case lists, and whether it was found.
#[derive(Debug, Serialize)]
struct Wanted {
    /// None where its kind is not scored.
    kind: Option<Kind>,
    span: [usize; 2],
    values: Vec<String>,
    /// Whether its kind is scored in this file.
    scored: bool,
    /// Whether something was found at exactly these characters.
    span_right: bool,
    /// Whether the best reading there is a listed value; none where no value is listed.
    value_right: Option<bool>,
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

/// Scores what is found in every case of `files`, with each sentence's parse where there is a
/// `parser`; a JSON line a case goes to `answers`.
///
/// # Errors
/// When a file holds no cases, none of them is of the list, or the answers cannot be written.
pub fn run(
    files: &[File],
    parser: Option<&dyn Parser>,
    mut answers: Option<&mut dyn Write>,
) -> Result<Scores, EvalError> {
    let mut counts: BTreeMap<Kind, Count> = BTreeMap::new();
    let mut scores = Scores::default();
    let mut read = 0;
    for (name, own) in FILES {
        let Some(file) = files.iter().find(|file| file.name == *name) else {
            scores.missing.push((*name).to_owned());
            continue;
        };
        let cases = cases::read(&file.path, &file.name, &file.text)?;
        let inputs: Vec<&str> = cases.iter().map(|case| case.input.as_str()).collect();
        let mut docs = parser.map(|parser| parser.docs(&inputs)).unwrap_or_default().into_iter();
        for case in &cases {
            let doc = docs.next().flatten();
            let Some(anchor) = case.reference.and_then(|t| Moment::local(t).ok()) else {
                scores.undated += 1;
                continue;
            };
            read += 1;
            let conventions = Conventions::CALENDAR;
            let found = find_with(&case.input, doc.as_ref(), Some(anchor), &conventions);
            let found = Found::new(&case.input, found);
            let wanted: Vec<Wanted> =
                case.expected.iter().map(|x| wanted(x, &found, *own)).collect();
            count(case, &wanted, &mut counts);
            if *name == MODEL {
                let empty = case.expected.is_empty();
                scores.without += usize::from(empty);
                scores.false_alarms += usize::from(empty && !found.expressions.is_empty());
                let listed = |own: &&Units| !case.expected.iter().any(|x| overlap(**own, x.span));
                if !empty {
                    scores.unlisted += found.spans.iter().filter(listed).count();
                }
            }
            if let Some(to) = &mut answers {
                answer(*to, case, &found, wanted)?;
            }
        }
    }
    if read == 0 {
        return Err(EvalError::NoCases { files: files.len(), undated: scores.undated });
    }
    let mut all = Count::default();
    counts.values().for_each(|c| all.add(c));
    scores.all = all.row();
    scores.kinds = counts.iter().map(|(kind, c)| (kind.to_string(), c.row())).collect();
    Ok(scores)
}

/// A span in units of UTF-16, as the specification counts.
type Units = (usize, usize);

/// What was found in a sentence, and the span of each.
struct Found {
    expressions: Vec<Expression>,
    spans: Vec<Units>,
}

impl Found {
    /// The units are counted once over the whole of `text`: it may be long and full of times.
    fn new(text: &str, expressions: Vec<Expression>) -> Self {
        let ends = expressions.iter().flat_map(|e| [e.span.start, e.span.end]);
        let mut bounds: Vec<usize> = ends.collect();
        bounds.sort_unstable();
        bounds.dedup();
        let mut units = Vec::with_capacity(bounds.len());
        let (mut at, mut counted) = (0, 0);
        for bound in &bounds {
            counted += text.get(at..*bound).map_or(0, |part| part.encode_utf16().count());
            at = *bound;
            units.push(counted);
        }
        let unit = |bound: usize| {
            bounds.binary_search(&bound).ok().and_then(|n| units.get(n)).copied().unwrap_or(0)
        };
        let spans = expressions.iter().map(|e| (unit(e.span.start), unit(e.span.end))).collect();
        Self { expressions, spans }
    }
}

fn wanted(x: &Expected, found: &Found, own: Option<Kind>) -> Wanted {
    let pairs = found.expressions.iter().zip(&found.spans);
    let mut there = pairs.filter(|(_, span)| overlap(**span, x.span));
    let value_right = !x.values.is_empty() && there.any(|(e, _)| score::resolved(e, x));
    Wanted {
        kind: x.kind,
        span: [x.span.0, x.span.1],
        values: x.values.iter().map(Listed::to_string).collect(),
        scored: x.kind.is_some_and(|kind| own.is_none_or(|own| own == kind)),
        span_right: found.spans.contains(&x.span),
        value_right: (!x.values.is_empty()).then_some(value_right),
    }
}

fn count(case: &Case, wanted: &[Wanted], counts: &mut BTreeMap<Kind, Count>) {
    debug_assert_eq!(case.expected.len(), wanted.len());
    for one in wanted.iter().filter(|one| one.scored) {
        let Some(kind) = one.kind else { continue };
        let row = counts.entry(kind).or_default();
        row.n += 1;
        row.span += usize::from(one.span_right);
        row.valued += usize::from(one.value_right.is_some());
        row.resolved += usize::from(one.value_right == Some(true));
    }
}

fn overlap(a: Units, b: Units) -> bool {
    a.0 < b.1 && b.0 < a.1
}

fn answer(
    to: &mut dyn Write,
    case: &Case,
    found: &Found,
    expected: Vec<Wanted>,
) -> Result<(), EvalError> {
    let mut scored = expected.iter().filter(|one| one.scored);
    let right = if expected.is_empty() {
        found.expressions.is_empty()
    } else {
        scored.all(|one| one.span_right && one.value_right != Some(false))
    };
    let line = Answer {
        file: &case.file,
        index: case.index,
        input: &case.input,
        spans: found.spans.iter().map(|(from, until)| [*from, *until]).collect(),
        kinds: found.expressions.iter().map(|e| e.kind).collect(),
        intervals: found
            .expressions
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
        values: found.expressions.iter().map(value).collect(),
        expected,
        right,
    };
    serde_json::to_writer(&mut *to, &line)
        .map_err(std::io::Error::from)
        .and_then(|()| writeln!(to))
        .map_err(|source| EvalError::Answers { source })
}

fn value(e: &Expression) -> String {
    e.readings.first().map(Reading::to_string).unwrap_or_default()
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
            writeln!(f, "not given: {file}")?;
        }
        Ok(())
    }
}
