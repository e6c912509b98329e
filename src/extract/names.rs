//! Finds the names in a text (people, capitalised runs, quoted titles, handles) and the temporal
//! expressions, and makes one token of each. Never decides which entity a name means.

use std::collections::HashSet;
use std::ops::Range;

use super::lexicon::{Class, Lexicon};
use super::times::Timed;
use super::tokens::{Tag, Token};

/// The longest title in quotes, in tokens.
const LONGEST_TITLE: usize = 10;
/// The longest name, in tokens.
const LONGEST_NAME: usize = 8;

/// Who is known before the text is read.
pub(super) struct Known<'a> {
    pub(super) participants: &'a [String],
    pub(super) lexicon: &'a Lexicon,
    pub(super) text: &'a str,
}

impl Known<'_> {
    /// The participant that a word names: the whole name, one word of it, or the beginning of
    /// exactly one participant's name, of three letters at least.
    pub(super) fn participant(&self, word: &str) -> Option<&str> {
        let lower = word.to_lowercase();
        let same = |p: &&String| {
            p.to_lowercase() == lower || p.to_lowercase().split_whitespace().any(|w| w == lower)
        };
        if let Some(found) = self.participants.iter().find(same) {
            return Some(found);
        }
        if lower.chars().count() < 3 || self.lexicon.class(&lower).is(Class::FUNCTION) {
            return None;
        }
        let mut beginning =
            self.participants.iter().filter(|p| p.to_lowercase().starts_with(&lower));
        match (beginning.next(), beginning.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        }
    }
}

/// The tokens with every name and every temporal expression made one.
pub(super) fn join(tokens: Vec<Token>, times: &[Timed], known: &Known<'_>) -> Vec<Token> {
    let inner = capitalised_inside(&tokens);
    let shouting = is_shouting(&tokens);
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut times = times.iter().enumerate().peekable();
    let mut at = 0;
    let mut first = true;
    while let Some(token) = tokens.get(at) {
        while times.next_if(|(_, e)| e.span.end <= token.span.start).is_some() {}
        if let Some((number, e)) = times.peek()
            && e.span.start <= token.span.start
        {
            let mut end = at + 1;
            while tokens.get(end).is_some_and(|t| t.span.start < e.span.end) {
                end += 1;
            }
            joined.push(whole(known, token, e.span.clone(), Tag::Time(*number), None));
            at = end;
            first = false;
            continue;
        }
        if let Some((end, span)) = title(&tokens, at, known.text) {
            let mut one = whole(known, token, span.clone(), Tag::Name, Some("work"));
            one.name = known.text.get(span).map(|t| t.trim_matches([',', '.', ' ']).to_owned());
            joined.push(one);
            at = end;
            first = false;
            continue;
        }
        let name = if shouting { None } else { name(&tokens, at, first, &inner, known) };
        match name {
            Some(end) => {
                let last = end.checked_sub(1).and_then(|l| tokens.get(l)).unwrap_or(token);
                let span = token.span.start..last.span.end;
                let before = joined.last().map_or("", |t| t.lower.as_str()).to_owned();
                let mut one = whole(known, token, span.clone(), Tag::Name, None);
                let text = known.text.get(span).unwrap_or_default();
                let person = known.participant(text).map(str::to_owned);
                one.kind = match person {
                    Some(_) => Some("person"),
                    None => kind(text, &before, known.lexicon),
                };
                one.name = person;
                joined.push(one);
                at = end;
                first = false;
            }
            None => {
                first = match token.tag {
                    Tag::End => true,
                    Tag::Mark => {
                        first || matches!(token.lower.as_str(), ":" | "\"" | "“" | "*" | "-" | "(")
                    }
                    _ => first && token.class.is(Class::INTERJECTION),
                };
                joined.push(token.clone());
                at += 1;
            }
        }
    }
    joined
}

fn whole(
    known: &Known<'_>,
    first: &Token,
    span: Range<usize>,
    tag: Tag,
    kind: Option<&'static str>,
) -> Token {
    let lower = known.text.get(span.clone()).unwrap_or_default().to_lowercase();
    Token {
        span,
        lower,
        verb: None,
        tag,
        kind,
        class: Class::default(),
        name: None,
        ..first.clone()
    }
}

