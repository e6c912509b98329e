//! Gives each token what it does in its sentence: what the parser says where there is a parse, and
//! else what is most likely from the lists and its neighbours. One pass, looking one token around.

use super::lexicon::{Class, Lexicon};
use super::tokens::{Tag, Token};
use crate::parse::Doc;

/// Sets the tag of every token that has none yet but `Noun`.
pub(super) fn tag(tokens: &mut [Token], lexicon: &Lexicon, doc: Option<&Doc>) {
    for i in 0..tokens.len() {
        let parsed = doc.zip(tokens.get(i)).and_then(|(doc, token)| parsed(doc, token));
        let tag = parsed.unwrap_or_else(|| guess(tokens, i, lexicon));
        if let Some(token) = tokens.get_mut(i) {
            if tag == Tag::Verb && token.verb.is_none() {
                token.verb = doc.and_then(|doc| {
                    let found = doc.token_at(token.span.start)?;
                    lexicon.inflected(found.lemma(), found.tag())
                });
            }
            token.tag = tag;
        }
    }
}

/// What the parser says that a token does. None where its own sort of word says no more than the
/// lists do, and where it cuts the text in another way.
fn parsed(doc: &Doc, token: &Token) -> Option<Tag> {
    if token.tag != Tag::Noun {
        return None;
    }
    let found = doc.token_at(token.span.start).filter(|found| found.range() == token.span)?;
    Some(match found.pos() {
        // "Have" and "do" carry their clause under the tag of auxiliaries, main verbs or not.
        "VERB" if token.class.is(Class::AUXILIARY) => Tag::Auxiliary,
        "VERB" if found.label() == "amod" => Tag::Modifier,
        "VERB" => Tag::Verb,
        "AUX" => Tag::Auxiliary,
        "ADP" => Tag::Preposition,
        "SCONJ" | "CCONJ" => Tag::Conjunction,
        "PART" => match found.tag() {
            "TO" => Tag::To,
            "POS" => Tag::Genitive,
            // What is left is "not".
            _ => Tag::Negation,
        },
        "DET" | "NUM" => Tag::Determiner,
        "PRON" if found.tag() == "PRP$" => Tag::Possessive,
        _ => return None,
    })
}

/// The tag that a token's neighbours see: that of the nearest token that is no adverb.
fn before(tokens: &[Token], i: usize) -> Option<&Token> {
    (1..=3)
        .map_while(|back| i.checked_sub(back).and_then(|p| tokens.get(p)))
        .find(|t| !matches!(t.tag, Tag::Adverb | Tag::Negation))
}

/// Whether a token could be within a noun phrase.
fn nominal(token: Option<&Token>) -> bool {
    token.is_some_and(|t| match t.tag {
        Tag::Noun => !t.class.is(Class::FUNCTION) || t.class.is(Class::DETERMINER),
        Tag::Name => true,
        _ => false,
    })
}

/// Whether a token begins the object of a verb.
fn opens_phrase(token: Option<&Token>) -> bool {
    token.is_some_and(|t| {
        let opens = t.class.is(Class::DETERMINER) || t.class.is(Class::PREPOSITION);
        t.tag == Tag::Name
            || t.tag == Tag::Noun && opens
            || matches!(t.lower.as_str(), "me" | "us" | "him" | "them" | "it" | "you")
    })
}

