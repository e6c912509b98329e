//! Noun phrases: which things a run of tokens names, how they are called and typed. Looks a bounded
//! number of tokens ahead. Names only; never decides which entity is meant.

use std::ops::Range;

use super::NamedThing;
use super::lexicon::{Class, Lexicon, singular};
use super::tokens::{Tag, Token};

/// The most words that a thing without a capital is called by.
const LONGEST_NOUN: usize = 3;
/// The most tokens that a phrase may span.
const LONGEST_PHRASE: usize = 14;

/// Who is meant by "I", "you", and "she" at a place of the text.
#[derive(Debug, Clone, Default)]
pub(super) struct Persons {
    pub(super) speaker: Option<String>,
    pub(super) other: Option<String>,
    pub(super) third: Option<String>,
}

impl Persons {
    /// Whom a pronoun or a possessive means.
    pub(super) fn meant(&self, lower: &str) -> Option<&str> {
        let who = match lower {
            "i" | "me" | "my" | "mine" | "myself" | "we" | "us" | "our" | "ours" | "ourselves" => {
                &self.speaker
            }
            "you" | "your" | "yours" | "yourself" | "u" | "ya" => &self.other,
            "he" | "him" | "his" | "himself" | "she" | "her" | "hers" | "herself" => &self.third,
            _ => return None,
        };
        who.as_deref()
    }
}

/// What one person is to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Relation {
    pub(super) subject: NamedThing,
    pub(super) predicate: &'static str,
    pub(super) object: NamedThing,
    pub(super) word: String,
}

/// A noun phrase.
#[derive(Debug, Clone)]
pub(super) struct Phrase {
    /// Its tokens.
    pub(super) tokens: Range<usize>,
    /// What it names, unless that is nothing worth a node.
    pub(super) thing: Option<NamedThing>,
    /// What it says of a relative or a pet.
    pub(super) relation: Option<Relation>,
    /// Whether the thing has a name of its own.
    pub(super) named: bool,
    /// Whether it speaks of one known thing: "the", "my", a name.
    pub(super) definite: bool,
}

/// The predicates that kin words may give; anything else in the list is not used.
fn kin_predicate(text: &str) -> Option<&'static str> {
    [
        "child_of",
        "parent_of",
        "sibling_of",
        "married_to",
        "partner_of",
        "relative_of",
        "friend_of",
        "colleague_of",
        "knows",
    ]
    .into_iter()
    .find(|p| *p == text)
}

pub(super) fn person(name: &str) -> NamedThing {
    NamedThing { name: name.to_owned(), kind: "person".to_owned() }
}

/// The name of a name token.
pub(super) fn name_of(token: &Token, text: &str) -> String {
    token
        .name
        .clone()
        .unwrap_or_else(|| text.get(token.span.clone()).unwrap_or_default().to_owned())
}

/// The entity type of a common noun, by its words in lower case.
pub(super) fn noun_kind(words: &[&str], lexicon: &Lexicon) -> &'static str {
    let Some(last) = words.last() else { return "thing" };
    let class = lexicon.noun_class(last);
    if class.is(Class::PET) || class.is(Class::ANIMAL) {
        return "animal";
    }
    if class.is(Class::ACTIVITY) {
        return "activity";
    }
    if class.is(Class::EVENT) {
        return "event";
    }
    if class.is(Class::ORGANIZATION) {
        return "organization";
    }
    if lexicon.kin(last).is_some() {
        return "person";
    }
    let ideal = ["ness", "ity", "tion", "sion", "ism", "ship", "ance", "ence", "hood"];
    if class.is(Class::IDEA)
        || class.is(Class::OCCUPATION)
        || ideal.iter().any(|e| last.ends_with(e))
    {
        return "idea";
    }
    "thing"
}

