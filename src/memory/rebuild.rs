//! Rebuilding a namespace whose derived records may be beyond reading: nothing of them is looked
//! at before they are replaced.

use crate::error::Error;
use crate::graph::Graph;
use crate::ingest;

use super::Memory;
use super::space::State;

impl Memory {
    /// Drops all that is derived from the episodes, entities and facts of the namespace called
    /// `name` (vectors, synonymy, the indexes), and makes it anew. Its vectors may be unusable or
    /// beyond reading: this is how they are mended. Meanwhile nobody writes to the namespace, and
    /// all else goes on.
    ///
    /// # Errors
    /// When there is no such namespace, no vectors can be made, or the disk refuses; the store is
    /// then as it was.
    pub fn rebuild(&self, name: &str) -> Result<(), Error> {
        let Some(id) = self.store.namespace(name)? else {
            return Err(Error::NoNamespace { name: name.to_owned() });
        };
        let writer = self.writer(id);
        let _one_writer = writer.lock();
        let mut graph = Graph::default();
        graph.apply(&self.store.read_truth(id)?);
        let changes = ingest::rebuild(&graph, &*self.embedder)?;
        // Held while the records change, so that nobody loads the namespace half-way.
        let spaces = self.spaces.lock();
        self.store.replace_derived(id, &changes)?;
        let space = spaces.get(&id).cloned();
        drop(spaces);
        if let Some(space) = space {
            let mut fresh = State::new(self.embedder.dimensions());
            fresh.apply(&self.store.read(id)?)?;
            *space.state.write() = fresh;
        }
        Ok(())
    }
}
