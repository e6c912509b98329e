//! `hippograph eval time`: how well times are read. Reads files and prints; needs no memory.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hippograph::eval::provenance::{Datum, Provenance};
use hippograph::eval::time::{dialogue, spec};
use hippograph::parse::Parser;
use serde::Serialize;

use super::super::open::Global;
use super::files;
use crate::cli::Outcome;

/// How well times are read: a directory of a recogniser's cases, or dialogue in LoCoMo's format.
#[derive(Debug, clap::Args)]
#[command(after_help = "A directory is scored by kind: span and value of each listed expression, \
                         with a parse only where --parser english is given. A file is read turn \
                         by turn: how many times of each kind, and how many dates that answer a \
                         question are told by its evidence.\n\n\
                        Example: hippograph eval time locomo10.json --sample 200 --seed 7")]
pub(super) struct Args {
    /// A directory of cases, or a file of dialogue.
    #[arg(value_name = "DIR|FILE")]
    path: PathBuf,

    /// Write the figures as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write a JSON line for each case, or for each question whose answer is a date.
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,

    /// Print so many expressions of the dialogue, drawn by the seed, in place of the figures.
    #[arg(long, value_name = "N", conflicts_with_all = ["json", "answers"])]
    sample: Option<usize>,

    /// The seed of the sample.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The figures, and what they are of.
#[derive(Debug, Serialize)]
struct Written<'a, T> {
    #[serde(flatten)]
    figures: &'a T,
    provenance: Provenance,
}

pub(super) fn run(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    if args.path.is_dir() { cases(global, args, out) } else { talk(global, args, out) }
}

/// A directory of cases.
fn cases(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let dir = args.path.display();
    if args.sample.is_some() {
        anyhow::bail!(
            "--sample draws from dialogue, and {dir} is a directory; give a file in LoCoMo's format, \
             or leave --sample out"
        );
    }
    let mut data = Vec::new();
    let mut given = Vec::new();
    for name in spec::names() {
        let path = args.path.join(name);
        if path.is_file() {
            let (path, text) = files::read(&path, &mut data)?;
            given.push(spec::File { path, name: name.to_owned(), text });
        }
    }
    if given.is_empty() {
        anyhow::bail!(
            "{dir} holds no cases of a recogniser; give the directory that has DateTimeModel.json and \
             its like, or a file of dialogue in LoCoMo's format"
        );
    }
    // Sentences made for a recogniser are read as it reads them, without a parse.
    let parser = global.named_parser()?;
    let mut lines = Vec::new();
    let to = args.answers.is_some().then_some(&mut lines as &mut dyn Write);
    let scores = spec::run(&given, parser.as_ref().map(|p| p as &dyn Parser), to)?;
    write!(out, "{scores}")?;
    if let Some(path) = &args.answers {
        write_to(path, |to| Ok(to.write_all(&lines)?))?;
    }
    figures(args.json.as_deref(), &scores, data, parser.as_ref().map(Parser::id))?;
    Ok(Outcome::found(scores.all.n > 0))
}

/// A file of dialogue.
fn talk(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let mut data = Vec::new();
    let (name, text) = files::read(&args.path, &mut data)?;
    let conversations = dialogue::read(&name, &text)?;
    let parser = global.parser()?;
    let parsing = parser.as_ref().map(|p| p as &dyn Parser);
    if let Some(many) = args.sample {
        let drawn = dialogue::sample(&conversations, parsing, many, args.seed);
        for one in &drawn {
            writeln!(out, "{}", one.to_string().replace('\n', " "))?;
        }
        return Ok(Outcome::found(!drawn.is_empty()));
    }
    let report = dialogue::run(&conversations, parsing);
    write!(out, "{report}")?;
    if let Some(path) = &args.answers {
        write_to(path, |to| {
            for answer in &report.answers {
                serde_json::to_writer(&mut *to, answer)?;
                writeln!(to)?;
            }
            Ok(())
        })?;
    }
    figures(args.json.as_deref(), &report, data, parsing.map(Parser::id))?;
    Ok(Outcome::found(report.turns > 0))
}

/// Writes the figures, with what was read, by which program and which parser.
fn figures(
    path: Option<&Path>,
    figures: &impl Serialize,
    data: Vec<Datum>,
    parser: Option<&str>,
) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    let provenance = Provenance {
        command: "time".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        binary_sha256: files::own_sha256()?,
        // Nothing is embedded.
        embedder: "none".to_owned(),
        data,
        ..Provenance::default()
    };
    let provenance = provenance.configured([("parser", parser.unwrap_or("none").to_owned())]);
    write_to(path, |to| {
        serde_json::to_writer_pretty(&mut *to, &Written { figures, provenance })?;
        Ok(writeln!(to)?)
    })
}

/// Writes a file when all that goes into it is known.
fn write_to(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let mut to = BufWriter::new(fs::File::create(path).with_context(cannot)?);
    fill(&mut to).with_context(cannot)?;
    to.flush().with_context(cannot)
}
