//! Whether a store is sound: that every record can be read, and that the records of each namespace
//! fit together. Reads only; mends nothing.

pub(super) mod relations;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;

use graph_schema::key::Key;

use crate::dump;
use crate::error::Error;
use crate::graph::Graph;
use crate::store::{DERIVED, StoreError};

use super::Memory;

/// Something in a store that is not as it must be. Displays as one line: where, what, and what to
/// do about it.
#[derive(Debug)]
pub struct Finding {
    /// The namespace it lies in; `None` when it is the store's own, or its namespace is not known.
    pub namespace: Option<String>,
    /// The record it is about, where there is one.
    pub key: Option<Key>,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A key or record cannot be read.
    #[error("{0}")]
    Unreadable(StoreError),
    /// The namespace has records of what was told that cannot be read, so that no more can be said of it.
    #[error("not checked further, for it has records that cannot be read")]
    NotChecked,
    /// It refers to a record that is not there.
    #[error("refers to {to}, which is not there")]
    Missing {
        /// What it refers to.
        to: String,
    },
    /// The record by which something is found is not there, or leads elsewhere.
    #[error("is not found by its name")]
    NotFound,
    /// A key's hash is not that of the name it stands for.
    #[error("lies under the hash of another name")]
    WrongHash,
    /// A counter does not lie above every id that was given out.
    #[error("the next free id of {what} is {next}, and {used} is in use")]
    Counter {
        /// Ids of what.
        what: &'static str,
        /// The counter.
        next: u64,
        /// The greatest id in use.
        used: u64,
    },
    /// The recorded interval ends before it begins.
    #[error("its recorded interval ends before it begins")]
    Reversed,
    /// Two standing turns have one place in their session.
    #[error("stands at the same place of its session as {other}")]
    SamePlace {
        /// The other turn.
        other: String,
    },
    /// A fact without sources, or with sources out of order.
    #[error("its sources are empty or out of order")]
    Sources,
    /// A number that must lie between bounds does not.
    #[error("its {what} is {value}, outside {from} to {to}")]
    OutOfBounds {
        /// Which number.
        what: &'static str,
        /// The number.
        value: f32,
        /// The least it may be.
        from: f32,
        /// The greatest it may be.
        to: f32,
    },
    /// A synonymy link whose ids are out of order, or whose names differ in a digit.
    #[error("links {a} and {b}, which must not be linked so")]
    Link {
        /// The first name.
        a: String,
        /// The second name.
        b: String,
    },
    /// Something has no vector.
    #[error("has no vector")]
    NoVector,
    /// A vector that is not a unit vector of the store's length.
    #[error("is no unit vector of {dimensions} numbers")]
    Vector {
        /// How many numbers it should have.
        dimensions: usize,
    },
    /// What is in memory is not what the store holds.
    #[error("the graph in memory is not the one in the store")]
    Stale,
}

/// What to do about a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// It is derived: make it anew.
    Rebuild,
    /// Truth is damaged: take it in again.
    Restore,
    /// Only this process is wrong.
    Reopen,
}

impl Fault {
    /// What to do about it.
    pub fn remedy(&self, key: Option<&Key>) -> Remedy {
        match self {
            Self::Stale => Remedy::Reopen,
            Self::NoVector | Self::Vector { .. } | Self::Link { .. } => Remedy::Rebuild,
            _ => match key {
                Some(Key::Synonymy(..) | Key::Embedding(..)) => Remedy::Rebuild,
                _ => Remedy::Restore,
            },
        }
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rebuild => "run `hippograph rebuild`",
            Self::Restore => "ingest the dialogue, or an earlier dump, into a new store",
            Self::Reopen => "open the store again",
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(namespace) = &self.namespace {
            write!(f, "namespace `{namespace}`: ")?;
        }
        if let (Some(key), false) = (&self.key, matches!(self.fault, Fault::Unreadable(_))) {
            write!(f, "{key:?} ")?;
        }
        write!(f, "{}", self.fault)?;
        if let Fault::Unreadable(error) = &self.fault
            && let Some(source) = std::error::Error::source(error)
        {
            write!(f, ": {source}")?;
        }
        write!(f, "; {}", self.fault.remedy(self.key.as_ref()))
    }
}

impl Memory {
    /// Everything in the store that is not as it must be; empty when it is sound. It reads every
    /// record.
    ///
    /// # Errors
    /// When the store cannot be scanned at all.
    pub fn check(&self) -> Result<Vec<Finding>, Error> {
        let mut findings = Vec::new();
        // Namespaces with a damaged record, and those of which records that were told are damaged.
        let (mut damaged, mut untold) = (BTreeSet::new(), BTreeSet::new());
        for error in self.store.damage()? {
            let key = match &error {
                StoreError::Damaged { key, .. } => Some(*key),
                _ => None,
            };
            if let Some(key) = key {
                damaged.insert(key.namespace());
                if !DERIVED.contains(&key.kind()) {
                    untold.insert(key.namespace());
                }
            }
            findings.push(Finding { namespace: None, key, fault: Fault::Unreadable(error) });
        }
        for namespace in self.store.sound_namespaces()? {
            let name = Some(namespace.name.clone());
            if untold.contains(&namespace.id) {
                findings.push(Finding { namespace: name, key: None, fault: Fault::NotChecked });
                continue;
            }
            let writer = self.writer(namespace.id);
            let _no_writer = writer.lock();
            let space = self.spaces.lock().get(&namespace.id).cloned();
            let records = self.store.read_sound(namespace.id)?;
            let hasher = self.store.hasher(namespace.id);
            let dimensions = self.embedder.dimensions();
            let faults = relations::faults(namespace.id, &records, &hasher, dimensions);
            findings.extend(faults.into_iter().map(|(key, fault)| Finding {
                namespace: name.clone(),
                key: Some(key),
                fault,
            }));
            // What is in memory may hold more than can be read by now.
            if let Some(space) = space.filter(|_| !damaged.contains(&namespace.id)) {
                let mut fresh = Graph::default();
                fresh.apply(&records);
                if written(&fresh) != written(&space.state.read().graph) {
                    findings.push(Finding { namespace: name, key: None, fault: Fault::Stale });
                }
            }
        }
        Ok(findings)
    }
}

/// What a record is called in a dump; one that has no line of its own, by its key.
pub(super) fn title(key: &Key) -> String {
    match key {
        Key::Session(_, id) => id.to_string(),
        Key::Episode(_, id) => id.to_string(),
        Key::Entity(_, id) | Key::Alias(_, _, id) => id.to_string(),
        Key::Fact(_, id) => id.to_string(),
        Key::Mention(_, episode, entity) => format!("the mention of {entity} in {episode}"),
        Key::Synonymy(_, a, b) => format!("the synonymy of {a} and {b}"),
        _ => format!("its {:?}", key.kind()),
    }
}

/// All of a graph as text; `None` cannot come of writing to memory.
fn written(graph: &Graph) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    dump::write(graph, &mut text).is_ok().then_some(text)
}
