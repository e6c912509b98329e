//! Truth: the records of every namespace, on disk. Nothing here extracts, embeds or ranks, and
//! nothing is acknowledged before it is flushed.

mod changes;
mod kv;
mod sled_kv;
#[cfg(test)]
pub(crate) mod beneath;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use graph_schema::key::{Key, Kind, MetaItem, NameHash, Prefix};
use graph_schema::record::{Header, LastNamespace, Namespace};
use graph_schema::{DecodeError, NamespaceId, Record};

pub use changes::Changes;
pub(crate) use changes::DERIVED;
pub use kv::{Batch, Entry, KeyValue};
pub use sled_kv::Sled;

/// The version of the whole format that this program writes.
pub const FORMAT: u32 = 1;

/// What went wrong with the store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Another process, or another `Memory` of this one, has the store open.
    #[error("the store {dir} is in use by another process; wait until it ends, or name another store", dir = dir.display())]
    InUse {
        /// The store's directory.
        dir: PathBuf,
    },
    /// The engine beneath failed.
    #[error("cannot {action} the store {dir}; check the disk's space and rights, then run `hippograph check`", dir = dir.display())]
    Engine {
        /// The store's directory.
        dir: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the engine said.
        #[source]
        source: Box<sled::Error>,
    },
    /// The engine's file is cut short or overwritten.
    #[error("the store {dir} is torn beyond what its log can mend; restore it from a dump or a copy", dir = dir.display())]
    Torn {
        /// The store's directory.
        dir: PathBuf,
    },
    /// An earlier write failed, so that it is not known what of it is on disk.
    #[error(
        "nothing more is written, for an earlier write to the store failed; open the store again, then run `hippograph check`"
    )]
    Unsettled,
    /// A record's bytes cannot be read.
    #[error("the record under {key:?} cannot be read; `hippograph check` tells what to do")]
    Damaged {
        /// Where it lies.
        key: Key,
        /// What is wrong with it.
        #[source]
        source: DecodeError,
    },
    /// A key that no version of hippograph writes.
    #[error(
        "an unknown key {bytes:02x?} in the store; it was written by a newer hippograph, or is no hippograph store"
    )]
    UnknownKey {
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// A directory with something else in it.
    #[error("{dir} holds files and is no hippograph store; name an empty or new directory", dir = dir.display())]
    NotAStore {
        /// The directory.
        dir: PathBuf,
    },
    /// There is no store.
    #[error("there is no store at {dir}; `hippograph ingest` makes one", dir = dir.display())]
    Missing {
        /// The directory.
        dir: PathBuf,
    },
    /// The store is of another format.
    #[error(
        "the store has format {found}, and this program writes format {FORMAT}; open it with the hippograph that made it and dump it"
    )]
    Format {
        /// The store's format.
        found: u32,
    },
    /// The store's vectors come from another embedder.
    #[error(
        "the store was built with embedder {stored} ({stored_dimensions}), opened with {given} ({given_dimensions}); open it with the first, or dump it and ingest the dump into a new store"
    )]
    Embedder {
        /// The store's embedder.
        stored: String,
        /// The length of its vectors.
        stored_dimensions: u32,
        /// The embedder it was opened with.
        given: String,
        /// The length of that one's vectors.
        given_dimensions: u32,
    },
    /// A new namespace needs a name.
    #[error("a namespace needs a name that is not empty")]
    NamelessNamespace,
    /// All numbers for namespaces are given out.
    #[error("the store has no number left for another namespace; make a new store")]
    NoNumberLeft,
}

/// Which embedder a store's vectors come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbedderId {
    /// Its id.
    pub id: String,
    /// The length of its vectors.
    pub dimensions: u32,
}

/// Makes the keyed hashes under which names are found.
#[derive(Debug, Clone)]
pub struct NameHasher {
    secret: [u8; 32],
    namespace: NamespaceId,
}

/// What a name is the name of: the same text hashes apart for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum NameOf {
    /// A namespace.
    Namespace = 1,
    /// A session.
    Session = 2,
    /// An episode, by the id its source gave it.
    Episode = 3,
    /// An episode without an id, by its content.
    Content = 4,
    /// An entity, by one of its names, normalised.
    Entity = 5,
}

