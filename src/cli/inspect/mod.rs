//! `hippograph inspect`: what a namespace holds. Reads only, and never loads a model.

mod entity;
mod episode;
mod fact;
mod path;
mod stats;

use std::io::{self, Write};

use anyhow::Context as _;
use clap::Subcommand;
use hippograph::graph::truth::AsOf;
use hippograph::memory::Reader;
use hippograph::schema::Moment;
use serde::Serialize;

use super::open::{Global, Weights};
use super::page::Page;
use super::show::{self, Reading};
use super::{Outcome, json, name};

pub(super) use entity::by_mentions;
pub(super) use stats::Stats;

/// Look at what a namespace holds.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: hippograph inspect facts --subject Ann --predicate works_at --all"
)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,

    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Counts of everything.
    Stats,
    /// The namespaces of the store.
    Namespaces,
    /// The sessions of the namespace.
    Sessions,
    Entities(entity::ListArgs),
    Entity(entity::OneArgs),
    Facts(fact::ListArgs),
    Fact(fact::OneArgs),
    Episode(episode::Args),
    Path(path::Args),
}

/// The two times that a reading is made for.
#[derive(Debug, clap::Args)]
struct Times {
    /// Only what held in the world at this time.
    #[arg(long, value_name = "INSTANT")]
    valid: Option<Moment>,

    /// Only what the memory believed at this time.
    #[arg(long, value_name = "INSTANT")]
    known: Option<Moment>,
}

impl Times {
    fn as_of(&self) -> AsOf {
        AsOf { valid: self.valid, known: self.known }
    }
}

/// What an inspection prints to.
struct Desk<'a> {
    reader: &'a Reader<'a>,
    json: bool,
    out: &'a mut dyn Write,
}

impl<'a> Desk<'a> {
    fn reading(&self, as_of: AsOf) -> Reading<'a> {
        Reading { graph: self.reader, ontology: self.reader.ontology(), as_of }
    }

    fn page(&mut self) -> Page<'_> {
        Page::new(&mut *self.out)
    }

    fn json(&mut self, form: &impl Serialize) -> anyhow::Result<()> {
        Ok(json::print(self.out, form)?)
    }

    /// Says that there is none such: `sentence` goes to standard error, whoever wants JSON gets
    /// `null`.
    fn nothing(&mut self, sentence: &str) -> anyhow::Result<Outcome> {
        if self.json {
            self.json(&())?;
        }
        // Whoever closed standard error wants no talk.
        let _closed = writeln!(io::stderr(), "hippograph: {sentence}");
        Ok(Outcome::Nothing)
    }

    /// Says that no entity is called `typed`, and which are called something like it.
    fn unknown_entity(&mut self, typed: &str) -> anyhow::Result<Outcome> {
        let names = self.reader.entities().values().map(|entity| entity.name.as_str());
        let sentence = name::unknown("entity", typed, names);
        self.nothing(&sentence)
    }
}

pub(super) fn run(global: &Global, args: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let memory = global.existing(Weights::NotWanted)?;
    if matches!(args.what, What::Namespaces) {
        let names = memory.namespaces()?;
        if args.json {
            json::print(out, &names)?;
        } else {
            names.iter().try_for_each(|name| writeln!(out, "{name}")).context("cannot print")?;
        }
        return Ok(Outcome::found(!names.is_empty()));
    }
    let namespace = global.namespace(&memory)?;
    let reader = namespace.read();
    let mut desk = Desk { reader: &reader, json: args.json, out };
    match &args.what {
        What::Stats | What::Namespaces => stats::stats(&mut desk, namespace.name()),
        What::Sessions => stats::sessions(&mut desk),
        What::Entities(args) => entity::list(&mut desk, args),
        What::Entity(args) => entity::one(&mut desk, args),
        What::Facts(args) => fact::list(&mut desk, args),
        What::Fact(args) => fact::one(&mut desk, args),
        What::Episode(args) => episode::one(&mut desk, args),
        What::Path(args) => path::path(&mut desk, args),
    }
}
