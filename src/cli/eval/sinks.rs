//! The files that a measurement writes. Each is made beside its target before the long run, so that
//! it does not end for nothing, and takes the target's place when the run is done: a run that fails
//! leaves what was there. Never takes the place of a file that is read, that is written twice, or that
//! holds JSON of another kind.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hippograph::eval::markdown;
use hippograph::eval::report::Report;
use serde::Serialize;
use tempfile::NamedTempFile;

use super::super::{Outcome, is_broken_pipe};
use super::Outputs;

/// Where `--json` without a file writes.
pub(super) const STDOUT: &str = "-";

/// What tells two files apart, whatever they are called.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    #[cfg(unix)]
    Node(u64, u64),
    Path(PathBuf),
}

impl Identity {
    /// Of a file that is there, or could be; none of a stream, which has no content to lose.
    fn of(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(there) if there.is_file() => Some(Self::of_file(path, &there)),
            Ok(_) => None,
            Err(_) => {
                let beside = folder(path).canonicalize().ok()?;
                Some(Self::Path(beside.join(path.file_name()?)))
            }
        }
    }

    #[cfg(unix)]
    fn of_file(_: &Path, there: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self::Node(there.dev(), there.ino())
    }

    #[cfg(not(unix))]
    fn of_file(path: &Path, _: &fs::Metadata) -> Self {
        Self::Path(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether it leads to a stream of this process, even when that is turned into a file.
fn is_stream(path: &Path) -> bool {
    let own = Identity::of(path);
    path.starts_with("/dev/fd")
        || path.starts_with("/proc")
        || ["/dev/stdout", "/dev/stderr"].iter().any(|stream| {
            path == Path::new(stream) || own.is_some() && own == Identity::of(Path::new(stream))
        })
}

/// A file that is written, if it is wanted.
enum Sink {
    None,
    /// A stream, a pipe or a device.
    Direct(PathBuf, BufWriter<File>),
    /// Written beside the target, to take its place.
    Beside(PathBuf, BufWriter<NamedTempFile>),
}

impl Sink {
    fn create(path: Option<&Path>) -> anyhow::Result<Self> {
        path.map_or(Ok(Self::None), |path| Self::open(path).with_context(|| cannot_write(path)))
    }

    fn open(path: &Path) -> io::Result<Self> {
        let there = match fs::metadata(path) {
            Ok(there) => Some(there),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if is_stream(path) || there.as_ref().is_some_and(|there| !there.is_file()) {
            let file = OpenOptions::new().append(true).open(path)?;
            return Ok(Self::Direct(path.to_owned(), BufWriter::new(file)));
        }
        // A link stays a link: what it leads to is written.
        let target = if there.is_some() { path.canonicalize()? } else { path.to_owned() };
        let mut start = OsString::from(".");
        start.push(target.file_name().ok_or(ErrorKind::IsADirectory)?);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&start);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // As any new file: what the user's mask leaves.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        if there.is_some() {
            // What may not be written may not be replaced either.
            OpenOptions::new().write(true).open(&target)?;
        }
        let file = builder.tempfile_in(folder(&target))?;
        if let Some(there) = there {
            file.as_file().set_permissions(there.permissions())?;
        }
        Ok(Self::Beside(target, BufWriter::new(file)))
    }

    fn writer(&mut self) -> Option<&mut dyn Write> {
        match self {
            Self::None => None,
            Self::Direct(_, file) => Some(file),
            Self::Beside(_, file) => Some(file),
        }
    }

    fn write(&mut self, text: impl FnOnce() -> anyhow::Result<String>) -> anyhow::Result<()> {
        let path = match self {
            Self::None => return Ok(()),
            Self::Direct(path, _) | Self::Beside(path, _) => path.clone(),
        };
        let text = text()?;
        let done = self.writer().map_or(Ok(()), |file| file.write_all(text.as_bytes()));
        done.with_context(|| cannot_write(&path))
    }

    /// Lets what was written take the place of its target.
    fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::None => Ok(()),
            Self::Direct(path, mut file) => file.flush().with_context(|| cannot_write(&path)),
            Self::Beside(path, file) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error);
                let done = file.and_then(|file| Ok(file.persist(&path)?));
                done.map(drop).with_context(|| cannot_write(&path))
            }
        }
    }
}

impl Outputs {
    /// That there is nothing to measure, and where it may have gone.
    pub(super) fn nothing_to_measure(&self, wanted: &str, example: &str) -> anyhow::Error {
        let taken = self.json.as_deref().filter(|path| !is_stdout(path));
        let taken = taken.map_or_else(String::new, |path| {
            let path = path.display();
            format!("; {path} was taken as the file that --json writes, so put it before --json")
        });
        anyhow::anyhow!("{wanted} is missing{taken}; as in: hippograph eval {example}")
    }
}

