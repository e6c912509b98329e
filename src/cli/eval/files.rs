//! What surrounds a measurement: the files that it reads, each with its hash, and the memory that it
//! measures. Never touches the user's store.

use std::fs::{self, File, Metadata};
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use clap::ValueEnum as _;
use hippograph::embed::Embedder as _;
use hippograph::eval::metrics::DEEPEST;
use hippograph::eval::provenance::{Datum, Provenance, sha256};
use hippograph::eval::spread::RESAMPLES;
use hippograph::eval::tokens;
use hippograph::memory::Memory;
use tempfile::TempDir;

use super::super::open::{Chosen, Global};
use super::{Outputs, SEED};

/// The most bytes of a file that are read: what is longer has no end, or is no data set.
const LARGEST: u64 = 1 << 30;

/// Reads a file, or a pipe to its end.
fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    let there = file.metadata().with_context(|| format!("cannot read {name}"))?;
    if is_device(&there) {
        bail!("{name} is a device, which may have no end; give a file");
    }
    let mut bytes = Vec::new();
    let read = file.take(LARGEST + 1).read_to_end(&mut bytes);
    if read.with_context(|| format!("cannot read {name}"))? as u64 > LARGEST {
        bail!("{name} is larger than {} MiB; give it in parts", LARGEST >> 20);
    }
    Ok(bytes)
}

#[cfg(unix)]
fn is_device(there: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    there.file_type().is_char_device() || there.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: &Metadata) -> bool {
    false
}

/// Reads a file as text, and notes it.
pub(super) fn read(path: &Path, data: &mut Vec<Datum>) -> anyhow::Result<(String, String)> {
    let name = path.display().to_string();
    let bytes = bytes(path)?;
    data.push(Datum::new(&name, &bytes));
    let text = hippograph::dialogue::decode(&name, bytes)?;
    Ok((name, text))
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

/// The sha256 of a file.
fn hash(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(sha256(&bytes))
}

/// That of this program's own file.
pub(super) fn own_sha256() -> anyhow::Result<String> {
    hash(&std::env::current_exe().context("cannot tell which program this is")?)
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
    let ontology = match global.ontology_file() {
        Some(file) => format!("built-in and sha256 {}", hash(file)?),
        None => "built-in".to_owned(),
    };
    let vectors = outputs.vectors.to_possible_value();
    let provenance = Provenance {
        command: command.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        binary_sha256: own_sha256()?,
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
