//! `hippograph eval time`: how well times are read. Reads files and prints; needs no memory.

use std::fmt::{self, Display, Formatter};
use std::io::Write;
use std::path::{Path, PathBuf};

use hippograph::eval::provenance::{Datum, Provenance};
use hippograph::eval::time::{dialogue, spec};
use hippograph::parse::Parser;
use serde::Serialize;

use super::super::open::Global;
use super::files;
use super::sinks::{self, Sinks};
use crate::cli::Outcome;

/// How well times are read: a directory of a recogniser's cases, or dialogue in LoCoMo's format.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "hippograph eval time DIR|FILE [--json [FILE]] [--answers FILE] [OPTIONS]",
    after_help = "A directory is scored by kind: span and value of each listed expression, \
                         with a parse only where --parser english is given. A file is read turn \
                         by turn: how many times of each kind, and how many dates that answer a \
                         question are told by its evidence.\n\n\
                        Example: hippograph eval time locomo10.json --sample 200 --seed 7"
)]
pub(super) struct Args {
    /// A directory of cases, or a file of dialogue.
    #[arg(value_name = "DIR|FILE")]
    path: PathBuf,

    /// Write the figures as JSON to FILE, beside the table; without FILE, or with `-`, print them in
    /// place of the table. What follows it is FILE, so that without FILE it comes last.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = sinks::STDOUT)]
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
struct Written<T> {
    #[serde(flatten)]
    figures: T,
    provenance: Provenance,
}

impl<T: Display> Display for Written<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.figures.fmt(f)
    }
}

pub(super) fn run(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    if args.sample == Some(0) {
        anyhow::bail!("--sample 0 draws nothing; give how many to draw, 1 or more");
    }
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
    let read: Vec<PathBuf> = spec::names().map(|name| args.path.join(name)).collect();
    let mut sinks = args.sinks(global, read.iter().map(PathBuf::as_path))?;
    // Sentences made for a recogniser are read as it reads them, without a parse.
    let parser = global.named_parser()?;
    let parsing = parser.as_ref().map(|p| p as &dyn Parser);
    let scores = spec::run(&given, parsing, sinks.answers())?;
    let outcome = Outcome::found(scores.all.n > 0);
    let written = written(scores, data, parsing)?;
    sinks.tell(&written, args.json.as_deref(), None, out)?;
    Ok(outcome)
}

/// A file of dialogue.
fn talk(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let mut data = Vec::new();
    let (name, text) = files::read(&args.path, &mut data)?;
    let conversations = dialogue::read(&name, &text)?;
    if conversations.iter().all(|conversation| conversation.turns.is_empty()) {
        anyhow::bail!("{name} holds no turn; give a file of dialogue in LoCoMo's format");
    }
    if let Some(many) = args.sample {
        let parser = global.parser()?;
        let parsing = parser.as_ref().map(|p| p as &dyn Parser);
        let drawn = dialogue::sample(&conversations, parsing, many, args.seed);
        for one in &drawn {
            writeln!(out, "{}", one.to_string().replace('\n', " "))?;
        }
        return Ok(Outcome::found(!drawn.is_empty()));
    }
    let mut sinks = args.sinks(global, [args.path.as_path()])?;
    let parser = global.parser()?;
    let parsing = parser.as_ref().map(|p| p as &dyn Parser);
    let report = dialogue::run(&conversations, parsing);
    if let Some(to) = sinks.answers() {
        report.write_answers(to)?;
    }
    let outcome = Outcome::found(report.turns > 0);
    let written = written(report, data, parsing)?;
    sinks.tell(&written, args.json.as_deref(), None, out)?;
    Ok(outcome)
}

impl Args {
    /// What is written, none of which may be one of the files that are `read`.
    fn sinks<'p>(
        &self,
        global: &'p Global,
        read: impl IntoIterator<Item = &'p Path>,
    ) -> anyhow::Result<Sinks> {
        let read = read.into_iter().chain(global.ontology_file());
        Sinks::of_times(self.json.as_deref(), self.answers.as_deref(), read)
    }
}

/// The figures, with what was read, by which program and which parser.
fn written<T>(
    figures: T,
    data: Vec<Datum>,
    parser: Option<&dyn Parser>,
) -> anyhow::Result<Written<T>> {
    let provenance = Provenance {
        command: "time".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        binary_sha256: files::own_sha256()?,
        // Nothing is embedded.
        embedder: "none".to_owned(),
        data,
        ..Provenance::default()
    };
    let parser = parser.map_or("none", Parser::id).to_owned();
    Ok(Written { figures, provenance: provenance.configured([("parser", parser)]) })
}
