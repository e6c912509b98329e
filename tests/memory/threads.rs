//! Several threads at once: reading goes on while another writes, and no namespace sees another.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use hippograph::embed::{EmbedError, Embedder, Hashed};
use hippograph::recall::Query;
use hippograph::{Memory, Stopped};

use crate::common::{at, dump, open, turn};

/// An embedder that stops at texts with "slowly" in them until it is let go.
struct Stopping {
    inner: Hashed,
    reached: Mutex<Sender<()>>,
    go: Mutex<Receiver<()>>,
}

impl Embedder for Stopping {
    fn id(&self) -> &str {
        self.inner.id()
    }

    fn dimensions(&self) -> usize {
        self.inner.dimensions()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        if texts.iter().any(|text| text.contains("slowly")) {
            self.reached.lock().unwrap().send(()).unwrap();
            self.go.lock().unwrap().recv().unwrap();
        }
        self.inner.embed(texts)
    }
}

#[test]
fn reading_goes_on_while_another_thread_ingests() {
    let dir = tempfile::tempdir().unwrap();
    let (reached, at_the_stop) = channel();
    let (let_go, go) = channel();
    let embedder =
        Stopping { inner: Hashed::new(256), reached: Mutex::new(reached), go: Mutex::new(go) };
    let memory = Memory::builder(dir.path(), embedder, Stopped(at("2024-01-01"))).open().unwrap();
    let space = memory.make_namespace("a").unwrap();
    space.ingest(&[turn("s", "1", "2024-01-05", "Ann", "I keep bees.")]).unwrap();
    std::thread::scope(|threads| {
        let writer = threads.spawn(|| {
            space.ingest(&[turn("s", "2", "2024-01-06", "Ann", "I walk slowly.")]).unwrap()
        });
        at_the_stop.recv().unwrap();
        // The writer stands in the middle of its work.
        let hits = space.recall(&Query::new("Who keeps bees?")).unwrap();
        assert_eq!(hits.episodes[0].turn_id.as_deref(), Some("1"));
        assert_eq!(space.read().episodes().len(), 1);
        let_go.send(()).unwrap();
        assert_eq!(writer.join().unwrap().taken, 1);
    });
    assert_eq!(space.read().episodes().len(), 2);
}

#[test]
fn namespaces_written_and_read_at_once_stay_apart_and_equal_the_serial_run() {
    // graphiti#1331, #1676, #1795: ids of one group leaked into another.
    const SPACES: usize = 4;
    const TURNS: usize = 40;
    let talk = |space: usize| -> Vec<_> {
        (0..TURNS)
            .map(|n| {
                let text = format!("I saw the comet {space} near Town{space} on night {n}.");
                turn("s", &format!("{space}-{n}"), "2024-01-05", &format!("P{space}"), &text)
            })
            .collect()
    };
    let (dir, serial_dir) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let memory = open(dir.path());
    std::thread::scope(|threads| {
        for n in 0..SPACES {
            let (memory, talk) = (&memory, &talk);
            threads.spawn(move || {
                let space = memory.make_namespace(&format!("n{n}")).unwrap();
                for turn in talk(n).chunks(7) {
                    space.ingest(turn).unwrap();
                }
            });
            threads.spawn(move || {
                let space = memory.make_namespace(&format!("n{n}")).unwrap();
                for _ in 0..20 {
                    for hit in space.recall(&Query::new("the comet")).unwrap().episodes {
                        let own = format!("{n}-");
                        assert!(hit.turn_id.unwrap().starts_with(&own));
                    }
                }
            });
        }
    });
    let serial = open(serial_dir.path());
    for n in 0..SPACES {
        let space = serial.make_namespace(&format!("n{n}")).unwrap();
        for turn in talk(n).chunks(7) {
            space.ingest(turn).unwrap();
        }
    }
    for n in 0..SPACES {
        let name = format!("n{n}");
        assert_eq!(dump(&memory, &name), dump(&serial, &name));
    }
}

#[test]
fn two_writers_of_one_namespace_lose_and_double_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let turns: Vec<_> = (0..60)
        .map(|n| turn("s", &format!("{n}"), "2024-01-05", "Ann", &format!("Word{n} is new.")))
        .collect();
    let space = memory.make_namespace("a").unwrap();
    let taken: usize = std::thread::scope(|threads| {
        let halves = [&turns[..40], &turns[20..]];
        let writers: Vec<_> = halves
            .into_iter()
            .map(|half| {
                let space = space.clone();
                threads.spawn(move || -> usize {
                    half.chunks(3).map(|turns| space.ingest(turns).unwrap().taken).sum()
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).sum()
    });
    assert_eq!(taken, 60);
    assert_eq!(space.read().episodes().len(), 60);
}
