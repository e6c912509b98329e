//! `hippograph dump`: a whole namespace as text. Reads only.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::ValueEnum;
use hippograph::dump;
use hippograph::graph::truth::AsOf;
use hippograph::memory::Reader;

use super::Outcome;
use super::open::{Global, Weights};

/// Write a namespace out: as JSON lines that `ingest` takes back, or as DOT to look at.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: hippograph dump --output ann.jsonl && \
                        hippograph --store copy ingest ann.jsonl")]
pub(super) struct Args {
    /// The form.
    #[arg(long, value_enum, default_value_t = Form::Jsonl)]
    format: Form,

    /// Where to [default: standard output].
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Everything, with its ids and both intervals.
    Jsonl,
    /// The current facts between entities, for Graphviz.
    Dot,
}

pub(super) fn run(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let memory = global.existing(Weights::NotWanted)?;
    let namespace = global.namespace(&memory)?;
    let reader = namespace.read();
    match &args.output {
        None => write(args.format, &reader, out)?,
        Some(path) => {
            let cannot = || format!("cannot write {}", path.display());
            let mut file = BufWriter::new(File::create(path).with_context(cannot)?);
            write(args.format, &reader, &mut file).with_context(cannot)?;
        }
    }
    Ok(Outcome::Found)
}

fn write(form: Form, reader: &Reader<'_>, out: &mut dyn Write) -> std::io::Result<()> {
    match form {
        Form::Jsonl => dump::write(reader, &mut *out)?,
        Form::Dot => {
            out.write_all(dump::dot(reader, reader.ontology(), AsOf::default()).as_bytes())?
        }
    }
    out.flush()
}
