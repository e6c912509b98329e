//! What follows from heads and labels: arcs put back that had to be lifted to be projective, the
//! reach of each token's subtree, and where sentences begin.
//!
//! Source: spaCy 3.8, `nonproj.pyx` and `set_children_from_heads` of `doc.pyx`; Nivre and Nilsson,
//! "Pseudo-Projective Dependency Parsing", 2005.

use super::labels::{Label, Labels};
use super::transitions::arc_eager::Dependency;

/// How often the reach of subtrees is computed anew at most until heads lie within sentences: as
/// often as in spaCy.
const MOST_ROUNDS: usize = 12;

/// Labels of lifted arcs, "child||head": the label to be, and that of the head to look for.
pub(super) struct Lifted(Vec<(Label, Label, Label)>);

impl Lifted {
    /// Those among `labels`.
    pub(super) fn of(known: &mut Labels, labels: impl IntoIterator<Item = Label>) -> Self {
        let mut lifted = Vec::new();
        for label in labels {
            let name = known.name(label).to_owned();
            if let Some((own, head)) = name.split_once("||") {
                lifted.push((label, known.label(own), known.label(head)));
            }
        }
        Self(lifted)
    }

    fn get(&self, label: Label) -> Option<(Label, Label)> {
        self.0.iter().find(|(lifted, _, _)| *lifted == label).map(|(_, own, head)| (*own, *head))
    }
}

/// The first and the last token of the subtree of each token, and where sentences begin.
pub(super) struct Reach {
    first: Vec<usize>,
    last: Vec<usize>,
    begins_sentence: Vec<bool>,
}

/// Puts lifted arcs back where they belong. `is_space` says whether a token is white space.
pub(super) fn unlift(arcs: &mut [Dependency], lifted: &Lifted, is_space: &dyn Fn(usize) -> bool) {
    if !arcs.iter().any(|arc| lifted.get(arc.label).is_some()) {
        return;
    }
    // As in spaCy, children are looked for where they were before anything was put back.
    let reach = Reach::of(arcs);
    for token in 0..arcs.len() {
        let Some(arc) = arcs.get(token).copied() else { return };
        let Some((label, wanted)) = lifted.get(arc.label) else { continue };
        let head = new_head(arcs, &reach, token, wanted, is_space).unwrap_or(arc.head);
        if let Some(arc) = arcs.get_mut(token) {
            *arc = Dependency { head, label };
        }
    }
}

/// The first token labelled `wanted` below the head of `token`, level by level, not looking
/// below `token` itself or below white space.
fn new_head(
    arcs: &[Dependency],
    reach: &Reach,
    token: usize,
    wanted: Label,
    is_space: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let mut level = vec![arcs.get(token)?.head];
    while !level.is_empty() {
        let mut next = Vec::new();
        for head in level {
            let (first, last) = (*reach.first.get(head)?, *reach.last.get(head)?);
            let span = arcs.get(first..=last)?;
            for (child, arc) in (first..).zip(span) {
                if arc.head != head || child == head || child == token || is_space(child) {
                    continue;
                }
                if arc.label == wanted {
                    return Some(child);
                }
                next.push(child);
            }
        }
        level = next;
    }
    None
}

impl Reach {
    /// That of these arcs.
    pub(super) fn of(arcs: &[Dependency]) -> Self {
        let tokens = arcs.len();
        let mut reach = Self {
            first: (0..tokens).collect(),
            last: (0..tokens).collect(),
            begins_sentence: Vec::new(),
        };
        for _ in 0..MOST_ROUNDS {
            (0..tokens).for_each(|token| reach.widen(arcs, token));
            (0..tokens).rev().for_each(|token| reach.widen(arcs, token));
            reach.find_sentences(arcs);
            if reach.heads_within_sentences(arcs) {
                break;
            }
        }
        reach
    }

    /// The first and the last token of the subtree of each token, and whether a sentence begins
    /// with it.
    pub(super) fn tokens(&self) -> impl Iterator<Item = ((usize, usize), bool)> {
        let spans = self.first.iter().copied().zip(self.last.iter().copied());
        spans.zip(self.begins_sentence.iter().copied())
    }

    /// The head of a token reaches as far as the token.
    fn widen(&mut self, arcs: &[Dependency], token: usize) {
        let Some(Dependency { head, .. }) = arcs.get(token) else { return };
        let (Some(first), Some(last)) = (self.first.get(token), self.last.get(token)) else {
            return;
        };
        let (first, last) = (*first, *last);
        if let (Some(from), Some(to)) = (self.first.get_mut(*head), self.last.get_mut(*head)) {
            *from = first.min(*from);
            *to = last.max(*to);
        }
    }

    /// A sentence begins where the subtree of a token without head begins, and with the first token.
    fn find_sentences(&mut self, arcs: &[Dependency]) {
        self.begins_sentence.clear();
        self.begins_sentence.resize(arcs.len(), false);
        if let Some(first) = self.begins_sentence.first_mut() {
            *first = true;
        }
        for ((token, arc), first) in arcs.iter().enumerate().zip(&self.first) {
            if arc.head == token
                && let Some(begins) = self.begins_sentence.get_mut(*first)
            {
                *begins = true;
            }
        }
    }

    fn heads_within_sentences(&self, arcs: &[Dependency]) -> bool {
        let mut start = 0;
        (0..arcs.len()).all(|token| {
            let begins = token > 0 && self.begins_sentence.get(token) == Some(&true);
            if !begins && token + 1 != arcs.len() {
                return true;
            }
            let sentence = start..=token;
            let within = arcs.get(start..token).unwrap_or_default();
            start = token;
            within.iter().all(|arc| sentence.contains(&arc.head))
        })
    }
}
