//! The words and bytes of hippograph: ids, times, the ontology, key layouts and record versions.
//!
//! A leaf crate. It has no input or output, no clock and no randomness: what it says about a value
//! depends on that value alone. `KEYS.md` beside this crate's manifest draws every key.

pub mod id;
pub mod key;
pub mod name;
pub mod ontology;
pub mod record;
pub mod time;

pub use id::{EntityId, EpisodeId, FactId, NamespaceId, SessionId};
pub use ontology::{Ontology, OntologyError};
pub use record::{DecodeError, Record};
pub use time::{Holds, Interval, Moment, Precision, Recorded, Start, TimeError};
