//! `hippograph eval time`: how well times are read. Reads files and prints; needs no memory and no
//! model.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use hippograph::eval::locomo;
use hippograph::eval::time::{dialogue, spec};

use super::files;
use crate::cli::Outcome;

/// How well times are read: a directory of a recogniser's cases, or dialogue in LoCoMo's format.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A directory is scored by kind: span and value of each listed expression. A \
                        file is read turn by turn: how many times of each kind, and how many dates \
                        that answer a question are told by its evidence.\n\n\
                        Example: hippograph eval time locomo10.json --sample 200 --seed 7"
)]
pub(super) struct Args {
    /// A directory of cases, or a file of dialogue.
    #[arg(value_name = "DIR|FILE")]
    path: PathBuf,

    /// Write the figures as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write a JSON line for each case, or for each gold date that is missed.
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,

    /// Print so many expressions of the dialogue, drawn by the seed, in place of the figures.
    #[arg(long, value_name = "N", conflicts_with_all = ["json", "answers"])]
    sample: Option<usize>,

    /// The seed of the sample.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let create = |path: &PathBuf| -> anyhow::Result<BufWriter<File>> {
        let cannot = || format!("cannot write {}", path.display());
        Ok(BufWriter::new(File::create(path).with_context(cannot)?))
    };
    let mut answers = args.answers.as_ref().map(create).transpose()?;
    let json = args.json.as_ref().map(create).transpose()?;
    if args.path.is_dir() {
        let to = answers.as_mut().map(|to| to as &mut dyn Write);
        let scores = spec::run(&args.path, to)?;
        write!(out, "{scores}")?;
        finish(json, answers, &scores)?;
        return Ok(Outcome::found(scores.all.n > 0));
    }
    let (name, text) = files::read(&args.path, &mut Vec::new())?;
    let conversations = locomo::read(&name, &text)?;
    if let Some(many) = args.sample {
        let drawn = dialogue::sample(&conversations, many, args.seed);
        for one in &drawn {
            writeln!(out, "{}", one.to_string().replace('\n', " "))?;
        }
        return Ok(Outcome::found(!drawn.is_empty()));
    }
    let report = dialogue::run(&conversations);
    write!(out, "{report}")?;
    if let Some(to) = &mut answers {
        for miss in &report.misses {
            serde_json::to_writer(&mut *to, miss)?;
            writeln!(to)?;
        }
    }
    finish(json, answers, &report)?;
    Ok(Outcome::found(report.turns > 0))
}

fn finish<T: serde::Serialize>(
    json: Option<BufWriter<File>>,
    answers: Option<BufWriter<File>>,
    figures: &T,
) -> anyhow::Result<()> {
    if let Some(mut json) = json {
        serde_json::to_writer_pretty(&mut json, figures)?;
        writeln!(json)?;
        json.flush().context("cannot write the figures")?;
    }
    if let Some(mut answers) = answers {
        answers.flush().context("cannot write the answers")?;
    }
    Ok(())
}
