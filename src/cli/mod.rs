//! Commands: what a person types, one file a command. Data goes to standard output, talk to
//! standard error; the exit code is 0 for found, 1 for nothing found, 2 for an error. Never reads
//! the machine's clock or its source of randomness anywhere but in `open`.

mod bar;
mod check;
mod demo;
mod dump;
mod eval;
mod ingest;
mod inspect;
mod json;
mod name;
mod open;
mod page;
mod parse;
mod rebuild;
mod recall;
mod show;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use open::Global;

/// A temporal knowledge-graph memory: dialogue in, dated facts and multi-hop recall out.
#[derive(Debug, Parser)]
#[command(
    name = "hippograph",
    version,
    arg_required_else_help = true,
    after_help = "Exit codes: 0 found, 1 nothing found, 2 error.\n\n\
                  Example: hippograph ingest chat.jsonl && hippograph recall where does Ann work"
)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Ingest(ingest::Args),
    Recall(recall::Args),
    Inspect(inspect::Args),
    Dump(dump::Args),
    Check(check::Args),
    Rebuild(rebuild::Args),
    Eval(eval::Args),
    Demo(demo::Args),
    Parse(parse::Args),
}

/// Whether a command found what was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Found,
    Nothing,
    /// The command ran, and what it looked at is not in order.
    Faulty,
}

impl Outcome {
    fn found(any: bool) -> Self {
        if any { Self::Found } else { Self::Nothing }
    }
}

/// Runs the command that the process was started with.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nobody is left to tell when standard error is closed.
            let _closed = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let done = command(&cli, &mut out).and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match done {
        Ok(Outcome::Found) => ExitCode::SUCCESS,
        Ok(Outcome::Nothing) => ExitCode::from(1),
        Ok(Outcome::Faulty) => ExitCode::from(2),
        // Whoever read the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // As above.
            let _closed = writeln!(io::stderr(), "hippograph: {}", told(&error));
            ExitCode::from(2)
        }
    }
}

fn command(cli: &Cli, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let global = &cli.global;
    match &cli.command {
        Command::Ingest(args) => ingest::run(global, args, out),
        Command::Recall(args) => recall::run(global, args, out),
        Command::Inspect(args) => inspect::run(global, args, out),
        Command::Dump(args) => dump::run(global, args, out),
        Command::Check(args) => check::run(global, args, out),
        Command::Rebuild(args) => rebuild::run(global, args),
        Command::Eval(args) => eval::run(global, args, out),
        Command::Demo(args) => demo::run(global, args, out),
        Command::Parse(args) => parse::run(args, out),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// An error and its causes on one line. A cause that the line before it tells already is left out.
fn told(error: &anyhow::Error) -> String {
    let mut told = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        if !told.contains(&text) {
            told.push_str(": ");
            told.push_str(&text);
        }
        cause = error.source();
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_commands_are_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_cause_is_told_once() {
        let error = anyhow::anyhow!("no such file").context("cannot read x: no such file");
        assert_eq!(told(&error), "cannot read x: no such file");
        let error = anyhow::anyhow!("no such file").context("cannot read x");
        assert_eq!(told(&error), "cannot read x: no such file");
    }
}
