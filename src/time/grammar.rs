//! The reader of one text: what stands at a place, and the longest expression that begins there.
//! Looks a bounded number of tokens ahead and back, so that a text is read in linear time.

use std::cell::Cell;
use std::ops::Range;

use chrono::{NaiveDate, NaiveDateTime};
use graph_schema::{Moment, Precision};

use super::calendar::{self, Length, Stretch};
use super::lexicon::{Lex, Part, Unit};
use super::meaning::Meaning;
use super::tokens::{Token, tokens};
use super::{Conventions, Kind};
use crate::parse::Doc;

/// How deep one expression may stand within another.
const MOST_NESTED: u8 = 4;

/// Reads one text.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) anchor: Option<Moment>,
    pub(super) conventions: &'a Conventions,
    depth: Cell<u8>,
    /// Where the right side of a range begins, while it is read.
    pub(super) range_left: Cell<Option<usize>>,
}

/// What was read, and the token after it.
pub(super) type Read<T> = Option<(usize, T)>;

/// A calendar time: the reading that is likeliest, and the others.
#[derive(Debug, Clone)]
pub(super) struct Date {
    pub(super) best: Stretch,
    pub(super) others: Vec<Stretch>,
    pub(super) shape: Shape,
    pub(super) vague: bool,
    /// Whether it is the end of a longer time, so that what reaches to it reaches that end.
    pub(super) to_end: bool,
    /// The day that was named as its last.
    pub(super) last: Option<Stretch>,
}

/// What of a date was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// All that it needs.
    Full,
    MonthDay(u32, u32),
    Month(u32),
    Day(u32),
    Weekday(u32),
    Year(i32),
    /// The moment of speaking.
    Now,
}

impl Date {
    pub(super) fn full(best: Stretch) -> Self {
        Self {
            best,
            others: Vec::new(),
            shape: Shape::Full,
            vague: false,
            to_end: false,
            last: None,
        }
    }

    pub(super) fn with(self, other: Option<Stretch>) -> Self {
        let mut date = self;
        date.others.extend(other.filter(|o| *o != date.best));
        date
    }