fn guess(tokens: &[Token], i: usize, lexicon: &Lexicon) -> Tag {
    let Some(token) = tokens.get(i) else { return Tag::Noun };
    if token.lower == "&" {
        return Tag::Conjunction;
    }
    if token.tag != Tag::Noun {
        return token.tag;
    }
    let next = tokens.get(i + 1);
    let before = before(tokens, i);
    let last = before.map_or(Tag::End, |t| t.tag);
    let starts = matches!(last, Tag::End | Tag::Mark | Tag::Interjection);
    let lower = token.lower.as_str();
    let word = |t: Option<&Token>, w: &str| t.is_some_and(|t| t.lower == w);
    match lower {
        "not" | "n't" | "never" => return Tag::Negation,
        "no" if word(next, "longer") => return Tag::Negation,
        "longer" if i > 0 && word(tokens.get(i - 1), "no") => return Tag::Negation,
        "'s" => return genitive_or_is(tokens, i),
        "to" => {
            let verb = next.and_then(|t| t.verb).is_some_and(|v| v.forms.base);
            let auxiliary = next.is_some_and(|t| matches!(t.lower.as_str(), "be" | "have" | "do"));
            return if verb || auxiliary { Tag::To } else { Tag::Preposition };
        }
        "my" | "your" | "our" | "their" | "its" => return Tag::Possessive,
        "his" | "her" => return if nominal(next) { Tag::Possessive } else { Tag::Pronoun },
        "this" | "that" | "these" | "those" => {
            if lower == "that"
                && matches!(last, Tag::Verb | Tag::Noun | Tag::Adjective)
                && next.is_some_and(|t| {
                    t.class.is(Class::PRONOUN) || t.class.is(Class::AUXILIARY) || t.tag == Tag::Name
                })
            {
                return Tag::Conjunction;
            }
            let noun = nominal(next)
                && !next.and_then(|t| t.verb).is_some_and(|v| v.forms.third || v.forms.past);
            return if noun { Tag::Determiner } else { Tag::Pronoun };
        }
        "like" => {
            let verb = match last {
                Tag::To => true,
                Tag::Pronoun => {
                    before.is_some_and(|t| matches!(t.lower.as_str(), "i" | "you" | "we" | "they"))
                }
                Tag::Auxiliary => before.is_some_and(|t| {
                    matches!(t.lower.as_str(), "do" | "does" | "did" | "would" | "'d" | "might")
                }),
                _ => false,
            };
            return if verb { Tag::Verb } else { Tag::Preposition };
        }
        "gonna" | "wanna" => return Tag::Auxiliary,
        _ => {}
    }
    if lower == "cause"
        && i.checked_sub(1)
            .and_then(|p| tokens.get(p))
            .is_some_and(|t| t.lower == "'" || t.lower == "’")
    {
        return Tag::Conjunction;
    }
    let class = token.class;
    if starts && class.is(Class::INTERJECTION) && !word(next, "for") {
        return Tag::Interjection;
    }
    if class.is(Class::AUXILIARY) {
        return Tag::Auxiliary;
    }
    if let Some(tag) = verb_tag(tokens, i, before, last, starts, lexicon) {
        return tag;
    }
    let within = i.checked_sub(1).and_then(|p| tokens.get(p)).is_some_and(|t| {
        matches!(t.tag, Tag::Determiner | Tag::Possessive | Tag::Adjective | Tag::Genitive)
    });
    let only_verb = class == Class::default() || class == Class::PURE_VERB;
    if !within && only_verb && token.verb.is_some_and(|v| lexicon.is_pure(v)) {
        return Tag::Verb;
    }
    if class.is(Class::PRONOUN) {
        return Tag::Pronoun;
    }
    if class.is(Class::DETERMINER) && !(word(next, "of") && class.is(Class::PARTITIVE)) {
        return if class.is(Class::ADVERB) && !nominal(next) {
            Tag::Adverb
        } else {
            Tag::Determiner
        };
    }
    if class.is(Class::CONJUNCTION)
        && !(lower == "so"
            && next.is_some_and(|t| t.class.is(Class::ADJECTIVE) || t.class.is(Class::ADVERB)))
    {
        return Tag::Conjunction;
    }
    if class.is(Class::PREPOSITION) {
        let alone = next.is_none_or(|t| {
            matches!(t.tag, Tag::End | Tag::Mark)
                || t.class.is(Class::CONJUNCTION) && t.lower != "that"
                || t.class.is(Class::PREPOSITION)
        });
        return if alone && class.is(Class::ADVERB) { Tag::Adverb } else { Tag::Preposition };
    }
    if class.is(Class::ADJECTIVE) {
        return Tag::Adjective;
    }
    if class.is(Class::ADVERB) || is_adverb(lower) {
        return Tag::Adverb;
    }
    if lower.starts_with(|c: char| c.is_ascii_digit()) {
        return Tag::Determiner;
    }
    if is_modifier(lower) {
        return Tag::Modifier;
    }
    // "it was hectic": a bare word after "be" or "so" qualifies.
    let direct = i.checked_sub(1).and_then(|p| tokens.get(p));
    let said_of_pronoun = (2..=4).any(|back| {
        i.checked_sub(back).and_then(|p| tokens.get(p)).is_some_and(|t| t.tag == Tag::Pronoun)
    });
    let judged = last == Tag::Auxiliary
        && said_of_pronoun
        && before.is_some_and(|t| {
            matches!(
                t.lower.as_str(),
                "is" | "was" | "are" | "were" | "am" | "'m" | "'s" | "'re" | "be" | "been"
            )
        })
        || direct.is_some_and(|t| {
            matches!(t.lower.as_str(), "so" | "very" | "really" | "super" | "too" | "quite")
        });
    if judged
        && class == Class::default()
        && token.verb.is_none()
        && !token.capital
        && !lower.ends_with('s')
        && !nominal(next)
    {
        return Tag::Adjective;
    }
    Tag::Noun
}

