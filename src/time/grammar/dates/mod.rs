//! Dates: what is known of one, and the longest of any kind that begins at a token. A date without
//! its year or week gets the nearest ones, never one that its words exclude.

mod days;
mod listed;
mod months;
mod named;
mod numeric;
mod weekdays;
mod years;

use chrono::{Datelike, NaiveDate};
use graph_schema::Precision;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::periods::portions::{Which, portion_of};
use crate::time::grammar::tense::Tense;
use crate::time::grammar::{Read, Reader, longest};
use crate::time::lexicon::Lex;

/// A calendar time: the reading that is likeliest, and the others.
#[derive(Debug, Clone)]
pub(in crate::time) struct Date {
    pub(in crate::time) best: Stretch,
    pub(in crate::time) others: Vec<Stretch>,
    pub(in crate::time) shape: Shape,
    pub(in crate::time) vague: bool,
    /// Whether it is the end of a longer time, so that what reaches to it reaches that end.
    pub(in crate::time) to_end: bool,
    /// The day that was named as its last.
    pub(in crate::time) last: Option<Stretch>,
}

/// What of a date was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::time) enum Shape {
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
    pub(in crate::time) fn full(best: Stretch) -> Self {
        Self {
            best,
            others: Vec::new(),
            shape: Shape::Full,
            vague: false,
            to_end: false,
            last: None,
        }
    }

    pub(in crate::time) fn with(self, other: Option<Stretch>) -> Self {
        let mut date = self;
        date.others.extend(other.filter(|o| *o != date.best));
        date
    }

    pub(in crate::time) fn shaped(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// Its readings, best first.
    pub(in crate::time) fn all(&self) -> impl Iterator<Item = Stretch> {
        std::iter::once(self.best).chain(self.others.iter().copied())
    }

    pub(in crate::time) fn map(&self, f: impl Fn(Stretch) -> Option<Stretch>) -> Option<Self> {
        let mut all = self.all().filter_map(f);
        let best = all.next()?;
        Some(Self { best, others: all.collect(), ..self.clone() })
    }
}

/// Ten days of a month, the first at 0; the third are what is left of it.
fn dekad_of(month: Stretch, n: usize) -> Option<Stretch> {
    let first = calendar::plus_days(month.first_day(), i64::try_from(n).ok()? * 10)?;
    let until = if n == 2 { month.until.date() } else { calendar::plus_days(first, 10)? };
    Stretch::days(first, until, Precision::Month)
}

impl Reader<'_> {
    /// A date of any kind, with what qualifies it.
    pub(super) fn date(&self, i: usize) -> Read<Date> {
        if self.w(i).is_empty() && self.lex(i) == Lex::Other {
            return None;
        }
        self.nested(|| {
            longest([
                self.portion(i),
                self.beside(i),
                self.numeric(i),
                self.month_first(i),
                self.day_first(i),
                self.listed_day(i),
                self.year_first(i),
                self.weekday(i),
                self.day_word(i),
                self.relative(i),
                self.nth_of(i),
                self.week_of(i),
                self.quarter(i),
                self.season(i),
                self.decade(i),
                self.holiday(i),
                self.bare_year(i),
                self.day_of_month(i),
                self.definite(i),
                self.whole(i),
            ])
        })
        .map(|(end, date)| self.chinese_portion(end, &date).unwrap_or((end, date)))
    }

    /// 2020年底, 五月中旬: the part of a time that the Chinese word behind it names.
    fn chinese_portion(&self, end: usize, date: &Date) -> Read<Date> {
        let long = date.best.precision >= Precision::Month && !date.vague;
        if !long || !self.chinese(end) || !self.joined(end) {
            return None;
        }
        // 下半年: of the year before it.
        if date.best.precision == Precision::Year
            && let Some((after, n)) = self.ordinal(end)
            && self.w(after) == "half"
        {
            let half = date.map(|s| calendar::half(s.from.year(), n))?;
            return Some((after + 1, Date { shape: Shape::Full, ..half }));
        }
        // 中旬: ten days of the month before it.
        let dekads = ["first-dekad", "second-dekad", "third-dekad"];
        if date.best.precision == Precision::Month
            && let Some(n) = dekads.iter().position(|word| self.w(end) == *word)
        {
            let dekad = date.map(|s| dekad_of(s, n))?;
            return Some((end + 1, Date { shape: Shape::Full, ..dekad }));
        }
        let year = date.best.precision == Precision::Year;
        let which = match self.w(end) {
            "opening" if year => Which::Start,
            "opening" => Which::Early,
            "closing" if year => Which::End,
            "closing" => Which::Late,
            _ => return None,
        };
        let (now, exact) = (self.today(), self.conventions.exact_counts);
        let date = date.map(|s| portion_of(s, which, now, exact))?;
        Some((end + 1, Date { shape: Shape::Full, ..date }))
    }

    fn sep(&self, i: usize) -> usize {
        self.skip(i, &[".", ",", "-", "/", "–"])
    }

    /// What a date without its year may be: the nearest past and the nearest coming one, in the
    /// order of the tense around it.
    pub(super) fn yearless(&self, i: usize, of: impl Fn(i32) -> Option<Stretch>) -> Option<Date> {
        let today = self.today()?;
        let now = calendar::midnight(today);
        let past = (0..=8).find_map(|n| of(today.year() - n).filter(|s| s.from <= now));
        let coming = (-1..=8).find_map(|n| of(today.year() + n).filter(|s| s.from > now));
        let own =
            (-1..=0).find_map(|n| of(today.year() + n).filter(|s| s.from <= now && now < s.until));
        self.either(i, past, coming, own)
    }

    /// The nearest of two, by tense; what holds the day of speaking stands first where it may.
    fn either(
        &self,
        i: usize,
        past: Option<Stretch>,
        coming: Option<Stretch>,
        own: Option<Stretch>,
    ) -> Option<Date> {
        let (first, second) = match (own, self.tense(i) == Tense::Future) {
            (Some(own), true) => (Some(own), coming),
            (_, true) => (coming, past),
            (_, false) => (past, coming),
        };
        let best = first.or(second)?;
        let mut date = Date::full(best);
        for other in [second, past, coming].into_iter().flatten() {
            if other != best && !date.others.contains(&other) {
                date.others.push(other);
            }
        }
        Some(date)
    }

    /// A month and a day with or without its year.
    fn month_day(&self, i: usize, year: Option<i32>, month: u32, day: u32) -> Option<Date> {
        let of = |y: i32| calendar::day(NaiveDate::from_ymd_opt(y, month, day)?);
        match year {
            Some(year) => Some(Date::full(of(year)?)),
            None => Some(self.yearless(i, of)?.shaped(Shape::MonthDay(month, day))),
        }
    }

    fn month_year(&self, i: usize, year: Option<i32>, month: u32) -> Option<Date> {
        match year {
            Some(year) => Some(Date::full(calendar::month_of(year, month)?)),
            None => {
                let date = self.yearless(i, |y| calendar::month_of(y, month))?;
                Some(date.shaped(Shape::Month(month)))
            }
        }
    }
}
