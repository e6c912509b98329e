//! The narrow face of an ordered key-value store: get, scan a typed prefix, apply an atomic batch,
//! flush. Knows keys, not records.

use graph_schema::Record;
use graph_schema::key::{Key, Prefix};

use super::StoreError;

/// What a scan yields: a key and its record's bytes.
pub type Entry = Result<(Key, Vec<u8>), StoreError>;

/// Puts and deletions that take effect together or not at all.
#[derive(Debug, Default)]
pub struct Batch {
    pub(super) operations: Vec<(Key, Option<Vec<u8>>)>,
}

impl Batch {
    /// Puts `record` under `key`.
    pub fn put<R: Record>(&mut self, key: Key, record: &R) {
        self.operations.push((key, Some(record.encode())));
    }

    /// Deletes what is under `key`.
    pub fn delete(&mut self, key: Key) {
        self.operations.push((key, None));
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }
}

/// An ordered key-value store.
pub trait KeyValue: Send + Sync {
    /// The bytes under `key`, if any.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn get(&self, key: &Key) -> Result<Option<Vec<u8>>, StoreError>;

    /// Every entry under `prefix`, in the order of the keys.
    fn scan(&self, prefix: &Prefix) -> Box<dyn Iterator<Item = Entry> + '_>;

    /// Whether nothing at all lies in it: no entry, and nothing that another program put there.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn is_empty(&self) -> Result<bool, StoreError>;

    /// Applies all of `batch`, or nothing. It is on disk only after [`flush`](Self::flush).
    ///
    /// # Errors
    /// When the store cannot be written.
    fn apply(&self, batch: Batch) -> Result<(), StoreError>;

    /// Returns once all that was applied is on disk.
    ///
    /// # Errors
    /// When the disk refuses.
    fn flush(&self) -> Result<(), StoreError>;
}
