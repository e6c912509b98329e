//! Facts without a rule: the verb and its object, the verb and what a preposition adds to it, and the
//! doing itself. Which words of a clause these are is decided here; nothing is judged as so or not.

use super::clauses::Walk;
use super::lexicon::{Class, Set};
use super::making::{Claim, Subject, Told};
use super::objects::{MOST_OBJECTS, activity};
use super::tokens::Tag;
use super::validity::{self, Aspect};
use super::{NamedThing, ProposedObject};

/// The most phrases led by a preposition that are tied to one verb.
const MOST_COMPLEMENTS: usize = 2;
/// How sure an open fact is.
const OPEN: f32 = 0.5;

impl Walk<'_> {
    /// What a clause tells beside the rules; `made` tells whether a rule made a fact of it.
    pub(super) fn open(&mut self, subject: &Subject, told: &Told<'_>, made: bool) {
        let (at, objects) =
            if made { (told.g.tokens.end, 0) } else { self.open_objects(subject, told) };
        if self.make.r.lexicon.among(Set::Mute, &told.g.lemma) {
            return;
        }
        let before = self.make.facts.len();
        self.complements(subject, told, at);
        if !made && objects == 0 && self.make.facts.len() == before {
            self.doing(subject, told);
        }
    }

    fn is_light(&self, told: &Told<'_>) -> bool {
        self.make.r.lexicon.among(Set::Light, &told.g.lemma)
    }

    /// "I repaired the bridge": the verb and its objects. Gives where they end, and how many.
    fn open_objects(&mut self, subject: &Subject, told: &Told<'_>) -> (usize, usize) {
        let light = self.is_light(told);
        let mut at = told.g.tokens.end;
        let mut objects = 0;
        for target in self.targets(at, told.clause_end) {
            if light && !target.named {
                continue;
            }
            at = target.end;
            objects += 1;
            let predicate = told.g.lemma.clone();
            self.add_open(subject, told, predicate, target.thing.clone(), target.end);
            self.name(&target.thing);
        }
        (at, objects)
    }

    /// "I argued with Clara": the verb and what prepositions add to it, from a token on.
    fn complements(&mut self, subject: &Subject, told: &Told<'_>, mut at: usize) {
        let lemma = told.g.lemma.as_str();
        let mut complements = 0;
        let mut waiting = None;
        while at < told.clause_end && complements < MOST_COMPLEMENTS {
            let Some(token) = self.token(at) else { break };
            if token.tag != Tag::Preposition
                || matches!(token.lower.as_str(), "of" | "like" | "as" | "than" | "per" | "since")
            {
                at += 1;
                continue;
            }
            // "thinks about the love for dance" is thinking about dance.
            let preposition = waiting.take().unwrap_or_else(|| token.lower.clone());
            at += 1;
            let Some(target) = self.targets(at, told.clause_end).into_iter().next() else {
                waiting = Some(preposition);
                continue;
            };
            at = target.end.max(at);
            complements += 1;
            // "was at the shelter" tells where; "is in awe" tells nothing.
            if matches!(lemma, "be" | "have") {
                let place = matches!(
                    target.thing.kind.as_str(),
                    "place" | "event" | "organization" | "person"
                );
                let near = matches!(
                    preposition.as_str(),
                    "at" | "in" | "with" | "from" | "to" | "on" | "near"
                );
                if !(near && (place || target.named || target.thing.name.contains(' '))) {
                    continue;
                }
            }
            let known = self.make.facts.iter().rev().take(MOST_OBJECTS * 2).any(|f| {
                f.subject == subject.thing
                    && matches!(&f.object, ProposedObject::Thing(t) if t.name == target.thing.name)
            });
            if known {
                continue;
            }
            let predicate = format!("{lemma}_{preposition}");
            self.add_open(subject, told, predicate, target.thing, target.end);
        }
    }

    /// "I surf", "we graduated last week": the doing itself.
    fn doing(&mut self, subject: &Subject, told: &Told<'_>) {
        let end = told.g.tokens.end;
        let pronoun = self.token(end).is_some_and(|t| t.tag == Tag::Pronoun);
        if self.is_light(told) || told.g.loose || pronoun || told.g.lemma == "feel" {
            return;
        }
        let doing = activity(&told.g.lemma);
        let known = self.make.r.lexicon.class(&doing.name).is(Class::ACTIVITY);
        if known || told.timing.time != validity::TimeTold::Nothing {
            self.add_open(subject, told, "did".to_owned(), doing, end);
        }
    }

    fn add_open(
        &mut self,
        subject: &Subject,
        told: &Told<'_>,
        predicate: String,
        object: NamedThing,
        end: usize,
    ) {
        let aspect = Aspect {
            lasts: told.timing.habit,
            begins: false,
            ends: told.ceased(),
            over: told.over(),
            tense: told.g.tense,
        };
        self.make.make(
            subject,
            told,
            Claim {
                about: &subject.thing,
                predicate: &predicate,
                object: ProposedObject::Thing(object),
                aspect,
                modality: told.modality,
                end,
                rule: "open",
                confidence: OPEN,
            },
        );
    }
}
