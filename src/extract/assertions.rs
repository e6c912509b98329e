//! From one clause to its facts: by rule, by "is a", or open. What is asserted, of whom and of when is
//! known here; which clauses there are is found in `clauses`.

use std::ops::Range;

use graph_schema::Interval;
use graph_schema::record::Modality;

use super::clauses::{Subject, Walk};
use super::cues::Rule;
use super::lexicon::{Class, Verb, gerund};
use super::phrases::{Phrase, person};
use super::statement::{Clause, sentence};
use super::tokens::Tag;
use super::validity::{Aspect, valid};
use super::verbs::{Group, Mood, Tense};
use super::{NamedThing, ProposedFact, ProposedObject};
use crate::time::describe;

/// The most objects of one verb.
const MOST_OBJECTS: usize = 5;
/// The most phrases led by a preposition that are tied to one verb.
const MOST_COMPLEMENTS: usize = 2;
/// What "my favorite" is called before it is known what it is.
pub(super) const FAVOURITE: &str = "favorite";
/// How sure a fact is that a rule made.
pub(super) const BY_RULE: f32 = 0.8;
/// How sure an open fact is.
const OPEN: f32 = 0.5;
/// Verbs whose object alone tells nothing.
const LIGHT: &[&str] = &[
    "be", "have", "do", "say", "think", "know", "mean", "guess", "hope", "seem", "look", "sound",
    "let", "thank", "wish", "agree", "believe", "tell", "appear", "happen", "wonder", "suppose",
    "matter", "bet", "want", "need", "try", "go", "come", "check", "wait", "figure", "put", "keep",
    "hear", "see", "take", "make", "remind",
];
/// Verbs of which not even a preposition makes a fact.
const MUTE: &[&str] = &[
    "guess", "know", "mean", "hope", "bet", "wish", "suppose", "seem", "thank", "let", "say",
    "wonder", "want", "matter", "agree",
];

/// What a verb is done to.
struct Target {
    thing: NamedThing,
    named: bool,
    end: usize,
}

/// What all facts of a clause share.
struct Told<'a> {
    g: &'a Group,
    modality: Modality,
    negated: bool,
    /// Told as no longer so.
    over: bool,
    /// Told as a habit: of the present without an end, or again and again.
    habit: bool,
    told: Option<Interval>,
    /// The same, where its bounds are worth saying.
    shown: Option<Interval>,
    clause_end: usize,
}

impl Told<'_> {
    /// Whether it is said to have come to an end: "no longer", "not any more".
    fn ceased(&self) -> bool {
        self.g.negated && !self.negated
    }
}

