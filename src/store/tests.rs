//! What the store does when the engine beneath fails, or belongs to another program.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use graph_schema::EntityId;
use graph_schema::record::{Counters, Synonymy};
use parking_lot::Mutex;

use super::beneath::{beneath, wait_for_lock};
use super::*;

/// A store in memory, of whose next flushes as many fail as it is told.
#[derive(Clone, Default)]
struct Weak {
    entries: Arc<Mutex<BTreeMap<Vec<u8>, Vec<u8>>>>,
    failures: Arc<AtomicUsize>,
}

impl KeyValue for Weak {
    fn get(&self, key: &Key) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.entries.lock().get(&key.encode()).cloned())
    }

    fn scan(&self, prefix: &Prefix) -> Box<dyn Iterator<Item = Entry> + '_> {
        let (prefix, entries) = (prefix.encode(), self.entries.lock().clone());
        let inside = entries.into_iter().filter(move |(key, _)| key.starts_with(&prefix));
        Box::new(inside.map(|(key, value)| match Key::decode(&key) {
            Some(key) => Ok((key, value)),
            None => Err(StoreError::UnknownKey { bytes: key }),
        }))
    }

    fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.entries.lock().is_empty())
    }

    fn apply(&self, batch: Batch) -> Result<(), StoreError> {
        let mut entries = self.entries.lock();
        for (key, value) in batch.operations {
            match value {
                Some(value) => entries.insert(key.encode(), value),
                None => entries.remove(&key.encode()),
            };
        }
        Ok(())
    }

    fn flush(&self) -> Result<(), StoreError> {
        let fails = |left: usize| left.checked_sub(1);
        if self.failures.fetch_update(Ordering::AcqRel, Ordering::Acquire, fails).is_err() {
            return Ok(());
        }
        let source = Box::new(sled::Error::Unsupported("a full disk".to_owned()));
        Err(StoreError::Engine { dir: PathBuf::from("weak"), action: "flush", source })
    }
}

fn embedder() -> EmbedderId {
    EmbedderId { id: "none".to_owned(), dimensions: 4 }
}

fn over(weak: &Weak) -> Store {
    let kv = Box::new(weak.clone());
    Store::over(kv, Path::new("weak"), &embedder(), Some([0; 32])).expect("an empty store")
}

fn counters(episode: u64) -> Changes {
    let counters = Counters { episode, ..Counters::default() };
    Changes { counters: Some(counters), ..Changes::default() }
}

#[test]
fn after_a_write_that_failed_nothing_is_written_until_the_store_is_opened_again() {
    let weak = Weak::default();
    let store = over(&weak);
    let ns = store.make_namespace("a").unwrap();
    store.commit(ns, &counters(2)).unwrap();
    weak.failures.store(1, Ordering::Release);
    let failed = store.commit(ns, &counters(3)).unwrap_err().to_string();
    assert!(failed.contains("cannot flush"), "{failed}");
    // The engine took the batch and would flush the next one: its ids would be given out twice.
    let before = weak.entries.lock().clone();
    let refused = [
        store.commit(ns, &counters(9)).unwrap_err(),
        store.replace_derived(ns, &counters(9)).unwrap_err(),
        store.make_namespace("b").unwrap_err(),
    ];
    for error in refused {
        assert!(error.to_string().contains("open the store again"), "{error}");
    }
    assert_eq!(*weak.entries.lock(), before);
    let again = over(&weak);
    assert_eq!(again.read(ns).unwrap().counters.unwrap().episode, 3);
    again.commit(ns, &counters(4)).unwrap();
}

#[test]
fn derived_records_that_cannot_be_read_do_not_hide_the_others() {
    let weak = Weak::default();
    let store = over(&weak);
    let ns = store.make_namespace("a").unwrap();
    let link = (EntityId::new(1), EntityId::new(2), Synonymy { similarity: 0.9 });
    store.commit(ns, &Changes { synonymy: vec![link], ..counters(5) }).unwrap();
    let key = Key::Synonymy(ns, EntityId::new(1), EntityId::new(2));
    weak.entries.lock().insert(key.encode(), vec![99]);
    assert!(store.read(ns).is_err());
    for read in [store.read_truth(ns).unwrap(), store.read_sound(ns).unwrap()] {
        assert_eq!(read.counters.unwrap().episode, 5);
        assert!(read.synonymy.is_empty());
    }
    // Of what was told, nothing is passed over.
    weak.entries.lock().insert(Key::Counters(ns).encode(), vec![99]);
    assert!(store.read_truth(ns).is_err());
    assert!(store.read_sound(ns).is_err());
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    for tree in [None, Some("theirs")] {
        let dir = tempfile::tempdir().unwrap();
        beneath(dir.path(), |db| match tree {
            None => db.insert("their key", "theirs").unwrap(),
            Some(tree) => db.open_tree(tree).unwrap().insert("their key", "theirs").unwrap(),
        });
        for create in [None, Some([0; 32])] {
            let error = Store::open(dir.path(), &embedder(), create).unwrap_err().to_string();
            assert!(error.contains("is no hippograph store"), "{error}");
            wait_for_lock(dir.path());
        }
        assert_eq!(beneath(dir.path(), |db| db.len()), usize::from(tree.is_none()));
    }
}

#[test]
fn a_directory_with_a_db_of_its_own_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("db")).unwrap();
    let error = Store::open(dir.path(), &embedder(), Some([0; 32])).unwrap_err().to_string();
    assert!(error.contains("is no hippograph store"), "{error}");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    let file = tempfile::tempdir().unwrap();
    std::fs::write(file.path().join("db"), "a letter").unwrap();
    assert!(Store::open(file.path(), &embedder(), Some([0; 32])).is_err());
    assert_eq!(std::fs::read(file.path().join("db")).unwrap(), b"a letter");
}
