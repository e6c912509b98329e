//! Whether the words around a token speak of the past or the future. Never looks past the sentence.

use crate::time::grammar::Reader;
use crate::time::lexicon::{Phrases, Set};

/// How many words before and behind are asked.
const REACH: usize = 14;

impl Reader<'_> {
    /// `1` where the words around speak of the future, `-1` where of the past; the nearest before
    /// decides, then the nearest after.
    pub(super) fn tense(&self, i: usize) -> i64 {
        self.told_tense(i).unwrap_or(-1)
    }

    pub(super) fn told_tense(&self, i: usize) -> Option<i64> {
        let back = (i.saturating_sub(REACH)..i).rev().take_while(|p| !self.ends(*p));
        let ahead = (i..i + REACH).take_while(|p| *p < self.tokens.len() && !self.ends(*p));
        let told = back.chain(ahead).find_map(|p| self.hint(p));
        // "By May" alone is of what is to come.
        told.or_else(|| (self.before(i) == "by" || self.w(i) == "by").then_some(1))
    }

    fn hint(&self, p: usize) -> Option<i64> {
        let (word, next) = (self.w(p), self.w(p + 1));
        if self.among(p, Set::FutureCues) || self.one_of(p, Phrases::SpeaksOfFuture).is_some() {
            return Some(1);
        }
        if word == "going" && next == "to" && !matches!(self.before(p), "been" | "was" | "were") {
            return Some(1);
        }
        if self.among(p, Set::PastCues) {
            return Some(-1);
        }
        match self.tag(p) {
            Some("VBD") => return Some(-1),
            Some("MD") if matches!(word, "can" | "might" | "may") => return Some(1),
            Some(_) => {}
            None if word.len() > 4 && word.ends_with("ed") => return Some(-1),
            None => {}
        }
        // "We're meeting": a present progressive beside a date is a plan.
        let be = self.among(p, Set::FormsOfBe);
        (be && next.len() > 4 && next.ends_with("ing")).then_some(1)
    }
}
