//! Questions that are asked twice: within a conversation, or of conversations that are copies of each
//! other. A copy counts once, or figures would rest on it as on two that agree. What is not counted is
//! listed, never dropped in silence.

use std::collections::{HashMap, HashSet};

use super::fold::plain;
use super::questions::{Conversation, Question, Reason, Skipped};
use super::told::count;
use crate::dialogue::Turn;

/// The words of a turn with who says them, and what it shows.
type Said = [String; 3];

/// A question by its words and what the turns of its evidence say; of evidence that is no turn, its
/// name.
type Asked = (String, Vec<Said>);

/// Takes out of `conversations` each question that was asked before with the same evidence: in the same
/// conversation, or in one that has the same turns under another name. Says so among the skipped
/// questions and the notes. That a question recurs where the turns differ is noted alone. Done twice, it
/// does nothing more.
pub fn take_out(conversations: &mut [Conversation]) {
    // For each conversation before, what was asked of it and of its copies.
    let mut before: Vec<(Vec<Said>, String, HashSet<Asked>)> = Vec::new();
    let mut anywhere: HashMap<Asked, String> = HashMap::new();
    for conversation in conversations {
        let talk: Vec<Said> = conversation.turns.iter().map(said).collect();
        let at = before.iter().position(|(other, ..)| !talk.is_empty() && *other == talk);
        let copied = at.is_some();
        let at = at.unwrap_or_else(|| {
            before.push((talk, conversation.name.clone(), HashSet::new()));
            before.len() - 1
        });
        let Some((_, first, known)) = before.get_mut(at) else { continue };
        let turns: HashMap<&str, Said> = conversation
            .turns
            .iter()
            .filter_map(|turn| Some((turn.id.as_deref()?, said(turn))))
            .collect();
        let asked: Vec<Asked> =
            conversation.questions.iter().map(|question| key(question, &turns)).collect();
        drop(turns);
        let mut notes = Vec::new();
        if copied {
            notes.push(format!(
                "has the turns of {first}; what was asked of that is not asked again"
            ));
        }
        let mut elsewhere: HashMap<String, usize> = HashMap::new();
        let questions = std::mem::take(&mut conversation.questions);
        for (question, asked) in questions.into_iter().zip(asked) {
            if !known.insert(asked.clone()) {
                conversation.skipped.push(Skipped {
                    conversation: conversation.name.clone(),
                    question: question.index,
                    reason: Reason::Twice,
                });
                continue;
            }
            match anywhere.get(&asked) {
                Some(other) if other != first => *elsewhere.entry(other.clone()).or_default() += 1,
                _ => drop(anywhere.insert(asked, first.clone())),
            }
            conversation.questions.push(question);
        }
        conversation.skipped.sort_by_key(|skipped| skipped.question);
        let mut elsewhere: Vec<(String, usize)> = elsewhere.into_iter().collect();
        elsewhere.sort();
        notes.extend(elsewhere.into_iter().map(|(other, n)| {
            let questions = count(n, "question is", "questions are");
            format!("{questions} asked of {other} too, with evidence of the same words")
        }));
        for note in notes {
            let note = format!("{}: {note}", conversation.name);
            if !conversation.notes.contains(&note) {
                conversation.notes.push(note);
            }
        }
    }
}

/// Which of `conversations` have the same turns as one before them.
pub(super) fn copied(conversations: &[Conversation]) -> Vec<bool> {
    let mut before: HashSet<Vec<Said>> = HashSet::new();
    let talks = conversations.iter().map(|c| c.turns.iter().map(said).collect::<Vec<Said>>());
    talks.map(|talk| !talk.is_empty() && !before.insert(talk)).collect()
}

fn key(question: &Question, turns: &HashMap<&str, Said>) -> Asked {
    let evidence = question.evidence.iter();
    let mut evidence: Vec<Said> = evidence
        .map(|id| {
            turns.get(id.as_str()).cloned().unwrap_or_else(|| [id.clone(), "".into(), "".into()])
        })
        .collect();
    evidence.sort();
    (plain(&question.text), evidence)
}

fn said(turn: &Turn) -> Said {
    let plain = |text: Option<&str>| plain(text.unwrap_or_default());
    [plain(turn.speaker.as_deref()), plain(Some(&turn.text)), plain(turn.image_caption.as_deref())]
}
