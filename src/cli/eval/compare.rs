//! `hippograph eval compare`: two reports, question by question. Measures nothing.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use hippograph::eval::compare::{check, compare};
use hippograph::eval::report::Report;

use super::super::Outcome;
use super::{SEED, files};

/// Two reports, question by question: which moved, by how much, and whether it is noise.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The report before, as `--json` writes it.
    #[arg(value_name = "A.json")]
    before: PathBuf,

    /// The report after; the same as the one before, to compare its rows.
    #[arg(value_name = "B.json")]
    after: PathBuf,

    /// Compare this row only, as `hippograph`, or a row of the first with another of the second, as
    /// `bm25:hippograph`; may be given several times. Without it, each row that both have.
    #[arg(long = "row", value_name = "ROW[:ROW]")]
    rows: Vec<String>,

    /// Compare recall in the first so many.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=20))]
    at: u8,

    /// Print the comparison as JSON, with every question that moved; it takes no file.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let (before, after) = (read(&args.before)?, read(&args.after)?);
    let rows: Vec<(String, String)> =
        args.rows.iter().map(|row| pair(row, &before, &after)).collect::<Result<_, _>>()?;
    let comparison = compare(&before, &after, &rows, usize::from(args.at), SEED);
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &comparison).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{comparison}")?;
    }
    Ok(Outcome::found(!comparison.rows.is_empty()))
}

/// The rows that `row` names: one of both reports, or one of each with a colon between.
fn pair(row: &str, before: &Report, after: &Report) -> anyhow::Result<(String, String)> {
    let parts = row.split_once(':').unwrap_or((row, row));
    let (first, second) = if before.systems.contains_key(row) || after.systems.contains_key(row) {
        (row, row)
    } else {
        parts
    };
    if first.is_empty() || second.is_empty() {
        let mut known: Vec<&str> = before.systems.keys().map(String::as_str).collect();
        known.extend(after.systems.keys().map(String::as_str));
        known.sort_unstable();
        known.dedup();
        bail!(
            "--row {row:?} names no row; give one, as --row hippograph, or one of each report, as \
             --row bm25:hippograph; there are {}",
            known.join(", ")
        );
    }
    Ok((first.to_owned(), second.to_owned()))
}

fn read(path: &Path) -> anyhow::Result<Report> {
    let (name, text) = files::read(path, &mut Vec::new())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let Ok(report) = serde_json::from_str(text) else {
        let json = serde_json::from_str::<serde_json::Value>(text).is_ok();
        let what = if json { "holds other JSON" } else { "is not JSON" };
        bail!("{name} {what}, and is no report; give what `eval --json` wrote");
    };
    check(&report).with_context(|| format!("{name} contradicts itself"))?;
    Ok(report)
}
