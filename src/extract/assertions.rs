//! From one clause to its facts: by rule, by "is a", or open. What is asserted, of whom and of when is
//! known here; which clauses there are is found in `clauses`, what a verb is done to in `objects`,
//! and facts without a rule are made in `open`.

use std::ops::Range;

use graph_schema::record::Modality;

use super::clauses::{Subject, Walk};
use super::cues::Rule;
use super::lexicon::{Class, Set};
use super::phrases::person;
use super::statement::{Clause, sentence};
use super::supposed::Denial;
use super::timing::Timing;
use super::validity::{Aspect, valid};
use super::verbs::{Group, Mood, Tense};
use super::{NamedThing, ProposedFact, ProposedObject};
use crate::time::describe;

/// What "my favorite" is called before it is known what it is.
pub(super) const FAVOURITE: &str = "favorite";
/// How sure a fact is that a rule made.
pub(super) const BY_RULE: f32 = 0.8;
/// What all facts of a clause share.
pub(super) struct Told<'a> {
    pub(super) g: &'a Group,
    pub(super) modality: Modality,
    negated: bool,
    /// Told as so no longer.
    ceased: bool,
    pub(super) timing: Timing,
    pub(super) clause_end: usize,
    /// The words that deny it, where they stand before it.
    denial: Option<&'a Denial>,
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