fn verb_tag(
    tokens: &[Token],
    i: usize,
    before: Option<&Token>,
    last: Tag,
    starts: bool,
    lexicon: &Lexicon,
) -> Option<Tag> {
    let token = tokens.get(i)?;
    let verb = token.verb?;
    let next = tokens.get(i + 1);
    let forms = verb.forms;
    let direct = i.checked_sub(1).and_then(|p| tokens.get(p));
    let within = direct.is_some_and(|t| {
        matches!(
            t.tag,
            Tag::Determiner | Tag::Possessive | Tag::Adjective | Tag::Genitive | Tag::Modifier
        )
    });
    let who = before.is_some_and(|t| {
        matches!(
            t.lower.as_str(),
            "i" | "you" | "we" | "they" | "who" | "he" | "she" | "it" | "y'all"
        )
    });
    let adjective = token.class.is(Class::ADJECTIVE);
    if last == Tag::To && forms.base {
        return Some(Tag::Verb);
    }
    if forms.gerund {
        if adjective {
            return None;
        }
        let object =
            opens_phrase(next) || next.is_some_and(|t| t.verb.is_some_and(|v| v.forms.gerund));
        let copula = before.is_some_and(|t| matches!(t.tag, Tag::Auxiliary));
        let verb = match last {
            _ if within => {
                object
                    && !token.class.is(Class::ACTIVITY)
                    && direct.is_some_and(|t| t.tag == Tag::Adjective)
            }
            Tag::Auxiliary => {
                copula && !before.is_some_and(|t| matches!(t.lower.as_str(), "do" | "does" | "did"))
            }
            Tag::Verb => true,
            Tag::Pronoun => true,
            Tag::Preposition | Tag::Conjunction => object,
            Tag::Noun | Tag::Name => {
                !token.class.is(Class::ACTIVITY.or(Class::EVENT).or(Class::NOUN))
            }
            Tag::End | Tag::Mark | Tag::Interjection => object,
            _ => object && !token.class.is(Class::ACTIVITY),
        };
        return Some(if verb { Tag::Verb } else { Tag::Noun });
    }
    if within {
        return if forms.participle && !forms.base && !adjective && !token.class.is(Class::FUNCTION)
        {
            Some(Tag::Modifier)
        } else {
            None
        };
    }
    if forms.past || forms.participle {
        let verb = match last {
            Tag::Pronoun => who || !adjective,
            Tag::Auxiliary => {
                !adjective
                    || before
                        .is_some_and(|t| matches!(t.lower.as_str(), "have" | "'ve" | "has" | "had"))
            }
            Tag::Noun | Tag::Name | Tag::Time(_) => !adjective || forms.past && last == Tag::Name,
            Tag::Conjunction => !adjective,
            Tag::End | Tag::Mark | Tag::Interjection => !adjective,
            Tag::Verb => !forms.base && !adjective,
            _ => false,
        };
        if verb {
            return Some(Tag::Verb);
        }
        if !forms.base {
            return (!adjective && !token.class.is(Class::FUNCTION)).then_some(Tag::Modifier);
        }
    }
    if token.class.is(Class::FUNCTION) && !who {
        return None;
    }
    if forms.third && !forms.base {
        let object = next.is_some_and(|t| {
            matches!(t.tag, Tag::Name)
                || t.class.is(Class::FUNCTION)
                || t.class.is(Class::ADJECTIVE)
        });
        let verb = match last {
            Tag::Pronoun => true,
            Tag::Name => true,
            Tag::Noun => {
                object
                    || before
                        .is_some_and(|t| lexicon.kin(&t.lower).is_some() || t.class.is(Class::PET))
            }
            Tag::End | Tag::Mark | Tag::Interjection => {
                token.class == Class::default() || object && !token.class.is(Class::NOUN)
            }
            Tag::Conjunction => object,
            _ => false,
        };
        return verb.then_some(Tag::Verb);
    }
    if forms.base {
        let object = opens_phrase(next);
        let plural = before.is_some_and(|t| t.lower.ends_with('s') || t.lower == "people");
        let verb = match last {
            Tag::Pronoun => who && (object || !adjective),
            Tag::Auxiliary => {
                !before.is_some_and(|t| {
                    matches!(
                        t.lower.as_str(),
                        "am" | "is" | "are" | "was" | "were" | "'m" | "'re" | "be" | "been"
                    )
                }) && !adjective
            }
            Tag::Noun => {
                let judged =
                    next.is_some_and(|t| t.class.is(Class::ADJECTIVE) || t.lower == "like");
                plural && (object || judged) && !adjective
            }
            Tag::Conjunction => object && !adjective,
            Tag::End | Tag::Mark | Tag::Interjection => {
                starts && object && !adjective || matches!(token.lower.as_str(), "love" | "hope")
            }
            Tag::Verb => {
                before.is_some_and(|t| {
                    matches!(
                        t.lower.as_str(),
                        "let" | "help" | "helped" | "helps" | "make" | "makes" | "made"
                    )
                }) && !adjective
            }
            _ => false,
        };
        return verb.then_some(Tag::Verb);
    }
    None
}