/// Words that stand with a capital where no sentence begins.
fn capitalised_inside(tokens: &[Token]) -> HashSet<&str> {
    tokens
        .windows(2)
        .filter_map(|pair| match pair {
            [before, token]
                if token.capital
                    && !matches!(before.tag, Tag::End | Tag::Mark)
                    && !before.class.is(Class::INTERJECTION) =>
            {
                Some(token.lower.as_str())
            }
            _ => None,
        })
        .collect()
}

/// Whether so much is in capitals that capitals tell nothing.
fn is_shouting(tokens: &[Token]) -> bool {
    let words = tokens.iter().filter(|t| !matches!(t.tag, Tag::Mark | Tag::End)).count();
    let capitals = tokens.iter().filter(|t| t.capital).count();
    words > 6 && capitals * 5 > words * 4
}

fn can_be_name(token: &Token) -> bool {
    let handle = token.lower.starts_with('@') && token.lower.len() > 2;
    handle
        || (token.capital
            && token.tag == Tag::Noun
            && !token.class.is(Class::FUNCTION)
            && !matches!(
                token.lower.as_str(),
                "monday"
                    | "tuesday"
                    | "wednesday"
                    | "thursday"
                    | "friday"
                    | "saturday"
                    | "sunday"
                    | "january"
                    | "february"
                    | "april"
                    | "june"
                    | "july"
                    | "august"
                    | "september"
                    | "october"
                    | "november"
                    | "december"
            ))
}

/// Where the name that begins at a token ends.
fn name(
    tokens: &[Token],
    at: usize,
    first: bool,
    inner: &HashSet<&str>,
    known: &Known<'_>,
) -> Option<usize> {
    let token = tokens.get(at)?;
    if !can_be_name(token) {
        return None;
    }
    let lexicon = known.lexicon;
    let mut end = at + 1;
    let mut upper = true;
    while end < at + LONGEST_NAME {
        let Some(next) = tokens.get(end) else { break };
        let beside = tokens.get(end - 1).is_some_and(|t| t.span.end + 1 == next.span.start);
        if !beside {
            break;
        }
        if can_be_name(next)
            || (next.capital
                && upper
                && next.lower.len() > 1
                && next.class.is(Class::FUNCTION)
                && tokens.get(end + 1).is_some_and(can_be_name)
                && !next.class.is(Class::PRONOUN))
        {
            upper = true;
            end += 1;
            continue;
        }
        // "Lord of the Rings", "Museum of Modern Art".
        let small = usize::from(next.lower == "of")
            * (1 + usize::from(tokens.get(end + 1).is_some_and(|t| t.lower == "the")));
        if small > 0
            && tokens.get(end + small).is_some_and(|t| {
                can_be_name(t) && !known.lexicon.class(&t.lower).is(Class::PLACE)
                    || small == 2 && t.capital
            })
        {
            end += small + 1;
            continue;
        }
        break;
    }
    // A participant is one name, even beside another name.
    if end > at + 1 {
        let text =
            known.text.get(token.span.start..tokens.get(end - 1)?.span.end).unwrap_or_default();
        if known.participant(&token.lower).is_some() && known.participant(text).is_none() {
            end = at + 1;
        }
    }
    if !first || end > at + 1 && tokens.get(at + 1).is_some_and(|t| t.capital) {
        let lone_common = end == at + 1 && first;
        // "Amazing Ann" is not one name; the common word stays outside.
        let common = token.class.is(Class::ADJECTIVE)
            || token.verb.is_some() && token.class == Class::default() && first;
        if end > at + 1 && first && common && known.participant(&token.lower).is_none() {
            return None;
        }
        return (!lone_common).then_some(end);
    }
    let raw = known.text.get(token.span.clone()).unwrap_or_default();
    let acronym =
        raw.chars().count() > 1 && raw.chars().all(|c| c.is_uppercase() || c.is_ascii_digit());
    let camel = raw.chars().skip(1).any(char::is_uppercase) && !acronym;
    let named = token.lower.starts_with('@')
        || known.participant(&token.lower).is_some()
        || token.class.is(Class::PLACE)
        || token.class.is(Class::GIVEN_NAME) && token.verb.is_none()
        || inner.contains(token.lower.as_str())
        || camel
        || acronym
            && raw.chars().count() < 7
            && token.verb.is_none()
            && !token.class.is(Class::ADJECTIVE);
    if named {
        return Some(end);
    }
    // An unknown word before a finite verb: "Quill moved to Oslo".
    let common = token.verb.is_some()
        || token.class.is(Class::ADJECTIVE)
        || lexicon.noun_class(&token.lower) != Class::default()
        || token.lower.ends_with("ly")
        || token.lower.ends_with("ing")
        || lexicon.kin(&token.lower).is_some();
    let verb = tokens
        .get(end)
        .and_then(|t| t.verb)
        .is_some_and(|v| (v.forms.past || v.forms.third) && !v.forms.base);
    let copula = tokens.get(end).is_some_and(|t| matches!(t.lower.as_str(), "is" | "has" | "was"));
    (!common
        && (verb || copula)
        && token.lower.chars().all(char::is_alphabetic)
        && !token.lower.ends_with('s'))
    .then_some(end)
}

