//! "recently", "soon", "a while ago": wide, and said to be vague; and the moment of speaking. Never
//! narrower than the words.

use graph_schema::Precision;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::{Lex, Lexicon, Phrases};
use crate::time::meaning::{Meaning, When};
use crate::time::{Kind, Untold};

impl Reader<'_> {
    /// "now", where the conventions tell it: the moment of speaking.
    pub(super) fn present(&self, i: usize) -> Read<Meaning> {
        let end = self.now_word(i)?;
        let when = self.now_when()?;
        self.conventions.definite.then(|| (end, Meaning::whens(Kind::DateTime, vec![when])))
    }

    pub(super) fn now_word(&self, i: usize) -> Option<usize> {
        self.one_of(i, Phrases::Now)
            .filter(|end| !(self.w(end - 1) == "now" && self.is(*end, &["that"])))
    }

    pub(super) fn now_when(&self) -> Option<When> {
        let now = self.now()?;
        Stretch::instant(now).map(When::of)
    }

    /// "recently", "soon", "a while ago": wide, and said to be vague.
    pub(super) fn vague(&self, i: usize) -> Read<Meaning> {
        if self.conventions.definite {
            return None;
        }
        let open = |end: usize, why| Some((end, Meaning { vague: true, ..Meaning::open(why) }));
        if let Some(end) = self.one_of(i, Phrases::SpokenOf) {
            // 第二天早上.
            let part = self.joined(end) && matches!(self.lex(end), Lex::Part(_));
            return open(end + usize::from(part && self.chinese(end)), Untold::SpokenOfBefore);
        }
        if let Some(end) = self.one_of(i, Phrases::SomeDay) {
            // "Sometime next year" is told by the year.
            let told = self.date(self.skip(end, &["in", "around", "between", "on"])).is_some();
            return (!told).then(|| open(end, Untold::SomeDay))?;
        }
        let (end, (a, b)) = self.tabled(i, &Lexicon::built_in().vague)?;
        // "See you soon" and "soon after" name no time of anything.
        if self.w(i) == "soon"
            && (self.is(i + 1, &["after", "as"]) || self.is(self.prev(i), &["as", "you", "too"]))
        {
            return None;
        }
        // "Not so long ago".
        let near = end > i + 1
            && self.w(end - 2) == "long"
            && self.is(self.prev(i), &["not", "so", "too", "that"]);
        let (a, b) = if near { (-365, -1) } else { (a, b) };
        let today = self.today()?;
        let from = calendar::plus_days(today, a)?;
        let until = calendar::plus_days(today, b + 1)?;
        let precision = match b - a {
            0 => Precision::Day,
            1..=400 => Precision::Month,
            _ => Precision::Year,
        };
        let when = When::of(Stretch::days(from, until, precision)?);
        Some((end, Meaning { vague: true, ..Meaning::whens(Kind::DateRange, vec![when]) }))
    }
}