    pub(super) fn shaped(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// Its readings, best first.
    pub(super) fn all(&self) -> impl Iterator<Item = Stretch> {
        std::iter::once(self.best).chain(self.others.iter().copied())
    }

    pub(super) fn map(&self, f: impl Fn(Stretch) -> Option<Stretch>) -> Option<Self> {
        let mut all = self.all().filter_map(f);
        let best = all.next()?;
        Some(Self { best, others: all.collect(), ..self.clone() })
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        text: &'a str,
        doc: Option<&Doc>,
        anchor: Option<Moment>,
        conventions: &'a Conventions,
    ) -> Self {
        let tokens = tokens(text, doc);
        Self { text, tokens, anchor, conventions, depth: Cell::new(0), range_left: Cell::new(None) }
    }

    /// Every expression, as the tokens that it takes and what it means.
    pub(super) fn all(&self) -> Vec<(usize, usize, Meaning)> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            match self.longest(at) {
                Some((next, meaning)) if next > at => {
                    found.push((at, next, meaning));
                    at = next;
                }
                _ => at += 1,
            }
        }
        found
    }

    /// The longest expression that begins at a token; of two as long, the first in this order.
    fn longest(&self, i: usize) -> Read<Meaning> {
        if !self.may_begin(i) {
            return None;
        }
        let mut best: Read<Meaning> = None;
        let mut consider = |read: Read<Meaning>| {
            if let Some((next, _)) = &read
                && best.as_ref().is_none_or(|(end, _)| next > end)
            {
                best = read;
            }
        };
        consider(self.recurring(i));
        consider(self.composed(i));
        consider(self.range(i));
        consider(self.bounded(i));
        consider(self.impossible(i));
        consider(self.counted(i));
        consider(self.duration_alone(i));
        consider(self.vague(i));
        best
    }

    /// The bytes of the tokens from `from` to `next`, and the same with a leading preposition.
    pub(super) fn place(&self, from: usize, next: usize) -> Option<(Range<usize>, Range<usize>)> {
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
        let led = &["the", "on", "in", "at", "during", "by", "over", "for", "around", "back", "of"];
        let mut at = from;
        while let Some(p) = at.checked_sub(1)
            && self.is(p, led)
            && let Some(token) = self.tokens.get(p)
            && from - p <= 2
            && self.w(p) != "of"
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
            Lex::Relative(0) => true,
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
                "early" | "late" | "mid" | "end" | "beginning" | "start" | "middle" | "rest"
                | "remaining" | "remainder" | "same" | "calendar" | "school" => true,
                _ => false,
            },
        };
        let at = if drop { from + 1 } else { from };
        // "the year of 2008" is named by its number.
        if self.w(at) == "year" && self.w(at + 1) == "of" { at + 2 } else { at }
    }

    fn may_begin(&self, i: usize) -> bool {
        let Some(token) = self.tokens.get(i) else { return false };
        token.lex != Lex::Other
            || STARTERS.binary_search(&token.word.as_str()).is_ok()
            || (token.word.len() > 2 && super::holidays::begins(&token.word))
    }

    /// Reads deeper, but not too deep.
    pub(super) fn nested<T>(&self, read: impl FnOnce() -> Option<T>) -> Option<T> {
        let depth = self.depth.get();
        if depth >= MOST_NESTED {
            return None;
        }
        self.depth.set(depth + 1);
        let out = read();
        self.depth.set(depth);
        out
    }

    pub(super) fn w(&self, i: usize) -> &str {
        self.tokens.get(i).map_or("", |t| t.word.as_str())
    }

    /// Whether "by" stands before a token and names who did it: "inspired by autumn".
    pub(super) fn has_agent(&self, i: usize) -> bool {
        let Some(verb) = i.checked_sub(2).filter(|_| self.before(i) == "by") else { return false };
        self.w(verb).ends_with("ed") || self.tag(verb) == Some("VBN")
    }

    /// The word before.
    pub(super) fn before(&self, i: usize) -> &str {
        i.checked_sub(1).map_or("", |p| self.w(p))
    }

    pub(super) fn lex(&self, i: usize) -> Lex {
        self.tokens.get(i).map_or(Lex::Other, |t| t.lex)
    }

    pub(super) fn tag(&self, i: usize) -> Option<&str> {
        self.tokens.get(i).and_then(|t| t.tag.as_deref())
    }

    pub(super) fn capital(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|t| t.capital)
    }

    /// Whether nothing stands between a token and the one before it.
    pub(super) fn joined(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|t| t.joined)
    }

    pub(super) fn is(&self, i: usize, words: &[&str]) -> bool {
        words.contains(&self.w(i))
    }

    pub(super) fn skip(&self, i: usize, words: &[&str]) -> usize {
        if i < self.tokens.len() && self.is(i, words) { i + 1 } else { i }
    }

    /// Whether the words stand at a place.
    pub(super) fn phrase(&self, i: usize, words: &str) -> Option<usize> {
        let mut at = i;
        for word in words.split(' ') {
            if self.w(at) != word {
                return None;
            }
            at += 1;
        }
        Some(at)
    }

    /// The first of some phrases that stands at a place.
    pub(super) fn any(&self, i: usize, phrases: &[&str]) -> Option<usize> {
        phrases.iter().find_map(|p| self.phrase(i, p))
    }

    /// Whether a sentence or the text ends before this token.
    pub(super) fn ends(&self, i: usize) -> bool {
        match self.w(i) {
            "" => i >= self.tokens.len(),
            "!" | "?" | "\n" | ";" => true,
            "." => !self.joined(i + 1),
            _ => false,
        }
    }

    pub(super) fn now(&self) -> Option<NaiveDateTime> {
        self.anchor.map(|a| a.local_time())
    }

    pub(super) fn today(&self) -> Option<NaiveDate> {
        self.anchor.map(|a| a.date())
    }

    pub(super) fn unit(&self, i: usize) -> Option<Unit> {
        Some(match self.lex(i) {
            Lex::Unit(unit, _) => unit,
            Lex::Part(Part::Night) if self.is(i, &["night", "nights"]) => Unit::Night,
            Lex::Ordinal(2) if self.w(i) == "second" => Unit::Second,
            _ if self.w(i) == "quarter" => Unit::Quarter,
            _ => return None,
        })
    }

    pub(super) fn is_plural(&self, i: usize) -> bool {
        match self.lex(i) {
            Lex::Unit(_, plural) => plural,
            _ => self.w(i) == "nights",
        }
    }

    /// `1` where the words around speak of the future, `-1` where of the past; the nearest before
    /// decides, then the nearest after.
    pub(super) fn tense(&self, i: usize) -> i64 {
        self.told_tense(i).unwrap_or(-1)
    }

    pub(super) fn told_tense(&self, i: usize) -> Option<i64> {
        if self.before(i) == "by" || self.w(i) == "by" {
            return Some(1);
        }
        let reach = 14;
        let back = (i.saturating_sub(reach)..i).rev().take_while(|p| !self.ends(*p));
        let ahead = (i..i + 10).take_while(|p| *p < self.tokens.len() && !self.ends(*p));
        back.chain(ahead).find_map(|p| self.hint(p))
    }

    fn hint(&self, p: usize) -> Option<i64> {
        let (word, next) = (self.w(p), self.w(p + 1));
        let last = self.before(p);
        match word {
            "will" | "ll" | "gonna" | "shall" | "upcoming" | "plan" | "plans" | "planning"
            | "let" | "hope" | "hoping" | "wo" => return Some(1),
            "won" if matches!(next, "'" | "’") => return Some(1),
            "won" => return Some(-1),
            "going" if next == "to" && !matches!(last, "been" | "was" | "were") => return Some(1),
            "see" if next == "you" => return Some(1),
            "looking" if next == "forward" => return Some(1),
            "wait" if next == "to" || next == "for" => return Some(1),
            "want" | "need" | "should" | "wanna" | "remind" | "schedule" | "book" => {
                return Some(1);
            }
            "was" | "were" | "had" | "did" | "didn" | "wasn" | "weren" | "went" | "got"
            | "came" | "took" | "saw" | "met" | "made" | "found" | "won't" | "bought" | "gave"
            | "told" | "began" | "started" | "lost" | "felt" | "ran" | "spent" | "left"
            | "said" | "been" | "ate" | "drove" | "flew" | "wrote" | "held" | "brought"
            | "taught" => {
                return Some(-1);
            }
            _ => {}
        }
        match self.tag(p) {
            Some("VBD") => return Some(-1),
            Some("MD") if matches!(word, "can" | "might" | "may") => return Some(1),
            Some(_) => {}
            None if word.len() > 4 && word.ends_with("ed") => return Some(-1),
            None => {}
        }
        // "We're meeting": a present progressive beside a date is a plan.
        let be = matches!(word, "am" | "are" | "is" | "m" | "re" | "s");
        (be && next.len() > 4 && next.ends_with("ing")).then_some(1)
    }

    /// A day moved to the time of day of the anchor's clock, if it has one.
    pub(super) fn precise_now(&self, unit: Unit) -> Option<NaiveDateTime> {
        let now = self.now()?;
        Some(if unit.of_clock() { now } else { calendar::midnight(now.date()) })
    }

    /// So far from `base` in one direction: the unit that it falls in, or what the conventions say.
    pub(super) fn away(
        &self,
        base: Stretch,
        counts: &[(Unit, f64, f64)],
        direction: i64,
    ) -> Option<(Date, Kind)> {
        let (unit, least, most) = *counts.last()?;
        let length = |pick: fn(&(Unit, f64, f64)) -> f64| {
            counts.iter().try_fold(Length::default(), |sum, c| sum.plus(Length::of(c.0, pick(c))?))
        };
        let (least_length, most_length) = (length(|c| c.1)?, length(|c| c.2)?);
        let clocked = counts.iter().any(|c| c.0.of_clock());
        let edge =
            if direction < 0 || clocked { base.from } else { calendar::midnight(base.last_day()) };
        let point = |length: Length| -> Option<NaiveDateTime> {
            if let [(Unit::BusinessDay, ..)] = counts {
                let date = calendar::business_days(edge.date(), length.days * direction)?;
                return Some(calendar::midnight(date));
            }
            length.from(edge, direction)
        };
        if clocked {
            let at = point(if least < most { most_length } else { least_length })?;
            let wide = if least < most { point(least_length)? } else { at };
            let (a, b) = (at.min(wide), at.max(wide));
            let one = Length::of(unit, 1.0)?;
            let exact = Stretch::new(a, one.from(b, 1)?, calendar::precision_of(unit))?;
            return Some((Date::full(exact), Kind::DateTime));
        }
        let exact = calendar::day(point(least_length)?.date())?;
        // Two of them, or parts of them, tell a day.
        let whole = counts.len() == 1 && least.fract().abs() < f64::EPSILON;
        if self.conventions.exact_counts {
            let kept = if least < most {
                let few = Length::of(unit, if most > 2.5 { self.conventions.few } else { 2.0 })?;
                calendar::day(point(few)?.date())?
            } else {
                exact
            };
            return Some((Date::full(kept), Kind::Date));
        }
        if !whole {
            // A year and a half ago is a month; what was counted to the day is that day.
            let coarse = match counts {
                [(Unit::Year | Unit::Decade, ..)] => within(Unit::Month, exact.first_day()),
                _ => None,
            };
            return Some(match coarse {
                Some(month) => (Date::full(month).with(Some(exact)), Kind::DateRange),
                None => (Date::full(exact), Kind::Date),
            });
        }
        let near = within(unit, point(least_length)?.date())?;
        let far = within(unit, point(most_length)?.date())?;
        let (a, b) = if near.from <= far.from { (near, far) } else { (far, near) };
        let best = Stretch::new(a.from, b.until, near.precision.max(far.precision))?;
        let kind = if best.is_day() { Kind::Date } else { Kind::DateRange };
        let mut date = Date::full(best).with(Some(exact));
        date.vague = least < most;
        Some((date, kind))
    }
}

