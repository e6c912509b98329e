//! The clauses of a turn: who does what to what, as proposed facts. Questions and suppositions
//! assert nothing; a subject that is not known gives no fact. Looks a bounded number of tokens around
//! each verb.

use std::collections::HashSet;
use std::ops::Range;

use graph_schema::record::Modality;
use graph_schema::{Interval, Moment, Ontology};

use super::cues::{Cues, Rule};
use super::lexicon::{Class, Lexicon, gerund};
use super::phrases::{Persons, Phrase, Relation, person, phrase};
use super::statement::{Clause, sentence};
use super::tokens::{Sentence, Tag, Token};
use super::validity::{Aspect, valid};
use super::verbs::{Group, Mood, Tense, begins_group, group};
use super::{NamedThing, ProposedFact, ProposedObject};
use crate::time::{Expression, describe};

/// The most tokens of a clause after its verb.
const LONGEST_CLAUSE: usize = 40;
/// The most objects of one verb.
const MOST_OBJECTS: usize = 5;
/// The most phrases led by a preposition that are tied to one verb.
const MOST_COMPLEMENTS: usize = 2;
/// How sure a fact is that a rule made.
const BY_RULE: f32 = 0.8;
/// How sure an open fact is.
const OPEN: f32 = 0.5;

/// Verbs whose object alone tells nothing.
const LIGHT: &[&str] = &[
    "be", "have", "do", "say", "think", "know", "mean", "guess", "hope", "seem", "look", "sound",
    "let", "thank", "wish", "agree", "believe", "tell", "appear", "happen", "wonder", "suppose",
    "matter", "bet", "want", "need", "try", "go", "come", "check", "wait", "figure", "put", "keep",
    "hear", "see", "take", "make", "remind", "guess",
];

/// A turn made ready.
pub(super) struct Reading<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) sentences: &'a [Sentence],
    pub(super) times: &'a [Expression],
    pub(super) said_at: Option<Moment>,
    pub(super) lexicon: &'a Lexicon,
    pub(super) cues: &'a Cues,
    pub(super) ontology: &'a Ontology,
    pub(super) persons: Persons,
    pub(super) most: usize,
}

/// Who or what a clause is about.
#[derive(Clone)]
struct Subject {
    thing: NamedThing,
    /// The tokens that stand for it; empty when it is carried over.
    tokens: Range<usize>,
    agrees: bool,
    /// Whose favourite it is.
    favourite_of: Option<String>,
}

/// What a verb is done to.
struct Target {
    thing: NamedThing,
    named: bool,
    end: usize,
}

/// The facts that a turn tells.
pub(super) fn facts(reading: Reading<'_>) -> Vec<ProposedFact> {
    let mut walk = Walk {
        persons: reading.persons.clone(),
        r: &reading,
        facts: Vec::new(),
        seen: HashSet::new(),
        people: Vec::new(),
    };
    for told in reading.sentences {
        walk.people.clear();
        if !told.question {
            walk.sentence(told.tokens.clone());
        }
        if walk.facts.len() >= reading.most {
            break;
        }
    }
    walk.facts
}

struct Walk<'a> {
    r: &'a Reading<'a>,
    persons: Persons,
    facts: Vec<ProposedFact>,
    seen: HashSet<(String, String, String)>,
    /// Who has been named in this sentence.
    people: Vec<String>,
}

