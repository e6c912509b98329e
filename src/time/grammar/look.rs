//! What stands at a token: its word, its class, what is before and behind it. Decides nothing of what
//! an expression means.

use chrono::{NaiveDate, NaiveDateTime};

use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::{Lex, Lexicon, Part, Phrases, Set, Table, Unit};
use crate::time::tokens::is_han;

impl Reader<'_> {
    pub(super) fn w(&self, i: usize) -> &str {
        self.tokens.get(i).map_or("", |t| t.word.as_str())
    }

    /// The place before, or none that any token has.
    pub(in crate::time::grammar) fn prev(&self, i: usize) -> usize {
        i.checked_sub(1).unwrap_or(usize::MAX)
    }

    /// The word before.
    pub(super) fn before(&self, i: usize) -> &str {
        i.checked_sub(1).map_or("", |p| self.w(p))
    }

    pub(super) fn lex(&self, i: usize) -> Lex {
        self.tokens.get(i).map_or(Lex::Other, |t| t.class.lex)
    }

    pub(super) fn tag(&self, i: usize) -> Option<&str> {
        self.tokens.get(i).and_then(|t| t.tag.as_deref())
    }

    pub(super) fn capital(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|t| t.capital)
    }

    /// Whether nothing stands between a token and the one before it.
    pub(super) fn joined(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|t| t.joined)
    }

    pub(super) fn is(&self, i: usize, words: &[&str]) -> bool {
        words.contains(&self.w(i))
    }

    pub(super) fn skip(&self, i: usize, words: &[&str]) -> usize {
        if i < self.tokens.len() && self.is(i, words) { i + 1 } else { i }
    }

    /// Whether the word at a place is of a set.
    pub(in crate::time::grammar) fn among(&self, i: usize, set: Set) -> bool {
        self.tokens.get(i).is_some_and(|t| t.class.is_of(set))
    }

    /// Whether the word before a place is of a set.
    pub(in crate::time::grammar) fn led(&self, i: usize, set: Set) -> bool {
        i.checked_sub(1).is_some_and(|p| self.among(p, set))
    }

    /// Past a word of a set, if one stands at a place.
    pub(in crate::time::grammar) fn past(&self, i: usize, set: Set) -> usize {
        i + usize::from(self.among(i, set))
    }

    /// The token after the first of some phrases that stands at a place.
    pub(in crate::time::grammar) fn one_of(&self, i: usize, phrases: Phrases) -> Option<usize> {
        self.tokens.get(i).filter(|t| t.class.begins(phrases))?;
        Lexicon::built_in().phrases(phrases).iter().find_map(|phrase| self.phrase(i, phrase))
    }

    /// The longest phrase of a table that stands at a place, and what it tells.
    pub(in crate::time::grammar) fn tabled<V: Copy>(&self, i: usize, of: &Table<V>) -> Read<V> {
        let mut phrases = of.beginning(self.w(i)).iter();
        phrases.find_map(|(phrase, value)| Some((self.phrase(i, phrase)?, *value)))
    }

    /// Whether "the" begins what is read at a place, or stands before it where the reader tries again.
    pub(in crate::time::grammar) fn is_definite(&self, i: usize) -> bool {
        self.w(i) == "the" || self.before(i) == "the"
    }

    /// Whether the words stand at a place.
    pub(super) fn phrase(&self, i: usize, words: &str) -> Option<usize> {
        let mut at = i;
        for word in words.split(' ') {
            if self.w(at) != word {
                return None;
            }
            at += 1;
        }
        Some(at)
    }

    /// The first of some phrases that stands at a place.
    pub(super) fn any(&self, i: usize, phrases: &[&str]) -> Option<usize> {
        phrases.iter().find_map(|p| self.phrase(i, p))
    }

    /// Whether a sentence or the text ends before this token.
    pub(super) fn ends(&self, i: usize) -> bool {
        match self.w(i) {
            "" => i >= self.tokens.len(),
            "!" | "?" | "\n" | ";" => true,
            "." => !self.joined(i + 1),
            _ => false,
        }
    }

    pub(super) fn now(&self) -> Option<NaiveDateTime> {
        self.anchor.map(|a| a.local_time())
    }

    pub(super) fn today(&self) -> Option<NaiveDate> {
        self.anchor.map(|a| a.date())
    }

    pub(super) fn unit(&self, i: usize) -> Option<Unit> {
        Some(match self.lex(i) {
            Lex::Unit(unit, _) => unit,
            Lex::Part(Part::Night) if self.is(i, &["night", "nights"]) => Unit::Night,
            Lex::Ordinal(2) if self.w(i) == "second" => Unit::Second,
            _ if self.w(i) == "quarter" => Unit::Quarter,
            _ => return None,
        })
    }

    pub(super) fn is_plural(&self, i: usize) -> bool {
        match self.lex(i) {
            Lex::Unit(_, plural) => plural,
            _ => self.w(i) == "nights",
        }
    }

    /// Whether a unit is one of the clock.
    pub(super) fn clock_unit(&self, i: usize) -> bool {
        self.unit(i).is_some_and(Unit::of_clock)
    }

    /// Whether a token was Chinese, or digits that a Chinese sign was taken up into.
    pub(super) fn chinese(&self, i: usize) -> bool {
        let span = self.tokens.get(i).map(|t| t.span.clone()).unwrap_or_default();
        self.text.get(span).is_some_and(|s| s.chars().any(is_han))
    }

    /// Whether what stands before a token is told to be a kind of it: a noun follows.
    pub(super) fn modifies(&self, i: usize) -> bool {
        match self.tag(i) {
            Some(tag) => tag.starts_with("NN"),
            None => {
                let word = self.w(i);
                self.lex(i) == Lex::Other
                    && word.chars().next().is_some_and(char::is_alphabetic)
                    && !self.among(i, Set::FunctionWords)
                    && !self.chinese(i)
            }
        }
    }

    /// Whether "by" stands before a token and names who did it: "inspired by autumn".
    pub(super) fn has_agent(&self, i: usize) -> bool {
        let Some(verb) = i.checked_sub(2).filter(|_| self.before(i) == "by") else { return false };
        self.w(verb).ends_with("ed") || self.tag(verb) == Some("VBN")
    }
}
