//! Months and years with a dash: "May-July 2022", "May through August next year", "2015-19". What could
//! be a month in digits is none.

use graph_schema::Precision;

use crate::time::Kind;
use crate::time::calendar;
use crate::time::grammar::{Date, Read, Reader, Shape};
use crate::time::lexicon::Lex;
use crate::time::meaning::{Meaning, When};

/// The most years that two digits behind a dash are ahead.
const MOST_YEARS: u32 = 15;

impl Reader<'_> {
    /// "May-July 2022", "from May to July", "May through August next year".
    pub(super) fn month_to_month(&self, i: usize) -> Read<Meaning> {
        let start = self.any(i, &["from", "between", "in"]).unwrap_or(i);
        let Lex::Month(number) = self.lex(start) else { return None };
        if !self.sure_month(start) {
            return None;
        }
        let right = self.sign(start + 1, self.before(start) == "between")?;
        let (end, last) = self.right_of(right, || self.month_first(right))?;
        if last.best.precision != Precision::Month {
            return None;
        }
        let whens: Vec<When> = last
            .all()
            .filter_map(|last| {
                let first = self.last_before(&month(number)?, last)?;
                Some(When {
                    from: Some(first.from),
                    until: Some(last.until),
                    precision: Precision::Month,
                    named: Some(last),
                })
            })
            .collect();
        (!whens.is_empty()).then(|| (end, Meaning::whens(Kind::DateRange, whens)))
    }

    /// "2015-19": the second year by its last two digits, where they are no month.
    pub(super) fn year_to_short_year(&self, i: usize) -> Read<Meaning> {
        let start = self.any(i, &["from", "between"]).unwrap_or(i);
        let Lex::Number { value: first, digits: 4 } = self.lex(start) else { return None };
        let tight = (start + 1..=start + 2).all(|p| self.joined(p));
        let Lex::Number { value: short, digits: 2 } = self.lex(start + 2) else { return None };
        let marks = self.is(start + 1, &["-", "–", "/"]);
        // "2015-32" is sooner a number of something.
        let rising = (first % 100 + 1..=first % 100 + MOST_YEARS).contains(&short) && short > 12;
        let rising = rising && (1900..2100).contains(&first);
        let goes_on = self.joined(start + 3) && self.is(start + 3, &["-", "/", ".", ":"]);
        if !(tight && marks && rising) || goes_on && self.number_joined(start + 4) {
            return None;
        }
        let of = |year: u32| calendar::year(i32::try_from(year).ok()?);
        let (first, last) = (of(first)?, of(first - first % 100 + short)?);
        let when = When {
            from: Some(first.from),
            until: Some(last.until),
            precision: Precision::Year,
            named: Some(last),
        };
        Some((start + 3, Meaning::whens(Kind::DateRange, vec![when])))
    }
}

/// A month of which only its number is known.
fn month(number: u32) -> Option<Date> {
    let any = calendar::month_of(2000, number)?;
    Some(Date::full(any).shaped(Shape::Month(number)))
}
