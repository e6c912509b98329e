//! The embedded default: sled 0.34, one tree, no compression. Knows nothing of what keys mean.

use std::path::{Path, PathBuf};

use graph_schema::key::{Key, Prefix};

use super::StoreError;
use super::kv::{Batch, Entry, KeyValue};

/// What sled calls the one tree that is used.
const DEFAULT_TREE: &[u8] = b"__sled__default";

/// A sled database in a directory. sled locks it to one process.
#[derive(Debug)]
pub struct Sled {
    db: sled::Db,
    dir: PathBuf,
}

impl Sled {
    /// Opens the database in `dir`, which is made if it is not there.
    ///
    /// # Errors
    /// When another process has it open, or it cannot be read.
    pub fn open(dir: &Path) -> Result<Self, StoreError> {
        let db = match open(dir) {
            Err(StoreError::Engine { source, .. })
                if matches!(*source, sled::Error::Corruption { .. }) && drop_snapshots(dir) =>
            {
                open(dir)?
            }
            opened => opened?,
        };
        Ok(Self { db, dir: dir.to_owned() })
    }

    fn failed(&self, action: &'static str, source: sled::Error) -> StoreError {
        failed(&self.dir, action, source)
    }
}

/// Opens the database. sled panics on some torn files; that is an error like others here.
fn open(dir: &Path) -> Result<sled::Db, StoreError> {
    let config = sled::Config::new()
        .path(dir)
        .use_compression(false)
        .flush_every_ms(None)
        .cache_capacity(64 << 20);
    let opened = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| config.open()));
    match opened {
        Ok(Ok(db)) => Ok(db),
        Ok(Err(sled::Error::Io(error))) if error.to_string().contains("acquire lock") => {
            Err(StoreError::InUse { dir: dir.to_owned() })
        }
        Ok(Err(source)) => Err(failed(dir, "open", source)),
        Err(_) => Err(StoreError::Torn { dir: dir.to_owned() }),
    }
}

/// Removes sled's snapshots, which only spare it the reading of its log: one that a full disk cut
/// short makes it refuse a log that is whole. Says whether there was one.
fn drop_snapshots(dir: &Path) -> bool {
    let files = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let snapshots = files.filter(|f| f.file_name().to_string_lossy().starts_with("snap."));
    snapshots.filter(|file| std::fs::remove_file(file.path()).is_ok()).count() > 0
}

fn failed(dir: &Path, action: &'static str, source: sled::Error) -> StoreError {
    StoreError::Engine { dir: dir.to_owned(), action, source: Box::new(source) }
}

impl KeyValue for Sled {
    fn get(&self, key: &Key) -> Result<Option<Vec<u8>>, StoreError> {
        let found = self.db.get(key.encode()).map_err(|e| self.failed("read", e))?;
        Ok(found.map(|bytes| bytes.to_vec()))
    }

    fn scan(&self, prefix: &Prefix) -> Box<dyn Iterator<Item = Entry> + '_> {
        Box::new(self.db.scan_prefix(prefix.encode()).map(|entry| {
            let (key, value) = entry.map_err(|e| self.failed("scan", e))?;
            let key =
                Key::decode(&key).ok_or_else(|| StoreError::UnknownKey { bytes: key.to_vec() })?;
            Ok((key, value.to_vec()))
        }))
    }

    fn is_empty(&self) -> Result<bool, StoreError> {
        // Any other tree is another program's.
        let own = self.db.tree_names().iter().all(|name| &**name == DEFAULT_TREE);
        let first = self.db.first().map_err(|e| self.failed("read", e))?;
        Ok(own && first.is_none())
    }

    fn apply(&self, batch: Batch) -> Result<(), StoreError> {
        let mut operations = sled::Batch::default();
        for (key, value) in batch.operations {
            match value {
                Some(value) => operations.insert(key.encode(), value),
                None => operations.remove(key.encode()),
            }
        }
        self.db.apply_batch(operations).map_err(|e| self.failed("write", e))
    }

    fn flush(&self) -> Result<(), StoreError> {
        self.db.flush().map(drop).map_err(|e| self.failed("flush", e))
    }
}
