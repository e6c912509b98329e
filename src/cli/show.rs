//! Facts and episodes as a person reads them. Shows the same things as `json`.

use std::io;

use hippograph::graph::Graph;
use hippograph::graph::truth::{self, AsOf};
use hippograph::recall::Share;
use hippograph::schema::record::{Episode, Fact, Modality, Object, Role};
use hippograph::schema::{EpisodeId, FactId, Moment, Ontology};

use super::page::Page;

/// What facts are read against.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    pub(super) graph: &'a Graph,
    pub(super) ontology: &'a Ontology,
    pub(super) as_of: AsOf,
}

impl Reading<'_> {
    /// A fact: its statement, what of it is kept, when it held, when it was believed, who told it.
    pub(super) fn fact(&self, page: &mut Page<'_>, id: FactId, fact: &Fact) -> io::Result<()> {
        let head = format!("  {:<7} ", id.to_string());
        page.wrapped(&head, &fact.statement)?;
        let edge = format!("{}; {}", self.edge(fact), self.dates(id, fact));
        page.wrapped(&" ".repeat(head.len()), &edge)
    }

    /// Subject, predicate and object.
    fn edge(&self, fact: &Fact) -> String {
        let object = match &fact.object {
            Object::Entity(id) => self.graph.name(*id),
            Object::Literal(value) => value.clone(),
        };
        let not = if fact.negated { "not " } else { "" };
        format!("{} {not}{} {object}", self.graph.name(fact.subject), fact.predicate)
    }

    /// When a fact held and was believed, and who told it, on one line.
    pub(super) fn dates(&self, id: FactId, fact: &Fact) -> String {
        let held = truth::held(self.graph, self.ontology, id, fact, self.as_of);
        let mut line = match held.interval {
            Some(interval) => format!("valid {interval}"),
            None => "never valid".to_owned(),
        };
        if let Some(closing) = held.closed_by {
            line.push_str(&format!(" closed by {closing}"));
        }
        match fact.modality {
            Modality::Asserted => {}
            Modality::Plan => line.push_str(", a plan"),
            Modality::Wish => line.push_str(", a wish"),
        }
        let sources = fact.sources.iter().map(|id| self.graph.episode_title(*id));
        let sources = sources.collect::<Vec<_>>().join(", ");
        let state = if fact.recorded.until.is_some() { "retracted, recorded" } else { "recorded" };
        line.push_str(&format!("; {state} {}; told in {sources}", fact.recorded));
        line
    }

    /// An episode after `head`: when, which turn, who, and what. Further lines are indented.
    pub(super) fn episode(
        &self,
        page: &mut Page<'_>,
        head: &str,
        indent: usize,
        id: EpisodeId,
        episode: &Episode,
    ) -> io::Result<()> {
        let when = episode.said_at.map_or_else(|| "undated".to_owned(), minute);
        let title = self.graph.episode_title(id);
        let who = match (episode.speaker, episode.role) {
            (Some(speaker), _) => self.graph.name(speaker),
            (None, Role::Person) => "someone".to_owned(),
            (None, Role::Assistant) => "assistant".to_owned(),
            (None, Role::System) => "system".to_owned(),
            (None, Role::Tool) => "tool".to_owned(),
        };
        let caption = episode.image_caption.as_ref().map(|caption| format!(" [{caption}]"));
        let said = format!("{who}: {}{}", episode.text, caption.unwrap_or_default());
        page.hanging(&format!("{head}{when}  {title}  "), indent, &said)
    }
}

/// A moment to the minute, as its teller counted it.
pub(super) fn minute(moment: Moment) -> String {
    let local = moment.local_time();
    if local.time() == chrono::NaiveTime::MIN {
        local.format("%Y-%m-%d").to_string()
    } else {
        local.format("%Y-%m-%d %H:%M").to_string()
    }
}

/// `dense 0.81, lexical window 0.40`.
pub(super) fn shares(shares: &[Share]) -> String {
    let shares = shares
        .iter()
        .map(|share| format!("{} {:.2}", share.channel.as_str().replace('_', " "), share.score));
    shares.collect::<Vec<_>>().join(", ")
}
