//! Rules over tags and words that give a token its universal part of speech, its morphology, and
//! here and there another tag, label or lemma.
//!
//! Source: spaCy 3.8, `attributeruler.py`. Rules are matched on what tagger and parser said, and
//! take effect in the order of the model's file: the last one wins.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use fancy_regex::Regex;
use serde::Deserialize;

use super::ParseError;
use super::files::File;
use super::labels::{Label, Labels};
use super::lexeme::Lexeme;

/// The rules.
pub(super) struct Attributes {
    rules: Vec<Rule>,
    /// The rules whose first token must have a tag, by that tag, and all others.
    by_tag: HashMap<Label, Vec<usize>>,
    others: Vec<usize>,
}

struct Rule {
    pattern: Vec<Wanted>,
    /// The token of the pattern that is changed.
    target: usize,
    change: Change,
}

/// What is wanted of a token.
struct Wanted {
    tag: Option<Set<Label>>,
    label: Option<Set<Label>>,
    lower: Option<Lower>,
    is_space: Option<bool>,
}

enum Set<T> {
    AnyOf(Vec<T>),
    NoneOf(Vec<T>),
}

/// What is wanted of a word in lower case.
enum Lower {
    Set(Set<Box<str>>),
    Matches(Regex),
}

#[derive(Default)]
struct Change {
    pos: Option<Label>,
    morph: Option<Label>,
    tag: Option<Label>,
    label: Option<Label>,
    lemma: Option<Arc<str>>,
}

/// What the rules see and change of a token.
#[derive(Debug, Clone)]
pub(super) struct Attributed<'a> {
    pub(super) lexeme: &'a Lexeme,
    pub(super) tag: Label,
    pub(super) label: Label,
    pub(super) pos: Label,
    pub(super) morph: Label,
    pub(super) lemma: Option<Arc<str>>,
}

