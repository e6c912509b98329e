//! For the tests of the crate and of the program: opens the engine beneath a store, waiting for its
//! lock. Never part of the library.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

/// What `change` gives of the database in `dir`, which nobody has open before and after.
pub(crate) fn beneath<T>(dir: &Path, change: impl FnOnce(&sled::Db) -> T) -> T {
    wait_for_lock(dir);
    let db = sled::open(dir).expect("a store that nobody has open");
    let done = change(&db);
    db.flush().expect("the disk of this test takes all");
    drop(db);
    wait_for_lock(dir);
    done
}

/// Waits until nobody has the database in `dir` open: sled lets go of its lock a moment after its
/// last handle is dropped, and so does a process that was being started just then.
pub(crate) fn wait_for_lock(dir: &Path) {
    let Ok(file) = File::open(dir.join("db")) else { return };
    let free = (0..10_000).any(|_| {
        let free = file.try_lock().is_ok();
        if !free {
            std::thread::sleep(Duration::from_millis(1));
        }
        free
    });
    assert!(free, "somebody keeps {} open", dir.display());
    file.unlock().expect("it is locked by this file");
}
