//! JSON lines of a dump to the changes that make an equal memory.

use std::collections::{BTreeMap, BTreeSet};

use graph_schema::key::NameHash;
use graph_schema::name::normalise;
use graph_schema::record::{Alias, Entity, Episode, Fact, Mention, Object, Session, Synonymy};
use graph_schema::{EntityId, EpisodeId, FactId, SessionId};

use crate::dialogue::{Turn, fingerprints};
use crate::store::{Changes, NameHasher, NameOf};

use super::line::{Line, ObjectLine};
use super::{Head, VERSION};

/// Why a text is no dump.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DumpError {
    /// A line is not of the form that a dump has.
    #[error("{file} line {line}: not a line of a dump")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What the reader said.
        #[source]
        source: serde_json::Error,
    },
    /// It was written by a later version.
    #[error(
        "{file} is a dump of version {found}, and this program reads versions up to {VERSION}; read it with a newer hippograph"
    )]
    Version {
        /// The file.
        file: String,
        /// Its version.
        found: u32,
    },
    /// It is empty.
    #[error("{file} is empty, and a dump begins with its head; dump the memory again")]
    Empty {
        /// The file.
        file: String,
    },
    /// A record refers to one that the dump does not hold.
    #[error(
        "{file} line {line} refers to {missing}, which the dump does not hold; dump the memory again"
    )]
    Missing {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The id that is missing.
        missing: String,
    },
    /// Lines are missing, or there are too many.
    #[error(
        "{file} holds {found} lines after its first, and should hold {told}; it was cut short or joined: dump the memory again"
    )]
    Lines {
        /// The file.
        file: String,
        /// How many its head tells.
        told: usize,
        /// How many there are.
        found: usize,
    },
    /// The next free ids leave no room for what comes.
    #[error("{file} tells a next free id that is too large; dump the memory again")]
    Counters {
        /// The file.
        file: String,
    },
    /// Two records have one id.
    #[error("{file} line {line}: a second record {id}; dump the memory again")]
    Twice {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The id.
        id: String,
    },
    /// An id lies at or above the next free one that the head tells.
    #[error(
        "{file} line {line}: {id} is not below the next free id that the first line tells; dump the memory again"
    )]
    Beyond {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The id.
        id: String,
    },
}

/// The largest next free id: as many again can be given out after it.
const MOST: u64 = u64::MAX / 2;

/// Reads a dump. `file` is what errors call it; `hasher` is of the namespace that it goes to.
/// The changes hold no vectors.
///
/// # Errors
/// At the first line that is not of the form, or refers to what is not there.
pub fn read(file: &str, text: &str, hasher: &NameHasher) -> Result<Changes, DumpError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let wrong = |at: usize, source| DumpError::Line { file: file.to_owned(), line: at + 1, source };
    let (at, head) = lines.next().ok_or_else(|| DumpError::Empty { file: file.to_owned() })?;
    let head: Head = serde_json::from_str(head).map_err(|e| wrong(at, e))?;
    if head.version != VERSION {
        return Err(DumpError::Version { file: file.to_owned(), found: head.version });
    }
    let next = head.next;
    if [next.session, next.episode, next.entity, next.fact].iter().any(|id| *id > MOST) {
        return Err(DumpError::Counters { file: file.to_owned() });
    }
    let mut found = 0;
    let mut reading = Reading {
        file,
        line: 0,
        changes: Changes { counters: Some(head.next), ..Changes::default() },
        sessions: BTreeSet::new(),
        entities: BTreeSet::new(),
        episodes: BTreeSet::new(),
        facts: BTreeSet::new(),
        mentions: BTreeSet::new(),
        synonymy: BTreeSet::new(),
        hasher,
    };
    for (at, line) in lines {
        reading.line = at + 1;
        found += 1;
        reading.take(serde_json::from_str(line).map_err(|e| wrong(at, e))?)?;
    }
    if found != head.lines {
        return Err(DumpError::Lines { file: file.to_owned(), told: head.lines, found });
    }
    let mut changes = reading.changes;
    changes.episode_names = episode_names(&changes, hasher);
    Ok(changes)
}

struct Reading<'a> {
    file: &'a str,
    line: usize,
    changes: Changes,
    sessions: BTreeSet<SessionId>,
    entities: BTreeSet<EntityId>,
    episodes: BTreeSet<EpisodeId>,
    facts: BTreeSet<FactId>,
    mentions: BTreeSet<(EpisodeId, EntityId)>,
    synonymy: BTreeSet<(EntityId, EntityId)>,
    hasher: &'a NameHasher,
}

