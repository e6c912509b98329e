//! One episode: what was said, what it mentions, and what it told.

use hippograph::graph::truth::AsOf;
use hippograph::schema::record::Fact;
use hippograph::schema::{EntityId, FactId};
use serde::Serialize;

use super::super::json::{EpisodeForm, FactForm};
use super::super::name;
use super::{Desk, Outcome, json};

/// One episode.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The id that its source gave it, such as D3:4, or its id here, such as ep12.
    #[arg(value_name = "ID")]
    id: String,
}

#[derive(Serialize)]
struct Form {
    #[serde(flatten)]
    episode: EpisodeForm,
    mentions: Vec<MentionForm>,
    told: Vec<FactForm>,
}

#[derive(Serialize)]
struct MentionForm {
    id: String,
    name: String,
    count: u32,
}

pub(super) fn one(desk: &mut Desk<'_>, args: &Args) -> anyhow::Result<Outcome> {
    let graph = desk.reader;
    let found = name::episode(graph, &args.id);
    let Some((id, episode)) = found.and_then(|id| Some((id, graph.episodes().get(&id)?))) else {
        let names = graph.episodes().values().filter_map(|episode| episode.name.as_deref());
        let sentence = name::unknown("episode", &args.id, names);
        return desk.nothing(&sentence);
    };
    let count = |entity: EntityId| graph.mentions().get(&(id, entity)).map_or(0, |m| m.count);
    let mentions: Vec<EntityId> = graph.mentioned_by(id).collect();
    let facts: Vec<(FactId, &Fact)> = graph.facts_from(id).collect();
    if desk.json {
        let form = Form {
            episode: EpisodeForm::new(graph, id, episode),
            mentions: mentions
                .iter()
                .map(|id| MentionForm {
                    id: id.to_string(),
                    name: graph.name(*id),
                    count: count(*id),
                })
                .collect(),
            told: facts
                .iter()
                .map(|(id, fact)| {
                    FactForm::new(graph, graph.ontology(), AsOf::default(), *id, fact)
                })
                .collect(),
        };
        desk.json(&form)?;
        return Ok(Outcome::Found);
    }
    let reading = desk.reading(AsOf::default());
    let mut page = desk.page();
    reading.episode(&mut page, "", 2, id, episode)?;
    let session = json::session(graph, episode);
    let place = format!("{id}, at place {} of {session}", episode.place);
    let state = if episode.recorded.until.is_some() { "replaced, recorded" } else { "recorded" };
    page.wrapped("  ", &format!("{place}; {state} {}", episode.recorded))?;
    let mentions = mentions.iter().map(|id| format!("{} ({id})", graph.name(*id)));
    page.wrapped("  mentions ", &mentions.collect::<Vec<_>>().join(", "))?;
    for (id, fact) in facts {
        reading.fact(&mut page, id, fact)?;
    }
    Ok(Outcome::Found)
}
