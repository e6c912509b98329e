//! The grammar of temporal expressions: from the words at a place to the time that they name. Looks
//! a bounded number of words ahead and back, so that a text is read in linear time.

use std::cell::Cell;

use chrono::{Datelike, NaiveDate};
use graph_schema::{Interval, Moment, Precision, Start};

use super::Expression;
use super::calendar::{self, Stretch};
use super::lexicon::{Lex, Unit, Word, words};

/// How many words back a hint of tense may stand.
const HINT_REACH: usize = 10;
/// How deep "the day before the day before ..." is read.
const MOST_NESTED: u8 = 3;

/// Reads one text.
pub(super) struct Reader<'a> {
    text: &'a str,
    words: Vec<Word>,
    anchor: Option<Moment>,
    /// Whose offset the dates get.
    like: Option<Moment>,
    depth: Cell<u8>,
}

/// What was read up to a word.
type Read<T> = Option<(usize, T)>;

/// A count of units: from the least to the most that the words may mean.
#[derive(Clone, Copy)]
struct Count {
    least: i64,
    most: i64,
    /// Whether it was "a" or "an", which is often no count.
    article: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, anchor: Option<Moment>) -> Self {
        let epoch = chrono::DateTime::UNIX_EPOCH.naive_utc();
        let like = anchor.or_else(|| Moment::local(epoch).ok());
        Self { text, words: words(text), anchor, like, depth: Cell::new(0) }
    }

    pub(super) fn expressions(&self) -> Vec<Expression> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(first) = self.words.get(at) {
            let next = match self.expression(at) {
                Some((next, interval)) if next > at => {
                    let end = self.end_of(next, first.span.start);
                    found.push(Expression { span: first.span.start..end, interval });
                    next
                }
                _ => at + 1,
            };
            at = next;
        }
        found
    }

    fn end_of(&self, next: usize, start: usize) -> usize {
        let last = next.checked_sub(1).and_then(|i| self.words.get(i));
        let end = last.map_or(start, |w| w.span.end);
        // An ISO date ends within the word that carries its time of day.
        match self.text.get(start..).and_then(iso_date) {
            Some((length, _)) => start + length,
            None => end,
        }
    }

    fn lex(&self, i: usize) -> Lex {
        self.words.get(i).map_or(Lex::End, |w| w.lex)
    }

    fn key(&self, i: usize) -> &'static str {
        match self.lex(i) {
            Lex::Key(key) => key,
            _ => "",
        }
    }

    fn day(&self) -> Option<NaiveDate> {
        self.anchor.map(|a| a.date())
    }

    fn skip(&self, i: usize, keys: &[&str]) -> usize {
        if keys.contains(&self.key(i)) { i + 1 } else { i }
    }

    /// The longest reading that begins at a word.
    fn expression(&self, i: usize) -> Read<Interval> {
        let like = self.like?;
        let open = |(next, s): (usize, Stretch)| -> Read<Interval> {
            Some((next, Interval::since(like.on_date(s.from).ok()?, s.precision)))
        };
        let ended = |(next, day, precision): (usize, NaiveDate, Precision)| -> Read<Interval> {
            let until = like.on_date(day).ok()?;
            Some((next, Interval::new(Start::Unknown, Some(until), precision).ok()?))
        };
        let read = match self.key(i) {
            "since" => self.base(i + 1).and_then(open),
            "after" => {
                self.base(i + 1).and_then(|(next, s)| open((next, Stretch { from: s.until, ..s })))
            }
            "before" => self.base(i + 1).and_then(|(next, s)| ended((next, s.from, s.precision))),
            "until" | "till" => {
                self.base(i + 1).and_then(|(next, s)| ended((next, s.until, s.precision)))
            }
            "for" => self.duration(i),
            "from" | "between" => self.range(i),
            _ => None,
        };
        read.or_else(|| self.clock(i)).or_else(|| {
            let (next, stretch) = self.stretch(i)?;
            Some((next, stretch.interval(like)?))
        })
    }

    /// A stretch of days, with or without a preposition before it.
    fn stretch(&self, i: usize) -> Read<Stretch> {
        match self.key(i) {
            "in" | "on" | "during" | "over" | "at" | "by" | "within" | "back" => {
                let after = if self.key(i) == "back" { self.skip(i + 1, &["in"]) } else { i + 1 };
                self.ahead(i, after)
                    .or_else(|| self.over_the_weekend(i))
                    .or_else(|| self.base(after))
            }
            "end" | "beginning" | "start" | "middle" if self.key(i + 1) == "of" => self.base(i + 2),
            _ => self.core(i, false),
        }
    }

    /// What stands after a preposition: a bare month or year counts too.
    fn base(&self, i: usize) -> Read<Stretch> {
        let i = self.skip(i, &["about"]);
        let part = self.skip(i, &["the"]);
        let of = matches!(self.key(part), "end" | "beginning" | "start" | "middle")
            && self.key(part + 1) == "of";
        let i = if of { part + 2 } else { i };
        let mut bare = self.skip(i, &["early", "late", "mid"]);
        if bare > i && self.lex(bare) == Lex::Mark('-') {
            bare += 1;
        }
        let core = self.core(i, true).or_else(|| self.core(bare, true));
        core.or_else(|| self.bare_year(bare)).or_else(|| {
            let Lex::Month { number, .. } = self.lex(bare) else { return None };
            Some((bare + 1, self.nearest_month(i, number)?))
        })
    }

    /// What names a time by itself.
    fn core(&self, i: usize, after_preposition: bool) -> Read<Stretch> {
        match self.lex(i) {
            Lex::Month { .. } => self.month_first(i),
            Lex::Weekday { number, doubtful } => {
                self.weekday(i, number, doubtful, after_preposition)
            }
            Lex::Season(number) => {
                let (next, year) = self.year_at(self.skip(i + 1, &["of"]))?;
                Some((next, calendar::season(year, number)?))
            }
            Lex::Digits { .. } | Lex::Ordinal(_) => self
                .iso(i)
                .or_else(|| self.slashed(i))
                .or_else(|| self.day_first(i))
                .or_else(|| self.counted(i)),
            Lex::Number(_) => self.counted(i),
            Lex::Decade { year, century: true } => {
                Some((i + 1, calendar::decade(i32::try_from(year).ok()?)?))
            }
            Lex::Mark('\'') => self.decade(i + 1),
            Lex::Key(key) => self.keyed(i, key),
            _ => None,
        }
    }

    fn keyed(&self, i: usize, key: &str) -> Read<Stretch> {
        let part = |next: usize| self.skip(next, &["morning", "afternoon", "evening", "night"]);
        match key {
            "today" | "tonight" => Some((i + 1, calendar::day(self.day()?)?)),
            "yesterday" | "tomorrow" => {
                let shift = if key == "tomorrow" { 1 } else { -1 };
                Some((part(i + 1), calendar::shifted(self.day()?, Unit::Day, shift)?))
            }
            "earlier" | "later" if matches!(self.key(i + 1), "today" | "this") => {
                self.core(i + 1, false)
            }
            "early" | "late" | "mid" if matches!(self.key(i + 1), "last" | "this" | "next") => {
                self.core(i + 1, false)
            }
            "early" | "late" | "mid" => {
                let next = if self.lex(i + 1) == Lex::Mark('-') { i + 2 } else { i + 1 };
                self.month_first(next)
                    .or_else(|| self.bare_year(next))
                    .or_else(|| self.decade(next))
                    .or_else(|| {
                        let Lex::Month { number, .. } = self.lex(next) else { return None };
                        let capital = self.words.get(next).is_some_and(|w| w.capital);
                        capital.then_some(())?;
                        Some((next + 1, self.nearest_month(i, number)?))
                    })
            }
            "last" | "past" => self.relative(i + 1, -1, key == "past"),
            "next" | "coming" | "upcoming" => self.relative(i + 1, 1, false),
            "this" => match self.key(i + 1) {
                "past" | "last" => self.relative(i + 2, -1, self.key(i + 1) == "past"),
                "coming" | "upcoming" | "next" => self.relative(i + 2, 1, false),
                _ => self.relative(i + 1, 0, false),
            },
            "the" => {
                let next = i + 1;
                match self.lex(next) {
                    Lex::Ordinal(_) => self.day_first(next),
                    Lex::Mark('\'') => self.decade(next + 1),
                    Lex::Decade { .. } => self.decade(next),
                    Lex::Season(_) => self.core(next, true),
                    Lex::Key("last" | "past" | "next" | "coming" | "upcoming") => {
                        self.core(next, false)
                    }
                    Lex::Key("early" | "late" | "mid") => self.decade(next + 1).or_else(|| {
                        self.decade(next + 2).filter(|_| self.lex(next + 1) == Lex::Mark('-'))
                    }),
                    Lex::Unit(_) | Lex::Weekday { .. } | Lex::Number(_) => self.beside(next),
                    _ => None,
                }
            }
            "a" | "an" | "few" | "several" | "couple" => self.counted(i),
            _ => None,
        }
    }

    /// After "last", "this" or "next".
    fn relative(&self, i: usize, shift: i64, past: bool) -> Read<Stretch> {
        let day = self.day()?;
        let part = |next: usize| self.skip(next, &["morning", "afternoon", "evening", "night"]);
        match self.lex(i) {
            // "the past week" is the seven days up to now; "the last week" that of the calendar.
            Lex::Unit(unit) if past && unit != Unit::Weekend => {
                Some((i + 1, self.stretch_back(unit, 1)?))
            }
            Lex::Unit(Unit::Week) => match self.lex(i + 1) {
                Lex::Weekday { number, .. } => {
                    Some((part(i + 2), calendar::weekday_in_week(day, number, shift)?))
                }
                Lex::Key("on") => match self.lex(i + 2) {
                    Lex::Weekday { number, .. } => {
                        Some((part(i + 3), calendar::weekday_in_week(day, number, shift)?))
                    }
                    _ => Some((i + 1, calendar::week(day, shift)?)),
                },
                _ => Some((i + 1, calendar::week(day, shift)?)),
            },
            Lex::Unit(Unit::Day | Unit::Hour | Unit::Minute) => None,
            Lex::Unit(unit) => Some((i + 1, calendar::shifted(day, unit, shift)?)),
            Lex::Weekday { number, doubtful } => {
                if doubtful && !self.words.get(i)?.capital {
                    return None;
                }
                let stretch = match shift {
                    0 => calendar::weekday_in_week(day, number, 0)?,
                    _ => calendar::weekday_beside(day, number, shift)?,
                };
                Some((part(i + 1), stretch))
            }
            Lex::Month { number, doubtful } => {
                if doubtful && !self.words.get(i)?.capital {
                    return None;
                }
                let own = i64::from(day.month());
                let years = match (shift, i64::from(number) - own) {
                    (-1, ahead) if ahead >= 0 => -1,
                    (1, ahead) if ahead <= 0 => 1,
                    _ => 0,
                };
                Some((i + 1, calendar::month_of(day.year() + years, number)?))
            }
            Lex::Season(number) => Some((i + 1, self.nearest_season(number, shift)?)),
            Lex::Key("night" | "evening") if shift == -1 => {
                Some((i + 1, calendar::shifted(day, Unit::Day, -1)?))
            }
            Lex::Key("morning" | "afternoon" | "evening" | "night") if shift == 0 => {
                Some((i + 1, calendar::day(day)?))
            }
            _ if shift != 0 => {
                let (next, count) = self.count(i)?;
                let Lex::Unit(unit) = self.lex(next) else { return None };
                let stretch = if shift < 0 {
                    self.stretch_back(unit, count.most)?
                } else {
                    let until = calendar::moved(day, unit, count.most)?;
                    Stretch {
                        from: day,
                        until: calendar::plus_days(until, 1)?,
                        precision: calendar::precision_of(unit),
                    }
                };
                Some((next + 1, stretch))
            }
            _ => None,
        }
    }

    /// From so many units ago up to and with today.
    fn stretch_back(&self, unit: Unit, count: i64) -> Option<Stretch> {
        let day = self.day()?;
        Some(Stretch {
            from: calendar::moved(day, unit, -count)?,
            until: calendar::plus_days(day, 1)?,
            precision: calendar::precision_of(unit),
        })
    }

    fn nearest_season(&self, number: u32, shift: i64) -> Option<Stretch> {
        let day = self.day()?;
        let years = (day.year() - 2)..=(day.year() + 2);
        let mut seasons = years.filter_map(|year| calendar::season(year, number));
        match shift {
            -1 => seasons.filter(|s| s.until <= day).last(),
            0 => seasons
                .find(|s| day < s.until && (s.from <= day || s.from.year() == day.year()))
                .or_else(|| calendar::season(day.year(), number)),
            _ => seasons.find(|s| s.from > day),
        }
    }

    fn nearest_month(&self, i: usize, number: u32) -> Option<Stretch> {
        let day = self.day()?;
        let own = calendar::month_of(day.year(), number)?;
        if self.speaks_of_future(i) {
            if own.until > day { Some(own) } else { calendar::month_of(day.year() + 1, number) }
        } else if own.from <= day {
            Some(own)
        } else {
            calendar::month_of(day.year() - 1, number)
        }
    }

    fn weekday(&self, i: usize, number: u32, doubtful: bool, after: bool) -> Read<Stretch> {
        let word = self.words.get(i)?;
        let mut next = self.skip(i + 1, &["morning", "afternoon", "evening", "night"]);
        let date = if self.lex(next) == Lex::Mark(',') { next + 1 } else { next };
        let date = self.skip(date, &["the"]);
        if let Some(read) = self.month_first(date).or_else(|| self.day_first(date)) {
            return Some(read);
        }
        // "Friday last week" says which week.
        let week = self.skip(next, &["of"]);
        if let ("last" | "this" | "next", Lex::Unit(Unit::Week)) =
            (self.key(week), self.lex(week + 1))
        {
            let shift = match self.key(week) {
                "last" => -1,
                "this" => 0,
                _ => 1,
            };
            return Some((week + 2, calendar::weekday_in_week(self.day()?, number, shift)?));
        }
        if (doubtful && !(after && word.capital)) || (!after && !word.capital) {
            return None;
        }
        let before = i.checked_sub(1).map_or("", |p| self.key(p));
        if matches!(before, "every" | "each") {
            return None;
        }
        if let ("before" | "after", Some(read)) = (self.key(next), self.beside(i)) {
            return Some(read);
        }
        let direction = if self.speaks_of_future(i) { 1 } else { -1 };
        if doubtful && self.lex(next) == Lex::End && self.text_at(next) == "." {
            next += usize::from(self.words.get(next + 1).is_some_and(|w| !w.capital));
        }
        Some((next, calendar::weekday_beside(self.day()?, number, direction)?))
    }

    /// "over the weekend": the last one, or that of today.
    fn over_the_weekend(&self, i: usize) -> Read<Stretch> {
        let (Lex::Key("the"), Lex::Unit(Unit::Weekend)) = (self.lex(i + 1), self.lex(i + 2)) else {
            return None;
        };
        let day = self.day()?;
        if let Some(read) = self.beside(i + 2) {
            return Some(read);
        }
        let own = calendar::weekend(day, 0)?;
        let shift = if own.from <= day || self.speaks_of_future(i) { 0 } else { -1 };
        Some((i + 3, calendar::weekend(day, shift)?))
    }

    /// "two weeks ago", "the day after tomorrow", "a week from now".
    fn counted(&self, i: usize) -> Read<Stretch> {
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
    fn ahead(&self, i: usize, after: usize) -> Read<Stretch> {
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
    fn off(&self, day: NaiveDate, unit: Unit, count: Count, direction: i64) -> Option<Stretch> {
        let a = calendar::shifted(day, unit, direction.checked_mul(count.least)?)?;
        let b = calendar::shifted(day, unit, direction.checked_mul(count.most)?)?;
        if direction < 0 { b.through(a) } else { a.through(b) }
    }

    /// "(the) week before 9 June 2023", "(the) Friday after that date", "two days before it". One
    /// such may stand in another, but only [`MOST_NESTED`] deep.
    fn beside(&self, i: usize) -> Read<Stretch> {
        let depth = self.depth.get();
        if depth >= MOST_NESTED {
            return None;
        }
        self.depth.set(depth + 1);
        let read = self.beside_base(i);
        self.depth.set(depth);
        read
    }

    fn beside_base(&self, i: usize) -> Read<Stretch> {
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

    fn is_end(&self, i: usize) -> bool {
        !matches!(
            self.lex(i),
            Lex::Unit(_) | Lex::Weekday { .. } | Lex::Month { .. } | Lex::Season(_)
        )
    }

    /// "for four years", said of what still goes on.
    fn duration(&self, i: usize) -> Read<Interval> {
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
    fn range(&self, i: usize) -> Read<Interval> {
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
    fn clock(&self, i: usize) -> Read<Interval> {
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

    fn count(&self, i: usize) -> Read<Count> {
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

    /// "May 7", "May 7th, 2023", "May 2019".
    fn month_first(&self, i: usize) -> Read<Stretch> {
        let Lex::Month { number, doubtful } = self.lex(i) else { return None };
        let capital = self.words.get(i)?.capital;
        let mut next = i + 1;
        if doubtful && self.text_at(next) == "." {
            next += 1;
        }
        let day = self.skip(next, &["the"]);
        let told = match self.lex(day) {
            Lex::Ordinal(d) => Some((d, true)),
            Lex::Digits { value, digits: 1 | 2 } => Some((value, false)),
            _ => None,
        };
        if let Some((d, ordinal)) = told {
            let comma = if self.lex(day + 1) == Lex::Mark(',') { day + 2 } else { day + 1 };
            let year = self.year_at(comma);
            if doubtful && !capital && !ordinal && year.is_none() {
                return None;
            }
            let end = year.map_or(day + 1, |(end, _)| end);
            return Some((end, self.date(i, year.map(|(_, y)| y), number, d)?));
        }
        // "31 February 2020" is no month.
        let before = i.saturating_sub(1 + usize::from(i > 0 && self.key(i - 1) == "of"));
        let stray = i > 0
            && matches!(self.lex(before), Lex::Ordinal(_) | Lex::Digits { digits: 1 | 2, .. });
        if self.key(day) == "the" || stray {
            return None;
        }
        let next =
            if self.lex(next) == Lex::Mark(',') { next + 1 } else { self.skip(next, &["of"]) };
        let (end, year) = self.year_at(next)?;
        Some((end, calendar::month_of(year, number)?))
    }

    /// "7 May 2023", "7th of May".
    fn day_first(&self, i: usize) -> Read<Stretch> {
        let d = match self.lex(i) {
            Lex::Ordinal(d) => d,
            Lex::Digits { value, digits: 1 | 2 } => value,
            _ => return None,
        };
        let at = self.skip(i + 1, &["of"]);
        let Lex::Month { number, doubtful } = self.lex(at) else { return None };
        let comma = if self.lex(at + 1) == Lex::Mark(',') { at + 2 } else { at + 1 };
        let year = self.year_at(comma);
        if doubtful && year.is_none() && !self.words.get(at)?.capital {
            return None;
        }
        let end = year.map_or(at + 1, |(end, _)| end);
        Some((end, self.date(i, year.map(|(_, y)| y), number, d)?))
    }

    fn date(&self, i: usize, year: Option<i32>, month: u32, day: u32) -> Option<Stretch> {
        if let Some(year) = year {
            return calendar::day(NaiveDate::from_ymd_opt(year, month, day)?);
        }
        let today = self.day()?;
        // 29 February lies at most eight years away.
        let on = |year: i32| NaiveDate::from_ymd_opt(year, month, day);
        let date = if self.speaks_of_future(i) {
            (0..=8).filter_map(|n| on(today.year() + n)).find(|d| *d >= today)
        } else {
            (0..=8).filter_map(|n| on(today.year() - n)).find(|d| *d <= today)
        };
        calendar::day(date?)
    }

    fn year_at(&self, i: usize) -> Read<i32> {
        match self.lex(i) {
            Lex::Digits { value: value @ 1000..=2999, digits: 4 } => {
                Some((i + 1, i32::try_from(value).ok()?))
            }
            _ => None,
        }
    }

    fn bare_year(&self, i: usize) -> Read<Stretch> {
        let (next, number) = self.year_at(i)?;
        let counts = matches!(self.lex(next), Lex::Unit(_))
            || (self.lex(next) == Lex::Mark('-') && matches!(self.lex(next + 1), Lex::Other));
        if counts {
            return None;
        }
        Some((next, calendar::year(number)?))
    }

    fn decade(&self, i: usize) -> Read<Stretch> {
        let Lex::Decade { year, century } = self.lex(i) else { return None };
        let first = match (century, year) {
            (true, year) => year,
            (false, 30..) => 1900 + year,
            (false, year) => {
                let now = u32::try_from(self.day()?.year()).ok()?;
                if 2000 + year <= now { 2000 + year } else { 1900 + year }
            }
        };
        Some((i + 1, calendar::decade(i32::try_from(first).ok()?)?))
    }

    fn iso(&self, i: usize) -> Read<Stretch> {
        let start = self.words.get(i)?.span.start;
        let (length, date) = iso_date(self.text.get(start..)?)?;
        let mut next = i;
        while self.words.get(next).is_some_and(|w| w.span.start < start + length) {
            next += 1;
        }
        Some((next, calendar::day(date)?))
    }

    /// "25/12/2023", where only one order of day and month is possible.
    fn slashed(&self, i: usize) -> Read<Stretch> {
        let (Lex::Digits { value: a, .. }, Lex::Digits { value: b, .. }) =
            (self.lex(i), self.lex(i + 2))
        else {
            return None;
        };
        let slash = Lex::Mark('/');
        if self.lex(i + 1) != slash || self.lex(i + 3) != slash {
            return None;
        }
        let (end, year) = self.year_at(i + 4)?;
        let one = NaiveDate::from_ymd_opt(year, a, b);
        let other = NaiveDate::from_ymd_opt(year, b, a);
        match (one, other) {
            (Some(date), None) | (None, Some(date)) => Some((end, calendar::day(date)?)),
            (Some(date), Some(same)) if date == same => Some((end, calendar::day(date)?)),
            _ => None,
        }
    }

    fn text_at(&self, i: usize) -> &str {
        self.words.get(i).and_then(|w| self.text.get(w.span.clone())).unwrap_or("")
    }

    /// Whether a word before `i` in its sentence, within reach, is a hint.
    fn hint(&self, i: usize, is: impl Fn(&Self, usize) -> bool) -> bool {
        (i.saturating_sub(HINT_REACH)..i)
            .rev()
            .take_while(|p| self.lex(*p) != Lex::End)
            .any(|p| is(self, p))
    }

    fn speaks_of_future(&self, i: usize) -> bool {
        let by = i.checked_sub(1).is_some_and(|p| self.key(p) == "by") || self.key(i) == "by";
        by || self.hint(i, |reader, p| match reader.key(p) {
            "will" | "ll" | "gonna" | "plan" | "plans" | "planning" | "upcoming" | "hope"
            | "let" => true,
            "going" => reader.key(p + 1) == "to",
            "see" => reader.key(p + 1) == "you",
            _ => false,
        })
    }

    fn speaks_of_past(&self, i: usize) -> bool {
        self.hint(i, |reader, p| {
            matches!(reader.key(p), "was" | "were" | "had") || reader.text_at(p).ends_with("ed")
        })
    }
}

/// The ISO date that a text begins with, and its length.
fn iso_date(text: &str) -> Option<(usize, NaiveDate)> {
    let head = text.get(..10)?;
    let shape = head.bytes().enumerate().all(|(i, b)| match i {
        4 | 7 => b == b'-' || b == b'/',
        _ => b.is_ascii_digit(),
    });
    if !shape || text.get(10..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        return None;
    }
    let date = NaiveDate::parse_from_str(&head.replace('/', "-"), "%Y-%m-%d").ok()?;
    Some((10, date))
}
