//! How two entities hang together: a shortest path over facts.

use hippograph::graph::structure::{Step, Structure};
use hippograph::schema::EntityId;
use serde::Serialize;

use super::super::json::FactForm;
use super::super::name;
use super::{Desk, Outcome, Times};

/// A shortest path of facts between two entities.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: hippograph inspect path Ann \"Acme Ltd\" --valid 2024-03-01")]
pub(super) struct Args {
    /// Where it begins: a name, an alias, or an id.
    #[arg(value_name = "A")]
    from: String,

    /// Where it ends.
    #[arg(value_name = "B")]
    to: String,

    #[command(flatten)]
    times: Times,
}

#[derive(Serialize)]
struct Form {
    from: String,
    to: String,
    entities: Vec<String>,
    facts: Vec<FactForm>,
}

pub(super) fn path(desk: &mut Desk<'_>, args: &Args) -> anyhow::Result<Outcome> {
    let graph = desk.reader;
    let mut ends = Vec::new();
    for typed in [&args.from, &args.to] {
        let found = name::entities(graph, typed);
        if found.is_empty() {
            return desk.unknown_entity(typed);
        }
        ends.push(found);
    }
    let as_of = args.times.as_of();
    let structure = Structure::build(graph, graph.ontology(), as_of);
    let Some((from, steps)) = shortest(&structure, &ends) else {
        let sentence = format!("no facts join `{}` and `{}`", args.from, args.to);
        return desk.nothing(&sentence);
    };
    if desk.json {
        let nodes = std::iter::once(from).chain(steps.iter().map(|step| step.to));
        let facts = steps.iter().filter_map(|step| {
            let fact = graph.facts().get(&step.fact)?;
            Some(FactForm::new(graph, graph.ontology(), as_of, step.fact, fact))
        });
        let form = Form {
            from: from.to_string(),
            to: steps.last().map_or(from, |step| step.to).to_string(),
            entities: nodes.map(|id| graph.name(id)).collect(),
            facts: facts.collect(),
        };
        desk.json(&form)?;
        return Ok(Outcome::Found);
    }
    let reading = desk.reading(as_of);
    let mut page = desk.page();
    page.line(format!("{} ({from})", graph.name(from)))?;
    for step in &steps {
        if let Some(fact) = graph.facts().get(&step.fact) {
            reading.fact(&mut page, step.fact, fact)?;
        }
        page.line(format!("{} ({})", graph.name(step.to), step.to))?;
    }
    Ok(Outcome::Found)
}

/// The shortest of the paths between those that the two names mean.
fn shortest(structure: &Structure, ends: &[Vec<EntityId>]) -> Option<(EntityId, Vec<Step>)> {
    let [from, to] = ends else { return None };
    let pairs = from.iter().flat_map(|a| to.iter().map(move |b| (*a, *b)));
    let paths = pairs.filter_map(|(a, b)| Some((a, structure.path(a, b)?)));
    paths.min_by_key(|(a, path)| (path.len(), *a))
}
