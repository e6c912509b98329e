//! What a verb is done to: the things named after it, and the doings. Decides nothing about whether
//! that is told as so.

use super::NamedThing;
use super::clauses::Walk;
use super::lexicon::{Class, Verb, gerund};
use super::phrases::Phrase;
use super::tokens::Tag;

/// The most objects of one verb.
pub(super) const MOST_OBJECTS: usize = 5;

/// What a verb is done to.
pub(super) struct Target {
    pub(super) thing: NamedThing,
    pub(super) named: bool,
    pub(super) end: usize,
}

impl Walk<'_> {
    /// The things named at a token, with those joined to the first by "and" and commas.
    pub(super) fn targets(&self, at: usize, end: usize) -> Vec<Target> {
        let mut found = Vec::new();
        let mut i = at;
        while found.len() < MOST_OBJECTS && i < end {
            let Some(token) = self.token(i) else { break };
            let read = match (token.tag, token.verb) {
                (Tag::Adverb, _) => {
                    i += 1;
                    continue;
                }
                (Tag::To, _) => {
                    self.token(i + 1).and_then(|t| t.verb).map(|verb| self.deed(verb, i + 2))
                }
                (Tag::Verb, Some(verb)) if verb.forms.gerund => Some(self.deed(verb, i + 1)),
                (
                    Tag::Verb
                    | Tag::Auxiliary
                    | Tag::Pronoun
                    | Tag::Preposition
                    | Tag::Mark
                    | Tag::End
                    | Tag::Time(_),
                    _,
                ) => None,
                _ => self.phrase(i).map(|p| (p.thing, p.named, p.tokens.end)),
            };
            let Some((thing, named, next)) = read else { break };
            let next = next.min(end.max(i + 1));
            if !found.is_empty() && self.group_at(next) {
                break;
            }
            if let Some(thing) = thing {
                found.push(Target { thing, named, end: next });
            }
            i = next;
            let mut joined = false;
            while i < end
                && self
                    .token(i)
                    .is_some_and(|t| matches!(t.lower.as_str(), "," | "and" | "or" | "&"))
            {
                joined = true;
                i += 1;
            }
            if !joined {
                break;
            }
        }
        found
    }

    /// What "playing chess" comes to: chess, or playing where nothing is played.
    fn deed(&self, verb: Verb, next: usize) -> (Option<NamedThing>, bool, usize) {
        let doing = activity(self.make.r.lexicon.lemma(verb));
        let known = self.make.r.lexicon.class(&doing.name).is(Class::ACTIVITY);
        let object = self.token(next).filter(|t| {
            !known
                && matches!(
                    t.tag,
                    Tag::Determiner
                        | Tag::Possessive
                        | Tag::Adjective
                        | Tag::Modifier
                        | Tag::Noun
                        | Tag::Name
                )
        });
        match object.and_then(|_| self.phrase(next)) {
            Some(Phrase { thing: Some(thing), named, tokens, .. }) => {
                (Some(thing), named, tokens.end)
            }
            _ => (Some(doing), false, next),
        }
    }
}

/// The doing that a verb names.
pub(super) fn activity(lemma: &str) -> NamedThing {
    NamedThing { name: gerund(lemma), kind: "activity".to_owned() }
}
