//! Counts of a namespace, and its sessions.

use std::collections::BTreeMap;

use hippograph::graph::Graph;
use hippograph::graph::structure::Structure;
use hippograph::graph::truth::{self, AsOf};
use hippograph::schema::{Moment, Ontology};
use serde::Serialize;

use super::super::page::{Page, count};
use super::{Desk, Outcome, show};

/// How many predicates or types are listed for a person; `--json` has all.
const LISTED: usize = 16;

/// What a namespace holds, in numbers.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct Stats {
    sessions: usize,
    episodes: usize,
    replaced_episodes: usize,
    first_said_at: Option<Moment>,
    last_said_at: Option<Moment>,
    entities: usize,
    entities_by_type: BTreeMap<String, usize>,
    facts: usize,
    current_facts: usize,
    closed_facts: usize,
    retracted_facts: usize,
    facts_by_predicate: BTreeMap<String, usize>,
    mentions: usize,
    synonymy: usize,
    components: usize,
}

impl Stats {
    pub(in crate::cli) fn of(graph: &Graph, ontology: &Ontology) -> Self {
        let standing = graph.episodes().values().filter(|e| e.recorded.until.is_none());
        let said: Vec<Moment> = standing.clone().filter_map(|e| e.said_at).collect();
        let believed = || graph.facts().iter().filter(|(_, f)| f.recorded.until.is_none());
        let current = believed()
            .filter(|(id, fact)| truth::is_seen(graph, ontology, **id, fact, AsOf::default()))
            .count();
        let (believed_count, all) = (believed().count(), graph.facts().len());
        let standing = standing.count();
        Self {
            sessions: graph.sessions().len(),
            episodes: standing,
            replaced_episodes: graph.episodes().len() - standing,
            first_said_at: said.iter().copied().min(),
            last_said_at: said.iter().copied().max(),
            entities: graph.entities().len(),
            entities_by_type: tally(graph.entities().values().map(|e| e.kind.as_str())),
            facts: all,
            current_facts: current,
            closed_facts: believed_count - current,
            retracted_facts: all - believed_count,
            facts_by_predicate: tally(believed().map(|(_, fact)| fact.predicate.as_str())),
            mentions: graph.mentions().len(),
            synonymy: graph.synonymy().len(),
            components: Structure::build(graph, ontology, AsOf::default()).components(),
        }
    }

    /// The counts as lines.
    pub(in crate::cli) fn print(&self, page: &mut Page<'_>) -> std::io::Result<()> {
        page.line(format!("sessions   {}", self.sessions))?;
        let mut episodes = self.episodes.to_string();
        if let (Some(first), Some(last)) = (self.first_said_at, self.last_said_at) {
            episodes.push_str(&format!(", {} to {}", show::minute(first), show::minute(last)));
        }
        if self.replaced_episodes > 0 {
            episodes.push_str(&format!(", and {} replaced", self.replaced_episodes));
        }
        page.line(format!("episodes   {episodes}"))?;
        page.wrapped("entities   ", &listed(self.entities, &self.entities_by_type))?;
        let state = format!(
            "{}: {} current, {} closed, {} retracted",
            self.facts, self.current_facts, self.closed_facts, self.retracted_facts
        );
        page.line(format!("facts      {state}"))?;
        if !self.facts_by_predicate.is_empty() {
            page.wrapped("           ", &by_number(&self.facts_by_predicate))?;
        }
        page.line(format!("mentions   {}", self.mentions))?;
        page.line(format!("synonymy   {}", count(self.synonymy, "link", "links")))?;
        page.line(format!(
            "components {} (entities that no current fact joins count alone)",
            self.components
        ))
    }
}

fn tally<'a>(words: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut tally = BTreeMap::new();
    for word in words {
        *tally.entry(word.to_owned()).or_default() += 1;
    }
    tally
}

fn listed(total: usize, parts: &BTreeMap<String, usize>) -> String {
    if parts.is_empty() { total.to_string() } else { format!("{total}: {}", by_number(parts)) }
}

/// `12 likes, 3 works_at, and 4 others`: the most frequent first.
fn by_number(parts: &BTreeMap<String, usize>) -> String {
    let mut parts: Vec<(&String, &usize)> = parts.iter().collect();
    parts.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let shown = parts.iter().take(LISTED).map(|(name, n)| format!("{n} {name}"));
    let shown = shown.collect::<Vec<_>>().join(", ");
    match parts.len().checked_sub(LISTED) {
        None | Some(0) => shown,
        Some(_) => {
            let others: usize = parts.iter().skip(LISTED).map(|(_, n)| **n).sum();
            format!("{shown}, and {others} of other kinds")
        }
    }
}

pub(super) fn stats(desk: &mut Desk<'_>, namespace: &str) -> anyhow::Result<Outcome> {
    let stats = Stats::of(desk.reader, desk.reader.ontology());
    if desk.json {
        desk.json(&stats)?;
    } else {
        let mut page = desk.page();
        page.line(format!("namespace  {namespace}"))?;
        stats.print(&mut page)?;
    }
    Ok(Outcome::found(stats.sessions > 0))
}

#[derive(Serialize)]
struct SessionForm<'a> {
    id: String,
    name: &'a str,
    started: Option<Moment>,
    turns: usize,
    first_said_at: Option<Moment>,
    last_said_at: Option<Moment>,
}

pub(super) fn sessions(desk: &mut Desk<'_>) -> anyhow::Result<Outcome> {
    let graph = desk.reader;
    let sessions: Vec<SessionForm<'_>> = graph
        .sessions()
        .iter()
        .map(|(id, session)| {
            let turns: Vec<_> = graph.turns(*id).collect();
            let said: Vec<Moment> =
                turns.iter().filter_map(|(_, id)| graph.episodes().get(id)?.said_at).collect();
            SessionForm {
                id: id.to_string(),
                name: &session.name,
                started: session.started,
                turns: turns.len(),
                first_said_at: said.iter().copied().min(),
                last_said_at: said.iter().copied().max(),
            }
        })
        .collect();
    if desk.json {
        desk.json(&sessions)?;
    } else {
        let mut page = desk.page();
        for session in &sessions {
            let when = session.started.or(session.first_said_at);
            let when = when.map_or_else(|| "undated".to_owned(), show::minute);
            let turns = count(session.turns, "turn", "turns");
            page.line(format!("{:<6} {when:<16}  {turns:<9}  {}", session.id, session.name))?;
        }
    }
    Ok(Outcome::found(!sessions.is_empty()))
}
