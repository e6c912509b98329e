//! `hippograph eval multihop`: passages with questions that need several of them. Never shows a
//! system the questions.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hippograph::eval::System;
use hippograph::eval::baselines::Baselines;
use hippograph::eval::hipporag2::HippoRag2;
use hippograph::eval::memory::{Measured, Setting};
use hippograph::eval::multihop;
use hippograph::eval::run::Plan;

use super::super::Outcome;
use super::super::open::Global;
use super::files::{self, Bench};
use super::sinks::Sinks;
use super::{Outputs, SEED, watched};

/// A folder of passages and questions that need several of them: `questions.json`, `corpus.json`,
/// and if there the triples of each passage, `openie.json`.
#[derive(Debug, clap::Args)]
#[command(override_usage = "hippograph eval multihop DIR [--json [FILE]] [--answers FILE] \
                            [--report FILE] [OPTIONS]")]
pub(super) struct Args {
    /// The folder.
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,

    #[command(flatten)]
    outputs: Outputs,
}

pub(super) fn run(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let Some(dir) = &args.dir else {
        return Err(args.outputs.nothing_to_measure("DIR", "multihop town --json report.json"));
    };
    let mut data = Vec::new();
    let questions = files::read(&dir.join("questions.json"), &mut data)?;
    let corpus = files::read(&dir.join("corpus.json"), &mut data)?;
    let openie = dir.join("openie.json");
    // A link to nothing is there, and cannot be read.
    let openie = match fs::symlink_metadata(&openie) {
        Ok(_) => Some(files::read(&openie, &mut data)?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", openie.display()));
        }
    };
    let set = multihop::read(
        &called(dir),
        borrowed(&questions),
        borrowed(&corpus),
        openie.as_ref().map(borrowed),
    )?;
    let read = ["questions.json", "corpus.json", "openie.json"].map(|file| dir.join(file));
    let read = read.iter().map(PathBuf::as_path).chain(global.ontology_file());
    let mut sinks = Sinks::create(&args.outputs, read)?;
    let Bench { dir, embedder, memory, provenance } =
        Bench::open("multihop", global, &args.outputs, data)?;
    let told = set
        .triples
        .clone()
        .map(|triples| global.passing_with(dir.path().join("triples"), &embedder, triples));
    let told = told.transpose()?;

    let search = args.outputs.vectors.into();
    let mut baselines = Baselines::new(&embedder);
    let own = [Setting::WHOLE, Setting::NO_WALK];
    let mut own = Measured::with(Setting::WHOLE.name, own, &memory, search);
    let told = told.as_ref();
    let mut told = told
        .map(|memory| Measured::with(Setting::TRIPLES.name, [Setting::TRIPLES], memory, search));
    let mut hipporag2 = set.triples.as_ref().map(|triples| HippoRag2::new(&embedder, triples));
    let mut systems: Vec<&mut dyn System> = vec![&mut baselines, &mut own];
    systems.extend(told.as_mut().map(|system| system as &mut dyn System));
    systems.extend(hipporag2.as_mut().map(|system| system as &mut dyn System));
    let conversations = std::slice::from_ref(&set.conversation);
    let answers = sinks.answers();
    let plan = Plan { conversations, embedder: &embedder, systems, answers, seed: SEED };
    let mut report = watched(plan)?;
    report.provenance = Some(provenance);
    sinks.finish(&report, &args.outputs, out)
}

/// The folder's own name, also when it is given as `.` or through a link's parent.
fn called(dir: &Path) -> String {
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let real = || name(&dir.canonicalize().ok()?);
    name(dir).or_else(real).unwrap_or_else(|| "passages".to_owned())
}

fn borrowed((name, text): &(String, String)) -> multihop::File<'_> {
    (name, text)
}