impl NameHasher {
    /// The hash of `name`: BLAKE3, keyed with the store's secret, cut to 16 bytes.
    pub fn hash(&self, of: NameOf, name: &str) -> NameHash {
        let mut hasher = blake3::Hasher::new_keyed(&self.secret);
        hasher.update(&self.namespace.get().to_be_bytes());
        hasher.update(&[of as u8]);
        hasher.update(name.as_bytes());
        let mut hash = [0; 16];
        hasher.finalize_xof().fill(&mut hash);
        NameHash(hash)
    }
}

/// The records of every namespace.
pub struct Store {
    kv: Box<dyn KeyValue>,
    header: Header,
    /// Whether a write failed. What of it the engine holds is unknown, and may be ahead of what is
    /// in memory: ids given out after it could be given out twice. So nothing is written any more.
    unsettled: AtomicBool,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("format", &self.header.format).finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the store in `dir`. One that is not there yet is made if `create` gives its secret.
    ///
    /// # Errors
    /// When it is in use, is no store, is missing and not to be made, or has another format or
    /// embedder.
    pub fn open(
        dir: &Path,
        embedder: &EmbedderId,
        create: Option<[u8; 32]>,
    ) -> Result<Self, StoreError> {
        // The engine's two files. It makes what is missing, so it is not let near anything else.
        let made = ["db", "conf"].iter().all(|file| dir.join(file).is_file());
        if !made {
            if create.is_none() {
                return Err(StoreError::Missing { dir: dir.to_owned() });
            }
            if std::fs::read_dir(dir).is_ok_and(|mut files| files.next().is_some()) {
                return Err(StoreError::NotAStore { dir: dir.to_owned() });
            }
        }
        Self::over(Box::new(Sled::open(dir)?), dir, embedder, create)
    }

    fn over(
        kv: Box<dyn KeyValue>,
        dir: &Path,
        embedder: &EmbedderId,
        create: Option<[u8; 32]>,
    ) -> Result<Self, StoreError> {
        let key = Key::Meta(MetaItem::Header);
        let header = match (get::<Header>(&*kv, key)?, create) {
            (Some(header), _) => header,
            (None, _) if !kv.is_empty()? => {
                return Err(StoreError::NotAStore { dir: dir.to_owned() });
            }
            (None, None) => return Err(StoreError::Missing { dir: dir.to_owned() }),
            (None, Some(secret)) => {
                let header = Header {
                    format: FORMAT,
                    embedder: embedder.id.clone(),
                    dimensions: embedder.dimensions,
                    secret,
                };
                let mut batch = Batch::default();
                batch.put(key, &header);
                kv.apply(batch)?;
                kv.flush()?;
                header
            }
        };
        if header.format != FORMAT {
            return Err(StoreError::Format { found: header.format });
        }
        if header.embedder != embedder.id || header.dimensions != embedder.dimensions {
            return Err(StoreError::Embedder {
                stored: header.embedder,
                stored_dimensions: header.dimensions,
                given: embedder.id.clone(),
                given_dimensions: embedder.dimensions,
            });
        }
        Ok(Self { kv, header, unsettled: AtomicBool::new(false) })
    }

    /// What makes the name hashes of a namespace.
    pub fn hasher(&self, namespace: NamespaceId) -> NameHasher {
        NameHasher { secret: self.header.secret, namespace }
    }

