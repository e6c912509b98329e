//! `hippograph eval locomo`: files of dialogue with questions. Never shows a system the questions.

use std::io::Write;
use std::path::PathBuf;

use hippograph::eval::audit::Audit;
use hippograph::eval::{copies, locomo};

use super::super::Outcome;
use super::super::open::Global;
use super::files::{self, Bench};
use super::sinks::Sinks;
use super::{Outputs, measure};

/// Files in LoCoMo's format: dialogue with questions and their evidence.
#[derive(Debug, clap::Args)]
#[command(override_usage = "hippograph eval locomo FILE… [--audit FILE] [--json [FILE]] \
                            [--answers FILE] [--report FILE] [OPTIONS]")]
pub(super) struct Args {
    /// The files.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Score by a corrected key too: a list of questions with their `correct_evidence`.
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,

    #[command(flatten)]
    outputs: Outputs,
}

pub(super) fn run(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    if args.files.is_empty() {
        return Err(args.outputs.nothing_to_measure("FILE", "locomo talk.json --json report.json"));
    }
    let (mut data, mut conversations) = (Vec::new(), Vec::new());
    for file in &args.files {
        let (name, text) = files::read(file, &mut data)?;
        conversations.extend(locomo::read(&name, &text)?);
    }
    if conversations.iter().all(|conversation| conversation.turns.is_empty()) {
        let names: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
        anyhow::bail!("no turn is in {}; give dialogue in LoCoMo's format", names.join(", "));
    }
    copies::take_out(&mut conversations);
    let mut applied = None;
    if let Some(file) = &args.audit {
        let (name, text) = files::read(file, &mut data)?;
        let corrected = Audit::read(&name, &text)?.apply(&mut conversations);
        corrected.used()?;
        applied = Some(corrected);
    }
    let read = args.files.iter().chain(&args.audit).map(PathBuf::as_path);
    let mut sinks = Sinks::create(&args.outputs, read.chain(global.ontology_file()))?;
    let bench = Bench::open("locomo", global, &args.outputs, data)?;
    let vectors = args.outputs.vectors;
    let mut report =
        measure(&bench.embedder, &bench.memory, &conversations, sinks.answers(), vectors)?;
    report.provenance = Some(bench.provenance);
    report.audit = applied;
    sinks.finish(&report, &args.outputs, out)
}
