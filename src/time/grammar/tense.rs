//! Whether the words around a token speak of the past or the future. Never looks past the sentence.

use crate::time::grammar::Reader;
use crate::time::lexicon::{Lex, Phrases, Set};

/// How many words before and behind are asked.
const REACH: usize = 14;

/// What is spoken of: what was, or what is to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::time::grammar) enum Tense {
    Past,
    Future,
}

impl Reader<'_> {
    /// What the words around speak of; the past, where they do not say. A date that is told in the
    /// present is to come: "the meeting is on Friday".
    pub(super) fn tense(&self, i: usize) -> Tense {
        self.told_tense(i)
            .or_else(|| self.present_tense(i))
            .or_else(|| self.asks(i).then_some(Tense::Future))
            .or_else(|| self.chinese_tense(i))
            .unwrap_or(Tense::Past)
    }

    /// "Lunch on Friday?": what is asked without a verb of the past is to come.
    fn asks(&self, i: usize) -> bool {
        let end = (i..i + REACH).find(|p| self.ends(*p) || *p >= self.tokens.len());
        end.is_some_and(|p| self.is(p, &["?", "？"]))
    }

    /// 我周五发给你: a date beside a verb that no sign tells to be over is to come.
    fn chinese_tense(&self, i: usize) -> Option<Tense> {
        let over = self.around(i).any(|p| self.among(p, Set::ChinesePast));
        // 5月结婚的.
        let told = |p: usize| self.w(p) == "的" && self.ends(p + 1);
        if !self.chinese(i) || over || self.around(i).any(told) {
            return None;
        }
        let verb = self.around(i).any(|p| self.among(p, Set::ChineseToCome));
        verb.then_some(Tense::Future)
    }

    /// The tense of cues; the nearest before decides, then the nearest after. `None` without any.
    pub(super) fn told_tense(&self, i: usize) -> Option<Tense> {
        if self.before(i) == "since" || self.w(i) == "since" {
            return Some(Tense::Past);
        }
        // "Tickets for July" are for what is to come, whenever they were bought.
        let mut before = (i.saturating_sub(REACH)..i).rev().take_while(|p| !self.ends(*p));
        if self.is_for(i) && before.any(|p| self.among(p, Set::Arranged)) {
            return Some(Tense::Future);
        }
        let hint = |p: usize| self.hint(p).or_else(|| (p < i).then(|| self.comes(p))?);
        self.clause(i)
            .find_map(hint)
            .or_else(|| self.around(i).find_map(hint))
            .or_else(|| self.is_bound(i).then_some(Tense::Future))
    }

    /// Whether "for" leads to a time: "for the last week of August".
    fn is_for(&self, i: usize) -> bool {
        (i.saturating_sub(6)..i)
            .rev()
            .find(|p| !self.is(*p, &["the", "last", "first", "week", "of"]))
            .is_some_and(|p| self.w(p) == "for")
    }

    /// Whether what leads to a time says that it is to come: "by", "until late".
    fn is_bound(&self, i: usize) -> bool {
        let led = |p: usize| self.led(p, Set::LeadsToCome) || self.among(p, Set::LeadsToCome);
        let portion =
            i.checked_sub(1).filter(|p| self.is(*p, &["early", "mid", "late", "-", "the"]));
        led(i) || portion.is_some_and(led)
    }

    /// The words before, from the nearest, then those behind, within the sentence.
    fn around(&self, i: usize) -> impl Iterator<Item = usize> {
        self.within(i, |_| false)
    }

    /// The same within the clause.
    fn clause(&self, i: usize) -> impl Iterator<Item = usize> {
        self.within(i, |p| self.among(p, Set::BreaksClause))
    }

    fn within(&self, i: usize, stop: impl Fn(usize) -> bool + Copy) -> impl Iterator<Item = usize> {
        let goes_on = move |p: &usize| !self.ends(*p) && !stop(*p);
        let back = (i.saturating_sub(REACH)..i).rev().take_while(goes_on);
        let ahead = (i..(i + REACH).min(self.tokens.len())).take_while(goes_on);
        back.chain(ahead)
    }

    fn hint(&self, p: usize) -> Option<Tense> {
        let (word, next) = (self.w(p), self.w(p + 1));
        if self.one_of(p, Phrases::SpeaksOfFuture).is_some()
            || self.among(p, Set::FutureCues) && !self.is_thing(p) && self.urges(p)
            || self.is_progressive(p)
        {
            return Some(Tense::Future);
        }
        if word == "going" && next == "to" && !matches!(self.before(p), "been" | "was" | "were") {
            return Some(Tense::Future);
        }
        // "We've got tickets" is told in the present.
        let had = word == "got" && self.led(p, Set::GoesOn);
        if self.among(p, Set::PastCues) && !had {
            return Some(Tense::Past);
        }
        match self.tag(p) {
            Some("VBD") => Some(Tense::Past),
            Some("MD") if matches!(word, "can" | "might" | "may") => Some(Tense::Future),
            Some(_) => None,
            None => self.looks_past(p).then_some(Tense::Past),
        }
    }

    /// Whether a word has the ending of the past, and no "is" or "get" makes it a state: "is closed".
    fn looks_past(&self, p: usize) -> bool {
        let word = self.w(p);
        let ending = word.len() > 4 && word.ends_with("ed") && !word.ends_with("eed");
        let passive = (p.saturating_sub(2)..p).any(|q| {
            self.is(q, &["get", "gets", "getting", "be", "being"])
                || self.among(q, Set::FormsOfBe) && self.w(q) != "s"
        });
        ending && !passive && !self.among(p, Set::SeemsPast)
    }

    /// "Comes", "starts": what a present verb of coming tells is to come.
    fn comes(&self, p: usize) -> Option<Tense> {
        let comes = self.among(p, Set::Comes) && !self.is_thing(p);
        (comes && self.tag(p).is_none_or(|t| t.starts_with("VB"))).then_some(Tense::Future)
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
    fn present_tense(&self, i: usize) -> Option<Tense> {
        let ranged = (i..i + 5).any(|p| self.among(p, Set::RangeSigns));
        if self.before(i) == "from" && !ranged
            || self.around(i).any(|p| self.among(p, Set::Keepsakes))
        {
            return None;
        }
        let told = self.around(i).any(|p| match self.tag(p) {
            Some("VB") => p == 0 || self.ends(p - 1),
            Some("VBP" | "VBZ") if self.is(p, &["have", "has", "ve"]) => self.has_a_thing(p),
            Some("VBP" | "VBZ") => !self.is(p, &["do", "does"]) && !self.is_has(p),
            _ => {
                self.among(p, Set::PresentCues)
                    || self.among(p, Set::Comes)
                    || self.is(p, &["have", "has", "ve"]) && self.has_a_thing(p)
                    || self.w(p) == "s" && self.stands_for_is(p, i)
            }
        });
        told.then_some(Tense::Future)
    }

    /// "I have an exam", "we've got tickets", and not "I have seen".
    fn has_a_thing(&self, p: usize) -> bool {
        let at = p + 1;
        let count = matches!(self.lex(at), Lex::Number { .. } | Lex::Cardinal(_));
        count
            || self.w(at) == "got"
            || self.among(at, Set::LeadsNoun)
            || self.among(at, Set::Owners)
    }

    /// "'s" that is "has".
    fn is_has(&self, p: usize) -> bool {
        self.w(p) == "s" && (self.among(p + 1, Set::Participles) || self.tag(p + 1) == Some("VBN"))
    }

    /// "There's a concert", "the concert's on Saturday".
    fn stands_for_is(&self, p: usize, i: usize) -> bool {
        let subject =
            p.checked_sub(2).is_some_and(|q| self.is(q, &["there", "it", "that", "here"]));
        let before_time = p + 1 == i || p + 2 == i && self.is(p + 1, &["on", "in", "at"]);
        (subject || before_time) && !self.is_has(p)
    }
}
