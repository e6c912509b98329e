//! From what is said of a subject to proposed facts: which predicate takes it, its modality, interval
//! and statement. Shared by the form that reads words and the one that reads trees; never looks for
//! a verb or an object itself.

use std::collections::HashSet;
use std::ops::Range;

use graph_schema::record::Modality;
use graph_schema::{Moment, Ontology};

use super::cues::{Cues, Rule};
use super::lexicon::Lexicon;
use super::objects::Target;
use super::phrases::{Persons, Phrase, Relation};
use super::statement::{Clause, sentence};
use super::times::Times;
use super::timing::Timing;
use super::tokens::{Sentence, Token};
use super::validity::{Aspect, TimeTold, valid};
use super::verbs::{Group, Tense};
use super::{NamedThing, ProposedFact, ProposedObject};
use crate::time::describe;

/// What "my favorite" is called before it is known what it is.
pub(super) const FAVOURITE: &str = "favorite";
/// How sure a fact is that a rule made.
pub(super) const BY_RULE: f32 = 0.8;

/// A turn made ready.
pub(super) struct Reading<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) sentences: &'a [Sentence],
    pub(super) times: &'a Times,
    pub(super) said_at: Option<Moment>,
    pub(super) lexicon: &'a Lexicon,
    pub(super) cues: &'a Cues,
    pub(super) ontology: &'a Ontology,
    pub(super) persons: Persons,
    pub(super) most: usize,
}

/// Who or what a clause is about.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    pub(super) thing: NamedThing,
    /// The tokens that stand for it; empty when it is carried over.
    pub(super) tokens: Range<usize>,
    pub(super) agrees: bool,
    /// Whose favourite it is.
    pub(super) favourite_of: Option<String>,
}

/// What all facts of a clause share.
pub(super) struct Told<'a> {
    pub(super) g: &'a Group,
    pub(super) modality: Modality,
    pub(super) negated: bool,
    /// Told as so no longer.
    pub(super) ceased: bool,
    pub(super) timing: Timing,
    pub(super) clause_end: usize,
    /// The words that the sentence begins with, where those that deny it stand before the clause:
    /// who says so, and "do not think".
    pub(super) denial: Option<(&'a Subject, &'a Group)>,
}

impl Told<'_> {
    /// Whether it is said to have come to an end: "no longer", "not any more", "stopped".
    pub(super) fn ceased(&self) -> bool {
        self.ceased || self.g.ended
    }

    /// Whether it is told as over.
    pub(super) fn over(&self) -> bool {
        self.ceased || self.timing.over
    }
}

/// One fact of a clause.
pub(super) struct Claim<'a> {
    /// Whom or what it is about, as the predicate takes it.
    pub(super) about: &'a NamedThing,
    pub(super) predicate: &'a str,
    pub(super) object: ProposedObject,
    pub(super) aspect: Aspect,
    pub(super) modality: Modality,
    /// The token after the words it rests on.
    pub(super) end: usize,
    pub(super) rule: &'a str,
    pub(super) confidence: f32,
}