/// Whether `'s` is the genitive or "is" or "has".
fn genitive_or_is(tokens: &[Token], i: usize) -> Tag {
    let before = i.checked_sub(1).and_then(|p| tokens.get(p));
    if before.is_some_and(|t| {
        t.tag == Tag::Pronoun
            || t.class.is(Class::ADVERB)
            || t.class.is(Class::PRONOUN)
            || matches!(t.lower.as_str(), "let" | "that" | "who" | "what" | "where" | "how")
    }) {
        return Tag::Auxiliary;
    }
    let (next, after) = (tokens.get(i + 1), tokens.get(i + 2));
    let Some(next) = next else { return Tag::Genitive };
    let is = match next.tag {
        Tag::Name | Tag::Mark | Tag::End => false,
        _ if next.class.is(Class::ADJECTIVE) => !after.is_some_and(|t| {
            matches!(t.tag, Tag::Noun | Tag::Name) && !t.class.is(Class::FUNCTION)
        }),
        _ if next.class.is(Class::FUNCTION) => true,
        _ => match next.verb {
            Some(v) if v.forms.gerund => opens_phrase(after),
            Some(v) => v.forms.participle && !v.forms.base,
            None => false,
        },
    };
    if is { Tag::Auxiliary } else { Tag::Genitive }
}

fn is_adverb(lower: &str) -> bool {
    lower.len() > 4
        && lower.ends_with("ly")
        && !matches!(
            lower,
            "family"
                | "supply"
                | "reply"
                | "jelly"
                | "belly"
                | "italy"
                | "assembly"
                | "butterfly"
                | "bully"
                | "rally"
                | "anomaly"
                | "monopoly"
                | "firefly"
                | "dragonfly"
                | "holly"
                | "polly"
                | "molly"
                | "billy"
                | "lily"
                | "sally"
                | "kelly"
                | "emily"
                | "curly"
        )
}

fn is_modifier(lower: &str) -> bool {
    lower.len() > 5
        && ["ful", "less", "ous", "able", "ible", "ical", "ish"].iter().any(|e| lower.ends_with(e))
        && !matches!(
            lower,
            "vegetable"
                | "spanish"
                | "english"
                | "polish"
                | "finish"
                | "turkish"
                | "rubbish"
                | "radish"
                | "handful"
                | "spoonful"
                | "mouthful"
                | "musical"
                | "festival"
                | "timetable"
                | "publish"
        )
}