/// A run of nouns as the name of a thing: no weak word at its ends, the last word in the singular.
pub(super) fn noun_thing(run: &[Token], lexicon: &Lexicon) -> Option<NamedThing> {
    let mut words: Vec<&Token> = run.iter().collect();
    while words.last().is_some_and(|t| t.tag == Tag::Modifier || is_weak(t)) {
        words.pop();
    }
    while words.first().is_some_and(|t| is_weak(t)) {
        words.remove(0);
    }
    let skip = words.len().saturating_sub(LONGEST_NOUN);
    let words: Vec<&str> = words.iter().skip(skip).map(|t| t.lower.as_str()).collect();
    let long = words.iter().any(|w| w.chars().filter(|c| c.is_alphabetic()).count() >= 3);
    let (last, head) = words.split_last()?;
    if !long || last.contains(['/', ':', '@', '_']) || last.contains("www") {
        return None;
    }
    let mut name = head.join(" ");
    if !name.is_empty() {
        name.push(' ');
    }
    name.push_str(&singular(last));
    let kind = noun_kind(&words, lexicon).to_owned();
    Some(NamedThing { name, kind })
}

fn is_weak(token: &Token) -> bool {
    token.class.is(Class::WEAK_NOUN) || token.lower.chars().count() < 2
}

fn is_nominal(tag: Tag) -> bool {
    matches!(tag, Tag::Noun | Tag::Modifier | Tag::Name)
}

/// The noun phrase that begins at a token.
pub(super) fn phrase(
    tokens: &[Token],
    at: usize,
    persons: &Persons,
    text: &str,
    lexicon: &Lexicon,
) -> Option<Phrase> {
    let limit = at + LONGEST_PHRASE;
    let mut i = at;
    let mut owner: Option<String> = None;
    let mut owned = false;
    let mut definite = false;
    // Determiners, possessives and adjectives before the noun.
    while let Some(token) = tokens.get(i).filter(|_| i < limit) {
        match token.tag {
            Tag::Possessive => {
                owner = persons.meant(&token.lower).map(str::to_owned);
                owned = true;
                definite = true;
            }
            Tag::Determiner => {
                definite |=
                    matches!(token.lower.as_str(), "the" | "this" | "that" | "these" | "those")
            }
            Tag::Adjective => {}
            Tag::Adverb
                if tokens
                    .get(i + 1)
                    .is_some_and(|t| matches!(t.tag, Tag::Adjective | Tag::Modifier)) => {}
            Tag::Name if tokens.get(i + 1).is_some_and(|t| t.tag == Tag::Genitive) => {
                owner = Some(name_of(token, text));
                owned = true;
                definite = true;
                i += 1;
            }
            _ => break,
        }
        i += 1;
    }
    let start = i;
    while tokens.get(i).is_some_and(|t| i < limit && is_nominal(t.tag)) {
        i += 1;
    }
    let run = tokens.get(start..i).filter(|run| !run.is_empty())?;
    // "a photo of a dog" is a dog.
    let partitive = run.last().is_some_and(|t| t.class.is(Class::PARTITIVE));
    if partitive
        && i < limit
        && tokens.get(i).is_some_and(|t| t.lower == "of")
        && i > at
        && let Some(inner) = inner_phrase(tokens, i + 1, persons, text, lexicon)
    {
        return Some(Phrase { tokens: at..inner.tokens.end, definite, ..inner });
    }
    let mut phrase = Phrase { tokens: at..i, thing: None, relation: None, named: false, definite };
    // "a dog named Rex" is Rex.
    let called = tokens.get(i).is_some_and(|t| matches!(t.lower.as_str(), "named" | "called"));
    if called && let Some(name) = tokens.get(i + 1).filter(|t| t.tag == Tag::Name) {
        let noun = noun_thing(run, lexicon);
        let kind = noun.map_or("thing".to_owned(), |n| n.kind);
        let kind = if run.last().is_some_and(|t| lexicon.kin(&t.lower).is_some()) {
            "person".to_owned()
        } else {
            kind
        };
        phrase.thing = Some(NamedThing { name: name_of(name, text), kind });
        phrase.named = true;
        phrase.tokens.end = i + 2;
        relate(&mut phrase, run, owner.as_deref(), lexicon);
        return Some(phrase);
    }
    let names = run.iter().filter(|t| t.tag == Tag::Name).count();
    match run {
        // "my sister Anna", "my dog Rex".
        [noun @ .., name] if name.tag == Tag::Name && names == 1 && !noun.is_empty() => {
            let kind = name.kind.map_or_else(
                || match noun.last() {
                    Some(t) if lexicon.kin(&t.lower).is_some() => "person",
                    Some(t) if lexicon.noun_class(&t.lower).is(Class::PET) => "animal",
                    _ => "thing",
                },
                |k| {
                    if noun.last().is_some_and(|t| lexicon.noun_class(&t.lower).is(Class::PET)) {
                        "animal"
                    } else {
                        k
                    }
                },
            );
            phrase.thing = Some(NamedThing { name: name_of(name, text), kind: kind.to_owned() });
            phrase.named = true;
            phrase.definite = true;
            relate(&mut phrase, noun, owner.as_deref(), lexicon);
        }
        [name, noun @ ..] if name.tag == Tag::Name => {
            phrase.named = true;
            phrase.definite = true;
            let kind = name.kind.unwrap_or("thing").to_owned();
            phrase.thing = match noun_thing(noun, lexicon) {
                None => Some(NamedThing { name: name_of(name, text), kind }),
                Some(_) if name.name.is_some() => noun_thing(noun, lexicon),
                Some(rest) => Some(NamedThing {
                    name: format!("{} {}", name_of(name, text), rest.name),
                    kind: rest.kind,
                }),
            };
        }
        _ => {
            let kin = run.last().is_some_and(|t| lexicon.kin(&t.lower).is_some());
            let pet = run.last().is_some_and(|t| lexicon.noun_class(&t.lower).is(Class::PET))
                && run.len() == 1;
            if owned && (kin || pet) {
                let word = run.last().map(|t| t.lower.clone()).unwrap_or_default();
                let loose =
                    matches!(lexicon.kin(&word), Some("friend_of" | "colleague_of" | "knows"));
                if let Some(owner) = owner.as_deref().filter(|_| !loose) {
                    let kind = if pet && !kin { "animal" } else { "person" };
                    phrase.thing = Some(NamedThing {
                        name: format!("{owner}'s {word}"),
                        kind: kind.to_owned(),
                    });
                    relate(&mut phrase, run, Some(owner), lexicon);
                }
            } else {
                phrase.thing = noun_thing(run, lexicon);
            }
        }
    }
    Some(phrase)
}

