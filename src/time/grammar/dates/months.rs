//! Whether "may", "march" or "august" is a month, and days that no month has. Reads no date itself.

use chrono::{Datelike, NaiveDate};
use graph_schema::Precision;

use crate::time::Untold;
use crate::time::calendar;
use crate::time::grammar::{Read, Reader};
use crate::time::lexicon::{Lex, Set};
use crate::time::meaning::Meaning;

impl Reader<'_> {
    /// Whether a word is a month beyond doubt.
    pub(in crate::time::grammar) fn sure_month(&self, i: usize) -> bool {
        match self.w(i) {
            "may" | "march" | "mar" => {
                self.tag(i).map_or(self.capital(i), |t| t.starts_with("NNP"))
            }
            _ => true,
        }
    }

    /// Whether a month may stand alone as one.
    pub(super) fn month_stands(&self, i: usize, start: usize) -> bool {
        if self.w(i).is_empty() || start < i {
            return true;
        }
        let before = self.before(i);
        let led = self.led(i, Set::LeadsMonth);
        let compound = self.w(i + 1) == "-"
            && (i + 1..=i + 2).all(|p| self.joined(p))
            && self.capital(i + 2)
            && self.lex(i + 2) == Lex::Other;
        let verb = compound || self.tag(i).is_some_and(|t| t == "MD" || t.starts_with("VB"));
        if verb {
            return false;
        }
        match self.w(i) {
            "may" => self.capital(i) && led && !matches!(before, "and" | "or" | "the" | "-"),
            "march" => {
                self.capital(i) && (led || self.tag(i).is_some_and(|t| t.starts_with("NNP")))
            }
            "mar" | "jan" | "dec" | "sep" | "jun" => {
                let joins = matches!(before, "and" | "or");
                let capital = self.capital(i);
                (led && (capital || !joins)) || (capital && self.conventions.definite)
            }
            "april" | "june" | "august" => {
                // Names of people too: alone they want a word that leads to a time.
                led || self.capital(i)
                    && self.conventions.definite
                    && !self.among(i + 1, Set::FollowsName)
            }
            _ => led || self.capital(i) || self.w(i).len() > 4,
        }
    }

    /// "31 February": names a day that no calendar has.
    pub(in crate::time::grammar) fn impossible(&self, i: usize) -> Read<Meaning> {
        let (end, month, day) = match self.lex(i) {
            Lex::Month(month) if self.sure_month(i) => {
                let (end, day) = self.day_number(self.skip(i + 1, &["."]))?;
                (end, month, day)
            }
            // "32 May".
            Lex::Number { value, digits: 2 }
                if value > 31 && matches!(self.lex(i + 1), Lex::Month(_)) =>
            {
                (self.sure_month(i + 1).then_some(i + 2)?, 1, value)
            }
            Lex::Number { .. } | Lex::Ordinal(_) => {
                let (at, day) = self.day_number(i)?;
                let at = self.skip(at, &["of"]);
                let Lex::Month(month) = self.lex(at) else {
                    let (end, within) = self.relative(at)?;
                    if within.best.precision != Precision::Month
                        || within.best.first_day().with_day(day).is_some()
                        || at == i + 1
                    {
                        return None;
                    }
                    return Some((end, Meaning::open(Untold::NoSuchDay)));
                };
                (at + 1, month, day)
            }
            _ => return None,
        };
        // "31 December 9999": the year is told, and none that is reckoned with.
        let far = self.skip(end, &[","]);
        if let Lex::Number { value: 3000.., digits: 4 } = self.lex(far)
            && (self.ends(far + 1) || self.among(far + 1, Set::FunctionWords))
        {
            return Some((far + 1, Meaning::open(Untold::OutsideCalendar)));
        }
        let (end, year) = self.year_after(end).map_or((end, 2000), |(e, y)| (e, y));
        if self.unit(end).is_some() {
            return None;
        }
        if let Some(date) = NaiveDate::from_ymd_opt(year, month, day) {
            // The last day that the calendar has ends in none.
            let outside = calendar::day(date).is_none();
            return outside.then(|| (end, Meaning::open(Untold::OutsideCalendar)));
        }
        Some((end, Meaning::open(Untold::NoSuchDay)))
    }
}
