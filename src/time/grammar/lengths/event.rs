//! Times that are counted from an event of which only the words are told: "a week before the race".
//! Never guesses when the event was; what is counted from a date is read in `beside`.

use crate::time::Untold;
use crate::time::grammar::tense::Tense;
use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::Lex;
use crate::time::meaning::Meaning;

impl Reader<'_> {
    /// "a week before the race", "two days after", "the night before the exam".
    pub(super) fn beside_event(&self, i: usize) -> Read<Meaning> {
        if self.conventions.definite {
            return None;
        }
        // 婚礼后三天, 考试前一天晚上.
        if let Some((end, ..)) = self.chinese_offset(i) {
            let part = matches!(self.lex(end), Lex::Part(_)) && self.joined(end);
            return Some((end + usize::from(part), Meaning::open(Untold::CountedFromEvent)));
        }
        if self.is_told_after(i) {
            return Some((i + 3, Meaning::open(Untold::CountedFromEvent)));
        }
        let next = match self.counts(i) {
            Some((next, _)) => next,
            None => {
                let unit = self.skip(i, &["the"]);
                (unit > i && self.unit(unit).is_some() && !self.is_plural(unit))
                    .then_some(unit + 1)?
            }
        };
        let end = self.any(next, &["before", "after"])?;
        // "He was well again two days after" has its event; "week after week" has none.
        if self.unit(self.skip(end, &["the"])).is_some() {
            return None;
        }
        Some((end, Meaning::open(Untold::CountedFromEvent)))
    }

    /// "The next morning", "the following Monday", where the past is told.
    pub(in crate::time::grammar) fn is_told_after(&self, i: usize) -> bool {
        let counted = match self.lex(i + 2) {
            Lex::Unit(unit, plural) => !unit.of_clock() && !plural,
            Lex::Weekday(_) | Lex::Part(_) | Lex::Season(_) => true,
            _ => false,
        };
        let side = self.w(i) == "the" && self.is(i + 1, &["next", "following"]);
        side && counted && self.told_tense(i) == Some(Tense::Past)
    }
}
