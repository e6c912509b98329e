//! Files put into place whole: written under another name in the same file system, then
//! renamed. Never leaves a half-written file under a name that is looked for.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How passing names begin.
const PASSING: &str = ".passing-";
/// What is older than this is of no process that runs.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A folder of one process and one use of it, removed with all it holds when dropped.
#[derive(Debug)]
pub(super) struct Workshop {
    path: PathBuf,
}

impl Workshop {
    /// A new empty folder in `parent`, which is made if need be.
    pub(super) fn new(parent: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(parent)?;
        loop {
            let path = parent.join(passing_name());
            match std::fs::create_dir(&path) {
                Ok(()) => {
                    remove_litter(parent, &path);
                    return Ok(Self { path });
                }
                // Left by a process of the same number that was killed.
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // What cannot be removed is only litter: nothing is ever looked for in it.
        let _litter = std::fs::remove_dir_all(&self.path);
    }
}

/// Removes what a process left in `parent` that was killed a day or more before `new` was made.
/// What cannot be removed is left.
fn remove_litter(parent: &Path, new: &Path) {
    let modified = |path: &Path| std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
    let Some(now) = modified(new) else { return };
    for entry in std::fs::read_dir(parent).into_iter().flatten().filter_map(Result::ok) {
        let passing = entry.file_name().to_string_lossy().starts_with(PASSING);
        let age = modified(&entry.path()).and_then(|then| now.duration_since(then).ok());
        if passing && age.is_some_and(|age| age >= DAY) {
            let _left = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Writes a file so that whoever reads it sees all of it or what was there before.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let Some(parent) = path.parent() else {
        return Err(std::io::ErrorKind::InvalidInput.into());
    };
    std::fs::create_dir_all(parent)?;
    let passing = parent.join(passing_name());
    let written = File::create(&passing)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&passing, path));
    if written.is_err() {
        let _litter = std::fs::remove_file(&passing);
    }
    written
}

/// A name that no other process alive and no other call in this one uses.
fn passing_name() -> String {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    format!("{PASSING}{}-{call}", std::process::id())
}
