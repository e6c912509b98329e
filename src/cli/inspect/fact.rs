//! Facts: those that pass some filters, or one with all that is known of it.

use hippograph::graph::truth::{self, AsOf};
use hippograph::schema::record::{Fact, Object};
use hippograph::schema::{EntityId, FactId};

use super::super::json::{self, FactForm};
use super::super::name;
use super::{Desk, Outcome, Times};

/// The facts that are current, or were at another time; closed and retracted ones with --all.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: hippograph inspect facts --subject Ann --valid 2024-03-01")]
pub(super) struct ListArgs {
    /// Only facts about this entity.
    #[arg(long, value_name = "NAME")]
    subject: Option<String>,

    /// Only facts with this predicate.
    #[arg(long, value_name = "P")]
    predicate: Option<String>,

    /// Only facts with this entity or value as object.
    #[arg(long, value_name = "NAME")]
    object: Option<String>,

    #[command(flatten)]
    times: Times,

    /// Closed and retracted facts too, whatever their times.
    #[arg(long, conflicts_with_all = ["valid", "known"])]
    all: bool,

    /// At most so many.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

/// One fact.
#[derive(Debug, clap::Args)]
pub(super) struct OneArgs {
    /// Its id, such as fa12.
    #[arg(value_name = "ID")]
    id: FactId,
}

pub(super) fn list(desk: &mut Desk<'_>, args: &ListArgs) -> anyhow::Result<Outcome> {
    let graph = desk.reader;
    let mut about: Option<Vec<EntityId>> = None;
    if let Some(typed) = &args.subject {
        let found = name::entities(graph, typed);
        if found.is_empty() {
            return desk.unknown_entity(typed);
        }
        about = Some(found);
    }
    let as_of = args.times.as_of();
    let objects = args.object.as_deref().map(|typed| (typed, name::entities(graph, typed)));
    let passes = |id: FactId, fact: &Fact| {
        about.as_ref().is_none_or(|about| about.contains(&fact.subject))
            && args.predicate.as_ref().is_none_or(|predicate| *predicate == fact.predicate)
            && objects.as_ref().is_none_or(|(typed, objects)| match &fact.object {
                Object::Entity(object) => objects.contains(object),
                Object::Literal(value) => value.to_lowercase() == typed.to_lowercase(),
            })
            && (args.all || truth::is_seen(graph, graph.ontology(), id, fact, as_of))
    };
    let facts: Vec<(FactId, &Fact)> = graph
        .facts()
        .iter()
        .map(|(id, fact)| (*id, fact))
        .filter(|(id, fact)| passes(*id, fact))
        .take(args.limit.unwrap_or(usize::MAX))
        .collect();
    if desk.json {
        let forms: Vec<FactForm> = facts
            .iter()
            .map(|(id, fact)| FactForm::new(graph, graph.ontology(), as_of, *id, fact))
            .collect();
        desk.json(&forms)?;
    } else {
        let reading = desk.reading(as_of);
        let mut page = desk.page();
        for (id, fact) in &facts {
            reading.fact(&mut page, *id, fact)?;
        }
    }
    Ok(Outcome::found(!facts.is_empty()))
}

pub(super) fn one(desk: &mut Desk<'_>, args: &OneArgs) -> anyhow::Result<Outcome> {
    let graph = desk.reader;
    let Some(fact) = graph.facts().get(&args.id) else {
        let sentence = format!("there is no fact {}", args.id);
        return desk.nothing(&sentence);
    };
    if desk.json {
        let form = FactForm::new(graph, graph.ontology(), AsOf::default(), args.id, fact);
        desk.json(&form)?;
        return Ok(Outcome::Found);
    }
    let reading = desk.reading(AsOf::default());
    let mut page = desk.page();
    reading.fact(&mut page, args.id, fact)?;
    let subject = format!("{} ({})", graph.name(fact.subject), fact.subject);
    let object = match &fact.object {
        Object::Entity(id) => format!("{} ({id})", graph.name(*id)),
        literal @ Object::Literal(_) => json::object(graph, literal),
    };
    let not = if fact.negated { "not " } else { "" };
    page.wrapped("  ", &format!("{subject} {not}{} {object}", fact.predicate))?;
    let told = format!("told as {}, to the {}", fact.valid, fact.valid.precision());
    let certain = format!("confidence {:.2}, by rule {}", fact.confidence, fact.rule);
    page.wrapped("  ", &format!("{told}; {certain}"))?;
    for id in &fact.sources {
        if let Some(episode) = graph.episodes().get(id) {
            reading.episode(&mut page, "  ", 4, *id, episode)?;
        }
    }
    Ok(Outcome::Found)
}
