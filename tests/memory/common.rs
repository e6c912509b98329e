//! What the whole-program tests share: a memory in a directory of its own, and turns in one line.

use std::path::Path;

use hippograph::dialogue::Turn;
use hippograph::embed::Hashed;
use hippograph::schema::Moment;
use hippograph::schema::record::Role;
use hippograph::{Memory, Stopped};

/// A memory that needs no weights and whose clock stands at noon of 1 January 2030.
pub(crate) fn open(dir: &Path) -> Memory {
    Memory::builder(dir, Hashed::new(256), Stopped(at("2030-01-01T12:00:00Z")))
        .open()
        .expect("a fresh or well-kept store")
}

/// A moment.
pub(crate) fn at(text: &str) -> Moment {
    text.parse().expect("a moment of a test")
}

/// The turn `id` of session `session`, said on a day.
pub(crate) fn turn(session: &str, id: &str, day: &str, speaker: &str, text: &str) -> Turn {
    Turn {
        session: session.to_owned(),
        session_started: None,
        id: Some(id.to_owned()),
        speaker: Some(speaker.to_owned()),
        role: Role::Person,
        said_at: Some(at(day)),
        text: text.to_owned(),
        image_caption: None,
    }
}

/// A namespace as its dump.
pub(crate) fn dump(memory: &Memory, namespace: &str) -> String {
    let space = memory.namespace(namespace).expect("it was made");
    let mut bytes = Vec::new();
    hippograph::dump::write(&space.read(), &mut bytes).expect("a vector takes all");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}
