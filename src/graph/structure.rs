//! The entities and the facts between them as a petgraph graph: for paths, components and DOT.
//! The walk does not use it.

use std::collections::HashMap;

use graph_schema::record::Object;
use graph_schema::{EntityId, FactId, Ontology};
use petgraph::algo::{astar, connected_components};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::UndirectedAdaptor;

use super::Graph;
use super::truth::{AsOf, is_seen};

/// The entities of a reading, joined by the facts that it sees.
#[derive(Debug)]
pub struct Structure {
    graph: DiGraph<EntityId, FactId>,
    index: HashMap<EntityId, NodeIndex>,
}

/// A step of a path: the fact that leads on, and the entity it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The fact.
    pub fact: FactId,
    /// Where it leads.
    pub to: EntityId,
}

impl Structure {
    /// The structure as of `as_of`.
    pub fn build(graph: &Graph, ontology: &Ontology, as_of: AsOf) -> Self {
        let mut structure = DiGraph::default();
        let mut index = HashMap::new();
        for id in graph.entities().keys() {
            index.insert(*id, structure.add_node(*id));
        }
        for (id, fact) in graph.facts() {
            if let Object::Entity(object) = fact.object
                && let (Some(a), Some(b)) = (index.get(&fact.subject), index.get(&object))
                && is_seen(graph, ontology, *id, fact, as_of)
            {
                structure.add_edge(*a, *b, *id);
            }
        }
        Self { graph: structure, index }
    }

    /// A shortest path between two entities over facts; `None` when nothing joins them.
    pub fn path(&self, from: EntityId, to: EntityId) -> Option<Vec<Step>> {
        let (start, end) = (*self.index.get(&from)?, *self.index.get(&to)?);
        let (_, nodes) =
            astar(UndirectedAdaptor(&self.graph), start, |n| n == end, |_| 1u32, |_| 0)?;
        nodes
            .windows(2)
            .map(|pair| {
                let [a, b] = pair else { return None };
                let there = self.graph.edges_connecting(*a, *b);
                let back = self.graph.edges_connecting(*b, *a);
                let fact = there.chain(back).map(|edge| *edge.weight()).min()?;
                Some(Step { fact, to: *self.graph.node_weight(*b)? })
            })
            .collect()
    }

    /// How many parts the graph falls into; an entity without facts is one of its own.
    pub fn components(&self) -> usize {
        connected_components(&self.graph)
    }

    /// The graph itself, without the entities that no fact joins to another.
    pub fn joined(&self) -> DiGraph<EntityId, FactId> {
        self.graph.filter_map(
            |node, id| self.graph.neighbors_undirected(node).next().map(|_| *id),
            |_, fact| Some(*fact),
        )
    }
}
