//! `hippograph eval`: how well the memory recalls, beside baselines in the same run. Measures in a
//! memory of its own and never touches the user's store.

mod compare;
mod files;
mod lines;
mod locomo;
mod multihop;
mod sinks;
mod time;

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use hippograph::eval::System;
use hippograph::eval::baselines::Baselines;
use hippograph::eval::memory::Measured;
use hippograph::eval::questions::Conversation;
use hippograph::eval::report::Report;
use hippograph::eval::run::{Plan, Progress, run as measured};
use hippograph::memory::Memory;

use super::open::{Chosen, Global};
use super::recall::How;
use super::{Outcome, bar};
use lines::Lines;

/// Measure recall and the reading of times on data whose answers are known; compare reports.
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
    /// Write the report as JSON to FILE, beside the table; without FILE, or with `-`, print it in
    /// place of the table. What follows it is FILE, so that without FILE it comes last.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = sinks::STDOUT)]
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
        What::Time(args) => time::run(global, args, out),
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

/// Runs a plan, with a bar on a terminal, and lines elsewhere.
fn watched(plan: Plan<'_>) -> anyhow::Result<Report> {
    let bar = bar::counting("questions", 0);
    let mut lines = Lines::new();
    let report = measured(plan, &mut |progress| {
        lines.step(&progress);
        match progress {
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
        }
    });
    drop(lines);
    bar.finish_and_clear();
    Ok(report?)
}
