//! `hippograph parse`: how the English parser reads a text, for people who debug rules. Opens no
//! store.

use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use hippograph::models::{self, Fetch};
use hippograph::parse::{Doc, English, Span, Token};
use serde::Serialize;
use textwrap::core::display_width;

use super::bar::ModelBar;
use super::page::Page;
use super::{Outcome, json};

/// How many texts are read before they are parsed and printed.
const BATCH: usize = 1024;

/// Show how the English parser reads a text.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: hippograph parse Ann moved to Linz in 2019.\n\n\
                        Without a text, each line of standard input is one.")]
pub(super) struct Args {
    /// The text; without one, each line of standard input is a text.
    #[arg(value_name = "TEXT")]
    text: Vec<String>,

    /// Print a line of JSON for each text.
    #[arg(long)]
    json: bool,

    /// The lines of standard input are JSON strings, so that a text can hold line ends.
    #[arg(long, conflicts_with = "text")]
    quoted: bool,

    /// Tell on standard error how long loading and parsing took, as a line of JSON.
    #[arg(long)]
    timing: bool,
}

/// What `--timing` tells.
#[derive(Default, Serialize)]
struct Timing {
    texts: usize,
    tokens: usize,
    load_seconds: f64,
    parse_seconds: f64,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let folder = models::english(&Fetch::from_env(), &mut ModelBar::default())?;
    let start = Instant::now();
    let english = English::load(folder)?;
    let mut timing = Timing { load_seconds: start.elapsed().as_secs_f64(), ..Timing::default() };
    let mut taken = Duration::ZERO;
    let mut show = |texts: &[String], out: &mut dyn Write| -> anyhow::Result<()> {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let start = Instant::now();
        let docs = english.parse(&texts);
        taken += start.elapsed();
        timing.texts += docs.len();
        for doc in &docs {
            timing.tokens += doc.len();
            if args.json { lines(doc, out)? } else { table(doc, &mut Page::new(out))? }
        }
        Ok(())
    };
    if args.text.is_empty() {
        let mut batch = Vec::with_capacity(BATCH);
        // A person who types sees each parse at once.
        let most = if io::stdin().is_terminal() { 1 } else { BATCH };
        let mut read = Ok(());
        for (number, line) in io::stdin().lock().lines().enumerate() {
            match text(line, number, args.quoted) {
                Ok(text) => batch.push(text),
                Err(error) => {
                    read = Err(error);
                    break;
                }
            }
            if batch.len() >= most {
                show(&batch, out)?;
                batch.clear();
            }
        }
        // What came before a line that cannot be read is shown.
        show(&batch, out)?;
        read?;
    } else {
        show(&[args.text.join(" ")], out)?;
    }
    timing.parse_seconds = taken.as_secs_f64();
    if args.timing {
        // Whoever closed standard error wants no talk.
        let _closed = writeln!(io::stderr(), "{}", serde_json::to_string(&timing)?);
    }
    Ok(Outcome::found(timing.tokens > 0))
}

/// The text of a line of standard input.
fn text(line: io::Result<String>, number: usize, quoted: bool) -> anyhow::Result<String> {
    let line =
        line.with_context(|| format!("cannot read line {} of standard input", number + 1))?;
    if quoted { unquoted(&line, number) } else { Ok(line) }
}

fn unquoted(line: &str, number: usize) -> anyhow::Result<String> {
    serde_json::from_str(line).with_context(|| {
        format!(
            "line {} is no JSON string; without --quoted lines are taken as they are",
            number + 1
        )
    })
}

/// A table of the tokens, a blank line between sentences.
fn table(doc: &Doc, page: &mut Page<'_>) -> io::Result<()> {
    for sentence in doc.sentences() {
        let rows: Vec<[String; 8]> = sentence.tokens().map(row).collect();
        let mut widths = [0; 8];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = display_width(cell).max(*width);
            }
        }
        for row in &rows {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(widths) {
                line.push_str(cell);
                line.push_str(&" ".repeat(width.saturating_sub(display_width(cell)) + 2));
            }
            page.line(line.trim_end())?;
        }
        page.line("")?;
    }
    Ok(())
}

/// A token's place, text, lemma, part of speech, tag, label with head, entity, and morphology.
fn row(token: Token<'_>) -> [String; 8] {
    let entity = token.entity().map_or("", Span::label);
    let head = token
        .head()
        .map_or_else(String::new, |head| format!(" {} {}", head.place(), shown(head.text())));
    [
        token.place().to_string(),
        shown(token.text()),
        shown(token.lemma()),
        token.pos().to_owned(),
        token.tag().to_owned(),
        format!("{}{head}", token.label()),
        entity.to_owned(),
        token.morph().to_owned(),
    ]
}

/// White space and control characters as escapes, so that rows stay rows.
fn shown(text: &str) -> String {
    let escapes = text.trim().is_empty() || text.contains(char::is_control);
    if escapes { text.escape_debug().to_string() } else { text.to_owned() }
}

#[derive(Serialize)]
struct DocForm<'a> {
    text: &'a str,
    tokens: Vec<TokenForm<'a>>,
    entities: Vec<SpanForm<'a>>,
    chunks: Vec<SpanForm<'a>>,
    sentences: Vec<SpanForm<'a>>,
}

#[derive(Serialize)]
struct TokenForm<'a> {
    text: &'a str,
    start: usize,
    end: usize,
    norm: &'a str,
    lemma: &'a str,
    pos: &'a str,
    tag: &'a str,
    morph: &'a str,
    head: usize,
    label: &'a str,
    sentence_start: bool,
}

#[derive(Serialize)]
struct SpanForm<'a> {
    tokens: [usize; 2],
    start: usize,
    end: usize,
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'a str,
    text: &'a str,
}

impl<'a> From<Span<'a>> for SpanForm<'a> {
    fn from(span: Span<'a>) -> Self {
        let (places, range) = (span.places(), span.range());
        Self {
            tokens: [places.start, places.end],
            start: range.start,
            end: range.end,
            label: span.label(),
            text: span.text(),
        }
    }
}

/// One line of JSON: places of tokens count from 0, `start` and `end` are bytes of the text, and the
/// head of a sentence has itself as `head`.
fn lines(doc: &Doc, out: &mut dyn Write) -> io::Result<()> {
    let tokens = doc.tokens().map(|token| TokenForm {
        text: token.text(),
        start: token.range().start,
        end: token.range().end,
        norm: token.norm(),
        lemma: token.lemma(),
        pos: token.pos(),
        tag: token.tag(),
        morph: token.morph(),
        head: token.head().unwrap_or(token).place(),
        label: token.label(),
        sentence_start: token.begins_sentence(),
    });
    let form = DocForm {
        text: doc.text(),
        tokens: tokens.collect(),
        entities: doc.entities().map(SpanForm::from).collect(),
        chunks: doc.chunks().map(SpanForm::from).collect(),
        sentences: doc.sentences().into_iter().map(SpanForm::from).collect(),
    };
    json::print(out, &form)
}
