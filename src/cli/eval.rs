//! `hippograph eval`: how well the memory recalls, beside baselines in the same run. Measures in a
//! memory of its own and never touches the user's store.

mod compare;
mod files;
mod locomo;
mod multihop;
mod time;

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use hippograph::eval::System;
use hippograph::eval::baselines::Baselines;
use hippograph::eval::memory::Measured;
use hippograph::eval::questions::Conversation;
use hippograph::eval::report::{Report, Row};
use hippograph::eval::run::{Plan, Progress, run as measured};
use hippograph::memory::Memory;

use super::open::{Chosen, Global};
use super::page::{Page, count};
use super::recall::How;
use super::{Outcome, bar};

/// Measure recall on questions whose evidence is known.
#[derive(Debug, clap::Args)]
#[command(after_help = "It measures in a memory of its own, and leaves the store alone.\n\n\
                        Example: hippograph eval locomo locomo10.json --json report.json")]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Locomo(locomo::Args),
    Multihop(multihop::Args),
    Compare(compare::Args),
    Time(time::Args),
}

/// What every measurement writes.
#[derive(Debug, clap::Args)]
struct Outputs {
    /// Write the report as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write a JSON line for each system and question.
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,

    /// Write the report as a page of Markdown.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// How vectors are searched.
    #[arg(long, value_enum, default_value_t = How::Auto)]
    vectors: How,

    /// End well even when questions failed; they are counted all the same.
    #[arg(long)]
    allow_failures: bool,
}

/// The seed of the intervals.
const SEED: u64 = 1;

pub(super) fn run(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    match &args.what {
        What::Locomo(args) => locomo::run(global, args, out),
        What::Multihop(args) => multihop::run(global, args, out),
        What::Compare(args) => compare::run(args, out),
        What::Time(args) => time::run(args, out),
    }
}

/// Measures the memory and the baselines. `embedder` is the one of the memory.
pub(super) fn measure(
    embedder: &Chosen,
    memory: &Memory,
    conversations: &[Conversation],
    answers: Option<&mut dyn Write>,
    vectors: How,
) -> anyhow::Result<Report> {
    let mut baselines = Baselines::new(embedder);
    let mut own = Measured::new(memory, vectors.into());
    // Told apart from the borrow that the caller made.
    let answers = answers.map(|answers| answers as &mut dyn Write);
    let systems: Vec<&mut dyn System> = vec![&mut baselines, &mut own];
    watched(Plan { conversations, embedder, systems, answers, seed: SEED })
}

/// Runs a plan, with a bar.
fn watched(plan: Plan<'_>) -> anyhow::Result<Report> {
    let bar = bar::counting("questions", 0);
    let report = measured(plan, &mut |progress| match progress {
        Progress::Ingesting { system, conversation, turns } => {
            bar.set_length(0);
            bar.set_prefix(format!("{system} takes {conversation} ({turns} turns) "));
        }
        Progress::Asked { system, conversation, done, of } => {
            bar.set_prefix(format!("{system}, {conversation} "));
            bar.set_length(of as u64);
            bar.set_position(done as u64);
        }
        _ => {}
    });
    bar.finish_and_clear();
    Ok(report?)
}

/// The rows of BM25 and of hippograph, for a person who wants to see the difference.
pub(super) fn short(page: &mut Page<'_>, report: &Report) -> std::io::Result<()> {
    page.line("\nEvidence found in the first 10 episodes, % (mean of each question's share)\n")?;
    page.line(format!("{:<14}{:>5}{:>8}{:>12}", "", "n", "bm25", "hippograph"))?;
    let row = |system: &str, group: &str| Some(*report.systems.get(system)?.get(group)?);
    let groups = report.systems.get("hippograph").into_iter().flat_map(|groups| groups.keys());
    for group in groups {
        let at_10 = |row: Option<Row>| {
            let means = row.and_then(|row| row.means);
            means.map_or_else(|| "-".to_owned(), |means| format!("{:.1}", means.recall_at_10))
        };
        let (bm25, own) = (row("bm25", group), row("hippograph", group));
        let n = own.map_or(0, |row| row.n);
        page.line(format!("{group:<14}{n:>5}{:>8}{:>12}", at_10(bm25), at_10(own)))?;
    }
    if report.failed > 0 {
        page.line(format!("\n{} failed", count(report.failed, "question", "questions")))?;
    }
    page.line("")?;
    page.wrapped(
        "",
        "1-4 leaves out the adversarial questions, which ask for what was never said. \
         `hippograph eval locomo FILE` measures any file of this format, with more rows and columns.",
    )
}
