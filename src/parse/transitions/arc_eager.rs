//! The arc-eager system: heads and labels of tokens, from left to right, with a stack of tokens
//! that may still get dependents and a buffer of tokens to come.
//!
//! Source: spaCy 3.8, `arc_eager.pyx` and `_state.pxd`; Nivre, "An Efficient Algorithm for
//! Projective Dependency Parsing", 2003; Honnibal and Johnson, "An Improved Non-monotonic
//! Transition System for Dependency Parsing", 2015, for tokens put back into the buffer.

use std::path::Path;

use super::{Labelled, best};
use crate::parse::ParseError;
use crate::parse::labels::{Label, Labels};
use crate::parse::nets::scorer::States;

/// How many tokens of a state the net sees.
pub(in crate::parse) const SLOTS: usize = 8;

/// What a move does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The next token goes onto the stack.
    Shift,
    /// The top of the stack leaves it; back to the buffer if it has no head and others are below it.
    Reduce,
    /// The next token becomes the head of the top of the stack, which leaves the stack.
    Left,
    /// The top of the stack becomes the head of the next token, which goes onto the stack.
    Right,
    /// The token after the next one begins a sentence.
    Break,
}

/// The kinds of moves, each with its number in the model's file.
const KINDS: [(usize, Kind); 5] =
    [(0, Kind::Shift), (1, Kind::Reduce), (2, Kind::Left), (3, Kind::Right), (4, Kind::Break)];

/// A kind of move and the label that an arc gets by it; an empty one where there is no arc.
type Move = (Kind, Label);

/// The moves of a model.
pub(in crate::parse) struct ArcEager {
    moves: Vec<Move>,
    root: Label,
}

impl ArcEager {
    /// Reads them from the file `parser/moves`.
    pub(in crate::parse) fn read(folder: &Path, known: &mut Labels) -> Result<Self, ParseError> {
        let labelled = Labelled::read(folder, "parser/moves")?;
        let mut moves = Vec::new();
        for (number, kind) in KINDS {
            for label in labelled.of(number)? {
                moves.push((kind, known.label(label)));
            }
        }
        Ok(Self { moves, root: known.label("ROOT") })
    }

    /// How many moves there are.
    pub(in crate::parse) fn moves(&self) -> usize {
        self.moves.len()
    }

    /// The labels that arcs may get.
    pub(in crate::parse) fn labels(&self) -> impl Iterator<Item = Label> {
        self.moves.iter().map(|(_, label)| *label)
    }

    /// The head of each token of a text, itself where it has none, and its label.
    pub(in crate::parse) fn parse(&self, tokens: usize, net: &mut States<'_>) -> Vec<Dependency> {
        let mut state = State::new(tokens, self.root);
        while !state.is_final() {
            let allowed = KINDS.map(|(_, kind)| state.allows(kind));
            let [shift, reduce, left, right, break_] = allowed;
            let taken = best(&self.moves, net.score(state.slots()), |(kind, _)| match kind {
                Kind::Shift => shift,
                Kind::Reduce => reduce,
                Kind::Left => left,
                Kind::Right => right,
                Kind::Break => break_,
            });
            match taken {
                Some((kind, label)) => state.take(kind, label),
                // Shift is allowed when the stack is empty and Reduce when it is not: this is
                // never reached, and would only leave the rest without heads.
                None => break,
            }
        }
        state.arcs
    }
}

/// A token's head, itself where it has none, and the label of the arc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::parse) struct Dependency {
    pub(in crate::parse) head: usize,
    pub(in crate::parse) label: Label,
}

/// How far the analysis of a text is.
struct State {
    tokens: usize,
    stack: Vec<usize>,
    /// Tokens put back, the next one last; they come before those from `next` on.
    put_back: Vec<usize>,
    next: usize,
    arcs: Vec<Dependency>,
    /// Tokens that were put back and must not be shifted again as they are.
    unshiftable: Vec<bool>,
    begins_sentence: Vec<bool>,
    left: Side,
    right: Side,
}

/// The children of each token on one side of it, the last given first.
struct Side {
    last: Vec<Option<usize>>,
    before: Vec<Option<usize>>,
}

impl Side {
    fn new(tokens: usize) -> Self {
        Self { last: vec![None; tokens], before: vec![None; tokens] }
    }

    fn last(&self, head: Option<usize>) -> Option<usize> {
        *self.last.get(head?)?
    }

    fn add(&mut self, head: usize, child: usize) {
        if let (Some(last), Some(before)) = (self.last.get_mut(head), self.before.get_mut(child)) {
            *before = last.replace(child);
        }
    }

