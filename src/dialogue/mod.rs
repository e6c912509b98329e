//! Turns of dialogue, and the file formats they come in. Never touches the store.

use graph_schema::Moment;
use graph_schema::record::Role;

/// One turn as its source gives it: what becomes an episode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// What its source calls the conversation it belongs to.
    pub session: String,
    /// When that conversation began, if told.
    pub session_started: Option<Moment>,
    /// Its own id, if its source gives one: unique within a namespace.
    pub id: Option<String>,
    /// The name of who speaks, if known.
    pub speaker: Option<String>,
    /// Whose voice it is.
    pub role: Role,
    /// When it was said, if told. Without an offset it stays local.
    pub said_at: Option<Moment>,
    /// What was said.
    pub text: String,
    /// What a shared image shows.
    pub image_caption: Option<String>,
}
