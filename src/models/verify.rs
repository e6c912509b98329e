//! Is a file the pinned one? By sha256, or by a record that it was found so and has not been
//! touched since. Never trusts a file whose length differs.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use sha2::{Digest as _, Sha256};

use super::error::ByHand;
use super::{ModelError, Package, Progress, WantedFile};

/// What was found of the files of a package in a folder.
pub(super) enum Found {
    /// All there and right.
    Whole,
    /// This one is not there.
    Missing(PathBuf),
    /// This one is another file.
    Wrong { path: PathBuf, wanted: String, found: String },
}

/// Looks for the files of `package` in `folder`. `record` is where it was written down that they
/// are right, and is written anew when they had to be read; that it cannot be written costs the
/// reading next time and is no error.
pub(super) fn look(
    package: &Package<'_>,
    folder: &Path,
    record: Option<&Path>,
    progress: &mut dyn Progress,
) -> Result<Found, ModelError> {
    let mut lines = String::new();
    for file in package.files {
        let path = folder.join(file.path);
        match line(file, &path) {
            Ok(line) => lines.push_str(&line),
            Err(source) if is_absence(&source) => return Ok(Found::Missing(path)),
            Err(source) => return Err(io("look at", &path, source, package)),
        }
    }
    if record.is_some_and(|record| std::fs::read_to_string(record).is_ok_and(|it| it == lines)) {
        return Ok(Found::Whole);
    }
    for file in package.files {
        let path = folder.join(file.path);
        let found = sha256(&path, file.path, progress)
            .map_err(|source| io("read", &path, source, package))?;
        if found != file.sha256 {
            return Ok(Found::Wrong { path, wanted: file.sha256.to_owned(), found });
        }
    }
    if let Some(record) = record {
        let _cost_only = super::cache::write_whole(record, lines.as_bytes());
    }
    Ok(Found::Whole)
}

/// What a record says of a file: its pinned sha256, and its length and time at the moment.
fn line(file: &WantedFile<'_>, path: &Path) -> std::io::Result<String> {
    let meta = std::fs::metadata(path)?;
    if !meta.is_file() {
        return Err(std::io::ErrorKind::NotFound.into());
    }
    let time = meta.modified()?.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    Ok(format!("{} {} {time} {}\n", file.sha256, meta.len(), file.path))
}

/// The sha256 of a file in lower-case hexadecimal digits.
fn sha256(path: &Path, name: &str, progress: &mut dyn Progress) -> std::io::Result<String> {
    let mut file = File::open(path)?;
    let total = Some(file.metadata()?.len());
    let what = format!("verifying {name}");
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 20];
    let mut done = 0;
    progress.step(&what, 0, total);
    loop {
        let count = match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        hash.update(buffer.get(..count).unwrap_or_default());
        done += count as u64;
        progress.step(&what, done, total);
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

pub(super) fn is_absence(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

pub(super) fn io(
    doing: &'static str,
    path: &Path,
    source: std::io::Error,
    package: &Package<'_>,
) -> ModelError {
    ModelError::Io { doing, path: path.to_owned(), source, by_hand: ByHand::of(package) }
}

pub(super) fn unwritable(
    doing: &'static str,
    path: &Path,
    source: std::io::Error,
    package: &Package<'_>,
) -> ModelError {
    ModelError::Unwritable { doing, path: path.to_owned(), source, by_hand: ByHand::of(package) }
}
