//! Whether the words around a token speak of the past or the future. Never looks past the sentence.

use crate::time::grammar::Reader;
use crate::time::lexicon::{Phrases, Set};

/// How many words before and behind are asked.
const REACH: usize = 14;

impl Reader<'_> {
    /// `1` where the words around speak of the future, `-1` where of the past. A date that is told
    /// in the present is to come: "the meeting is on Friday".
    pub(super) fn tense(&self, i: usize) -> i64 {
        self.told_tense(i).or_else(|| self.present_tense(i)).unwrap_or(-1)
    }

    /// The tense of cues; the nearest before decides, then the nearest after. `None` without any.
    pub(super) fn told_tense(&self, i: usize) -> Option<i64> {
        if self.before(i) == "since" || self.w(i) == "since" {
            return Some(-1);
        }
        let bound = || self.led(i, Set::LeadsToCome) || self.among(i, Set::LeadsToCome);
        let progressive = || self.around(i).any(|p| self.is_progressive(p)).then_some(1);
        self.around(i)
            .find_map(|p| self.hint(p))
            .or_else(|| bound().then_some(1))
            .or_else(progressive)
    }

    /// The words before, from the nearest, then those behind, within the sentence.
    fn around(&self, i: usize) -> impl Iterator<Item = usize> {
        let back = (i.saturating_sub(REACH)..i).rev().take_while(|p| !self.ends(*p));
        let ahead = (i..i + REACH).take_while(|p| *p < self.tokens.len() && !self.ends(*p));
        back.chain(ahead)
    }

    fn hint(&self, p: usize) -> Option<i64> {
        let (word, next) = (self.w(p), self.w(p + 1));
        if self.one_of(p, Phrases::SpeaksOfFuture).is_some()
            || self.among(p, Set::FutureCues) && !self.is_thing(p) && self.urges(p)
        {
            return Some(1);
        }
        if word == "going" && next == "to" && !matches!(self.before(p), "been" | "was" | "were") {
            return Some(1);
        }
        if self.among(p, Set::PastCues) {
            return Some(-1);
        }
        match self.tag(p) {
            Some("VBD") => Some(-1),
            Some("MD") if matches!(word, "can" | "might" | "may") => Some(1),
            Some(_) => None,
            None => (word.len() > 4 && word.ends_with("ed")).then_some(-1),
        }
    }

    /// "That book", "our plans": a cue that is a thing here.
    fn is_thing(&self, p: usize) -> bool {
        self.led(p, Set::Owners) || self.led(p, Set::LeadsNoun)
    }

    /// "He let me drive" urges nobody; "let's drive" does.
    fn urges(&self, p: usize) -> bool {
        self.w(p) != "let" || self.is(p + 1, &["'", "’", "us"]) || p == 0 || self.ends(p - 1)
    }

    /// "We're meeting": a present progressive beside a date is a plan.
    fn is_progressive(&self, p: usize) -> bool {
        let next = self.w(p + 1);
        self.among(p, Set::FormsOfBe) && next.len() > 4 && next.ends_with("ing")
    }

    /// What the present tells, where nothing tells more: what is to come; but what is "from" then,
    /// or a picture of it, is over.
    fn present_tense(&self, i: usize) -> Option<i64> {
        if self.before(i) == "from" || self.around(i).any(|p| self.among(p, Set::Keepsakes)) {
            return None;
        }
        let told = self.around(i).any(|p| match self.tag(p) {
            Some("VB") => p == 0 || self.ends(p - 1),
            Some("VBP" | "VBZ") => !self.is(p, &["have", "has", "ve", "s", "do", "does"]),
            _ => self.among(p, Set::PresentCues),
        });
        told.then_some(1)
    }
}
