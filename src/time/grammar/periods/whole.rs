//! The whole of a time: "all week", "the entire month of October", "all of 2019". A request means a
//! length by it.

use graph_schema::Precision;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::tense::Tense;
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::{Lex, Unit};

impl Reader<'_> {
    /// "all week" of the time of speaking, "all of last year", "the whole summer of 2020".
    pub(in crate::time::grammar) fn whole(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the", "this"]);
        if self.conventions.definite || !self.is(start, &["all", "whole", "entire"]) {
            return None;
        }
        let at = self.skip(start + 1, &["of"]);
        if let Some((end, date)) = self.date(at) {
            return (date.best.precision >= Precision::Week && !date.vague).then_some((end, date));
        }
        let at = self.skip(at, &["the"]);
        if let Lex::Season(number) = self.lex(at) {
            return Some((at + 1, self.yearless(i, |y| calendar::season(y, number))?));
        }
        let unit = self.unit(at).filter(|_| !self.is_plural(at))?;
        if !matches!(unit, Unit::Week | Unit::Weekend | Unit::Month | Unit::Quarter | Unit::Year) {
            return None;
        }
        Some((at + 1, self.own_unit(i, unit)?))
    }

    /// The unit of the time of speaking: what of it is over where the past is told, what is left of
    /// it where the future is.
    fn own_unit(&self, i: usize, unit: Unit) -> Option<Date> {
        let today = self.today()?;
        if unit == Unit::Weekend {
            return self.own_weekend(i);
        }
        let own = calendar::shifted(today, unit, 0)?;
        let tomorrow = calendar::midnight(calendar::plus_days(today, 1)?);
        let part = match self.told_tense(i) {
            Some(Tense::Past) => Stretch::new(own.from, tomorrow, own.precision),
            Some(Tense::Future) => {
                Stretch::new(calendar::midnight(today), own.until, own.precision)
            }
            None => None,
        };
        Some(Date::full(part.unwrap_or(own)).with(Some(own)))
    }
}
