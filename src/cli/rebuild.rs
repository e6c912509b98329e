//! `hippograph rebuild`: drops what is derived and makes it anew. Never touches what was told.

use std::io::{self, Write as _};

use super::open::{Global, Weights};
use super::{Outcome, bar};

/// Make all vectors and synonymy links of a namespace anew from its texts.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: hippograph --namespace ann rebuild")]
pub(super) struct Args {}

pub(super) fn run(global: &Global, _: &Args) -> anyhow::Result<Outcome> {
    let memory = global.existing(Weights::Wanted)?;
    let bar = bar::waiting("making all vectors anew");
    let rebuilt = memory.rebuild(&global.namespace);
    bar.finish_and_clear();
    rebuilt?;
    // Whoever closed standard error wants no talk.
    let _closed = writeln!(io::stderr(), "rebuilt namespace `{}`", global.namespace);
    Ok(Outcome::Found)
}
