//! Keeps a turn once that a file gives twice under one id, and refuses an id given to two turns.
//! Never compares turns without an id: two of the same words are two turns.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::error::DialogueError;
use super::source::Source;
use super::{Conversation, Draft, Turn};

/// The conversations, ids being those of the whole file.
pub(super) fn in_whole(
    source: &Source<'_>,
    drafts: Vec<Draft>,
) -> Result<Vec<Conversation>, DialogueError> {
    let mut seen = HashMap::new();
    drafts.into_iter().map(|draft| keep(source, draft, &mut seen)).collect()
}

/// The conversations, ids being those of each conversation.
pub(super) fn in_each(
    source: &Source<'_>,
    drafts: Vec<Draft>,
) -> Result<Vec<Conversation>, DialogueError> {
    drafts.into_iter().map(|draft| keep(source, draft, &mut HashMap::new())).collect()
}

fn keep(
    source: &Source<'_>,
    draft: Draft,
    seen: &mut HashMap<String, (usize, Turn)>,
) -> Result<Conversation, DialogueError> {
    let mut turns = Vec::with_capacity(draft.turns.len());
    for placed in draft.turns {
        if let Some(id) = &placed.turn.id {
            match seen.entry(id.clone()) {
                Entry::Vacant(free) => {
                    free.insert((placed.line, placed.turn.clone()));
                }
                Entry::Occupied(taken) if taken.get().1 == placed.turn => continue,
                Entry::Occupied(taken) => {
                    return Err(DialogueError::SameId {
                        file: source.name().to_owned(),
                        line: placed.line,
                        first: taken.get().0,
                        id: id.clone(),
                    });
                }
            }
        }
        turns.push(placed.turn);
    }
    Ok(Conversation { name: draft.name, turns })
}