/// The unit of the calendar that a day falls in.
pub(super) fn within(unit: Unit, day: NaiveDate) -> Option<Stretch> {
    match unit {
        // Fortnights have no place in the calendar.
        Unit::Fortnight => calendar::week(day, 0),
        unit => calendar::shifted(day, unit, 0),
    }
}

/// A stretch of a length of units up to or from a moment.
pub(super) fn spanning(
    a: NaiveDateTime,
    b: NaiveDateTime,
    precision: Precision,
) -> Option<Stretch> {
    Stretch::new(a.min(b), a.max(b), precision)
}

/// Words that begin an expression and are in no table, in order.
const STARTERS: &[&str] = &[
    "'",
    "<",
    ">",
    "@",
    "a",
    "about",
    "after",
    "ages",
    "all",
    "an",
    "another",
    "any",
    "around",
    "as",
    "at",
    "back",
    "be",
    "before",
    "beginning",
    "between",
    "bi",
    "by",
    "century",
    "circa",
    "commencing",
    "couple",
    "cy",
    "day",
    "during",
    "each",
    "earlier",
    "early",
    "end",
    "entire",
    "eod",
    "eom",
    "eoy",
    "ever",
    "every",
    "few",
    "fiscal",
    "for",
    "from",
    "full",
    "h",
    "half",
    "in",
    "just",
    "late",
    "later",
    "less",
    "ll",
    "long",
    "mid",
    "midafternoon",
    "midday",
    "middle",
    "midmorning",
    "midnight",
    "more",
    "my",
    "no",
    "noon",
    "noonish",
    "now",
    "oclock",
    "on",
    "once",
    "one",
    "onwards",
    "or",
    "otd",
    "other",
    "over",
    "present",
    "prior",
    "q",
    "quarter",
    "quite",
    "remainder",
    "remaining",
    "rest",
    "right",
    "same",
    "school",
    "semi",
    "several",
    "since",
    "some",
    "someday",
    "sometime",
    "soon",
    "sooner",
    "start",
    "starting",
    "that",
    "the",
    "these",
    "this",
    "those",
    "three",
    "thrice",
    "through",
    "throughout",
    "thru",
    "till",
    "times",
    "to",
    "today",
    "tomorrow",
    "tonight",
    "twice",
    "until",
    "up",
    "very",
    "w",
    "weekly",
    "whole",
    "within",
    "year",
    "yester",
    "yesterday",
    "yr",
    "½",
    "‘",
    "’",
];
