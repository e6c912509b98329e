//! What surrounds a measurement: the files that it reads, each with its hash, the memory that it
//! measures, and the files that it writes, made before the long run so that it does not end for
//! nothing. Never touches the user's store.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::ValueEnum as _;
use hippograph::embed::Embedder as _;
use hippograph::eval::metrics::DEEPEST;
use hippograph::eval::provenance::{Datum, Provenance, sha256};
use hippograph::eval::report::Report;
use hippograph::eval::spread::RESAMPLES;
use hippograph::eval::{markdown, tokens};
use hippograph::memory::Memory;
use tempfile::TempDir;

use super::super::Outcome;
use super::super::open::{Chosen, Global};
use super::{Outputs, SEED};

/// Reads a file as text, and notes it.
pub(super) fn read(path: &Path, data: &mut Vec<Datum>) -> anyhow::Result<(String, String)> {
    let name = path.display().to_string();
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    data.push(Datum::new(&name, &bytes));
    let text = hippograph::dialogue::decode(&name, bytes)?;
    Ok((name, text))
}

/// Where `--json` without a file writes.
pub(super) const STDOUT: &str = "-";

/// A file that is written, if it is wanted.
struct Sink(Option<(PathBuf, BufWriter<File>)>);

impl Sink {
    fn create(path: Option<&PathBuf>) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self(None)) };
        let file = File::create(path).with_context(|| cannot_write(path))?;
        Ok(Self(Some((path.clone(), BufWriter::new(file)))))
    }

    fn write(&mut self, text: impl FnOnce() -> anyhow::Result<String>) -> anyhow::Result<()> {
        let Some((path, file)) = &mut self.0 else { return Ok(()) };
        let text = text()?;
        let done = file.write_all(text.as_bytes()).and_then(|()| file.flush());
        done.with_context(|| cannot_write(path))
    }
}

fn is_stdout(path: &Path) -> bool {
    path == Path::new(STDOUT)
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// Where the report and the answers go.
pub(super) struct Sinks {
    json: Sink,
    answers: Sink,
    report: Sink,
}

impl Sinks {
    pub(super) fn create(outputs: &Outputs) -> anyhow::Result<Self> {
        Ok(Self {
            json: Sink::create(outputs.json.as_ref().filter(|path| !is_stdout(path)))?,
            answers: Sink::create(outputs.answers.as_ref())?,
            report: Sink::create(outputs.report.as_ref())?,
        })
    }

    /// Where each answer goes.
    pub(super) fn answers(&mut self) -> Option<&mut dyn Write> {
        self.answers.0.as_mut().map(|(_, file)| file as &mut dyn Write)
    }

    /// Writes and prints the report, as JSON if no file is named for that; then it is an error when its figures may not be believed.
    pub(super) fn finish(
        mut self,
        report: &Report,
        outputs: &Outputs,
        out: &mut dyn Write,
    ) -> anyhow::Result<Outcome> {
        let json = || Ok(serde_json::to_string_pretty(report)? + "\n");
        self.json.write(json)?;
        self.report.write(|| Ok(markdown::page(report)))?;
        if outputs.json.as_deref().is_some_and(is_stdout) {
            write!(out, "{}", json()?)?;
        } else {
            write!(out, "{report}")?;
        }
        out.flush()?;
        if outputs.allow_failures {
            report.sound_but_for_failures()?;
        } else {
            report.sound()?;
        }
        Ok(Outcome::found(report.asked > 0))
    }
}

/// The memory that is measured: what it is made of, and the directory that it lasts as long as.
pub(super) struct Bench {
    pub(super) dir: TempDir,
    pub(super) embedder: Chosen,
    pub(super) memory: Memory,
    pub(super) provenance: Provenance,
}

impl Bench {
    /// A fresh memory for `eval` and this `command`, over the files in `data`.
    pub(super) fn open(
        command: &str,
        global: &Global,
        outputs: &Outputs,
        data: Vec<Datum>,
    ) -> anyhow::Result<Self> {
        let dir = tempfile::tempdir().context("cannot make a directory for the memory")?;
        let embedder = global.embedder()?;
        let memory = global.passing(dir.path().join("store"), &embedder)?;
        let parser = memory.parser();
        let provenance = provenance(command, global, &embedder, outputs, data, parser)?;
        Ok(Self { dir, embedder, memory, provenance })
    }
}

/// What the run is made of.
fn provenance(
    command: &str,
    global: &Global,
    embedder: &Chosen,
    outputs: &Outputs,
    data: Vec<Datum>,
    parser: Option<&str>,
) -> anyhow::Result<Provenance> {
    let hash = |path: &Path| -> anyhow::Result<String> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(sha256(&bytes))
    };
    let binary = std::env::current_exe().context("cannot tell which program this is")?;
    let ontology = match global.ontology_file() {
        Some(file) => format!("built-in and sha256 {}", hash(file)?),
        None => "built-in".to_owned(),
    };
    let vectors = outputs.vectors.to_possible_value();
    let provenance = Provenance {
        command: command.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        binary_sha256: hash(&binary)?,
        embedder: embedder.id().to_owned(),
        weights_sha256: global.weights()?.map(|file| hash(&file)).transpose()?,
        data,
        ..Provenance::default()
    };
    Ok(provenance.configured([
        ("parser", parser.unwrap_or("none").to_owned()),
        ("vectors", vectors.map_or_else(String::new, |value| value.get_name().to_owned())),
        ("dimensions", embedder.dimensions().to_string()),
        ("ontology", ontology),
        ("depth", DEEPEST.to_string()),
        ("seed", SEED.to_string()),
        ("resamples", RESAMPLES.to_string()),
        ("tokens", tokens::HOW.to_owned()),
    ]))
}
