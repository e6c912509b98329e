//! Stable names for turns that have no id, made from what they say. Never depends on the file's
//! name or on turns of other content, so that the same file taken twice changes nothing.

use std::collections::HashMap;

use graph_schema::name::normalise;
use graph_schema::record::Role;

use super::Turn;

/// For each turn without an id a name made of its session, speaker, time, text and caption, and of
/// how many turns just like it stand before it; `None` for a turn with an id.
///
/// The name is opaque: `turn-` and 32 hexadecimal digits of a BLAKE3 hash. It is not secret: who
/// can guess a text can check it against the name, so erase the name with the turn.
pub fn fingerprints(turns: &[Turn]) -> Vec<Option<String>> {
    let mut seen: HashMap<blake3::Hash, u64> = HashMap::new();
    let mut name = |turn: &Turn| {
        let content = content(turn);
        let count = seen.entry(content).or_default();
        let mut hasher = blake3::Hasher::new();
        hasher.update(content.as_bytes());
        hasher.update(&count.to_be_bytes());
        *count += 1;
        let hex = hasher.finalize().to_hex();
        format!("turn-{}", hex.as_str().get(..32).unwrap_or(hex.as_str()))
    };
    turns.iter().map(|turn| turn.id.is_none().then(|| name(turn))).collect()
}

/// Each field behind its length, so that no two contents are the same bytes.
fn content(turn: &Turn) -> blake3::Hash {
    // A memory keeps one spelling of a name, and gives the turn back with that.
    let speaker = turn.speaker.as_deref().map(normalise);
    let role = match turn.role {
        Role::Person => "person",
        Role::Assistant => "assistant",
        Role::System => "system",
        Role::Tool => "tool",
    };
    let said_at = turn.said_at.map(|moment| moment.to_string());
    let fields = [
        Some(turn.session.as_str()),
        speaker.as_deref(),
        said_at.as_deref(),
        Some(turn.text.as_str()),
        turn.image_caption.as_deref(),
        Some(role),
    ];
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"hippograph turn 1");
    for field in fields {
        match field {
            None => hasher.update(&u64::MAX.to_be_bytes()),
            Some(text) => {
                hasher.update(&(text.len() as u64).to_be_bytes());
                hasher.update(text.as_bytes())
            }
        };
    }
    hasher.finalize()
}