    /// Every namespace, in the order of their numbers.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn namespaces(&self) -> Result<Vec<Namespace>, StoreError> {
        let mut all = Vec::new();
        for entry in self.kv.scan(&Prefix::kind(NamespaceId::STORE, Kind::Namespace)) {
            let (key, bytes) = entry?;
            all.push(decode::<Namespace>(key, &bytes)?);
        }
        all.sort_by_key(|ns| ns.id);
        Ok(all)
    }

    /// The number of the namespace called `name`, if there is one.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn namespace(&self, name: &str) -> Result<Option<NamespaceId>, StoreError> {
        Ok(get::<Namespace>(&*self.kv, self.namespace_key(name))?.map(|ns| ns.id))
    }

    /// The number of the namespace called `name`, which is made if it is not there. Callers must
    /// not run two of these at once.
    ///
    /// # Errors
    /// When `name` is empty, or the store cannot be read or written.
    pub fn make_namespace(&self, name: &str) -> Result<NamespaceId, StoreError> {
        if let Some(id) = self.namespace(name)? {
            return Ok(id);
        }
        if name.is_empty() {
            return Err(StoreError::NamelessNamespace);
        }
        let counter = Key::Meta(MetaItem::LastNamespace);
        let last = get::<LastNamespace>(&*self.kv, counter)?.map_or(0, |last| last.0.get());
        let id = NamespaceId::new(last.checked_add(1).ok_or(StoreError::NoNumberLeft)?);
        let mut batch = Batch::default();
        batch.put(counter, &LastNamespace(id));
        batch.put(self.namespace_key(name), &Namespace { id, name: name.to_owned() });
        self.write(batch)?;
        Ok(id)
    }

    fn namespace_key(&self, name: &str) -> Key {
        Key::Namespace(self.hasher(NamespaceId::STORE).hash(NameOf::Namespace, name))
    }

    /// Every record of a namespace.
    ///
    /// # Errors
    /// When the store cannot be read or a record is damaged.
    pub fn read(&self, namespace: NamespaceId) -> Result<Changes, StoreError> {
        Changes::read(&*self.kv, namespace)
    }

    /// Every record of a namespace that is not derived from others. Derived ones may be beyond
    /// reading: they are not looked at.
    ///
    /// # Errors
    /// When the store cannot be read or a record that is not derived is damaged.
    pub fn read_truth(&self, namespace: NamespaceId) -> Result<Changes, StoreError> {
        Changes::read_truth(&*self.kv, namespace)
    }

    /// Every record of a namespace, but for unknown keys and damaged derived records: to check
    /// what is left, never to answer from.
    ///
    /// # Errors
    /// When the store cannot be read or a record that is not derived is damaged.
    pub fn read_sound(&self, namespace: NamespaceId) -> Result<Changes, StoreError> {
        Changes::read_sound(&*self.kv, namespace)
    }

    /// Every namespace whose record can be read, in the order of their numbers: to check what is
    /// left.
    ///
    /// # Errors
    /// When the store cannot be scanned at all.
    pub fn sound_namespaces(&self) -> Result<Vec<Namespace>, StoreError> {
        let mut all = Vec::new();
        for entry in self.kv.scan(&Prefix::kind(NamespaceId::STORE, Kind::Namespace)) {
            match entry {
                Ok((_, bytes)) => all.extend(Namespace::decode(&bytes)),
                Err(StoreError::UnknownKey { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        all.sort_by_key(|ns| ns.id);
        Ok(all)
    }

    /// Every key or record of the whole store that cannot be read.
    ///
    /// # Errors
    /// When the store cannot be scanned at all.
    pub fn damage(&self) -> Result<Vec<StoreError>, StoreError> {
        let mut damage = Vec::new();
        for entry in self.kv.scan(&Prefix::everything()) {
            match entry {
                Ok((key, bytes)) => {
                    if let Err(source) = changes::readable(key, &bytes) {
                        damage.push(StoreError::Damaged { key, source });
                    }
                }
                Err(unknown @ StoreError::UnknownKey { .. }) => damage.push(unknown),
                Err(error) => return Err(error),
            }
        }
        Ok(damage)
    }

    /// Writes `changes` into a namespace, all or nothing, and returns once they are on disk.
    ///
    /// # Errors
    /// When the disk refuses, or has refused before: nothing of the changes is then acknowledged,
    /// and the store takes no more until it is opened again.
    pub fn commit(&self, namespace: NamespaceId, changes: &Changes) -> Result<(), StoreError> {
        self.write(changes.batch(namespace))
    }

    /// Puts `changes` in place of all derived records of a namespace, all or nothing.
    ///
    /// # Errors
    /// When the store cannot be read or written; after a failed write it takes no more until it is
    /// opened again.
    pub fn replace_derived(
        &self,
        namespace: NamespaceId,
        changes: &Changes,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        for kind in changes::DERIVED {
            for entry in self.kv.scan(&Prefix::kind(namespace, kind)) {
                batch.delete(entry?.0);
            }
        }
        batch.operations.extend(changes.batch(namespace).operations);
        self.write(batch)
    }

    fn write(&self, batch: Batch) -> Result<(), StoreError> {
        if self.unsettled.load(Ordering::Acquire) {
            return Err(StoreError::Unsettled);
        }
        let written = self.kv.apply(batch).and_then(|()| self.kv.flush());
        if written.is_err() {
            self.unsettled.store(true, Ordering::Release);
        }
        written
    }
}

fn get<R: Record>(kv: &dyn KeyValue, key: Key) -> Result<Option<R>, StoreError> {
    kv.get(&key)?.map(|bytes| decode(key, &bytes)).transpose()
}

fn decode<R: Record>(key: Key, bytes: &[u8]) -> Result<R, StoreError> {
    R::decode(bytes).map_err(|source| StoreError::Damaged { key, source })
}
