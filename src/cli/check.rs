//! `hippograph check`: whether the store is sound. Reads only; mends nothing.

use std::io::Write;

use super::Outcome;
use super::open::{Global, Weights};
use super::page::{Page, count};

/// Check every record of the store, and how they fit together.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes: 0 sound, 2 not.\n\nExample: hippograph --store memory check")]
pub(super) struct Args {}

pub(super) fn run(global: &Global, _: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let memory = global.existing(Weights::NotWanted)?;
    let findings = memory.check()?;
    let mut page = Page::new(out);
    for finding in &findings {
        page.line(finding)?;
    }
    if findings.is_empty() {
        let namespaces = memory.namespaces()?.len();
        page.line(format!("sound: {}", count(namespaces, "namespace", "namespaces")))?;
        return Ok(Outcome::Found);
    }
    page.line(count(findings.len(), "finding", "findings"))?;
    Ok(Outcome::Faulty)
}
