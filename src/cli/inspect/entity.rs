//! Entities: all of them, the most mentioned first; or one, with its facts as a timeline.

use std::io;

use hippograph::graph::Graph;
use hippograph::graph::truth::AsOf;
use hippograph::index::best_first;
use hippograph::schema::record::Fact;
use hippograph::schema::{EntityId, EpisodeId, FactId};
use serde::Serialize;

use super::super::json::FactForm;
use super::super::name;
use super::super::page::{Page, count};
use super::{Desk, Outcome};
use crate::cli::show::Reading;

/// The entities, the most mentioned first.
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// Only entities of this type.
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<String>,

    /// At most so many.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

/// One entity: its names, its facts in order of time, the episodes that mention it.
#[derive(Debug, clap::Args)]
pub(super) struct OneArgs {
    /// A name, an alias, or an id such as en12.
    #[arg(value_name = "NAME")]
    name: String,
}

/// Every entity with the number of episodes that mention it, the most mentioned first.
pub(in crate::cli) fn by_mentions(graph: &Graph) -> Vec<(EntityId, usize)> {
    let mut all: Vec<_> =
        graph.entities().keys().map(|id| (*id, graph.mention_count(*id))).collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    all
}

#[derive(Serialize)]
struct EntityForm<'a> {
    id: String,
    name: &'a str,
    r#type: &'a str,
    mentions: usize,
}

pub(super) fn list(desk: &mut Desk<'_>, args: &ListArgs) -> anyhow::Result<Outcome> {
    let graph = desk.reader;
    let forms: Vec<EntityForm<'_>> = by_mentions(graph)
        .into_iter()
        .filter_map(|(id, mentions)| {
            let entity = graph.entities().get(&id)?;
            let (name, r#type) = (entity.name.as_str(), entity.kind.as_str());
            Some(EntityForm { id: id.to_string(), name, r#type, mentions })
        })
        .filter(|form| args.kind.as_deref().is_none_or(|kind| kind == form.r#type))
        .take(args.limit.unwrap_or(usize::MAX))
        .collect();
    if let (Some(kind), true) = (&args.kind, forms.is_empty()) {
        let types = desk.reader.ontology().types().iter().map(String::as_str);
        if !desk.reader.ontology().types().contains(kind) {
            return desk.nothing(&name::unknown("type", kind, types));
        }
    }
    if desk.json {
        desk.json(&forms)?;
    } else {
        let mut page = desk.page();
        for form in &forms {
            let (id, mentions, kind) = (&form.id, form.mentions, form.r#type);
            page.line(format!("{mentions:>5}  {id:<7} {kind:<12}  {}", form.name))?;
        }
    }
    Ok(Outcome::found(!forms.is_empty()))
}

#[derive(Serialize)]
struct WholeForm<'a> {
    #[serde(flatten)]
    entity: EntityForm<'a>,
    aliases: Vec<&'a str>,
    recorded: String,
    facts: Vec<FactForm>,
    episodes: Vec<String>,
    synonyms: Vec<SynonymForm>,
}

#[derive(Serialize)]
struct SynonymForm {
    id: String,
    name: String,
    similarity: f32,
}

pub(super) fn one(desk: &mut Desk<'_>, args: &OneArgs) -> anyhow::Result<Outcome> {
    let graph = desk.reader;
    let found = name::entities(graph, &args.name);
    if found.is_empty() {
        return desk.unknown_entity(&args.name);
    }
    if desk.json {
        let forms: Vec<_> = found.iter().filter_map(|id| whole(desk, *id)).collect();
        desk.json(&forms)?;
    } else {
        let reading = desk.reading(AsOf::default());
        let mut page = desk.page();
        for (place, id) in found.iter().enumerate() {
            if place > 0 {
                page.line("")?;
            }
            print(&mut page, &reading, *id)?;
        }
    }
    Ok(Outcome::Found)
}

/// Believed facts about an entity: by when they begin, those of unknown beginning first.
fn timeline(graph: &Graph, id: EntityId) -> Vec<(FactId, &Fact)> {
    let mut facts: Vec<_> =
        graph.facts_of(id).filter(|(_, fact)| fact.recorded.until.is_none()).collect();
    facts.sort_by_key(|(id, fact)| (fact.valid.certain_from(), *id));
    facts
}

fn synonyms(graph: &Graph, id: EntityId) -> Vec<(EntityId, f32)> {
    let mut synonyms: Vec<_> = graph
        .synonymy()
        .iter()
        .filter_map(|((a, b), link)| match (*a == id, *b == id) {
            (true, _) => Some((*b, link.similarity)),
            (_, true) => Some((*a, link.similarity)),
            _ => None,
        })
        .collect();
    synonyms.sort_by(best_first);
    synonyms
}

fn whole<'a>(desk: &Desk<'a>, id: EntityId) -> Option<WholeForm<'a>> {
    let graph = desk.reader;
    let entity = graph.entities().get(&id)?;
    let fact = |(id, fact): (FactId, &Fact)| {
        FactForm::new(graph, graph.ontology(), AsOf::default(), id, fact)
    };
    Some(WholeForm {
        entity: EntityForm {
            id: id.to_string(),
            name: &entity.name,
            r#type: &entity.kind,
            mentions: graph.mention_count(id),
        },
        aliases: graph.aliases(id).collect(),
        recorded: entity.recorded.to_string(),
        facts: timeline(graph, id).into_iter().map(fact).collect(),
        episodes: graph.mentioned_in(id).map(|id| graph.episode_title(id)).collect(),
        synonyms: synonyms(graph, id)
            .into_iter()
            .map(|(id, similarity)| SynonymForm {
                id: id.to_string(),
                name: graph.name(id),
                similarity,
            })
            .collect(),
    })
}

fn print(page: &mut Page<'_>, reading: &Reading<'_>, id: EntityId) -> io::Result<()> {
    let graph = reading.graph;
    let Some(entity) = graph.entities().get(&id) else { return Ok(()) };
    page.line(format!("{id}  {}, {}", entity.name, entity.kind))?;
    let aliases: Vec<&str> = graph.aliases(id).filter(|alias| *alias != entity.name).collect();
    if !aliases.is_empty() {
        page.wrapped("also called ", &aliases.join(", "))?;
    }
    let synonyms = synonyms(graph, id);
    if !synonyms.is_empty() {
        let synonyms = synonyms
            .into_iter()
            .map(|(id, similarity)| format!("{} ({id}, {similarity:.2})", graph.name(id)));
        page.wrapped("perhaps the same: ", &synonyms.collect::<Vec<_>>().join(", "))?;
    }
    let facts = timeline(graph, id);
    page.line(count(facts.len(), "fact", "facts"))?;
    for (id, fact) in facts {
        reading.fact(page, id, fact)?;
    }
    let episodes: Vec<EpisodeId> = graph.mentioned_in(id).collect();
    page.line(format!("mentioned in {}", count(episodes.len(), "episode", "episodes")))?;
    let titles = episodes.into_iter().map(|id| graph.episode_title(id));
    page.wrapped("  ", &titles.collect::<Vec<_>>().join(", "))
}
