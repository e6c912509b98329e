//! A turn to mentions and proposed facts. Names only: which entity a name means is decided by
//! `resolve`. Never sees the store, other sessions, or the clock.

pub mod rules;

mod assertions;
mod bounds;
mod clauses;
mod cues;
mod framed;
mod lexicon;
mod making;
mod mentions;
mod names;
mod objects;
mod open;
mod phrases;
mod statement;
mod supposed;
mod tagging;
mod times;
mod timing;
mod tokens;
mod validity;
mod verbs;

use std::ops::Range;

use graph_schema::Interval;
use graph_schema::record::Modality;

use crate::dialogue::Turn;
use crate::parse::Doc;

/// Why a turn could not be read. A turn without facts is no error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// An extractor of another crate failed.
    #[error("the extractor failed; what it said itself tells why")]
    Failed {
        /// What it said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// What an extractor may look at beside the turn itself.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The names of all who speak in the session, in order of their first turn.
    pub participants: &'a [String],
    /// The turns of the session just before this one, oldest first, at most eight.
    pub before: &'a [Turn],
    /// The parse of the turn's text. None where there is no parser, or not for its language.
    pub doc: Option<&'a Doc>,
}

/// A name in a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedThing {
    /// The name, as a person would write it on its own: no article, no possessive.
    pub name: String,
    /// Its type, of the ontology.
    pub kind: String,
}

/// Where a turn speaks of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// What it speaks of.
    pub thing: NamedThing,
    /// Where, as bytes of the text; empty for the speaker and for what an image shows.
    pub span: Range<usize>,
}

/// The object of a proposed fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProposedObject {
    /// Something with a name.
    Thing(NamedThing),
    /// A value that is no entity.
    Literal(String),
}

/// A fact that a turn tells.
#[derive(Debug, Clone, PartialEq)]
pub struct ProposedFact {
    /// Whom or what it is about.
    pub subject: NamedThing,
    /// A predicate of the ontology, or an open one: lemma and preposition in `snake_case`.
    pub predicate: String,
    /// What it says of the subject.
    pub object: ProposedObject,
    /// Whether it says that this is not so.
    pub negated: bool,
    /// How it was put.
    pub modality: Modality,
    /// It as a plain sentence, with names in place of pronouns.
    pub statement: String,
    /// When it holds in the world.
    pub valid: Interval,
    /// From 0 to 1.
    pub confidence: f32,
    /// The rule that made it.
    pub rule: String,
    /// The words it rests on, as bytes of the text; empty when they are not in the text.
    pub span: Range<usize>,
}

/// What a turn gives.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extraction {
    /// What it speaks of, in order of the text; the speaker first.
    pub mentions: Vec<Mention>,
    /// What it tells.
    pub facts: Vec<ProposedFact>,
}

/// Reads turns. Deterministic: the same turn in the same context gives the same extraction.
pub trait Extractor: Send + Sync {
    /// What it is called in output.
    fn id(&self) -> &str;

    /// What `turn` speaks of and tells.
    ///
    /// # Errors
    /// When the extractor itself fails, never because of what the text says.
    fn extract(&self, turn: &Turn, context: &Context<'_>) -> Result<Extraction, ExtractError>;
}