/// A value of the model's file: one string, a set of them, or a pattern.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Text(String),
    AnyOf {
        #[serde(rename = "IN")]
        any_of: Vec<String>,
    },
    NoneOf {
        #[serde(rename = "NOT_IN")]
        none_of: Vec<String>,
    },
    Matches {
        #[serde(rename = "REGEX")]
        pattern: String,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE", deny_unknown_fields)]
struct RawWanted {
    tag: Option<Value>,
    dep: Option<Value>,
    lower: Option<Value>,
    is_space: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE", deny_unknown_fields)]
struct RawChange {
    pos: Option<String>,
    morph: Option<String>,
    tag: Option<String>,
    dep: Option<String>,
    lemma: Option<String>,
}

#[derive(Deserialize)]
struct RawRule {
    patterns: Vec<Vec<RawWanted>>,
    attrs: RawChange,
    index: usize,
}

impl Attributes {
    /// Reads the file `attribute_ruler/patterns` of a model's folder.
    pub(super) fn read(folder: &Path, known: &mut Labels) -> Result<Self, ParseError> {
        let file = File::of(folder, "attribute_ruler/patterns");
        let raw: Vec<RawRule> = file.read()?;
        let mut attributes = Self { rules: Vec::new(), by_tag: HashMap::new(), others: Vec::new() };
        for RawRule { patterns, attrs, index } in raw {
            for pattern in patterns {
                if index >= pattern.len() {
                    return Err(file.lacks("rules that change a token of their own pattern"));
                }
                let change = Change::of(&attrs, known);
                let pattern = pattern.into_iter().map(|wanted| Wanted::of(wanted, &file, known));
                let rule =
                    Rule { pattern: pattern.collect::<Result<_, _>>()?, target: index, change };
                attributes.add(rule);
            }
        }
        Ok(attributes)
    }

    fn add(&mut self, rule: Rule) {
        let number = self.rules.len();
        match rule.pattern.first().and_then(|wanted| wanted.tag.as_ref()) {
            Some(Set::AnyOf(tags)) => {
                for tag in tags {
                    self.by_tag.entry(*tag).or_default().push(number);
                }
            }
            _ => self.others.push(number),
        }
        self.rules.push(rule);
    }

    /// Applies the rules to the tokens of a text.
    pub(super) fn apply(&self, tokens: &mut [Attributed<'_>]) {
        let mut found = Vec::new();
        for (start, token) in tokens.iter().enumerate() {
            let tagged = self.by_tag.get(&token.tag).into_iter().flatten();
            for number in tagged.chain(&self.others) {
                let Some(rule) = self.rules.get(*number) else { continue };
                let here = tokens.get(start..start + rule.pattern.len());
                let matches = |here: &[Attributed<'_>]| {
                    rule.pattern.iter().zip(here).all(|(wanted, token)| wanted.fits(token))
                };
                if here.is_some_and(matches) {
                    found.push((*number, start + rule.target));
                }
            }
        }
        found.sort_unstable();
        for (number, token) in found {
            if let (Some(rule), Some(token)) = (self.rules.get(number), tokens.get_mut(token)) {
                rule.change.make(token);
            }
        }
    }
}

impl Wanted {
    fn of(raw: RawWanted, file: &File, known: &mut Labels) -> Result<Self, ParseError> {
        let RawWanted { tag, dep, lower, is_space } = raw;
        let mut labels = |value| match Set::of(value, |name| known.label(name)) {
            Ok(labels) => Ok(labels),
            Err(_) => Err(file.lacks("tags and labels of rules as sets")),
        };
        let lower = lower.map(|value| match Set::of(value, |lower| lower.into()) {
            Ok(words) => Ok(Lower::Set(words)),
            Err(pattern) => {
                Regex::new(&pattern).map(Lower::Matches).map_err(file.pattern("of a word"))
            }
        });
        Ok(Self {
            tag: tag.map(&mut labels).transpose()?,
            label: dep.map(&mut labels).transpose()?,
            lower: lower.transpose()?,
            is_space,
        })
    }

    fn fits(&self, token: &Attributed<'_>) -> bool {
        self.tag.as_ref().is_none_or(|set| set.has(|tag| *tag == token.tag))
            && self.is_space.is_none_or(|is_space| is_space == token.lexeme.is_space)
            && self.label.as_ref().is_none_or(|set| set.has(|label| *label == token.label))
            && self.lower.as_ref().is_none_or(|lower| lower.fits(&token.lexeme.lower))
    }
}

impl Lower {
    fn fits(&self, word: &str) -> bool {
        match self {
            Self::Set(set) => set.has(|lower| **lower == *word),
            Self::Matches(pattern) => pattern.is_match(word).unwrap_or(false),
        }
    }
}

impl<T> Set<T> {
    /// The set of a value; the pattern, if it is one.
    fn of(value: Value, mut make: impl FnMut(&str) -> T) -> Result<Self, String> {
        let mut all = |names: Vec<String>| names.iter().map(|name| make(name)).collect();
        match value {
            Value::Text(name) => Ok(Self::AnyOf(all(vec![name]))),
            Value::AnyOf { any_of } => Ok(Self::AnyOf(all(any_of))),
            Value::NoneOf { none_of } => Ok(Self::NoneOf(all(none_of))),
            Value::Matches { pattern } => Err(pattern),
        }
    }

    fn has(&self, is: impl Fn(&T) -> bool) -> bool {
        match self {
            Self::AnyOf(members) => members.iter().any(is),
            Self::NoneOf(members) => !members.iter().any(is),
        }
    }
}

impl Change {
    fn of(raw: &RawChange, known: &mut Labels) -> Self {
        let mut label = |name: &Option<String>| name.as_deref().map(|name| known.label(name));
        Self {
            pos: label(&raw.pos),
            // An underscore is how the file writes that there is none.
            morph: label(&raw.morph.as_deref().map(|morph| sorted(morph.trim_matches('_')))),
            tag: label(&raw.tag),
            label: label(&raw.dep),
            lemma: raw.lemma.as_deref().map(Into::into),
        }
    }

    fn make(&self, token: &mut Attributed<'_>) {
        let Self { pos, morph, tag, label, lemma } = self;
        token.pos = pos.unwrap_or(token.pos);
        token.morph = morph.unwrap_or(token.morph);
        token.tag = tag.unwrap_or(token.tag);
        token.label = label.unwrap_or(token.label);
        if let Some(lemma) = lemma {
            token.lemma = Some(Arc::clone(lemma));
        }
    }
}

/// Features of morphology in the order of their names, as Universal Dependencies write them.
fn sorted(features: &str) -> String {
    let mut features: Vec<&str> = features.split('|').collect();
    features.sort_by_key(|feature| feature.to_lowercase());
    features.join("|")
}
