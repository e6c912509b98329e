//! `hippograph eval`: how well the memory recalls, beside baselines in the same run. Measures in a
//! memory of its own and never touches the user's store.

mod time;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Subcommand;
use hippograph::eval::baselines::Baselines;
use hippograph::eval::locomo::{self, Conversation};
use hippograph::eval::memory::Measured;
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
    Locomo(LocomoArgs),
    Time(time::Args),
}

/// Files in LoCoMo's format: dialogue with questions and their evidence.
#[derive(Debug, clap::Args)]
struct LocomoArgs {
    /// The files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the report as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write a JSON line for each system and question.
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,

    /// How vectors are searched.
    #[arg(long, value_enum, default_value_t = How::Auto)]
    vectors: How,
}

/// The seed of the intervals.
const SEED: u64 = 1;

pub(super) fn run(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let args = match &args.what {
        What::Locomo(args) => args,
        What::Time(args) => return time::run(args, out),
    };
    let conversations = conversations(&args.files)?;
    let cannot_write = |path: &PathBuf| format!("cannot write {}", path.display());
    // Both files are made before the long run, so that it does not end for nothing.
    let create = |path: &Option<PathBuf>| -> anyhow::Result<Option<BufWriter<File>>> {
        let Some(path) = path else { return Ok(None) };
        Ok(Some(BufWriter::new(File::create(path).with_context(|| cannot_write(path))?)))
    };
    let (mut json, mut answers) = (create(&args.json)?, create(&args.answers)?);
    let dir = tempfile::tempdir().context("cannot make a directory for the memory")?;
    let embedder = global.embedder()?;
    let memory = global.passing(dir.path().join("store"), &embedder)?;
    let answers = answers.as_mut().map(|answers| answers as &mut dyn Write);
    let report = measure(&embedder, &memory, &conversations, answers, args.vectors)?;
    if let Some(json) = &mut json {
        let path = args.json.as_ref().map(cannot_write).unwrap_or_default();
        serde_json::to_writer_pretty(&mut *json, &report).context(path.clone())?;
        writeln!(json).and_then(|()| json.flush()).context(path)?;
    }
    write!(out, "{report}")?;
    Ok(Outcome::found(report.asked > 0))
}

/// The conversations of files in LoCoMo's format.
fn conversations(files: &[PathBuf]) -> anyhow::Result<Vec<Conversation>> {
    let mut conversations = Vec::new();
    for file in files {
        let name = file.display().to_string();
        let bytes = fs::read(file).with_context(|| format!("cannot read {name}"))?;
        let text = hippograph::dialogue::decode(&name, bytes)?;
        conversations.extend(locomo::read(&name, &text)?);
    }
    Ok(conversations)
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
    let plan = Plan {
        conversations,
        embedder,
        systems: vec![&mut baselines, &mut own],
        // Told apart from the borrow that the caller made.
        answers: answers.map(|answers| answers as &mut dyn Write),
        seed: SEED,
    };
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
