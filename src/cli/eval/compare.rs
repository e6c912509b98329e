//! `hippograph eval compare`: two reports, question by question. Measures nothing.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hippograph::eval::compare::{check, compare};
use hippograph::eval::report::Report;

use super::super::Outcome;
use super::SEED;

/// Two reports, question by question: which moved, by how much, and whether it is noise.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The report before, as `--json` writes it.
    #[arg(value_name = "A.json")]
    before: PathBuf,

    /// The report after; the same as the one before, to compare its rows.
    #[arg(value_name = "B.json")]
    after: PathBuf,

    /// Compare this row only, or a row of the first with another of the second: `bm25:hippograph`.
    #[arg(long = "row", value_name = "ROW[:ROW]")]
    rows: Vec<String>,

    /// Compare recall in the first so many.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=20))]
    at: u8,

    /// Print the comparison as JSON, with every question that moved.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let (before, after) = (read(&args.before)?, read(&args.after)?);
    let pair = |row: &String| {
        let (first, second) = row.split_once(':').unwrap_or((row, row));
        (first.to_owned(), second.to_owned())
    };
    let rows: Vec<(String, String)> = args.rows.iter().map(pair).collect();
    let comparison = compare(&before, &after, &rows, usize::from(args.at), SEED);
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &comparison).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{comparison}")?;
    }
    Ok(Outcome::found(!comparison.rows.is_empty()))
}

fn read(path: &Path) -> anyhow::Result<Report> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let report = serde_json::from_str(&text)
        .with_context(|| format!("{name} is no report; give what `eval --json` wrote"))?;
    check(&report).with_context(|| format!("{name} contradicts itself"))?;
    Ok(report)
}
