//! Times with one bound: "before 9 June", "since August", "by 9pm". The other end stays open.

mod fixed;
mod trailed;

use graph_schema::Precision;

use crate::time::Kind;
use crate::time::calendar::{self, Stretch};
use crate::time::grammar::clocks::Told;
use crate::time::grammar::{Date, Read, Reader, longest};
use crate::time::lexicon::{Lex, Part, Phrases, Set};
use crate::time::meaning::{Body, Meaning, When};

/// On which side of what is named a time lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// Up to, without it.
    Before,
    /// Up to, and it too.
    Until,
    /// At it at the latest.
    By,
    /// After it, without it.
    After,
    /// From it on.
    Since,
}

/// In the order of their trial: "on or before" ahead of "before".
const BOUNDS: [(Bound, Phrases); 5] = [
    (Bound::By, Phrases::ByIt),
    (Bound::Since, Phrases::SinceIt),
    (Bound::Before, Phrases::BeforeIt),
    (Bound::After, Phrases::AfterIt),
    (Bound::Until, Phrases::UntilIt),
];

impl Reader<'_> {
    /// A time with one bound: "before 2010", "after next Tuesday", "since August", "by 9pm".
    pub(super) fn bounded(&self, i: usize) -> Read<Meaning> {
        self.nested(|| {
            longest([
                self.led_bound(i),
                self.trailed_bound(i),
                self.dated_bound(i),
                self.end_of_day(i),
                self.rough_count_bound(i),
                self.since_ago(i),
                self.rest_of_day(i),
                self.to_date(i),
                self.onwards(i),
            ])
        })
    }

    fn bound_word(&self, i: usize) -> Read<Bound> {
        for (bound, phrases) in BOUNDS {
            // "<> 6pm" is not at six.
            if let Some(end) = self.one_of(i, phrases).filter(|_| !self.is_unequal(i)) {
                return Some((end, bound));
            }
        }
        None
    }

    fn is_unequal(&self, i: usize) -> bool {
        self.w(i) == "<" && self.w(i + 1) == ">" || self.w(i) == ">" && self.before(i) == "<"
    }

    fn led_bound(&self, i: usize) -> Read<Meaning> {
        let (at, bound) = self.bound_word(i)?;
        // "What are you up to this weekend?"
        if self.w(i) == "up" && (self.led(i, Set::Pronouns) || self.before(i) == "been") {
            return None;
        }
        // "Inspired by autumn" has an agent, not a bound; "finished by May" has one.
        let may_act = matches!(self.lex(at), Lex::Season(_) | Lex::Other);
        if may_act && self.has_agent(i + 1) {
            return None;
        }
        // What reaches to the end of a time reaches to where that time ends.
        if let Some((end, date)) = self.date(at).filter(|(_, d)| d.to_end && bound == Bound::Before)
        {
            let when = When {
                from: None,
                until: Some(date.best.until),
                precision: date.best.precision,
                named: None,
            };
            return Some((end, Meaning::whens(Kind::DateRange, vec![when])));
        }
        let at = self.any(at, &["around", "about", "approximately"]).unwrap_or(at);
        let (end, meaning) = self.bounded_what(at)?;
        Some((end, bound_of(&meaning, bound)?))
    }

    fn bounded_what(&self, i: usize) -> Read<Meaning> {
        if self.w(i) == "lunch" {
            let told = Told { part: Part::Lunch, lean: 0 };
            return Some((i + 1, self.time_of_day(self.part_clock(told))?));
        }
        let composed = self.composed(i);
        let clock = self.clock(i, false).map(|(e, c)| (e, self.time_of_day(c)));
        let read = match composed {
            Some((end, meaning)) => Some((end, meaning)),
            None => clock.and_then(|(e, m)| Some((e, m?))),
        };
        let bare = || {
            let at = self.skip(i, &["year"]);
            let (end, year) = self.year(at)?;
            ((1500..2150).contains(&year) && self.unit(end).is_none()).then_some(())?;
            Some((end, Meaning::date(&Date::full(calendar::year(year)?))))
        };
        let month = || match self.lex(i) {
            Lex::Month(n) if self.capital(i) || self.w(i).len() > 4 => {
                Some((i + 1, Meaning::date(&self.yearless(i, |y| calendar::month_of(y, n))?)))
            }
            _ => None,
        };
        read.or_else(bare).or_else(month).filter(|(_, m)| {
            !matches!(m.kind, Kind::DateTimeRange)
                || matches!(&m.body, Body::Whens(w) if w.iter().all(|w| w.named.is_none()))
        })
    }
}

fn bound_of(meaning: &Meaning, bound: Bound) -> Option<Meaning> {
    let Body::Whens(whens) = &meaning.body else { return None };
    let kind = match meaning.kind {
        Kind::Date | Kind::DateRange => Kind::DateRange,
        Kind::Time | Kind::TimeRange => Kind::TimeRange,
        Kind::DateTime | Kind::DateTimeRange => Kind::DateTimeRange,
        Kind::Duration | Kind::Set => return None,
    };
    let whens = whens
        .iter()
        .filter_map(|w| {
            let named = Stretch::new(w.from?, w.until?, w.precision)?;
            let point = w.precision < Precision::Day;
            let (from, until) = match bound {
                Bound::Before => (None, Some(named.from)),
                Bound::Until | Bound::By if point => (None, Some(named.from)),
                Bound::Until | Bound::By => (None, Some(named.until)),
                Bound::After
                    if point && kind != Kind::TimeRange && meaning.kind == Kind::DateTime =>
                {
                    (Some(named.from), None)
                }
                Bound::After if point && meaning.kind == Kind::Time => (Some(named.from), None),
                Bound::After => (Some(named.until), None),
                Bound::Since => (Some(named.from), None),
            };
            let keep = bound == Bound::By && w.precision > Precision::Day;
            Some(When { from, until, precision: w.precision, named: (!keep).then_some(named) })
        })
        .collect::<Vec<_>>();
    (!whens.is_empty()).then(|| Meaning { vague: meaning.vague, ..Meaning::whens(kind, whens) })
}