impl Walk<'_> {
    /// Whether the words say that something is no longer so.
    fn is_ceased(&self, clause: Range<usize>) -> bool {
        let word = |i: usize| self.token(i).map_or("", |t| t.lower.as_str());
        clause.into_iter().any(|i| match word(i) {
            "anymore" => true,
            "longer" => matches!(word(i.wrapping_sub(1)), "no" | "any"),
            "more" => word(i.wrapping_sub(1)) == "any",
            _ => false,
        })
    }

    /// Adds what a clause tells; `leading` is the time named before its subject.
    pub(super) fn clause(
        &mut self,
        subject: &Subject,
        g: &Group,
        end: usize,
        leading: Option<usize>,
        denial: Option<&Denial>,
    ) {
        // "the page has pictures" tells little: a subject is a name, or more than one word.
        let name = &subject.thing.name;
        if subject.thing.kind != "person"
            && !name.contains(' ')
            && !name.starts_with(char::is_uppercase)
            && subject.favourite_of.is_none()
        {
            return;
        }
        // "I nearly moved" did not.
        let among = |set, i| self.token(i).is_some_and(|t| self.r.lexicon.among(set, &t.lower));
        let ever = |i| self.token(i).is_some_and(|t| t.lower == "ever");
        let failed = g
            .tokens
            .clone()
            .chain(subject.tokens.clone())
            .any(|i| among(Set::Failed, i) || among(Set::Seldom, i) && ever(i + 1));
        let modality = match g.mood {
            _ if failed => return,
            Mood::Supposed => return,
            Mood::Told => Modality::Asserted,
            Mood::Planned => Modality::Plan,
            Mood::Wished => Modality::Wish,
        };
        let clause_end = self.clause_end(g.tokens.end, end).max(g.tokens.end);
        let clause_end = self.until_framed(g.tokens.end, clause_end);
        let timing = self.timing(g, clause_end, leading);
        let modality = match modality {
            Modality::Asserted if timing.to_come => Modality::Plan,
            own => own,
        };
        let hangs = modality == Modality::Plan || g.tense == Tense::Present && g.progressive;
        if hangs && self.is_conditional(clause_end) {
            return;
        }
        let negated = g.negated != denial.is_some();
        let ceased = negated && self.is_ceased(g.tokens.start..clause_end);
        let told_clause =
            Told { g, modality, negated: negated && !ceased, ceased, timing, clause_end, denial };
        let mut made = false;
        for (rule, at) in self.r.cues.fitting(g, self.r.tokens, self.r.lexicon) {
            if at <= clause_end && self.by_rule(subject, rule, at, &told_clause) {
                made = true;
                break;
            }
        }
        if g.lemma == "be" && g.mood == Mood::Told {
            made |= self.copula(subject, &told_clause);
        }
        self.open(subject, &told_clause, made);
        self.name(&subject.thing);
    }

    fn by_rule(&mut self, subject: &Subject, rule: &Rule, at: usize, told: &Told<'_>) -> bool {
        let Some(about) = self.admitted(&subject.thing, &rule.predicate) else { return false };
        // "I didn't quit", "I want to leave": nothing ended.
        if rule.ends && (told.negated || told.modality == Modality::Wish) {
            return false;
        }
        let mut made = false;
        for target in self.targets(at, told.clause_end) {
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
                    begins: rule.begins,
                    ends: rule.ends || told.ceased(),
                    over: told.over() || rule.past_ends && told.g.tense == Tense::Past,
                    tense: told.g.tense,
                };
                let fact = self.fact(
                    subject,
                    &about,
                    rule.predicate.clone(),
                    object.clone(),
                    told,
                    aspect,
                    modality,
                    target.end,
                    (&rule.name, BY_RULE),
                );
                self.push(fact);
                made = true;
            }
            self.name(&object);
        }
        made
    }

    /// "I am a nurse", "Rex is a beagle", "my favourite dish is ramen".
    fn copula(&mut self, subject: &Subject, told: &Told<'_>) -> bool {
        let at = told.g.tokens.end;
        let article = self.token(at).is_some_and(|t| matches!(t.lower.as_str(), "a" | "an"));
        let Some(target) = self.targets(at, told.clause_end).into_iter().next() else {
            return false;
        };
        let last = target.thing.name.split(' ').next_back().unwrap_or_default().to_owned();
        let occupation = self.r.lexicon.class(&last).is(Class::OCCUPATION);
        let (about, predicate) = match &subject.favourite_of {
            Some(owner) => (person(owner), "likes"),
            None if article && occupation => (subject.thing.clone(), "works_as"),
            None if article
                && !target.named
                && subject.tokens.len() < 4
                && subject.thing.kind != "thing" =>
            {
                (subject.thing.clone(), "is_a")
            }
            None => return false,
        };
        let Some(about) = self.admitted(&about, predicate) else { return false };
        let aspect = Aspect {
            over: told.over() || told.g.tense == Tense::Past,
            tense: told.g.tense,
            ends: told.ceased(),
            ..Aspect::state()
        };
        let fact = self.fact(
            subject,
            &about,
            predicate.to_owned(),
            target.thing,
            told,
            aspect,
            told.modality,
            target.end,
            ("copula", BY_RULE),
        );
        self.push(fact);
        true
    }

    /// The subject, when a predicate takes its type; a name of unknown type may be what it takes.
    fn admitted(&self, thing: &NamedThing, predicate: &str) -> Option<NamedThing> {
        let Some(p) = self.r.ontology.predicate(predicate) else { return Some(thing.clone()) };
        if p.subject.is_empty() || p.subject.contains(&thing.kind) {
            return Some(thing.clone());
        }
        let named = thing.name.starts_with(char::is_uppercase);
        let kind = p.subject.first().filter(|_| named && thing.kind == "thing")?;
        Some(NamedThing { name: thing.name.clone(), kind: kind.clone() })
    }

    fn fits_object(&self, object: &NamedThing, predicate: &str) -> bool {
        self.r
            .ontology
            .predicate(predicate)
            .is_none_or(|p| p.object.is_empty() || p.object.contains(&object.kind))
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one fact")]
    pub(super) fn fact(
        &self,
        subject: &Subject,
        about: &NamedThing,
        predicate: String,
        object: NamedThing,
        told: &Told<'_>,
        aspect: Aspect,
        modality: Modality,
        end: usize,
        (rule, confidence): (&str, f32),
    ) -> ProposedFact {
        let date = told.timing.shown.as_ref().and_then(describe);
        let replaced = if subject.favourite_of.is_some() { 0..0 } else { subject.tokens.clone() };
        let named = match &subject.favourite_of {
            Some(owner) if subject.thing.name == FAVOURITE => format!("{owner}'s favorite"),
            Some(owner) => format!("{owner}'s favorite {}", subject.thing.name),
            None => about.name.clone(),
        };
        // "I don't think I'll move": the words that deny it belong to what is said.
        let (said_of, g) = match told.denial {
            Some(denial) => (&denial.subject, &denial.group),
            None => (subject, told.g),
        };
        let (named, replaced) = match told.denial {
            Some(_) => (said_of.thing.name.clone(), said_of.tokens.clone()),
            None => (named, replaced),
        };
        let clause = Clause {
            tokens: self.r.tokens,
            text: self.r.text,
            persons: &self.persons,
            lexicon: self.r.lexicon,
            subject: &named,
            replaced,
            agrees: said_of.agrees,
            group: g,
            end: told.clause_end,
            date,
        };
        let start =
            if subject.tokens.is_empty() { told.g.tokens.start } else { subject.tokens.start };
        let end = end.max(told.g.tokens.end);
        ProposedFact {
            subject: about.clone(),
            predicate,
            object: ProposedObject::Thing(object),
            negated: told.negated,
            modality,
            statement: sentence(&clause),
            valid: valid(aspect, modality, told.timing.time, self.r.said_at),
            confidence,
            rule: rule.to_owned(),
            span: self.bytes(start..end),
        }
    }
}
