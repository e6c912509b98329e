//! The rules of `cues.toml`: which words after a verb tell which predicate. Data in, matches out;
//! who and when is decided elsewhere.

use std::collections::HashMap;

use serde::Deserialize;

use super::NamedThing;
use super::lexicon::{Lexicon, singular};
use super::tokens::{Tag, Token};
use super::verbs::{Group, Tense};

const CUES: &str = include_str!("cues.toml");
/// How many tokens may be passed over between two words of a cue.
const LONGEST_GAP: usize = 4;

/// What clauses tell by certain words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) predicate: String,
    cues: Vec<String>,
    pub(super) object: Option<String>,
    #[serde(default)]
    pub(super) named: bool,
    #[serde(default)]
    kinds: Vec<String>,
    #[serde(default)]
    not: Vec<String>,
    #[serde(default)]
    heads: Vec<String>,
    pub(super) also: Option<String>,
    #[serde(default)]
    pub(super) begins: bool,
    #[serde(default)]
    pub(super) ends: bool,
    #[serde(default)]
    pub(super) past_ends: bool,
    #[serde(default)]
    perfect: bool,
    #[serde(default)]
    pub(super) wish: bool,
    #[serde(default)]
    pub(super) plan: bool,
}

impl Rule {
    /// The type of an object, when the rule takes it.
    pub(super) fn takes(&self, thing: &NamedThing, named: bool) -> Option<String> {
        let kind = thing.kind.as_str();
        let head = thing.name.split(' ').next_back().unwrap_or_default();
        let kind = match &self.object {
            Some(object) if kind == "thing" && self.kinds.is_empty() => object.as_str(),
            _ => kind,
        };
        let fits = (self.kinds.is_empty() || self.kinds.iter().any(|k| k == kind))
            && !self.not.iter().any(|k| k == kind)
            && (self.heads.is_empty() || self.heads.iter().any(|h| h == head))
            && (!self.named || named);
        fits.then(|| kind.to_owned())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: Vec<Rule>,
}

#[derive(Debug)]
struct Cue {
    words: Vec<Vec<String>>,
    rule: usize,
}

/// All rules, by the lemma that their cues begin with.
#[derive(Debug)]
pub(super) struct Cues {
    rules: Vec<Rule>,
    by_lemma: HashMap<String, Vec<Cue>>,
}

impl Cues {
    /// The rules that are compiled in.
    pub(super) fn built_in() -> Self {
        let file: File =
            toml::from_str(CUES).expect("the file is compiled in, and every test reads it");
        let mut by_lemma: HashMap<String, Vec<Cue>> = HashMap::new();
        for (rule, told) in file.rule.iter().enumerate() {
            for cue in &told.cues {
                let mut words = cue.split_whitespace();
                let Some(lemma) = words.next() else { continue };
                let words = words.map(|w| w.split('|').map(str::to_owned).collect()).collect();
                by_lemma.entry(lemma.to_owned()).or_default().push(Cue { words, rule });
            }
        }
        for cues in by_lemma.values_mut() {
            cues.sort_by_key(|c| std::cmp::Reverse(c.words.len()));
        }
        Self { rules: file.rule, by_lemma }
    }

    pub(super) fn named(&self, name: &str) -> Option<&Rule> {
        self.rules.iter().find(|r| r.name == name)
    }

    /// Each rule whose cue fits a verb group, with the token after the cue; longest cues first.
    pub(super) fn fitting<'a>(
        &'a self,
        group: &Group,
        tokens: &'a [Token],
        lexicon: &'a Lexicon,
    ) -> impl Iterator<Item = (&'a Rule, usize)> {
        let start = group.tokens.end;
        let cues = self.by_lemma.get(&group.lemma).map(Vec::as_slice).unwrap_or_default();
        cues.iter().filter_map(move |cue| {
            let rule = self.rules.get(cue.rule)?;
            if rule.perfect && group.tense != Tense::Perfect {
                return None;
            }
            Some((rule, matched(&cue.words, tokens, start, lexicon)?))
        })
    }
}

fn matched(
    words: &[Vec<String>],
    tokens: &[Token],
    start: usize,
    lexicon: &Lexicon,
) -> Option<usize> {
    let mut at = start;
    for word in words {
        let mut gap = 0;
        loop {
            let token = tokens.get(at)?;
            let is = |t: &Token| {
                word.iter().any(|w| {
                    *w == t.lower
                        || *w == singular(&t.lower)
                        || t.verb.is_some_and(|v| *w == lexicon.lemma(v))
                })
            };
            if is(token) {
                at += 1;
                break;
            }
            let passes = matches!(
                token.tag,
                Tag::Determiner
                    | Tag::Possessive
                    | Tag::Adjective
                    | Tag::Adverb
                    | Tag::Modifier
                    | Tag::Noun
            );
            gap += 1;
            if !passes || gap > LONGEST_GAP {
                return None;
            }
            at += 1;
        }
    }
    Some(at)
}
