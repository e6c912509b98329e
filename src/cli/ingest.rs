//! `hippograph ingest`: files of dialogue into the memory. Reads all files before it takes
//! anything of any, and tells of a batch only when it is on disk.

use std::fs;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hippograph::dialogue::{self, Format, ReadOptions, Turn};
use hippograph::ingest::{IngestOptions, Told};
use hippograph::memory::{Acknowledged, Namespace, Receipt};
use serde::Serialize;

use super::open::Global;
use super::page::count;
use super::{Outcome, bar};

/// Take dialogue or passages in: LoCoMo JSON, JSON lines, chat messages, stories, passages of
/// documents, or a dump.
#[derive(Debug, clap::Args)]
#[command(after_help = "Each turn is taken once, however often it is given.\n\n\
                        Example: hippograph ingest --user Ann chat.json notes.jsonl")]
pub(super) struct Args {
    /// What to read; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The files' format: locomo, jsonl, chat, story, passages or dump [default: told by their first lines].
    #[arg(long)]
    format: Option<Format>,

    /// The session of turns whose file names none [default: the file's stem].
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// Who the user of a chat is.
    #[arg(long, value_name = "NAME")]
    user: Option<String>,

    /// Let a turn with a known id and other content take the place of the earlier one.
    #[arg(long)]
    replace: bool,

    /// Print a JSON line for each batch as soon as it is on disk.
    #[arg(long)]
    json: bool,
}

/// A file that was read.
struct Input {
    name: String,
    content: Content,
}

enum Content {
    Turns { turns: Vec<Turn>, told: Told },
    Dump(String),
}

/// What `--json` prints for a batch.
#[derive(Serialize)]
struct BatchForm<'a> {
    file: &'a str,
    turns: usize,
    done: usize,
    total: usize,
    last_episode: Option<String>,
    last_turn_id: Option<&'a str>,
}

pub(super) fn run(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let inputs =
        args.files.iter().map(|file| read(file, args)).collect::<anyhow::Result<Vec<_>>>()?;
    let memory = global.writable()?;
    let namespace = memory.make_namespace(&global.namespace)?;
    let mut sum = Receipt::default();
    for input in &inputs {
        let receipt = take(&namespace, input, args, out)?;
        sum.taken += receipt.taken;
        sum.known += receipt.known;
    }
    let graph = namespace.read();
    let facts = graph.facts().values().filter(|fact| fact.recorded.until.is_none()).count();
    // Whoever closed standard error wants no talk.
    let _closed = writeln!(
        io::stderr(),
        "took {}, {} known already; namespace `{}` holds {}, {} and {}{}",
        count(sum.taken, "turn", "turns"),
        sum.known,
        global.namespace,
        count(graph.episodes().len(), "episode", "episodes"),
        count(graph.entities().len(), "entity", "entities"),
        count(facts, "fact", "facts"),
        memory.parser().map_or_else(String::new, |parser| format!("; parsed with {parser}")),
    );
    Ok(Outcome::Found)
}

fn read(file: &Path, args: &Args) -> anyhow::Result<Input> {
    let (name, bytes) = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
        ("standard input".to_owned(), bytes)
    } else {
        let name = file.display().to_string();
        let bytes = fs::read(file).with_context(|| format!("cannot read {name}"))?;
        (name, bytes)
    };
    let text = dialogue::decode(&name, bytes)?;
    let format = args.format.or_else(|| dialogue::detect(&text));
    let content = if format == Some(Format::Dump) {
        Content::Dump(text)
    } else {
        let options =
            ReadOptions { format, user: args.user.clone(), session: args.session.clone() };
        let conversations = dialogue::read(&name, &text, &options)?;
        let turns = conversations.into_iter().flat_map(|c| c.turns).collect();
        let told = if format == Some(Format::Story) { Told::AsSaid } else { Told::Now };
        Content::Turns { turns, told }
    };
    Ok(Input { name, content })
}

fn take(
    namespace: &Namespace<'_>,
    input: &Input,
    args: &Args,
    out: &mut dyn Write,
) -> anyhow::Result<Receipt> {
    let file = &input.name;
    match &input.content {
        Content::Turns { turns, told } => {
            let bar = bar::counting("turns", turns.len());
            let options = IngestOptions { replace: args.replace, told: *told };
            let mut printed = Ok(());
            let receipt = namespace.ingest_with(turns, options, |batch| {
                bar.set_length(batch.total as u64);
                bar.set_position(batch.done as u64);
                if args.json && printed.is_ok() {
                    printed = print(out, &BatchForm::new(file, batch));
                }
            });
            bar.finish_and_clear();
            let receipt = receipt.with_context(|| format!("cannot take {file}"))?;
            printed?;
            Ok(receipt)
        }
        Content::Dump(text) => {
            let bar = bar::waiting("taking the dump");
            let receipt = namespace.restore(file, text);
            bar.finish_and_clear();
            let receipt = receipt?;
            if args.json {
                let graph = namespace.read();
                let last = graph.episodes().last_key_value();
                let form = BatchForm {
                    file,
                    turns: receipt.taken,
                    done: receipt.taken,
                    total: receipt.taken,
                    last_episode: last.map(|(id, _)| id.to_string()),
                    last_turn_id: last.and_then(|(_, episode)| episode.name.as_deref()),
                };
                print(out, &form)?;
            }
            Ok(receipt)
        }
    }
}

impl<'a> BatchForm<'a> {
    fn new(file: &'a str, batch: &'a Acknowledged) -> Self {
        Self {
            file,
            turns: batch.turns,
            done: batch.done,
            total: batch.total,
            last_episode: Some(batch.last.to_string()),
            last_turn_id: batch.last_name.as_deref(),
        }
    }
}

/// One line, seen at once by whoever reads the output.
fn print(out: &mut dyn Write, form: &BatchForm<'_>) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, form).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}
