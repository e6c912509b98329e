//! Runs the built program in a directory of its own, and keeps what came of it.

#[path = "../../src/store/beneath.rs"]
mod beneath;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// What the program is told that the time is.
pub(crate) const NOW: &str = "2025-01-01T00:00:00Z";

/// A directory with a store, files, and the program.
pub(crate) struct Room(tempfile::TempDir);

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// The same, if it ended with this exit code.
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "out:\n{}\nerr:\n{}", self.out, self.err);
        self
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("talk is UTF-8"),
        }
    }
}

impl Room {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory of its own"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file.
    pub(crate) fn file(&self, name: &str, content: &str) {
        std::fs::write(self.path(name), content).expect("the directory can be written");
    }

    /// Runs the program on the room's store, with an embedder that needs no weights.
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, b"")
    }

    /// The same, with this standard input.
    pub(crate) fn run_with(&self, args: &[&str], input: &[u8]) -> Ran {
        finish(self.start(args), input)
    }

    /// Runs the program on the room's store; all else is up to `args`.
    pub(crate) fn run_plain(&self, args: &[&str]) -> Ran {
        finish(self.command(args).spawn().expect("the program starts"), b"")
    }

    /// Runs the program on a machine that has no models and no Python to fetch them with.
    pub(crate) fn run_without_models(&self, args: &[&str]) -> Ran {
        let mut command = self.command(args);
        command.env_remove("HIPPOGRAPH_MODEL_DIR").env_remove("HIPPOGRAPH_PARSER_DIR");
        command.env("HOME", self.0.path()).env("XDG_CACHE_HOME", self.0.path().join("cache"));
        command.env("PATH", self.0.path());
        finish(command.spawn().expect("the program starts"), b"")
    }

    /// Runs the program, whose standard output nobody reads.
    pub(crate) fn run_unread(&self, args: &[&str]) -> Ran {
        let mut child = self.start(args);
        drop(child.stdout.take());
        finish(child, b"")
    }

    /// Starts the program on the room's store, with an embedder that needs no weights.
    pub(crate) fn start(&self, args: &[&str]) -> Child {
        let mut command = self.command(&["--embedder", "hashed", "--parser", "none", "--now", NOW]);
        command.args(args).spawn().expect("the program starts")
    }

    /// The namespace `default` as its dump.
    #[track_caller]
    pub(crate) fn dump(&self) -> String {
        self.run(&["dump"]).ends(0).out
    }

    /// Changes the engine's own database of the room's store, made if it is not there. Nobody has it
    /// open before and after.
    pub(crate) fn beneath(&self, change: impl FnOnce(&sled::Db)) {
        beneath::beneath(&self.path("store"), change);
    }

    /// Waits until nobody has the room's store open, not even a program that another test is just
    /// starting.
    pub(crate) fn wait_for_lock(&self) {
        beneath::wait_for_lock(&self.path("store"));
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(Path::new(env!("CARGO_BIN_EXE_hippograph")));
        command.current_dir(self.0.path()).env("HIPPOGRAPH_STORE", "store").args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

fn finish(mut child: Child, input: &[u8]) -> Ran {
    if let Some(mut stdin) = child.stdin.take() {
        // A program that ends before it has read its input is judged by its exit code.
        let _early = stdin.write_all(input);
    }
    child.wait_with_output().expect("the program ends").into()
}

/// So many turns as JSON lines, `t1` and on, some with names and facts.
pub(crate) fn lines(turns: usize) -> String {
    let people = ["Ann", "Bob", "Cleo", "Dan"];
    let towns = ["Oslo", "Porto", "Ghent", "Leeds", "Turku"];
    let mut lines = String::new();
    for n in 1..=turns {
        let pick = |of: &[&'static str], step: usize| *of.get(n / step % of.len()).unwrap_or(&"");
        let (person, town) = (pick(&people, 1), pick(&towns, 3));
        let text = match n % 5 {
            0 => format!("I live in {town}."),
            1 => format!("My sister {} works at Firm{}.", pick(&people, 2), n % 40),
            2 => format!("I went to {town} yesterday, number {n}."),
            3 => "lol ok".to_owned(),
            _ => format!("I like chess and bread {n}."),
        };
        let (session, day, minute) = (n / 50, 1 + n / 50 % 28, n % 50);
        writeln!(
            lines,
            "{{\"session\":\"s{session}\",\"id\":\"t{n}\",\"speaker\":\"{person}\",\
             \"said_at\":\"2024-03-{day:02}T10:{minute:02}\",\"text\":\"{text}\"}}"
        )
        .expect("a string takes all");
    }
    lines
}
