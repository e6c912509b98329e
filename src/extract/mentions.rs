//! What a turn speaks of: names, and noun phrases worth a node. One pass over the tokens.

use super::lexicon::Lexicon;
use super::phrases::{Persons, name_of, noun_thing, phrase};
use super::tokens::{Tag, Token};
use super::{Mention, NamedThing};

/// The mentions of tagged tokens, in order of the text, at most `most`.
pub(super) fn mentions(
    tokens: &[Token],
    text: &str,
    persons: &Persons,
    lexicon: &Lexicon,
    most: usize,
) -> Vec<Mention> {
    let mut found: Vec<Mention> = Vec::new();
    let mut i = 0;
    while let Some(token) = tokens.get(i).filter(|_| found.len() < most) {
        let genitive = tokens.get(i + 1).is_some_and(|t| t.tag == Tag::Genitive);
        if token.tag == Tag::Possessive || token.tag == Tag::Name && genitive {
            relative(tokens, i, text, persons, lexicon, &mut found);
        }
        if !matches!(token.tag, Tag::Noun | Tag::Modifier | Tag::Name) {
            i += 1;
            continue;
        }
        let start = i;
        while tokens.get(i).is_some_and(|t| matches!(t.tag, Tag::Noun | Tag::Modifier | Tag::Name))
        {
            i += 1;
        }
        run(tokens.get(start..i).unwrap_or_default(), text, lexicon, &mut found);
    }
    found
}

/// "my sister", who has no other name here.
fn relative(
    tokens: &[Token],
    at: usize,
    text: &str,
    persons: &Persons,
    lexicon: &Lexicon,
    found: &mut Vec<Mention>,
) {
    let Some(p) = phrase(tokens, at, persons, text, lexicon) else { return };
    let (Some(thing), Some(relation)) = (p.thing, p.relation) else { return };
    let last = p.tokens.end.checked_sub(1).and_then(|l| tokens.get(l));
    if let (false, Some(last)) = (p.named, last) {
        debug_assert!(relation.object == thing);
        found.push(Mention { thing, span: last.span.clone() });
    }
}

/// A run of nouns and names. A noun after a name belongs to it ("Oslo trip"); more than one noun
/// stands by itself.
fn run(run: &[Token], text: &str, lexicon: &Lexicon, found: &mut Vec<Mention>) {
    let mut nouns: usize = 0;
    let mut name: Option<&Token> = None;
    for (i, token) in run.iter().enumerate() {
        if token.tag == Tag::Name {
            push_nouns(run, i - nouns, i, name, text, lexicon, found);
            nouns = 0;
            name = Some(token);
            let kind = token.kind.unwrap_or("thing").to_owned();
            found.push(Mention {
                thing: NamedThing { name: name_of(token, text), kind },
                span: token.span.clone(),
            });
        } else {
            nouns += 1;
        }
    }
    push_nouns(run, run.len() - nouns, run.len(), name, text, lexicon, found);
}

fn push_nouns(
    run: &[Token],
    start: usize,
    end: usize,
    name: Option<&Token>,
    text: &str,
    lexicon: &Lexicon,
    found: &mut Vec<Mention>,
) {
    let Some(nouns) = run.get(start..end) else { return };
    let (Some(first), Some(last)) = (nouns.first(), nouns.last()) else { return };
    let Some(mut thing) = noun_thing(nouns, lexicon) else { return };
    let mut from = first.span.start;
    if let Some(name) = name.filter(|n| n.name.is_none() && n.kind != Some("person"))
        && !thing.name.contains(' ')
    {
        thing.name = format!("{} {}", name_of(name, text), thing.name);
        from = name.span.start;
    }
    found.push(Mention { thing, span: from..last.span.end });
}