impl Walk<'_> {
    /// Whether a time begins after the day of the turn.
    fn is_to_come(&self, told: &Interval) -> bool {
        let from = told.certain_from();
        let day = self.r.said_at.map(Interval::day_of).and_then(|day| day.until());
        matches!((from, day), (Some(from), Some(tomorrow)) if tomorrow <= from)
    }

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
        let failed = g.tokens.clone().chain(subject.tokens.clone()).any(|i| {
            self.token(i).is_some_and(|t| matches!(t.lower.as_str(), "nearly" | "almost"))
        });
        let modality = match g.mood {
            _ if failed => return,
            Mood::Supposed => return,
            Mood::Told => Modality::Asserted,
            Mood::Planned => Modality::Plan,
            Mood::Wished => Modality::Wish,
        };
        let clause_end = self.clause_end(g.tokens.end, end).max(g.tokens.end);
        let inside = (g.tokens.start..clause_end).filter_map(|i| match self.token(i)?.tag {
            Tag::Time(number) => Some(number),
            _ => None,
        });
        let (when, often): (Vec<_>, Vec<_>) = inside
            .chain(leading)
            .filter_map(|n| self.r.times.get(n))
            .partition(|e| e.interval.is_some());
        let told = when.first().copied();
        // The bounds of "recently" are for the fact; a sentence says them best in its own words.
        let shown = told.filter(|e| !e.vague).and_then(|e| e.interval);
        let told = told.and_then(|e| e.interval);
        // "I fly to Madrid on Friday" tells what is to come.
        let to_come = g.tense == Tense::Present && told.is_some_and(|t| self.is_to_come(&t));
        let modality = match modality {
            Modality::Asserted if to_come => Modality::Plan,
            own => own,
        };
        let simple = g.tense == Tense::Present && !g.progressive && !g.loose;
        let ceased = g.negated && self.is_ceased(g.tokens.start..clause_end);
        let told_clause = Told {
            g,
            modality,
            negated: g.negated && !ceased,
            over: ceased || g.tense == Tense::Former || !often.is_empty() && g.tense == Tense::Past,
            habit: !often.is_empty() || simple || g.tense == Tense::Former,
            told,
            shown,
            clause_end,
        };
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
                    lasts: told.habit || self.r.ontology.is_state(&rule.predicate),
                    begins: rule.begins,
                    ends: rule.ends || told.ceased(),
                    over: told.over || rule.past_ends && told.g.tense == Tense::Past,
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
                );
                self.push(ProposedFact { confidence: BY_RULE, rule: rule.name.clone(), ..fact });
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
            over: told.over || told.g.tense == Tense::Past,
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
        );
        self.push(ProposedFact { confidence: BY_RULE, rule: "copula".to_owned(), ..fact });
        true
    }

    /// Facts without a rule: the verb and its object, the verb and what a preposition adds to it.
    fn open(&mut self, subject: &Subject, told: &Told<'_>, made: bool) {
        let lemma = told.g.lemma.clone();
        let light = LIGHT.contains(&lemma.as_str());
        let aspect = Aspect {
            lasts: told.habit,
            begins: false,
            ends: told.ceased(),
            over: told.over,
            tense: told.g.tense,
        };
        let mut at = told.g.tokens.end;
        let mut objects = 0;
        if !made {
            for target in self.targets(at, told.clause_end) {
                if light && !target.named {
                    continue;
                }
                at = target.end;
                objects += 1;
                let fact = self.fact(
                    subject,
                    &subject.thing,
                    lemma.clone(),
                    target.thing.clone(),
                    told,
                    aspect,
                    told.modality,
                    target.end,
                );
                self.push(ProposedFact { confidence: OPEN, rule: "open".to_owned(), ..fact });
                self.name(&target.thing);
            }
        }
        if MUTE.contains(&lemma.as_str()) {
            return;
        }
        let before = self.facts.len();
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
            if matches!(lemma.as_str(), "be" | "have") {
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
            let known = self.facts.iter().rev().take(MOST_OBJECTS * 2).any(|f| {
                f.subject == subject.thing
                    && matches!(&f.object, ProposedObject::Thing(t) if t.name == target.thing.name)
            });
            if known {
                continue;
            }
            let predicate = format!("{lemma}_{preposition}");
            let fact = self.fact(
                subject,
                &subject.thing,
                predicate,
                target.thing,
                told,
                aspect,
                told.modality,
                target.end,
            );
            self.push(ProposedFact { confidence: OPEN, rule: "open".to_owned(), ..fact });
        }
        // "I surf", "we graduated last week": the doing itself.
        let pronoun = self.token(told.g.tokens.end).is_some_and(|t| t.tag == Tag::Pronoun);
        if !made
            && self.facts.len() == before
            && objects == 0
            && !light
            && !told.g.loose
            && !pronoun
            && lemma != "feel"
        {
            let doing = activity(&lemma);
            let known = self.r.lexicon.class(&doing.name).is(Class::ACTIVITY);
            if known || told.told.is_some() {
                let end = told.g.tokens.end;
                let fact = self.fact(
                    subject,
                    &subject.thing,
                    "did".to_owned(),
                    doing,
                    told,
                    aspect,
                    told.modality,
                    end,
                );
                self.push(ProposedFact { confidence: OPEN, rule: "open".to_owned(), ..fact });
            }
        }
    }

    /// The things named at a token, with those joined to the first by "and" and commas.
    fn targets(&self, at: usize, end: usize) -> Vec<Target> {
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
        let doing = activity(self.r.lexicon.lemma(verb));
        let known = self.r.lexicon.class(&doing.name).is(Class::ACTIVITY);
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
    fn fact(
        &self,
        subject: &Subject,
        about: &NamedThing,
        predicate: String,
        object: NamedThing,
        told: &Told<'_>,
        aspect: Aspect,
        modality: Modality,
        end: usize,
    ) -> ProposedFact {
        let date = told.shown.as_ref().and_then(describe);
        let replaced = if subject.favourite_of.is_some() { 0..0 } else { subject.tokens.clone() };
        let named = match &subject.favourite_of {
            Some(owner) if subject.thing.name == FAVOURITE => format!("{owner}'s favorite"),
            Some(owner) => format!("{owner}'s favorite {}", subject.thing.name),
            None => about.name.clone(),
        };
        let clause = Clause {
            tokens: self.r.tokens,
            text: self.r.text,
            persons: &self.persons,
            lexicon: self.r.lexicon,
            subject: &named,
            replaced,
            agrees: subject.agrees,
            group: told.g,
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
            valid: valid(aspect, modality, told.told, self.r.said_at),
            confidence: OPEN,
            rule: String::new(),
            span: self.bytes(start..end),
        }
    }
}

fn activity(lemma: &str) -> NamedThing {
    NamedThing { name: gerund(lemma), kind: "activity".to_owned() }
}