    /// Takes a child away if it is the last given, as only such a one ever has to be.
    fn remove(&mut self, head: usize, child: usize) {
        if let (Some(last), Some(before)) = (self.last.get_mut(head), self.before.get(child))
            && *last == Some(child)
        {
            *last = *before;
        }
    }
}

impl State {
    fn new(tokens: usize, root: Label) -> Self {
        Self {
            tokens,
            stack: Vec::new(),
            put_back: Vec::new(),
            next: 0,
            arcs: (0..tokens).map(|token| Dependency { head: token, label: root }).collect(),
            unshiftable: vec![false; tokens],
            begins_sentence: vec![false; tokens],
            left: Side::new(tokens),
            right: Side::new(tokens),
        }
    }

    fn is_final(&self) -> bool {
        self.stack.is_empty() && self.to_come() == 0
    }

    /// How many tokens the buffer holds.
    fn to_come(&self) -> usize {
        self.tokens.saturating_sub(self.next) + self.put_back.len()
    }

    /// The token of the stack, 0 being the top.
    fn stacked(&self, depth: usize) -> Option<usize> {
        self.stack.iter().rev().nth(depth).copied()
    }

    /// The token of the buffer, 0 being the next.
    fn buffered(&self, place: usize) -> Option<usize> {
        if let Some(token) = self.put_back.iter().rev().nth(place) {
            return Some(*token);
        }
        let token = self.next + place.checked_sub(self.put_back.len())?;
        (token < self.tokens).then_some(token)
    }

    /// The tokens that the net sees.
    fn slots(&self) -> [Option<usize>; SLOTS] {
        let (next, top) = (self.buffered(0), self.stacked(0));
        [
            next,
            self.buffered(1),
            top,
            self.stacked(1),
            self.stacked(2),
            self.left.last(next),
            self.left.last(top),
            self.right.last(top),
        ]
    }

    fn has_head(&self, token: usize) -> bool {
        self.arcs.get(token).is_some_and(|arc| arc.head != token)
    }

    fn allows(&self, kind: Kind) -> bool {
        let marked = |marks: &[bool], token: Option<usize>| {
            token.and_then(|token| marks.get(token)).is_some_and(|mark| *mark)
        };
        let next = self.buffered(0);
        let next_begins = marked(&self.begins_sentence, next);
        match kind {
            Kind::Shift => {
                self.stack.is_empty()
                    || self.to_come() >= 2 && !next_begins && !marked(&self.unshiftable, next)
            }
            Kind::Reduce => !self.stack.is_empty(),
            Kind::Left | Kind::Right => {
                !self.stack.is_empty() && self.to_come() > 0 && !next_begins
            }
            Kind::Break => {
                let after = self.buffered(1);
                self.to_come() >= 2
                    && after == next.map(|next| next + 1)
                    && !marked(&self.begins_sentence, after)
            }
        }
    }

    fn take(&mut self, kind: Kind, label: Label) {
        let (next, top) = (self.buffered(0), self.stacked(0));
        match kind {
            Kind::Shift => self.shift(),
            Kind::Reduce => {
                let Some(top) = self.stack.pop() else { return };
                if !self.has_head(top) && !self.stack.is_empty() {
                    set(&mut self.unshiftable, top, true);
                    self.put_back.push(top);
                }
            }
            Kind::Left => {
                if let (Some(head), Some(child)) = (next, top) {
                    self.add_arc(head, child, label);
                    // With the stack changed, shifting it leads to something new.
                    set(&mut self.unshiftable, head, false);
                    self.stack.pop();
                }
            }
            Kind::Right => {
                if let (Some(head), Some(child)) = (top, next) {
                    self.add_arc(head, child, label);
                    self.shift();
                }
            }
            Kind::Break => {
                if let Some(after) = self.buffered(1) {
                    set(&mut self.begins_sentence, after, true);
                }
            }
        }
    }

    fn shift(&mut self) {
        let token = self.put_back.pop().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        });
        self.stack.push(token);
    }

    fn add_arc(&mut self, head: usize, child: usize, label: Label) {
        let Some(arc) = self.arcs.get_mut(child) else { return };
        let before = std::mem::replace(arc, Dependency { head, label }).head;
        if before != child {
            let side = if before > child { &mut self.left } else { &mut self.right };
            side.remove(before, child);
        }
        let side = if head > child { &mut self.left } else { &mut self.right };
        side.add(head, child);
    }
}

fn set(marks: &mut [bool], token: usize, mark: bool) {
    if let Some(old) = marks.get_mut(token) {
        *old = mark;
    }
}
