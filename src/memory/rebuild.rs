//! Rebuilding a namespace whose derived records may be beyond reading: nothing of them is looked
//! at before they are replaced.

use std::sync::Arc;

use crate::error::Error;
use crate::graph::Graph;
use crate::index::Vectors;
use crate::ingest::{self, Reading};

use super::Memory;
use super::space::State;

impl Memory {
    /// Drops all that is derived from the episodes, entities and facts of the namespace called
    /// `name` (vectors, synonymy, the indexes), and makes it anew. Its vectors may be unusable:
    /// this is how they are mended.
    ///
    /// # Errors
    /// When there is no such namespace, no vectors can be made, or the disk refuses; the store is
    /// then as it was.
    pub fn rebuild(&self, name: &str) -> Result<(), Error> {
        let Some(id) = self.store.namespace(name)? else {
            return Err(Error::NoNamespace { name: name.to_owned() });
        };
        // Held to the end, so that nobody loads the namespace half-way.
        let spaces = self.spaces.lock();
        let space = spaces.get(&id).map(Arc::clone);
        let _one_writer = space.as_ref().map(|space| space.writer.lock());
        let mut graph = Graph::default();
        graph.apply(&self.store.read(id)?);
        let changes = ingest::rebuild(&Reading {
            graph: &graph,
            entity_vectors: &Vectors::new(self.embedder.dimensions()),
            ontology: &self.ontology,
            extractor: &*self.extractor,
            embedder: &*self.embedder,
            hasher: &self.store.hasher(id),
        })?;
        self.store.replace_derived(id, &changes)?;
        if let Some(space) = &space {
            let mut fresh = State::new(self.embedder.dimensions());
            fresh.apply(&self.store.read(id)?)?;
            *space.state.write() = fresh;
        }
        Ok(())
    }
}