/// What follows "of"; one level only, so that "a photo of a photo of" ends.
fn inner_phrase(
    tokens: &[Token],
    at: usize,
    persons: &Persons,
    text: &str,
    lexicon: &Lexicon,
) -> Option<Phrase> {
    let mut i = at;
    while tokens
        .get(i)
        .is_some_and(|t| i < at + 4 && matches!(t.tag, Tag::Determiner | Tag::Adjective))
    {
        i += 1;
    }
    let start = i;
    while tokens.get(i).is_some_and(|t| i < at + 8 && is_nominal(t.tag)) {
        i += 1;
    }
    let run = tokens.get(start..i).filter(|r| !r.is_empty())?;
    if let [name] = run
        && name.tag == Tag::Name
    {
        let thing =
            NamedThing { name: name_of(name, text), kind: name.kind.unwrap_or("thing").to_owned() };
        return Some(Phrase {
            tokens: at..i,
            thing: Some(thing),
            relation: None,
            named: true,
            definite: true,
        });
    }
    if run.iter().any(|t| t.tag == Tag::Name) || persons.meant(&run.first()?.lower).is_some() {
        return None;
    }
    Some(Phrase {
        tokens: at..i,
        thing: noun_thing(run, lexicon),
        relation: None,
        named: false,
        definite: false,
    })
}

/// Sets what a phrase says of its owner's kin or pet.
fn relate(phrase: &mut Phrase, noun: &[Token], owner: Option<&str>, lexicon: &Lexicon) {
    let (Some(owner), Some(thing), Some(word)) = (owner, phrase.thing.as_ref(), noun.last()) else {
        return;
    };
    if owner == thing.name {
        return;
    }
    let predicate = match lexicon.kin(&word.lower).and_then(kin_predicate) {
        Some(predicate) => predicate,
        None if lexicon.noun_class(&word.lower).is(Class::PET) => "has_pet",
        None => return,
    };
    phrase.relation = Some(Relation {
        subject: person(owner),
        predicate,
        object: thing.clone(),
        word: word.lower.clone(),
    });
}