/// The type that a name tells by itself and by the word before it.
fn kind(name: &str, before: &str, lexicon: &Lexicon) -> Option<&'static str> {
    if name.starts_with('@') {
        return Some("person");
    }
    let lower = name.to_lowercase();
    let last = lower.split_whitespace().next_back().unwrap_or_default();
    let first = lower.split_whitespace().next().unwrap_or_default();
    let many = lower.contains(' ');
    if many && (lexicon.class(last).is(Class::ORGANIZATION) || first == "university") {
        return Some("organization");
    }
    if lexicon.class(&lower).is(Class::PLACE) || lexicon.class(last).is(Class::PLACE) {
        return Some("place");
    }
    if lexicon.class(first).is(Class::GIVEN_NAME)
        || matches!(first, "mr" | "mrs" | "dr" | "uncle" | "aunt")
    {
        return Some("person");
    }
    if many
        && matches!(
            last,
            "park"
                | "lake"
                | "river"
                | "beach"
                | "mountains"
                | "island"
                | "street"
                | "avenue"
                | "bay"
                | "valley"
                | "county"
                | "city"
        )
    {
        return Some("place");
    }
    if lexicon.class(last).is(Class::EVENT) && many {
        return Some("event");
    }
    matches!(before, "in" | "near" | "from" | "to").then_some("place")
}

/// A title in quotes that begins at a token: where it ends, and the bytes between the quotes.
fn title(tokens: &[Token], at: usize, text: &str) -> Option<(usize, Range<usize>)> {
    let open = tokens.get(at)?;
    let (close, western) = match open.lower.as_str() {
        "\"" => ("\"", true),
        "“" => ("”", true),
        "《" => ("》", false),
        "「" => ("」", false),
        "『" => ("』", false),
        _ => return None,
    };
    let inside = tokens.get(at + 1..)?.iter().take(LONGEST_TITLE);
    let length = inside.clone().position(|t| t.lower == close)?;
    let words: Vec<&Token> = inside.take(length).collect();
    let (first, last) = (words.first()?, words.last()?);
    if words.iter().all(|t| matches!(t.tag, Tag::Mark | Tag::End)) {
        return None;
    }
    if western {
        let large = words
            .iter()
            .filter(|t| t.capital || t.lower.starts_with(|c: char| c.is_ascii_digit()))
            .count();
        let counted =
            words.iter().filter(|t| !t.class.is(Class::FUNCTION) && t.tag == Tag::Noun).count();
        if !first.capital || large < counted.max(1) {
            return None;
        }
    }
    let span = first.span.start..last.span.end;
    text.get(span.clone())?;
    Some((at + length + 2, span))
}
