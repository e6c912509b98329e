//! What a namespace keeps in memory: its graph, its indexes, and the walk's view of them.

use std::sync::{Arc, OnceLock};

use graph_schema::{NamespaceId, Ontology};
use parking_lot::{Mutex, RwLock};

use crate::error::Error;
use crate::graph::Graph;
use crate::graph::truth::AsOf;
use crate::graph::view::View;
use crate::index::Index;
use crate::store::{Changes, NameHasher};

use super::Memory;

/// One namespace in memory. Derived from the store, and kept equal to it.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) id: NamespaceId,
    pub(super) name: String,
    pub(super) hasher: NameHasher,
    pub(super) state: RwLock<State>,
    /// Held by the one writer of the namespace.
    pub(super) writer: Arc<Mutex<()>>,
}

/// What is derived from a namespace's records.
#[derive(Debug)]
pub(super) struct State {
    pub(super) graph: Graph,
    pub(super) index: Index,
    /// The current view, without facts and with them.
    views: [OnceLock<Arc<View>>; 2],
}

impl Space {
    /// Reads a namespace from the store.
    pub(super) fn load(
        id: NamespaceId,
        name: &str,
        hasher: NameHasher,
        memory: &Memory,
    ) -> Result<Self, Error> {
        let mut state = State::new(memory.embedder.dimensions());
        state.apply(&memory.store.read(id)?)?;
        Ok(Self {
            id,
            name: name.to_owned(),
            hasher,
            state: RwLock::new(state),
            writer: memory.writer(id),
        })
    }
}

impl State {
    pub(super) fn new(dimensions: usize) -> Self {
        Self { graph: Graph::default(), index: Index::new(dimensions), views: Default::default() }
    }

    /// Brings all of it up to date with what was stored.
    pub(super) fn apply(&mut self, changes: &Changes) -> Result<(), Error> {
        self.graph.apply(changes);
        self.index.apply(changes, &self.graph)?;
        self.views = Default::default();
        Ok(())
    }

    /// What the walk sees as of `as_of`, with facts or without. The current views are made once and
    /// kept.
    pub(super) fn view(&self, ontology: &Ontology, as_of: AsOf, facts: bool) -> Arc<View> {
        let build = || Arc::new(View::build(&self.graph, ontology, as_of, facts));
        let [without, with] = &self.views;
        if as_of == AsOf::default() {
            Arc::clone((if facts { with } else { without }).get_or_init(build))
        } else {
            build()
        }
    }
}
