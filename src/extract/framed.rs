//! Which words of a sentence are told as another's, as a belief given up, as fiction, or as not true:
//! what a verb among them says is not told as so. Reads the words before the walk, makes no fact,
//! and never decides what a clause means.

use std::ops::Range;

use super::clauses::Walk;
use super::lexicon::{Set, singular};
use super::tokens::Tag;

/// The most tokens between a verb and its subject, and between words that belong together.
const REACH: usize = 6;

impl Walk<'_> {
    /// The tokens of a sentence that are told in such a frame: ranges in order, none touching.
    pub(super) fn framed(&self, sentence: &Range<usize>) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        // Up to here nothing more can be framed, so that no stretch is looked through twice.
        let mut until = sentence.start;
        for i in sentence.clone() {
            // "…, but that was a joke", "…, according to Sara": all that went before.
            if self.takes_back(i) || self.attributes(i) {
                found.clear();
                until = until.max(self.turn_after(i, sentence.end));
                found.push(sentence.start..until);
            }
            if i < until {
                continue;
            }
            // "I like neither tea nor coffee": nothing of the clause.
            let from = match self.frame_after(i, sentence.start) {
                None if self.in_set(Set::Neither, i) => Some(self.turn_before(i, until)),
                from => from,
            };
            if let Some(from) = from {
                until = self.turn_after(from.max(i + 1), sentence.end);
                found.push(from..until);
            } else if self.in_set(Set::Without, i)
                && let Some(verb) = self.verb_left_out(i + 1)
            {
                found.push(verb..verb + 1);
                until = verb + 1;
            }
        }
        found
    }

    /// Where what a word frames begins.
    fn frame_after(&self, i: usize, start: usize) -> Option<usize> {
        let fronted = self.is_fronted(i, start);
        if fronted && self.word(i) == "in" {
            return self.after_fiction(i + 1);
        }
        if !self.opens_clause(i + 1) {
            return None;
        }
        if self.in_set(Set::Untrue, i) || self.in_set(Set::True, i) && self.denied_before(i, start)
        {
            return Some(i + 1);
        }
        let own = self.speakers(i, start);
        let past = |words: &[&str]| self.before(i, start).any(|w| words.contains(&w));
        if self.in_set(Set::Sure, i) {
            return (!own || past(&["was", "were"])).then_some(i + 1);
        }
        let verb = self.token(i)?.verb?;
        let lemma = self.make.r.lexicon.lemma(verb);
        let among = |set| self.make.r.lexicon.among(set, lemma);
        if fronted && verb.forms.base && among(Set::Posed) {
            return Some(i + 1);
        }
        let denied = self.denied_before(i, start);
        let has = past(&["have", "has", "'ve", "'s"]);
        let framed = if among(Set::Claim) {
            true
        } else if among(Set::Denial) {
            !denied
        } else if among(Set::Speech) {
            denied
        } else if !among(Set::Belief) || fronted {
            false
        } else if own {
            // "I thought", "I used to think": believed no longer.
            verb.forms.past && !verb.forms.base && !has || past(&["used"]) || past(&["was", "were"])
        } else {
            // What people think of themselves they may know.
            !matches!(self.word(self.past_that(i + 1)), "he" | "she" | "they")
        };
        framed.then_some(i + 1)
    }

    fn in_set(&self, set: Set, i: usize) -> bool {
        self.make.r.lexicon.among(set, self.word(i))
    }

    fn word(&self, i: usize) -> &str {
        self.token(i).map_or("", |t| t.lower.as_str())
    }

    fn past_that(&self, i: usize) -> usize {
        i + usize::from(self.word(i) == "that")
    }

    /// Whether a token begins a clause by its place.
    fn is_fronted(&self, i: usize, start: usize) -> bool {
        let before = i.checked_sub(1).filter(|p| *p >= start).and_then(|p| self.token(p));
        before.is_none_or(|t| {
            matches!(t.tag, Tag::Mark | Tag::End | Tag::Conjunction | Tag::Interjection)
        })
    }

    /// The words before a token, nearest first, up to what parts clauses.
    fn before(&self, i: usize, start: usize) -> impl Iterator<Item = &str> {
        let from = start.max(i.saturating_sub(REACH));
        (from..i)
            .rev()
            .map_while(|p| self.token(p))
            .take_while(|t| !matches!(t.tag, Tag::Mark | Tag::End | Tag::Conjunction))
            .map(|t| t.lower.as_str())
    }

    fn denied_before(&self, i: usize, start: usize) -> bool {
        self.before(i, start).any(|w| matches!(w, "not" | "n't" | "never"))
    }

    /// Whether the speaker is the subject of the word at a token: the nearest word that could be one.
    fn speakers(&self, i: usize, start: usize) -> bool {
        let from = start.max(i.saturating_sub(REACH));
        let subject = (from..i).rev().filter_map(|p| self.token(p)).find(|t| {
            !matches!(t.tag, Tag::Adverb | Tag::Auxiliary | Tag::Negation | Tag::To | Tag::Verb)
        });
        subject.is_none_or(|t| matches!(t.lower.as_str(), "i" | "we") || t.tag == Tag::Conjunction)
    }

    /// "My dream", "the game": where the clause after it begins.
    fn after_fiction(&self, mut at: usize) -> Option<usize> {
        let end = at + REACH;
        while at < end {
            let token = self.token(at)?;
            let next = self.token(at + 1)?;
            if self.make.r.lexicon.among(Set::Fiction, &singular(&token.lower)) {
                let parted = next.lower == ",";
                return (parted || self.begins_clause(at + 1)).then_some(at + 1);
            }
            if !matches!(
                token.tag,
                Tag::Determiner | Tag::Possessive | Tag::Adjective | Tag::Modifier | Tag::Noun
            ) {
                return None;
            }
            at += 1;
        }
        None
    }

    /// The verb of "instead of moving", "without moving".
    fn verb_left_out(&self, at: usize) -> Option<usize> {
        let at = at + usize::from(matches!(self.word(at), "of" | "than"));
        self.token(at).filter(|t| t.verb.is_some_and(|v| v.forms.gerund || v.forms.base))?;
        Some(at)
    }

    /// Whether "that was a joke", "it isn't true" begins at a token and ends its clause.
    fn takes_back(&self, i: usize) -> bool {
        if !matches!(self.word(i), "that" | "it" | "this" | "which" | "all") {
            return false;
        }
        let be = matches!(self.word(i + 1), "is" | "was" | "'s" | "isn" | "wasn");
        let mut denied = false;
        for at in i + 2..i + 2 + REACH {
            let ends = self.token(at + 1).is_none_or(|t| matches!(t.tag, Tag::Mark | Tag::End));
            match self.token(at).map(|t| t.tag) {
                _ if self.in_set(Set::Untrue, at) => return be && ends,
                _ if self.in_set(Set::True, at) => return be && denied && ends,
                Some(Tag::Negation) => denied = true,
                Some(Tag::Determiner | Tag::Adverb | Tag::Adjective | Tag::Modifier) => {}
                _ => return false,
            }
        }
        false
    }

    /// Whether "according to" somebody else begins at a token.
    fn attributes(&self, i: usize) -> bool {
        self.in_set(Set::Attributed, i)
            && self.word(i + 1) == "to"
            && !matches!(self.word(i + 2), "me" | "my")
    }

    /// Where the sentence turns after a token: at "but", or its end.
    fn turn_after(&self, from: usize, end: usize) -> usize {
        (from..end).find(|i| self.in_set(Set::Turn, *i) || self.word(*i) == ";").unwrap_or(end)
    }

    /// Where the clause before a token begins.
    fn turn_before(&self, i: usize, start: usize) -> usize {
        let turn = |p: &usize| {
            self.in_set(Set::Turn, *p) || self.token(*p).is_some_and(|t| t.tag == Tag::Mark)
        };
        (start..i).rev().find(turn).unwrap_or(start)
    }
}
