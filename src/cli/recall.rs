//! `hippograph recall`: what the memory knows that bears on a question. Reads only.

use std::io::{self, Write};

use clap::ValueEnum;
use hippograph::index::vectors::Search;
use hippograph::memory::Reader;
use hippograph::recall::{EpisodeHit, Query, Recall};
use hippograph::schema::Moment;
use serde::Serialize;

use super::Outcome;
use super::json::{self, EpisodeForm, FactForm, FoundForm};
use super::open::{Global, Weights};
use super::page::Page;
use super::show::{self, Reading};

/// Find the episodes and facts that bear on a question.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: hippograph recall --k 5 where did Ann work --valid 2024-03-01")]
pub(super) struct Args {
    /// The question.
    #[arg(required = true, value_name = "QUESTION")]
    question: Vec<String>,

    /// How many episodes, and how many facts, at the most.
    #[arg(long, default_value_t = 10, value_name = "N")]
    k: usize,

    /// Only facts that held in the world at this time.
    #[arg(long, value_name = "INSTANT")]
    valid: Option<Moment>,

    /// Only what the memory believed at this time.
    #[arg(long, value_name = "INSTANT")]
    known: Option<Moment>,

    /// How vectors are searched.
    #[arg(long, value_enum, default_value_t = How::Auto)]
    vectors: How,

    /// Do not walk the graph.
    #[arg(long)]
    no_walk: bool,

    /// Do not use facts.
    #[arg(long)]
    no_facts: bool,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// How vectors are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum How {
    /// Exactly: no HNSW graph is built, and up to some tens of thousands of vectors none is faster.
    Auto,
    /// By looking at every vector.
    Exact,
    /// Through an HNSW graph, which is built first.
    Hnsw,
}

impl From<How> for Search {
    fn from(how: How) -> Self {
        match how {
            How::Auto => Self::Auto,
            How::Exact => Self::Exact,
            How::Hnsw => Self::Hnsw,
        }
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct RecallForm<'a> {
    question: &'a str,
    facts: Vec<FactForm>,
    episodes: Vec<EpisodeForm>,
}

pub(super) fn run(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let memory = global.existing(Weights::Wanted)?;
    let namespace = global.namespace(&memory)?;
    let query = Query {
        k: args.k,
        valid: args.valid,
        known: args.known,
        walk: !args.no_walk,
        facts: !args.no_facts,
        search: args.vectors.into(),
        ..Query::new(args.question.join(" "))
    };
    let found = namespace.recall(&query)?;
    let reader = namespace.read();
    if args.json {
        json::print(out, &form(&reader, &query, &found))?;
    } else {
        print(&mut Page::new(out), &reader, &query, &found)?;
    }
    Ok(Outcome::found(!found.is_empty()))
}

fn form<'a>(reader: &Reader<'_>, query: &'a Query, found: &Recall) -> RecallForm<'a> {
    let (graph, ontology) = (&**reader, reader.ontology());
    let facts = found.facts.iter().map(|hit| {
        let form = FactForm::new(graph, ontology, query.as_of(), hit.id, &hit.fact);
        form.found(FoundForm::new(hit.score, &hit.shares))
    });
    let episodes = found.episodes.iter().filter_map(|hit| {
        let form = EpisodeForm::new(graph, hit.id, graph.episodes().get(&hit.id)?);
        let facts = hit.facts.iter().map(ToString::to_string).collect();
        let found = FoundForm::new(hit.score, &hit.shares);
        Some(form.found(found, json::path(graph, &hit.path), facts))
    });
    RecallForm { question: &query.text, facts: facts.collect(), episodes: episodes.collect() }
}

fn print(
    page: &mut Page<'_>,
    reader: &Reader<'_>,
    query: &Query,
    found: &Recall,
) -> io::Result<()> {
    let reading = Reading { graph: reader, ontology: reader.ontology(), as_of: query.as_of() };
    if found.is_empty() {
        return page.line("nothing found");
    }
    if !found.facts.is_empty() {
        page.line("facts")?;
    }
    for hit in &found.facts {
        reading.fact(page, hit.id, &hit.fact)?;
    }
    if !found.episodes.is_empty() {
        page.line("episodes")?;
    }
    for (rank, hit) in found.episodes.iter().enumerate() {
        episode(page, &reading, &format!("{:>3}  ", rank + 1), hit)?;
    }
    Ok(())
}

/// One episode that was found: what was said, by which channels, and by way of what.
pub(super) fn episode(
    page: &mut Page<'_>,
    reading: &Reading<'_>,
    head: &str,
    hit: &EpisodeHit,
) -> io::Result<()> {
    let Some(episode) = reading.graph.episodes().get(&hit.id) else { return Ok(()) };
    reading.episode(page, &format!("{head}{:.2}  ", hit.score), head.len(), hit.id, episode)?;
    let indent = " ".repeat(head.len());
    page.wrapped(&format!("{indent}found by: "), &show::shares(&hit.shares))?;
    if !hit.path.is_empty() {
        let path = json::path(reading.graph, &hit.path).join(" > ");
        page.wrapped(&format!("{indent}by way of "), &path)?;
    }
    Ok(())
}
