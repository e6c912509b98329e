//! The public face: a [`Memory`] holds namespaces; a [`Namespace`] takes turns and answers.
//!
//! Writing to one namespace is one writer at a time; reading goes on meanwhile, and sees each batch
//! whole or not at all.

mod builder;
pub mod check;
mod clock;
mod namespace;
mod rebuild;
mod space;

use std::collections::HashMap;
use std::sync::Arc;

use graph_schema::{NamespaceId, Ontology};
use parking_lot::Mutex;

use crate::embed::Embedder;
use crate::error::Error;
use crate::extract::Extractor;
use crate::parse::Parser;
use crate::store::Store;

pub use builder::Builder;
pub use clock::{Clock, Stopped};
pub use namespace::{Acknowledged, Namespace, Reader, Receipt};

use space::Space;

/// An open store with the tools to read turns and questions. Share it between threads by reference.
pub struct Memory {
    store: Store,
    ontology: Ontology,
    parser: Option<Box<dyn Parser>>,
    extractor: Box<dyn Extractor>,
    embedder: Box<dyn Embedder>,
    clock: Box<dyn Clock>,
    /// The one writer of each namespace, loaded or not. Taken before `spaces`, never after.
    writers: Mutex<HashMap<NamespaceId, Arc<Mutex<()>>>>,
    /// The namespaces that are loaded. Held for a moment only, and never while vectors are made.
    spaces: Mutex<HashMap<NamespaceId, Arc<Space>>>,
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory")
            .field("store", &self.store)
            .field("parser", &self.parser.as_ref().map(|parser| parser.id()))
            .field("extractor", &self.extractor.id())
            .field("embedder", &self.embedder.id())
            .finish_non_exhaustive()
    }
}

impl Memory {
    /// The id of what parses texts, if anything does.
    pub fn parser(&self) -> Option<&str> {
        self.parser.as_ref().map(|parser| parser.id())
    }

    /// The names of all namespaces, in the order in which they were made.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn namespaces(&self) -> Result<Vec<String>, Error> {
        Ok(self.store.namespaces()?.into_iter().map(|ns| ns.name).collect())
    }

    /// The namespace called `name`, which must be there.
    ///
    /// # Errors
    /// When there is none, or its records cannot be read.
    pub fn namespace(&self, name: &str) -> Result<Namespace<'_>, Error> {
        match self.store.namespace(name)? {
            Some(id) => self.open(id, name),
            None => Err(Error::NoNamespace { name: name.to_owned() }),
        }
    }

    /// The namespace called `name`, which is made if it is not there.
    ///
    /// # Errors
    /// When `name` is empty, or the store cannot be read or written.
    pub fn make_namespace(&self, name: &str) -> Result<Namespace<'_>, Error> {
        let spaces = self.spaces.lock();
        let id = self.store.make_namespace(name)?;
        drop(spaces);
        self.open(id, name)
    }

    fn writer(&self, id: NamespaceId) -> Arc<Mutex<()>> {
        Arc::clone(self.writers.lock().entry(id).or_default())
    }

    fn open(&self, id: NamespaceId, name: &str) -> Result<Namespace<'_>, Error> {
        let mut spaces = self.spaces.lock();
        let space = match spaces.get(&id) {
            Some(space) => Arc::clone(space),
            None => {
                let hasher = self.store.hasher(id);
                let space = Space::load(id, name, hasher, self)?;
                let space = Arc::new(space);
                spaces.insert(id, Arc::clone(&space));
                space
            }
        };
        Ok(Namespace::new(self, space))
    }

    /// Whether each record of the whole store can be read; what cannot is listed.
    ///
    /// # Errors
    /// When the store cannot be scanned at all.
    pub fn damage(&self) -> Result<Vec<crate::store::StoreError>, Error> {
        Ok(self.store.damage()?)
    }
}
