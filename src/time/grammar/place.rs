//! Where an expression stands for the caller: without the words that belong to the sentence, and with
//! the preposition that leads it. Never looks at what it means.

use crate::time::grammar::Reader;
use crate::time::lexicon::{Lex, Set, Side, Unit};
use std::ops::Range;

impl Reader<'_> {
    /// The bytes of the tokens from `from` to `next`, and the same with a leading preposition.
    pub(in crate::time) fn place(
        &self,
        from: usize,
        next: usize,
    ) -> Option<(Range<usize>, Range<usize>)> {
        let from = self.own_start(from, next);
        let first = self.tokens.get(from)?;
        let last = self.tokens.get(next.checked_sub(1)?)?;
        let span = first.span.start..last.span.end.max(first.span.end);
        let dotted = self.w(from + 1) == "."
            && self.joined(from + 1)
            && self.joined(from + 2)
            && self.conventions.definite;
        let span = match self.before(from) {
            "at" if dotted && from > 0 => self.tokens.get(from - 1)?.span.start..span.end,
            _ => span,
        };
        let mut start = span.start;
        let mut at = from;
        while let Some(p) = at.checked_sub(1)
            && self.among(p, Set::LeadsPhrase)
            && let Some(token) = self.tokens.get(p)
            && from - p <= 2
            && (self.w(p) != "back" || self.w(at) == "in")
        {
            start = token.span.start;
            at = p;
        }
        let phrase = start..span.end;
        Some((span, phrase))
    }

    /// Without the article and the "for" that belong to the sentence rather than to the expression.
    fn own_start(&self, from: usize, next: usize) -> usize {
        if self.w(from) == "for"
            && (from..next).any(|p| self.is(p, &["starting", "beginning", "commencing"]))
        {
            return from + 1;
        }
        if self.w(from) != "the" || from + 2 >= next {
            return from;
        }
        let of = (from..next).any(|p| self.is(p, &["of", "in"]));
        // "the twenty third day of September".
        if let Some((after, _)) = self.ordinal(from + 1)
            && !self.w(from + 1).starts_with(|c: char| c.is_ascii_digit())
            && self.is(after, &["of", "day"])
            && (from..next).any(|p| matches!(self.lex(p), Lex::Month(_)))
        {
            return from + 1;
        }
        let drop = match self.lex(from + 1) {
            Lex::Relative(Side { shift: 0, .. }) => true,
            Lex::Relative(_) => {
                let unit = self.unit(next - 1);
                let day = unit == Some(Unit::Day) && next == from + 3;
                !(of || day || matches!(unit, Some(Unit::Decade | Unit::Century)))
            }
            Lex::Number { .. } | Lex::Cardinal(_) => matches!(self.lex(from + 2), Lex::Relative(_)),
            _ => match self.w(from + 1) {
                "week" | "year" => {
                    matches!(self.lex(from + 2), Lex::Number { .. } | Lex::Cardinal(_))
                        || self.w(from + 2) == "to"
                        || self.w(from + 1) == "year" && self.w(from + 2) == "of"
                }
                _ => self.among(from + 1, Set::DropsArticle),
            },
        };
        let at = if drop { from + 1 } else { from };
        // "the year of 2008" is named by its number.
        if self.w(at) == "year" && self.w(at + 1) == "of" { at + 2 } else { at }
    }
}
