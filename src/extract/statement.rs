//! A clause as a plain sentence: names in place of pronouns, the verb made to agree, the date of its
//! time expression in brackets. The words of the clause are kept, for they are searched.

use std::ops::Range;

use super::lexicon::{Lexicon, third};
use super::phrases::{Persons, name_of};
use super::tokens::{Tag, Token};
use super::verbs::Group;

/// What a statement is made of.
pub(super) struct Clause<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) text: &'a str,
    pub(super) persons: &'a Persons,
    pub(super) lexicon: &'a Lexicon,
    /// Who or what it is about.
    pub(super) subject: &'a str,
    /// The words that the name stands for: the pronoun or phrase before the verb; empty when none.
    pub(super) replaced: Range<usize>,
    /// Whether the verb was said of I, we or you.
    pub(super) agrees: bool,
    pub(super) group: &'a Group,
    /// Where the clause ends.
    pub(super) end: usize,
    /// Its date, as in brackets.
    pub(super) date: Option<String>,
}

/// The sentence.
pub(super) fn sentence(clause: &Clause<'_>) -> String {
    let mut out = String::from(clause.subject);
    let mut finite = clause.agrees;
    let start =
        if clause.replaced.is_empty() { clause.group.tokens.start } else { clause.replaced.end };
    let mut i = start;
    while i < clause.end {
        let Some(token) = clause.tokens.get(i) else { break };
        let raw = clause.text.get(token.span.clone()).unwrap_or_default();
        let first = i == start && token.tag != Tag::Name;
        let mut word = if first { raw.to_lowercase() } else { raw.to_owned() };
        let acts = matches!(token.tag, Tag::Verb | Tag::Auxiliary);
        if let (true, Some(agreed)) = (acts && finite, agree(token, clause)) {
            word = agreed;
            finite = false;
        } else if let Some(full) = spelt_out(token, clause.tokens.get(i + 1..).unwrap_or_default())
        {
            word = full.to_owned();
            finite = false;
        } else if matches!(token.tag, Tag::Pronoun | Tag::Possessive)
            && let Some(name) = clause.persons.meant(&token.lower)
        {
            word = match token.lower.as_str() {
                "my" | "mine" | "our" | "ours" | "your" | "yours" | "his" | "hers" => {
                    format!("{name}'s")
                }
                "her" if token.tag == Tag::Possessive => format!("{name}'s"),
                _ => name.to_owned(),
            };
            finite = matches!(token.lower.as_str(), "i" | "we" | "you");
        } else if token.tag == Tag::Name && token.name.is_some() && token.kind == Some("person") {
            word = name_of(token, clause.text);
        }
        finite &= !acts && token.tag != Tag::To;
        let tight = token.tag == Tag::Genitive
            || matches!(token.lower.as_str(), "," | ")" | "." | "!" | ":" | ";" | "'" | "’" | "%");
        let open = out.ends_with('(') || out.ends_with('$') || out.ends_with('#');
        if !(tight || open) {
            out.push(' ');
        }
        out.push_str(&word);
        i += 1;
    }
    let out = out.trim_end_matches([',', ' ', '-', ':', ';']).to_owned();
    match &clause.date {
        Some(date) => format!("{out} [{date}]"),
        None => out,
    }
}

/// The word for a third person.
fn agree(token: &Token, clause: &Clause<'_>) -> Option<String> {
    let word = match token.lower.as_str() {
        "am" | "'m" | "are" | "'re" => "is".to_owned(),
        "was" | "were" => "was".to_owned(),
        "have" | "'ve" => "has".to_owned(),
        "do" => "does".to_owned(),
        "been" => "has been".to_owned(),
        "gonna" => "is going to".to_owned(),
        "wanna" => "wants to".to_owned(),
        _ => match (token.tag, token.verb) {
            (Tag::Verb, Some(verb)) if verb.forms.base && !(verb.forms.past) => {
                third(clause.lexicon.lemma(verb))
            }
            (Tag::Verb, _) => token.lower.clone(),
            _ => return None,
        },
    };
    Some(word)
}

/// A short form in full; `None` when it is none.
/// `after` are the words that follow it.
fn spelt_out(token: &Token, after: &[Token]) -> Option<&'static str> {
    let perfect = |t: &Token| matches!(t.lower.as_str(), "been" | "got" | "had" | "gotten");
    Some(match (token.tag, token.lower.as_str()) {
        (Tag::Negation, "n't") => "not",
        (Tag::Auxiliary, "'ll") => "will",
        (Tag::Auxiliary, "'d") => "would",
        (Tag::Auxiliary, "'s") if after.iter().take(2).any(perfect) => "has",
        (Tag::Auxiliary, "'s") => "is",
        (Tag::Auxiliary, "'m") => "am",
        (Tag::Auxiliary, "'re") => "are",
        (Tag::Auxiliary, "'ve") => "have",
        (Tag::Auxiliary, "wo") => "will",
        (Tag::Auxiliary, "ca") if after.first().is_some_and(|t| t.lower == "n't") => "can",
        _ => return None,
    })
}
