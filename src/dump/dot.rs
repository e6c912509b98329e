//! A graph to DOT: entities as nodes, the facts that are seen as edges. For looking at, not for
//! coming back.

use graph_schema::Ontology;
use petgraph::dot::{Config, Dot};

use crate::graph::Graph;
use crate::graph::structure::Structure;
use crate::graph::truth::AsOf;

/// The entities that have facts, and these facts, as of `as_of`.
pub fn dot(graph: &Graph, ontology: &Ontology, as_of: AsOf) -> String {
    let joined = Structure::build(graph, ontology, as_of).joined();
    let fact = |_: &_, edge: petgraph::graph::EdgeReference<'_, _>| {
        let fact = graph.facts().get(edge.weight());
        let label = fact.map(|fact| format!("{} {}", fact.predicate, fact.valid));
        format!("label={}", quoted(&label.unwrap_or_default()))
    };
    let entity = |_: &_, (_, id): (_, &_)| format!("label={}", quoted(&graph.name(*id)));
    let config = [Config::NodeNoLabel, Config::EdgeNoLabel];
    format!("{:?}", Dot::with_attr_getters(&joined, &config, &fact, &entity))
}

/// A DOT string: quotes and backslashes escaped, line ends as `\n`.
fn quoted(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control() || *c == '\n').collect();
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], "\\n");
    format!("\"{escaped}\"")
}