/// The facts of a turn as they are made.
pub(super) struct Maker<'a> {
    pub(super) r: &'a Reading<'a>,
    pub(super) persons: Persons,
    pub(super) facts: Vec<ProposedFact>,
    seen: HashSet<(String, String, String)>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(r: &'a Reading<'a>) -> Self {
        Self { r, persons: r.persons.clone(), facts: Vec::new(), seen: HashSet::new() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.facts.len() >= self.r.most
    }

    pub(super) fn token(&self, i: usize) -> Option<&'a Token> {
        self.r.tokens.get(i)
    }

    pub(super) fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        let start = self.token(tokens.start).map_or(0, |t| t.span.start);
        let end =
            tokens.end.checked_sub(1).and_then(|l| self.token(l)).map_or(start, |t| t.span.end);
        start..end.max(start)
    }

    pub(super) fn push(&mut self, fact: ProposedFact) {
        let object = match &fact.object {
            ProposedObject::Thing(t) => &t.name,
            ProposedObject::Literal(l) => l,
        };
        if *object == fact.subject.name || self.is_full() {
            return;
        }
        let key = (fact.subject.name.clone(), fact.predicate.clone(), object.clone());
        if self.seen.insert(key) {
            self.facts.push(fact);
        }
    }

    /// What a phrase tells by itself: whose sister someone is.
    pub(super) fn relate(&mut self, p: &Phrase) {
        let Some(relation) = &p.relation else { return };
        let Relation { subject, predicate, object, word } = relation.clone();
        let owned = object.name == format!("{}'s {word}", subject.name);
        let statement = match predicate {
            _ if owned && word.ends_with('s') || word == "children" => {
                format!("{} has {word}", subject.name)
            }
            _ if owned && word.starts_with(['a', 'e', 'i', 'o', 'u']) => {
                format!("{} has an {word}", subject.name)
            }
            _ if owned => format!("{} has a {word}", subject.name),
            _ => format!("{} is {}'s {word}", object.name, subject.name),
        };
        let aspect = Aspect::state();
        let valid = valid(aspect, Modality::Asserted, TimeTold::Nothing, self.r.said_at);
        let span = self.bytes(p.tokens.clone());
        self.push(ProposedFact {
            subject,
            predicate: predicate.to_owned(),
            object: ProposedObject::Thing(object),
            negated: false,
            modality: Modality::Asserted,
            statement,
            valid,
            confidence: BY_RULE,
            rule: "kin".to_owned(),
            span,
        });
    }

    /// Makes what a rule tells of its targets. Gives the things it took.
    pub(super) fn by_rule(
        &mut self,
        subject: &Subject,
        rule: &Rule,
        targets: Vec<Target>,
        told: &Told<'_>,
    ) -> Vec<NamedThing> {
        let mut taken = Vec::new();
        let Some(about) = self.admitted(&subject.thing, &rule.predicate) else { return taken };
        // "I didn't quit", "I want to leave": nothing ended.
        if rule.ends && (told.negated || told.modality == Modality::Wish) {
            return taken;
        }
        for target in targets {
            let Some(kind) = rule.takes(&target.thing, target.named) else { continue };
            let object = NamedThing { kind, ..target.thing };
            if !self.fits_object(&object, &rule.predicate) {
                continue;
            }
            let also = rule.also.as_deref().and_then(|name| self.r.cues.named(name));
            for rule in [Some(rule), also].into_iter().flatten() {
                if rule.takes(&object, target.named).is_none() {
                    continue;
                }
                let modality = match (rule.wish, rule.plan, told.modality) {
                    (true, _, _) => Modality::Wish,
                    (_, true, Modality::Asserted) => Modality::Plan,
                    (_, _, own) => own,
                };
                let aspect = Aspect {
                    lasts: told.timing.habit || self.r.ontology.is_state(&rule.predicate),
                    begins: rule.begins || told.g.begins,
                    ends: rule.ends || told.ceased(),
                    over: told.over() || rule.past_ends && told.g.tense == Tense::Past,
                    tense: told.g.tense,
                };
                self.make(
                    subject,
                    told,
                    Claim {
                        about: &about,
                        predicate: &rule.predicate,
                        object: ProposedObject::Thing(object.clone()),
                        aspect,
                        modality,
                        end: target.end,
                        rule: &rule.name,
                        confidence: BY_RULE,
                    },
                );
            }
            taken.push(object);
        }
        taken
    }

    /// The subject, when a predicate takes its type; a name of unknown type may be what it takes.
    pub(super) fn admitted(&self, thing: &NamedThing, predicate: &str) -> Option<NamedThing> {
        let Some(p) = self.r.ontology.predicate(predicate) else { return Some(thing.clone()) };
        if p.subject.is_empty() || p.subject.contains(&thing.kind) {
            return Some(thing.clone());
        }
        let named = thing.name.starts_with(char::is_uppercase);
        let kind = p.subject.first().filter(|_| named && thing.kind == "thing")?;
        Some(NamedThing { name: thing.name.clone(), kind: kind.clone() })
    }

    pub(super) fn fits_object(&self, object: &NamedThing, predicate: &str) -> bool {
        self.r
            .ontology
            .predicate(predicate)
            .is_none_or(|p| p.object.is_empty() || p.object.contains(&object.kind))
    }

    /// Adds a fact of a clause.
    pub(super) fn make(&mut self, subject: &Subject, told: &Told<'_>, claim: Claim<'_>) {
        let start =
            if subject.tokens.is_empty() { told.g.tokens.start } else { subject.tokens.start };
        let end = claim.end.max(told.g.tokens.end);
        let start = start.min(end.saturating_sub(1));
        let fact = ProposedFact {
            subject: claim.about.clone(),
            predicate: claim.predicate.to_owned(),
            statement: self.statement(subject, told, claim.about),
            object: claim.object,
            negated: told.negated,
            modality: claim.modality,
            valid: valid(claim.aspect, claim.modality, told.timing.time, self.r.said_at),
            confidence: claim.confidence,
            rule: claim.rule.to_owned(),
            span: self.bytes(start..end),
        };
        self.push(fact);
    }

    fn statement(&self, subject: &Subject, told: &Told<'_>, about: &NamedThing) -> String {
        // "I don't think I'll move": the words that deny it belong to what is said.
        let (of, g) = told.denial.unwrap_or((subject, told.g));
        let favourite = told.denial.is_none().then_some(subject.favourite_of.as_ref()).flatten();
        let named = match favourite {
            Some(owner) if subject.thing.name == FAVOURITE => format!("{owner}'s favorite"),
            Some(owner) => format!("{owner}'s favorite {}", subject.thing.name),
            None if told.denial.is_some() => of.thing.name.clone(),
            None => about.name.clone(),
        };
        let replaced = if favourite.is_some() { 0..0 } else { of.tokens.clone() };
        sentence(&Clause {
            tokens: self.r.tokens,
            text: self.r.text,
            persons: &self.persons,
            lexicon: self.r.lexicon,
            subject: &named,
            replaced,
            agrees: of.agrees,
            group: g,
            end: told.clause_end,
            date: told.timing.shown.as_ref().and_then(describe),
        })
    }
}
