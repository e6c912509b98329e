//! Quarters and halves of a year: "Q3", "H2 2019", "the third quarter of 2020". A coin is none.

use chrono::Datelike;
use graph_schema::Precision;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::Lex;

impl Reader<'_> {
    /// "Q3", "Q1 2016", "2016 Q1", "H2 2019", "the third quarter of 2020".
    pub(in crate::time::grammar) fn quarter(&self, i: usize) -> Read<Date> {
        if let Some((at, year)) = self.year(i).filter(|(_, y)| (1900..2100).contains(y)) {
            let at = self.skip(self.skip(at, &["-"]), &["the"]);
            let (end, part) = self.quarter_name(at)?;
            return Some((end, Date::full(part(year)?)));
        }
        let start = self.skip(i, &["the"]);
        let (at, part) = self.quarter_name(start)?;
        let short = self.w(start).starts_with(['q', 'h']);
        let of = self.skip(self.skip(at, &["-", ","]), &["of", "in"]);
        if let Some((end, year)) = self.year(of) {
            return Some((end, Date::full(part(year)?)));
        }
        if let Some((end, year)) =
            self.relative(of).filter(|(_, d)| d.best.precision == Precision::Year)
        {
            return Some((end, year.map(|y| part(y.from.year()))?));
        }
        if let Some(end) = self.phrase(of, "the year") {
            return Some((end, self.yearless(i, part)?));
        }
        if self.w(start) != "h" && self.chinese(i) && self.w(at - 1) == "half" {
            let year = self.today()?.year();
            return Some((at, Date::full(part(year)?)));
        }
        // "a quarter" by itself is a coin.
        if !(short && self.w(start) != "h") || self.w(start) == "h" {
            return None;
        }
        Some((at, self.yearless(i, part)?))
    }

    fn quarter_name(&self, i: usize) -> Read<impl Fn(i32) -> Option<Stretch> + use<>> {
        let make = |half: bool, n: u32| {
            move |year: i32| if half { calendar::half(year, n) } else { calendar::quarter(year, n) }
        };
        let w = self.w(i);
        if matches!(w, "q" | "h") {
            let Lex::Number { value, digits: 1 } = self.lex(i + 1) else { return None };
            let most = if w == "q" { 4 } else { 2 };
            return ((1..=most).contains(&value) && self.joined(i + 1))
                .then(|| (i + 2, make(w == "h", value)));
        }
        let (at, n) = match w {
            "last" => (i + 1, 4),
            _ => self.ordinal(i)?,
        };
        let at = self.skip(at, &["-"]);
        match self.w(at) {
            "quarter" if (1..=4).contains(&n) => Some((at + 1, make(false, n))),
            "half" if (1..=2).contains(&n) => Some((at + 1, make(true, n))),
            _ => None,
        }
    }
}