/// Whether `path`, where something is to be written, holds JSON that we did not write: ours is an
/// object with the field `own`. What else is there may be replaced.
fn is_data(path: &Path, own: Option<&str>) -> bool {
    let whole = fs::metadata(path).is_ok_and(|there| there.is_file());
    let text = if whole { fs::read(path).unwrap_or_default() } else { Vec::new() };
    // A data set may be written a line at a time, or as Python does.
    let mut values = serde_json::Deserializer::from_slice(&text).into_iter::<serde_json::Value>();
    match values.next() {
        Some(Ok(serde_json::Value::Object(fields))) => {
            own.is_none_or(|own| !fields.contains_key(own))
        }
        Some(Ok(serde_json::Value::Array(elements))) => !elements.is_empty(),
        _ => false,
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
    /// Makes all that a report is written to, none of which may be one of the files that are `read`.
    pub(super) fn create<'p>(
        outputs: &Outputs,
        read: impl IntoIterator<Item = &'p Path>,
    ) -> anyhow::Result<Self> {
        Self::open(
            [
                ("--json", outputs.json.as_deref(), Some("systems")),
                ("--answers", outputs.answers.as_deref(), Some("system")),
                ("--report", outputs.report.as_deref(), None),
            ],
            read,
        )
    }

    /// The same for figures of times and their answers.
    pub(super) fn of_times<'p>(
        json: Option<&Path>,
        answers: Option<&Path>,
        read: impl IntoIterator<Item = &'p Path>,
    ) -> anyhow::Result<Self> {
        Self::open(
            [
                ("--json", json, Some("kinds")),
                ("--answers", answers, Some("expected")),
                ("--report", None, None),
            ],
            read,
        )
    }

    /// Each target with the option that names it and the field that tells our own.
    fn open<'p>(
        written: [(&'static str, Option<&Path>, Option<&'static str>); 3],
        read: impl IntoIterator<Item = &'p Path>,
    ) -> anyhow::Result<Self> {
        let mut taken: Vec<(Identity, String)> = read
            .into_iter()
            .filter_map(|path| Some((Identity::of(path)?, format!("{} is read", path.display()))))
            .collect();
        let written = written.map(|(option, path, own)| {
            (option, path.filter(|path| option != "--json" || !is_stdout(path)), own)
        });
        for (option, path, own) in written {
            let Some(path) = path else { continue };
            let Some(identity) = Identity::of(path) else { continue };
            if let Some((_, how)) = taken.iter().find(|(other, _)| *other == identity) {
                let path = path.display();
                anyhow::bail!("{option} would write over {path}: {how}; name another file");
            }
            if is_data(path, own) {
                let path = path.display();
                anyhow::bail!(
                    "{option} would write over {path}, which holds other JSON; name another file, or \
                     put what is measured before {option}"
                );
            }
            taken.push((identity, format!("{option} writes it")));
        }
        let [json, answers, report] = written.map(|(_, path, _)| Sink::create(path));
        Ok(Self { json: json?, answers: answers?, report: report? })
    }

    /// Where each answer goes.
    pub(super) fn answers(&mut self) -> Option<&mut dyn Write> {
        self.answers.writer()
    }

    /// Writes and prints the report, as JSON if no file is named for that. It is an error when its
    /// figures may not be believed, whatever became of the writing.
    pub(super) fn finish(
        self,
        report: &Report,
        outputs: &Outputs,
        out: &mut dyn Write,
    ) -> anyhow::Result<Outcome> {
        let sound =
            if outputs.allow_failures { report.sound_but_for_failures() } else { report.sound() };
        // That nobody reads to the end makes no figure better.
        match (sound, self.tell(report, outputs.json.as_deref(), Some(markdown::page), out)) {
            (Ok(()), told) => told?,
            (Err(unsound), Err(error)) if !is_broken_pipe(&error) => {
                return Err(anyhow::Error::from(unsound).context(format!("{error:#}")));
            }
            (Err(unsound), _) => return Err(unsound.into()),
        }
        Ok(Outcome::found(report.asked > 0))
    }

    /// Writes and prints figures, as JSON if no file is named for that.
    pub(super) fn tell<T: Serialize + Display>(
        mut self,
        figures: &T,
        target: Option<&Path>,
        page: Option<fn(&T) -> String>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let json = || Ok(serde_json::to_string_pretty(figures)? + "\n");
        self.json.write(json)?;
        if let Some(page) = page {
            self.report.write(|| Ok(page(figures)))?;
        }
        for sink in [self.json, self.report, self.answers] {
            sink.finish()?;
        }
        if target.is_some_and(is_stdout) {
            write!(out, "{}", json()?)?;
        } else {
            write!(out, "{figures}")?;
        }
        Ok(out.flush()?)
    }
}
