//! How far a measurement is where standard error is no terminal: a line when it begins, and one about
//! every ten seconds. Never writes anything elsewhere.

use std::io::{IsTerminal as _, stderr};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use hippograph::eval::run::Progress;
use parking_lot::Mutex;

/// How long it is silent.
const EVERY: Duration = Duration::from_secs(10);

/// Tells what a measurement does, until it is dropped.
pub(super) struct Lines(Option<Telling>);

struct Telling {
    doing: Arc<Mutex<String>>,
    begun: bool,
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Lines {
    pub(super) fn new() -> Self {
        Self((!stderr().is_terminal()).then(Telling::new))
    }

    pub(super) fn step(&mut self, progress: &Progress<'_>) {
        let (Some(telling), Some(doing)) = (&mut self.0, doing(progress)) else { return };
        if !telling.begun {
            telling.begun = true;
            eprintln!("hippograph: {doing}");
        }
        *telling.doing.lock() = doing;
    }
}

impl Telling {
    fn new() -> Self {
        let doing = Arc::new(Mutex::new(String::new()));
        let (end, ended) = mpsc::channel::<()>();
        let told = Arc::clone(&doing);
        let start = Instant::now();
        let thread = thread::spawn(move || {
            while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let doing = told.lock().clone();
                if !doing.is_empty() {
                    eprintln!("hippograph: after {} s, {doing}", start.elapsed().as_secs());
                }
            }
        });
        Self { doing, begun: false, end: Some(end), thread: Some(thread) }
    }
}

impl Drop for Telling {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            // It ends as soon as the other end of its channel is gone.
            let _ended = thread.join();
        }
    }
}

fn doing(progress: &Progress<'_>) -> Option<String> {
    Some(match progress {
        Progress::Ingesting { system, conversation, turns } => {
            let turns = if *turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") };
            format!("{system} takes in {conversation}, {turns}")
        }
        Progress::Asked { system, conversation, done, of } => {
            format!("{system} was asked {done} of {of} questions of {conversation}")
        }
        _ => return None,
    })
}
