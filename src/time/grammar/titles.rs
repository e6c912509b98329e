//! Times that are no times: words of a title or a name. Decides by what stands around an expression,
//! and never by what it means.

use crate::time::grammar::Reader;
use crate::time::lexicon::{Lex, Set};

/// How many words before and behind are looked at for the marks of a title.
const LONGEST_TITLE: usize = 8;

impl Reader<'_> {
    /// Whether the tokens from `from` to `next` are a title, or a part of one.
    pub(super) fn is_title(&self, from: usize, next: usize) -> bool {
        if self.conventions.definite {
            return false;
        }
        self.is_in_book_marks(from)
            || self.is_quoted(from, next)
            || self.has_author(from, next)
            || self.names_today(from, next)
            || self.is_read_or_seen(from, next)
            || self.goes_on_as_name(from, next)
    }

    /// 《1984》.
    fn is_in_book_marks(&self, from: usize) -> bool {
        let before = (from.saturating_sub(LONGEST_TITLE)..from).rev();
        before.map(|p| self.w(p)).find(|w| matches!(*w, "《" | "》")) == Some("《")
    }

    /// What stands between quotation marks as a name: a time alone, or with other words that all have
    /// a capital, "“Cyberpunk 2077”". Weekdays and months always have one, and prove nothing:
    /// "“Happy Monday”" is speech.
    fn is_quoted(&self, from: usize, next: usize) -> bool {
        let opens = |p: &usize| matches!(self.w(*p), "\"" | "“" | "‘" | "«");
        let closes = |p: &usize| matches!(self.w(*p), "\"" | "”" | "’" | "»");
        let open = (from.saturating_sub(LONGEST_TITLE)..from).rev().find(opens);
        let close = (next..next + LONGEST_TITLE).find(closes);
        let (Some(open), Some(close)) = (open, close) else { return false };
        if open + 1 == from && close == next {
            return self.looks_named(from);
        }
        let plain = |p: &usize| !(from..next).contains(p) && self.lex(*p) == Lex::Other;
        let mut others = (open + 1..close).filter(plain);
        let number = (from..next).all(|p| matches!(self.lex(p), Lex::Number { .. }));
        number && !self.chinese(open + 1) && others.all(|p| self.capital(p) || self.w(p).len() <= 3)
    }

    fn looks_named(&self, i: usize) -> bool {
        self.capital(i) || matches!(self.lex(i), Lex::Number { .. })
    }

    /// "1984 by Orwell"; what "in" or "on" leads to is a time: "built in 1984 by Orwell".
    fn has_author(&self, from: usize, next: usize) -> bool {
        let author = self.w(next) == "by"
            && self.capital(next + 1)
            && self.lex(next + 1) == Lex::Other
            && !self.chinese(next + 1);
        author && self.looks_named(from) && !self.led(from, Set::LeadsPhrase)
    }

    /// "Yesterday" with a capital within a sentence: the song.
    fn names_today(&self, from: usize, next: usize) -> bool {
        (from..next).any(|p| {
            let within = p > 0 && self.before(p).chars().all(char::is_alphabetic);
            let told = self.is(p, &["today", "yesterday", "tomorrow"]);
            told && within && self.capital(p) && !self.all_capitals(p)
        })
    }

    fn all_capitals(&self, i: usize) -> bool {
        let span = self.tokens.get(i).map(|t| t.span.clone()).unwrap_or_default();
        self.text.get(span).is_some_and(|s| !s.chars().any(char::is_lowercase))
    }

    /// "I'm reading 1984", "we watched Groundhog Day", "a cat called Tuesday". A weekday behind
    /// "watched" is sooner the day.
    fn is_read_or_seen(&self, from: usize, next: usize) -> bool {
        let day = matches!(self.lex(from), Lex::Weekday(_) | Lex::Weekdays(_) | Lex::Relative(_));
        let number = matches!(self.lex(from), Lex::Number { digits: 4, .. }) && next == from + 1;
        let named = self.capital(from) || number;
        named && (self.led(from, Set::Naming) || self.led(from, Set::Reading) && !day)
    }

    /// "Saturday Night Fever": the name goes on behind a part of the day with a capital.
    fn goes_on_as_name(&self, from: usize, next: usize) -> bool {
        let Some(last) = next.checked_sub(1).filter(|last| *last > from) else { return false };
        let part = matches!(self.lex(last), Lex::Part(_) | Lex::Unit(..));
        let name = self.capital(next) && self.lex(next) == Lex::Other && !self.chinese(next);
        let all = (from..next).all(|p| self.capital(p));
        part && all && name && self.w(next) != "i" && !self.all_capitals(last)
    }
}