impl Reading<'_> {
    fn take(&mut self, line: Line) -> Result<(), DumpError> {
        let next = self.changes.counters.unwrap_or_default();
        match line {
            Line::Session { id, name, started } => {
                self.admit(self.sessions.contains(&id), id.get() < next.session, id)?;
                self.sessions.insert(id);
                let hash = self.hasher.hash(NameOf::Session, &name);
                self.changes.session_names.push((hash, id));
                self.changes.sessions.push((id, Session { name, started }));
            }
            Line::Entity { id, name, r#type, aliases, recorded } => {
                self.admit(self.entities.contains(&id), id.get() < next.entity, id)?;
                self.entities.insert(id);
                for name in aliases {
                    let hash = self.hasher.hash(NameOf::Entity, &normalise(&name));
                    self.changes.aliases.push((hash, id, Alias { name }));
                }
                self.changes.entities.push((id, Entity { name, kind: r#type, recorded }));
            }
            Line::Episode {
                id,
                turn_id,
                session,
                place,
                speaker,
                role,
                said_at,
                text,
                image_caption,
                recorded,
            } => {
                self.admit(self.episodes.contains(&id), id.get() < next.episode, id)?;
                self.episodes.insert(id);
                self.known(self.sessions.contains(&session.id), session.id)?;
                if let Some(speaker) = &speaker {
                    self.known(self.entities.contains(&speaker.id), speaker.id)?;
                }
                let speaker = speaker.map(|speaker| speaker.id);
                let session = session.id;
                let episode = Episode {
                    name: turn_id,
                    session,
                    place,
                    speaker,
                    role,
                    said_at,
                    text,
                    image_caption,
                    recorded,
                };
                self.changes.episodes.push((id, episode));
            }
            Line::Fact {
                id,
                subject,
                predicate,
                object,
                negated,
                modality,
                statement,
                valid,
                recorded,
                sources,
                confidence,
                rule,
            } => {
                let twice = !self.facts.insert(id);
                self.admit(twice, id.get() < next.fact, id)?;
                self.known(self.entities.contains(&subject.id), subject.id)?;
                let object = match object {
                    ObjectLine::Literal(value) => Object::Literal(value),
                    ObjectLine::Entity(object) => {
                        self.known(self.entities.contains(&object.id), object.id)?;
                        Object::Entity(object.id)
                    }
                };
                for source in &sources {
                    self.known(self.episodes.contains(&source.id), source.id)?;
                }
                let sources = sources.into_iter().map(|source| source.id).collect();
                let subject = subject.id;
                let fact = Fact {
                    subject,
                    predicate,
                    object,
                    negated,
                    modality,
                    statement,
                    valid,
                    recorded,
                    sources,
                    confidence,
                    rule,
                };
                self.changes.facts.push((id, fact));
            }
            Line::Mention { episode, entity, count } => {
                let twice = !self.mentions.insert((episode.id, entity.id));
                self.admit(twice, true, format!("{} {}", episode.id, entity.id))?;
                self.known(self.episodes.contains(&episode.id), episode.id)?;
                self.known(self.entities.contains(&entity.id), entity.id)?;
                self.changes.mentions.push((episode.id, entity.id, Mention { count }));
            }
            Line::Synonymy { a, b, similarity } => {
                let twice = !self.synonymy.insert((a.id, b.id));
                self.admit(twice, true, format!("{} {}", a.id, b.id))?;
                self.known(self.entities.contains(&a.id), a.id)?;
                self.known(self.entities.contains(&b.id), b.id)?;
                self.changes.synonymy.push((a.id, b.id, Synonymy { similarity }));
            }
        }
        Ok(())
    }

    /// Refuses a second record of one id, and an id at or above the next free one.
    fn admit(&self, twice: bool, below: bool, id: impl ToString) -> Result<(), DumpError> {
        let (file, line) = (self.file.to_owned(), self.line);
        if twice {
            return Err(DumpError::Twice { file, line, id: id.to_string() });
        }
        if !below {
            return Err(DumpError::Beyond { file, line, id: id.to_string() });
        }
        Ok(())
    }

    /// Refuses a reference to what the dump has not told yet.
    fn known(&self, there: bool, id: impl ToString) -> Result<(), DumpError> {
        if there {
            return Ok(());
        }
        let (file, line) = (self.file.to_owned(), self.line);
        Err(DumpError::Missing { file, line, missing: id.to_string() })
    }
}

/// The hashes by which the standing episodes are found, as their turns would give them.
fn episode_names(changes: &Changes, hasher: &NameHasher) -> Vec<(NameHash, EpisodeId)> {
    let sessions: BTreeMap<_, _> = changes.sessions.iter().map(|(id, s)| (*id, &s.name)).collect();
    let speakers: BTreeMap<_, _> = changes.entities.iter().map(|(id, e)| (*id, &e.name)).collect();
    let mut standing: Vec<_> =
        changes.episodes.iter().filter(|(_, e)| e.recorded.until.is_none()).collect();
    standing.sort_by_key(|(_, episode)| (episode.session, episode.place));
    let turns: Vec<Turn> = standing
        .iter()
        .map(|(_, episode)| Turn {
            session: sessions.get(&episode.session).map_or_else(String::new, |s| (*s).clone()),
            session_started: None,
            id: episode.name.clone(),
            speaker: episode.speaker.and_then(|id| speakers.get(&id)).map(|s| (*s).clone()),
            role: episode.role,
            said_at: episode.said_at,
            text: episode.text.clone(),
            image_caption: episode.image_caption.clone(),
        })
        .collect();
    let found_by = standing.iter().zip(&turns).zip(fingerprints(&turns));
    found_by
        .filter_map(|(((id, _), turn), content)| {
            let own = turn.id.as_ref().map(|id| hasher.hash(NameOf::Episode, id));
            let hash = || content.map(|content| hasher.hash(NameOf::Content, &content));
            Some((own.or_else(hash)?, *id))
        })
        .collect()
}
