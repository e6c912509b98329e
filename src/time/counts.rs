//! Times that are told by a count of units or by what they stand beside: "two weeks ago", "for four
//! years", "the Friday before 9 June 2023", and ranges.

use chrono::{Datelike, NaiveDate};
use graph_schema::{Interval, Precision};

use super::calendar::{self, Stretch};
use super::grammar::{Read, Reader};
use super::lexicon::{Lex, Unit};

/// How deep "the day before the day before ..." is read.
const MOST_NESTED: u8 = 3;

/// A count of units: from the least to the most that the words may mean.
#[derive(Clone, Copy)]
pub(super) struct Count {
    pub(super) least: i64,
    pub(super) most: i64,
    /// Whether it was "a" or "an", which is often no count.
    pub(super) article: bool,
}

impl Reader<'_> {
    /// "two weeks ago", "the day after tomorrow", "a week from now".
    pub(super) fn counted(&self, i: usize) -> Read<Stretch> {
        let (next, count) = self.count(i)?;
        let Lex::Unit(unit) = self.lex(next) else { return None };
        let direction = match (self.key(next + 1), self.key(next + 2)) {
            ("ago" | "back", _) => -1,
            ("from", "now" | "today") => 1,
            _ => return self.beside(i),
        };
        let end = if direction > 0 { next + 3 } else { next + 2 };
        Some((end, self.off(self.day()?, unit, count, direction)?))
    }

    /// "in two weeks".
    pub(super) fn ahead(&self, i: usize, after: usize) -> Read<Stretch> {
        if !matches!(self.key(i), "in" | "within") {
            return None;
        }
        let (next, count) = self.count(self.skip(after, &["about"]))?;
        let Lex::Unit(unit) = self.lex(next) else { return None };
        let copula = i.checked_sub(1).is_some_and(|p| {
            matches!(self.key(p), "is" | "are") || self.text_at(p).eq_ignore_ascii_case("s")
        });
        let future = self.speaks_of_future(i) || copula;
        if !future && (count.article || self.speaks_of_past(i)) {
            return None;
        }
        let mut end = next + 1;
        if self.lex(end) == Lex::Mark('\'') {
            end += 1;
            end += usize::from(self.text_at(end).eq_ignore_ascii_case("s"));
        }
        if self.text_at(end).eq_ignore_ascii_case("time") {
            end += 1;
        } else {
            end = next + 1;
        }
        Some((end, self.off(self.day()?, unit, count, 1)?))
    }

    /// So many units away from a day: the unit that it falls in, wider when the count is vague.
    pub(super) fn off(
        &self,
        day: NaiveDate,
        unit: Unit,
        count: Count,
        direction: i64,
    ) -> Option<Stretch> {
        let a = calendar::shifted(day, unit, direction.checked_mul(count.least)?)?;
        let b = calendar::shifted(day, unit, direction.checked_mul(count.most)?)?;
        if direction < 0 { b.through(a) } else { a.through(b) }
    }

    /// "(the) week before 9 June 2023", "(the) Friday after that date", "two days before it". One
    /// such may stand in another, but only [`MOST_NESTED`] deep.
    pub(super) fn beside(&self, i: usize) -> Read<Stretch> {
        let depth = self.depth.get();
        if depth >= MOST_NESTED {
            return None;
        }
        self.depth.set(depth + 1);
        let read = self.beside_base(i);
        self.depth.set(depth);
        read
    }

    pub(super) fn beside_base(&self, i: usize) -> Read<Stretch> {
        let (mut next, count) = match self.lex(i) {
            Lex::Unit(_) | Lex::Weekday { .. } => (i, None),
            _ => self.count(i).map(|(next, count)| (next, Some(count)))?,
        };
        let what = self.lex(next);
        next += 1;
        let direction = match self.key(next) {
            "before" => -1,
            "after" | "following" => 1,
            _ => return None,
        };
        if count.is_none()
            && let (Lex::Unit(unit), Some(day)) = (what, self.day())
        {
            match (direction, self.key(next + 1)) {
                (-1, "last") if self.lex(next + 2) != Lex::Unit(unit) && self.is_end(next + 2) => {
                    return Some((next + 2, calendar::shifted(day, unit, -2)?));
                }
                (1, "next") if self.is_end(next + 2) => {
                    return Some((next + 2, calendar::shifted(day, unit, 2)?));
                }
                _ => {}
            }
        }
        let (end, base) = self.core(next + 1, true).or_else(|| self.bare_year(next + 1))?;
        let last = calendar::plus_days(base.until, -1)?;
        let edge = if direction < 0 { base.from } else { last };
        let stretch = match (what, count) {
            (Lex::Weekday { number, .. }, _) => calendar::weekday_beside(edge, number, direction)?,
            (Lex::Unit(Unit::Weekend), None) => {
                let own = calendar::weekend(edge, 0)?;
                let inside = if direction < 0 { own.from >= edge } else { own.from <= edge };
                calendar::weekend(edge, if inside { direction } else { 0 })?
            }
            (Lex::Unit(unit), None) => {
                let precision = calendar::precision_of(unit);
                if direction < 0 {
                    Stretch {
                        from: calendar::moved(base.from, unit, -1)?,
                        until: base.from,
                        precision,
                    }
                } else {
                    let until = calendar::moved(base.until, unit, 1)?;
                    Stretch { from: base.until, until, precision }
                }
            }
            (Lex::Unit(unit), Some(count)) => self.off(edge, unit, count, direction)?,
            _ => return None,
        };
        Some((end, stretch))
    }

    pub(super) fn is_end(&self, i: usize) -> bool {
        !matches!(
            self.lex(i),
            Lex::Unit(_) | Lex::Weekday { .. } | Lex::Month { .. } | Lex::Season(_)
        )
    }

    /// "for four years", said of what still goes on.
    pub(super) fn duration(&self, i: usize) -> Read<Interval> {
        let day = self.day()?;
        let mut at = self.skip(i + 1, &["about", "over"]);
        let bounded = self.skip(self.skip(at, &["the"]), &["last", "past"]);
        if matches!(self.key(bounded.saturating_sub(1)), "last" | "past") {
            at = bounded;
        }
        let bounded =
            at == bounded && bounded > i + 1 && matches!(self.key(at - 1), "last" | "past");
        let (next, count) = match self.lex(at) {
            Lex::Unit(_) if bounded => (at, Count { least: 1, most: 1, article: false }),
            _ => self.count(at)?,
        };
        let Lex::Unit(unit) = self.lex(next) else { return None };
        let goes_on = matches!(self.key(next + 1), "now" | "already")
            || self.hint(i, |reader, p| {
                matches!(reader.key(p), "have" | "has" | "been") || reader.text_at(p) == "ve"
            });
        let end = self.skip(next + 1, &["now", "already"]);
        if !goes_on && !bounded {
            return None;
        }
        let from = calendar::moved(day, unit, -count.most)?;
        let (stretch, like) = (
            Stretch {
                from,
                until: calendar::plus_days(day, 1)?,
                precision: calendar::precision_of(unit),
            },
            self.like?,
        );
        if !goes_on {
            return Some((end, stretch.interval(like)?));
        }
        let whole = calendar::shifted(from, unit, 0)?;
        Some((end, Interval::since(like.on_date(whole.from).ok()?, stretch.precision)))
    }

    /// "from 2015 to 2019", "between May and July 2020".
    pub(super) fn range(&self, i: usize) -> Read<Interval> {
        let (next, first) = self.base(i + 1)?;
        let joined = matches!(self.key(next), "to" | "until" | "till" | "and")
            || self.lex(next) == Lex::Mark('-');
        let (end, second) = self.base(next + 1).filter(|_| joined)?;
        let mut first = first;
        // The year told at the end counts for both.
        if first.from >= second.until && first.precision <= Precision::Month {
            let year = second.from.year();
            let from = first.from.with_year(year)?;
            first = Stretch { from, until: calendar::plus_days(from, 1)?, ..first };
        }
        Some((end, first.through(second)?.interval(self.like?)?))
    }

    /// "three hours ago".
    pub(super) fn clock(&self, i: usize) -> Read<Interval> {
        let (next, count) = self.count(i)?;
        let Lex::Unit(unit @ (Unit::Hour | Unit::Minute)) = self.lex(next) else { return None };
        if self.key(next + 1) != "ago" {
            return None;
        }
        let anchor = self.anchor?;
        let a = calendar::clock(anchor, unit, -count.most)?;
        let b = calendar::clock(anchor, unit, -count.least)?;
        Some((next + 2, Interval::new(a.start(), b.until(), a.precision()).ok()?))
    }

    pub(super) fn count(&self, i: usize) -> Read<Count> {
        let exact = |n: u32| Count { least: n.into(), most: n.into(), article: false };
        match self.lex(i) {
            Lex::Number(n) => Some((i + 1, exact(n))),
            Lex::Digits { value, digits: 1..=3 } if value > 0 => Some((i + 1, exact(value))),
            Lex::Key("a" | "an") => match self.key(i + 1) {
                "couple" | "few" => self.count(i + 1),
                _ => Some((i + 1, Count { article: true, ..exact(1) })),
            },
            Lex::Key("couple") => {
                Some((self.skip(i + 1, &["of"]), Count { least: 2, most: 3, article: false }))
            }
            Lex::Key("few") => Some((i + 1, Count { least: 3, most: 5, article: false })),
            Lex::Key("several") => Some((i + 1, Count { least: 3, most: 7, article: false })),
            _ => None,
        }
    }
}
