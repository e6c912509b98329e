//! The grammar of temporal expressions: from the words at a place to the time that they name. Looks
//! a bounded number of words ahead and back, so that a text is read in linear time.

use std::cell::Cell;

use chrono::NaiveDate;
use graph_schema::{Interval, Moment, Precision, Start};

use super::Expression;
use super::calendar::{self, Stretch};
use super::dates::iso_date;
use super::lexicon::{Lex, Unit, Word, words};

/// How many words back a hint of tense may stand.
const HINT_REACH: usize = 10;

/// Reads one text.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) words: Vec<Word>,
    pub(super) anchor: Option<Moment>,
    /// Whose offset the dates get.
    pub(super) like: Option<Moment>,
    pub(super) depth: Cell<u8>,
}

/// What was read up to a word.
pub(super) type Read<T> = Option<(usize, T)>;

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

    pub(super) fn end_of(&self, next: usize, start: usize) -> usize {
        let last = next.checked_sub(1).and_then(|i| self.words.get(i));
        let end = last.map_or(start, |w| w.span.end);
        // An ISO date ends within the word that carries its time of day.
        match self.text.get(start..).and_then(iso_date) {
            Some((length, _)) => start + length,
            None => end,
        }
    }

    pub(super) fn lex(&self, i: usize) -> Lex {
        self.words.get(i).map_or(Lex::End, |w| w.lex)
    }

    pub(super) fn key(&self, i: usize) -> &'static str {
        match self.lex(i) {
            Lex::Key(key) => key,
            _ => "",
        }
    }

    pub(super) fn day(&self) -> Option<NaiveDate> {
        self.anchor.map(|a| a.date())
    }

    pub(super) fn skip(&self, i: usize, keys: &[&str]) -> usize {
        if keys.contains(&self.key(i)) { i + 1 } else { i }
    }

    /// The longest reading that begins at a word.
    pub(super) fn expression(&self, i: usize) -> Read<Interval> {
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
    pub(super) fn stretch(&self, i: usize) -> Read<Stretch> {
        match self.key(i) {
            "over" | "at" if !matches!(self.key(i + 1), "the" | "end" | "beginning" | "start") => {
                None
            }
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
    pub(super) fn base(&self, i: usize) -> Read<Stretch> {
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
    pub(super) fn core(&self, i: usize, after_preposition: bool) -> Read<Stretch> {
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

    pub(super) fn keyed(&self, i: usize, key: &str) -> Read<Stretch> {
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

    pub(super) fn text_at(&self, i: usize) -> &str {
        self.words.get(i).and_then(|w| self.text.get(w.span.clone())).unwrap_or("")
    }

    /// Whether a word before `i` in its sentence, within reach, is a hint.
    pub(super) fn hint(&self, i: usize, is: impl Fn(&Self, usize) -> bool) -> bool {
        (i.saturating_sub(HINT_REACH)..i)
            .rev()
            .take_while(|p| self.lex(*p) != Lex::End)
            .any(|p| is(self, p))
    }

    pub(super) fn speaks_of_future(&self, i: usize) -> bool {
        let by = i.checked_sub(1).is_some_and(|p| self.key(p) == "by") || self.key(i) == "by";
        by || self.hint(i, |reader, p| match reader.key(p) {
            "will" | "ll" | "gonna" | "plan" | "plans" | "planning" | "upcoming" | "hope"
            | "let" => true,
            "going" => reader.key(p + 1) == "to",
            "see" => reader.key(p + 1) == "you",
            _ => false,
        })
    }

    pub(super) fn speaks_of_past(&self, i: usize) -> bool {
        self.hint(i, |reader, p| {
            matches!(reader.key(p), "was" | "were" | "had") || reader.text_at(p).ends_with("ed")
        })
    }
}