impl Walk<'_> {
    fn token(&self, i: usize) -> Option<&Token> {
        self.r.tokens.get(i)
    }

    fn phrase(&self, at: usize) -> Option<Phrase> {
        phrase(self.r.tokens, at, &self.persons, self.r.text, self.r.lexicon)
    }

    /// Someone is named: "she" now means that person, unless another was named beside.
    fn name(&mut self, thing: &NamedThing) {
        if thing.kind != "person" || self.persons.speaker.as_ref() == Some(&thing.name) {
            return;
        }
        if !self.people.contains(&thing.name) {
            self.people.push(thing.name.clone());
        }
        self.persons.third = match self.people.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        };
    }

    fn sentence(&mut self, range: Range<usize>) {
        let mut subject: Option<Subject> = None;
        let mut last: Option<NamedThing> = None;
        let mut leading = None;
        let mut fresh = true;
        let mut carried = false;
        let mut supposed = false;
        let mut i = range.start;
        while i < range.end && self.facts.len() < self.r.most {
            let Some(token) = self.token(i) else { break };
            match token.tag {
                Tag::Time(number) => {
                    if subject.is_none() && fresh {
                        leading = Some(number);
                    }
                    i += 1;
                }
                Tag::Interjection | Tag::Adverb | Tag::To | Tag::Genitive => i += 1,
                Tag::Mark | Tag::End => {
                    if token.lower == "," {
                        carried = subject.is_some();
                        fresh = subject.is_none();
                    } else if !matches!(token.lower.as_str(), "\"" | "“" | "”") {
                        subject = None;
                        fresh = true;
                        carried = false;
                    }
                    supposed = supposed && token.lower != ",";
                    i += 1;
                }
                Tag::Conjunction => {
                    match token.lower.as_str() {
                        "and" | "or" | "but" | "plus" | "&" => {
                            carried = subject.is_some();
                            fresh = subject.is_none() && fresh;
                        }
                        "who" => {
                            subject = last
                                .clone()
                                .filter(|t| matches!(t.kind.as_str(), "person" | "animal"))
                                .map(|thing| Subject {
                                    thing,
                                    tokens: 0..0,
                                    agrees: false,
                                    favourite_of: None,
                                });
                            carried = subject.is_some();
                        }
                        "if" | "unless" | "whether" | "when" | "whenever" | "until" => {
                            supposed = true;
                            subject = None;
                            carried = false;
                        }
                        _ => {
                            subject = None;
                            carried = false;
                            fresh = false;
                        }
                    }
                    i += 1;
                }
                Tag::Verb | Tag::Auxiliary | Tag::Negation => {
                    let Some(g) = group(self.r.tokens, i, self.r.lexicon) else {
                        i += 1;
                        continue;
                    };
                    let next = g.tokens.end.max(i + 1);
                    let who = match subject.clone() {
                        Some(s) if s.tokens.end == i || carried => {
                            let tokens = if s.tokens.end == i { s.tokens.clone() } else { 0..0 };
                            Some(Subject { tokens, ..s })
                        }
                        None if fresh && self.implies_speaker(&g, range.end) => {
                            self.persons.speaker.as_deref().map(|name| Subject {
                                thing: person(name),
                                tokens: 0..0,
                                agrees: true,
                                favourite_of: None,
                            })
                        }
                        _ => None,
                    };
                    if let Some(who) = who {
                        if !supposed {
                            self.clause(&who, &g, range.end, leading);
                        }
                        subject = Some(who);
                    }
                    fresh = false;
                    carried = false;
                    i = next;
                }
                Tag::Pronoun => {
                    let meant = self.persons.meant(&token.lower).map(person);
                    let agrees = matches!(token.lower.as_str(), "i" | "we" | "you");
                    let object = matches!(
                        token.lower.as_str(),
                        "me" | "us" | "him" | "them" | "my" | "myself"
                    );
                    if begins_group(self.token(i + 1)) && !object {
                        let adverbs = self.adverbs(i + 1);
                        subject = meant.map(|thing| Subject {
                            thing,
                            tokens: i..adverbs,
                            agrees,
                            favourite_of: None,
                        });
                        carried = false;
                        i = adverbs;
                    } else {
                        i += 1;
                    }
                    fresh = false;
                }
                Tag::Preposition => {
                    i += 1;
                    if let Some(p) = self.phrase(i) {
                        self.told_by(&p, &range);
                        last.clone_from(&p.thing);
                        i = p.tokens.end.max(i);
                    }
                }
                Tag::Determiner
                | Tag::Possessive
                | Tag::Adjective
                | Tag::Modifier
                | Tag::Noun
                | Tag::Name => {
                    let Some(p) = self.phrase(i) else {
                        i += 1;
                        continue;
                    };
                    self.told_by(&p, &range);
                    last.clone_from(&p.thing);
                    let end = p.tokens.end.max(i + 1);
                    if begins_group(self.token(end)) {
                        let adverbs = self.adverbs(end);
                        let favourite_of = self.favourite(&p);
                        subject = p.thing.filter(|_| p.definite || p.named).map(|thing| Subject {
                            thing,
                            tokens: i..adverbs,
                            agrees: false,
                            favourite_of,
                        });
                        carried = false;
                        fresh = false;
                        i = adverbs;
                    } else {
                        // "Mel, guess what" goes on; "support and hope" is no subject.
                        fresh = fresh && p.named;
                        i = end;
                    }
                }
            }
        }
    }

    /// The tokens after adverbs, where the verb group begins.
    fn adverbs(&self, at: usize) -> usize {
        (at..at + 3).find(|i| self.token(*i).is_none_or(|t| t.tag != Tag::Adverb)).unwrap_or(at)
    }

    fn favourite(&self, p: &Phrase) -> Option<String> {
        let inside = self.r.tokens.get(p.tokens.clone())?;
        inside.iter().find(|t| matches!(t.lower.as_str(), "favorite" | "favourite" | "fave"))?;
        let owner = inside.iter().find(|t| t.tag == Tag::Possessive)?;
        self.persons.meant(&owner.lower).map(str::to_owned)
    }

    /// What a phrase tells by itself: whose sister someone is.
    fn told_by(&mut self, p: &Phrase, sentence: &Range<usize>) {
        if let Some(thing) = &p.thing {
            self.name(thing);
        }
        let Some(relation) = &p.relation else { return };
        let Relation { subject, predicate, object, word } = relation.clone();
        let owned = object.name == format!("{}'s {word}", subject.name);
        let statement = match predicate {
            _ if owned => format!("{} has a {word}", subject.name),
            _ => format!("{} is {}'s {word}", object.name, subject.name),
        };
        let aspect = Aspect { state: true, begins: false, ends: false, over: false };
        let valid = valid(aspect, Modality::Asserted, None, self.r.said_at);
        let span = self.bytes(p.tokens.clone());
        debug_assert!(p.tokens.start >= sentence.start);
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

    fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        let start = self.token(tokens.start).map_or(0, |t| t.span.start);
        let end =
            tokens.end.checked_sub(1).and_then(|l| self.token(l)).map_or(start, |t| t.span.end);
        start..end.max(start)
    }

    fn push(&mut self, fact: ProposedFact) {
        let object = match &fact.object {
            ProposedObject::Thing(t) => &t.name,
            ProposedObject::Literal(l) => l,
        };
        if *object == fact.subject.name || self.facts.len() >= self.r.most {
            return;
        }
        let key = (fact.subject.name.clone(), fact.predicate.clone(), object.clone());
        if self.seen.insert(key) {
            self.facts.push(fact);
        }
    }

    /// "Went to the shore today": whether a verb without a subject is said by the speaker of
    /// themselves.
    fn implies_speaker(&self, g: &Group, end: usize) -> bool {
        let Some(first) = self.token(g.tokens.start) else { return false };
        let lower = first.lower.as_str();
        if first.tag == Tag::Auxiliary {
            return matches!(lower, "gonna" | "wanna" | "been" | "had" | "did" | "'ve");
        }
        if first.tag == Tag::Negation {
            return false;
        }
        if g.loose {
            // "Taking a break is vital" speaks of the break.
            let mut ahead =
                (g.tokens.end..end.min(g.tokens.end + 14)).filter_map(|i| self.token(i));
            return ahead.all(|t| {
                !(t.tag == Tag::Auxiliary
                    && matches!(
                        t.lower.as_str(),
                        "is" | "are" | "was" | "can" | "'s" | "has" | "will" | "would" | "must"
                    ))
                    && !(t.tag == Tag::Verb && t.verb.is_some_and(|v| v.forms.third))
            });
        }
        if g.bare {
            return matches!(g.lemma.as_str(), "love" | "miss" | "enjoy")
                || matches!(lower, "hope" | "plan" | "want");
        }
        first.verb.is_some_and(|v| v.forms.past) && !matches!(g.lemma.as_str(), "be" | "let")
    }

    /// Where the clause ends that goes on at a token.
    fn clause_end(&self, from: usize, end: usize) -> usize {
        let limit = end.min(from + LONGEST_CLAUSE);
        let mut i = from;
        while i < limit {
            let Some(token) = self.token(i) else { return i };
            match token.tag {
                Tag::End => return i,
                Tag::Mark if token.lower == "," => {
                    let next = self.token(i + 1);
                    let conjunction = next.is_some_and(|t| t.tag == Tag::Conjunction);
                    if self.begins_clause(i + 1) || conjunction && self.begins_clause(i + 2) {
                        return i;
                    }
                }
                Tag::Mark if matches!(token.lower.as_str(), ";" | ":" | "-" | "(") => return i,
                Tag::Conjunction => match token.lower.as_str() {
                    "and" | "but" | "or" | "&" | "plus" => {
                        if self.begins_clause(i + 1) {
                            return i;
                        }
                    }
                    "so" | "if" | "when" | "although" | "though" | "unless" | "while" => return i,
                    _ => {}
                },
                _ => {}
            }
            i += 1;
        }
        limit
    }

    fn begins_clause(&self, at: usize) -> bool {
        let at = self.adverbs(at);
        self.token(at).is_some_and(|t| match t.tag {
            Tag::Pronoun => begins_group(self.token(at + 1)),
            Tag::Verb | Tag::Auxiliary => true,
            Tag::Possessive | Tag::Determiner | Tag::Name => self.phrase(at).is_some_and(|p| {
                self.token(p.tokens.end)
                    .is_some_and(|t| matches!(t.tag, Tag::Verb | Tag::Auxiliary))
            }),
            _ => false,
        })
    }

    fn clause(&mut self, subject: &Subject, g: &Group, end: usize, leading: Option<usize>) {
        let modality = match g.mood {
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
        let told = inside
            .into_iter()
            .next()
            .or(leading)
            .and_then(|n| self.r.times.get(n))
            .map(|e| e.interval);
        let told_clause = Told { g, modality, told, clause_end };
        let mut made = false;
        for (rule, at) in self.r.cues.fitting(g, self.r.tokens, self.r.lexicon) {
            if at <= clause_end && self.by_rule(subject, rule, at, &told_clause) {
                made = true;
                break;
            }
        }
        if g.lemma == "be" {
            made |= self.copula(subject, &told_clause);
        }
        self.open(subject, &told_clause, made);
        self.name(&subject.thing);
    }

    fn by_rule(&mut self, subject: &Subject, rule: &Rule, at: usize, told: &Told<'_>) -> bool {
        let Some(about) = self.admitted(&subject.thing, &rule.predicate) else { return false };
        let mut made = false;
        for target in self.targets(at, told.clause_end) {
            let Some(kind) = rule.takes(&target.thing.kind, target.named) else { continue };
            let object = NamedThing { kind, ..target.thing };
            if !self.fits_object(&object, &rule.predicate) {
                continue;
            }
            let also = rule.also.as_deref().and_then(|name| self.r.cues.named(name));
            for rule in [Some(rule), also].into_iter().flatten() {
                if rule.takes(&object.kind, target.named).is_none() {
                    continue;
                }
                let modality = match (rule.wish, rule.plan, told.modality) {
                    (true, _, _) => Modality::Wish,
                    (_, true, Modality::Asserted) => Modality::Plan,
                    (_, _, own) => own,
                };
                let over =
                    told.g.tense == Tense::Former || rule.past_ends && told.g.tense == Tense::Past;
                let aspect = Aspect {
                    state: self.r.ontology.is_state(&rule.predicate),
                    begins: rule.begins,
                    ends: rule.ends,
                    over,
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
            state: true,
            begins: false,
            ends: false,
            over: told.g.tense != Tense::Present,
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
            state: false,
            begins: false,
            ends: false,
            over: told.g.tense == Tense::Former,
        };
        let mut at = told.g.tokens.end;
        if !made && !light {
            for target in self.targets(at, told.clause_end) {
                at = target.end;
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
        if matches!(lemma.as_str(), "be" | "have") {
            return;
        }
        let mut complements = 0;
        while at < told.clause_end && complements < MOST_COMPLEMENTS {
            let Some(token) = self.token(at) else { break };
            if token.tag != Tag::Preposition
                || matches!(token.lower.as_str(), "of" | "like" | "as" | "than" | "per")
            {
                at += 1;
                continue;
            }
            let preposition = token.lower.clone();
            at += 1;
            let Some(target) = self.targets(at, told.clause_end).into_iter().next() else {
                continue;
            };
            at = target.end.max(at);
            complements += 1;
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
                (Tag::To, _) => match self.token(i + 1).and_then(|t| t.verb) {
                    Some(verb) => Some((Some(activity(self.r.lexicon.lemma(verb))), false, i + 2)),
                    None => None,
                },
                (Tag::Verb, Some(verb)) if verb.forms.gerund => {
                    Some((Some(activity(self.r.lexicon.lemma(verb))), false, i + 1))
                }
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
            if !found.is_empty() && begins_group(self.token(next)) {
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
        let date = told.told.as_ref().and_then(describe);
        let replaced = if subject.favourite_of.is_some() { 0..0 } else { subject.tokens.clone() };
        let named = match &subject.favourite_of {
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
            negated: told.g.negated,
            modality,
            statement: sentence(&clause),
            valid: valid(aspect, modality, told.told, self.r.said_at),
            confidence: OPEN,
            rule: String::new(),
            span: self.bytes(start..end),
        }
    }
}

/// What all facts of a clause share.
struct Told<'a> {
    g: &'a Group,
    modality: Modality,
    told: Option<Interval>,
    clause_end: usize,
}

fn activity(lemma: &str) -> NamedThing {
    NamedThing { name: gerund(lemma), kind: "activity".to_owned() }
}
