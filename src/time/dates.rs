//! Dates that are told by their parts: numbers, months, days and years in every usual order.

use chrono::{Datelike, NaiveDate};

use super::calendar::{self, Stretch};
use super::grammar::{Date, Read, Reader, Shape};
use super::lexicon::Lex;
use super::numbers::two_digits;

/// Fractions, marks out of ten and "24/7", which look like a month and a day.
const FRACTIONS: &[(u32, u32)] = &[
    (1, 2),
    (1, 3),
    (2, 3),
    (1, 4),
    (3, 4),
    (1, 5),
    (9, 10),
    (10, 10),
    (8, 10),
    (7, 10),
    (24, 7),
    (1, 1),
];

pub(super) fn longest<T>(reads: impl IntoIterator<Item = Read<T>>) -> Read<T> {
    let mut best: Read<T> = None;
    for read in reads.into_iter().flatten() {
        if best.as_ref().is_none_or(|(end, _)| read.0 > *end) {
            best = Some(read);
        }
    }
    best
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
            ])
        })
    }

    pub(super) fn sep(&self, i: usize) -> usize {
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
            (-1..=0).find_map(|n| of(today.year() + n)).filter(|s| s.from <= now && now < s.until);
        self.either(i, past, coming, own)
    }

    /// The nearest of two, by tense; what holds the day of speaking stands first where it may.
    pub(super) fn either(
        &self,
        i: usize,
        past: Option<Stretch>,
        coming: Option<Stretch>,
        own: Option<Stretch>,
    ) -> Option<Date> {
        let (first, second) = match (own, self.tense(i) > 0) {
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

    /// A year behind a date, with what may stand between.
    pub(super) fn year_after(&self, i: usize) -> Read<i32> {
        let at = self.skip(self.sep(i), &["of", "in", "the"]);
        let at = if self.w(at) == "of" || self.w(at) == "year" { at + 1 } else { at };
        let at = self.skip(at, &["year"]);
        self.year(at).filter(|(_, y)| (1000..=2999).contains(y)).or_else(|| {
            let bare = at > i && self.is(at - 1, &["of", "/"]);
            self.short_year(at, bare)
        })
    }

    /// "May 7", "May 7th, 2023", "May 2023", "Sep-23-2020", "September the twenty-first".
    pub(super) fn month_first(&self, i: usize) -> Read<Date> {
        let i0 = i;
        let i = self.any(i, &["the month of", "month of"]).unwrap_or(i);
        let Lex::Month(month) = self.lex(i) else { return None };
        // "He may 2 be late": after a pronoun it is the verb.
        let pronoun =
            matches!(self.before(i), "he" | "she" | "it" | "they" | "we" | "i" | "you" | "who");
        if pronoun && !self.capital(i) && matches!(self.w(i), "may" | "march") {
            return None;
        }
        let after = self.skip(self.sep(i + 1), &["the"]);
        let day = self.day_number(after).filter(|(next, _)| {
            let short = matches!(self.lex(after), Lex::Cardinal(_));
            let unit = self.unit(*next).is_some() && !self.is(*next, &["night", "quarter"]);
            let clock = self.w(*next) == ":" && self.joined(*next) && self.joined(next + 1);
            // "May one" is no date, and "May 3 days" none.
            let year = short && self.year_in_words(after).is_some_and(|(end, _)| end > *next);
            let doubtful = short && !self.sure_month(i);
            !(unit || clock || year || doubtful)
        });
        if let Some((next, day)) = day {
            if after > i + 1 && self.w(i + 1) == "," && !matches!(self.lex(after), Lex::Ordinal(_))
            {
                // "In May, 3 of us": a comma wants an ordinal behind it.
                return Some((i + 1, self.month_year(i, None, month)?))
                    .filter(|_| self.month_stands(i, i0));
            }
            let (next, year) = match self.year_after(next) {
                Some((after, year)) => (after, Some(year)),
                None => (next, None),
            };
            if let Some(date) = self.month_day(i, year, month, day) {
                return Some((next, date));
            }
        }
        if let Some((next, year)) = self.year_after(i + 1) {
            return Some((next, self.month_year(i, Some(year), month)?));
        }
        // "August 99".
        if let Lex::Number { value: value @ 32..=99, digits: 2 } = self.lex(i + 1)
            && self.unit(i + 2).is_none()
        {
            return Some((i + 2, self.month_year(i, two_digits(value), month)?));
        }
        // "June next year".
        let of = self.skip(self.skip(i + 1, &[","]), &["of", "in"]);
        if let Some((next, within)) =
            self.relative(of).filter(|(_, d)| d.best.precision == graph_schema::Precision::Year)
        {
            return Some((next, within.map(|w| calendar::month_of(w.from.year(), month))?));
        }
        if !self.month_stands(i, i0) {
            return None;
        }
        Some((i + 1, self.month_year(i, None, month)?))
    }

    /// Whether a word is a month beyond doubt.
    pub(super) fn sure_month(&self, i: usize) -> bool {
        match self.w(i) {
            "may" | "march" | "mar" => {
                self.tag(i).map_or(self.capital(i), |t| t.starts_with("NNP"))
            }
            _ => true,
        }
    }

    /// Whether a month may stand alone as one.
    fn month_stands(&self, i: usize, start: usize) -> bool {
        if self.w(i).is_empty() || start < i {
            return true;
        }
        let before = self.before(i);
        let led = matches!(
            before,
            "in" | "since"
                | "until"
                | "till"
                | "by"
                | "last"
                | "next"
                | "this"
                | "of"
                | "early"
                | "late"
                | "mid"
                | "from"
                | "to"
                | "during"
                | "before"
                | "after"
                | "for"
                | "through"
                | "around"
                | "between"
                | "every"
                | "each"
                | "-"
                | "and"
                | "or"
                | "the"
                | "past"
                | "previous"
                | "coming"
                | "on"
        );
        let verb = self.tag(i).is_some_and(|t| t == "MD" || t.starts_with("VB"));
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
                    && !matches!(self.w(i + 1), "'" | "’" | "said" | "is" | "was" | "has" | ",")
            }
            _ => led || self.capital(i) || self.w(i).len() > 4,
        }
    }

    /// "7 May 2023", "the 7th of May", "16. Nov. 2016", "22/Jan/2019", "23rd day of September".
    pub(super) fn day_first(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        let (next, day) = self.day_number(start)?;
        if start > i && matches!(self.lex(start), Lex::Number { .. }) && self.w(next) == "%" {
            return None;
        }
        if start > 0 && self.joined(start) && self.is(start - 1, &["$", "€", "£", "#"]) {
            return None;
        }
        let next = self.skip(next, &["day"]);
        let month_at = self.skip(self.skip(self.sep(next), &["of"]), &["the"]);
        if let Lex::Month(month) = self.lex(month_at) {
            // "one may" is no date.
            let worded = matches!(self.lex(start), Lex::Cardinal(_));
            let of = month_at > next;
            if !of && !self.sure_month(month_at) && self.w(month_at) == "may"
                || worded && !of && !self.capital(month_at) && self.w(month_at).len() < 5
            {
                return None;
            }
            let after = if self.w(month_at + 1) == "."
                && self.lex(month_at + 2) != Lex::Other
                && self.w(month_at).len() < 5
            {
                month_at + 2
            } else {
                month_at + 1
            };
            let (next, year) = match self.year_after(after) {
                Some((next, year)) => (next, Some(year)),
                None => (month_at + 1, None),
            };
            return Some((next, self.month_day(start, year, month, day)?));
        }
        // "the 20th of next month".
        self.ordinal(start).or_else(|| (start > i).then_some((next, day)))?;
        let of = self.skip(next, &["of", "in"]);
        let (end, within) = self.relative(of).or_else(|| self.definite_month(of))?;
        if within.best.precision != graph_schema::Precision::Month {
            return None;
        }
        let date = within
            .map(|w| calendar::day(NaiveDate::from_ymd_opt(w.from.year(), w.from.month(), day)?))?;
        Some((end, Date { shape: Shape::Full, ..date }))
    }

    /// "the month" behind "the 15th day of".
    fn definite_month(&self, i: usize) -> Read<Date> {
        let end = self.phrase(i, "the month")?;
        Some((end, Date::full(calendar::month(self.today()?, 0)?)))
    }

    /// "2016 june", "2016, Nov 3", "2019-aug-1", "2020/23/Sep", "2016 10 16", "2023年5月7日".
    pub(super) fn year_first(&self, i: usize) -> Read<Date> {
        let Lex::Number { digits: 4, .. } = self.lex(i) else { return None };
        let (next, year) = self.year(i)?;
        if !(1000..=2999).contains(&year) {
            return None;
        }
        let at = self.sep(next);
        if self.chinese(next) && self.joined(next) {
            // 2022年夏天, 2022年圣诞节.
            if let Lex::Season(number) = self.lex(next) {
                return Some((next + 1, Date::full(calendar::season(year, number)?)));
            }
            if let Some((end, holiday)) = self.holiday_at(next) {
                return Some((end, Date::full(holiday.in_year(year)?)));
            }
        }
        if let Lex::Month(month) = self.lex(at) {
            if self.w(at) == "may" && at == next && !self.capital(at) {
                return None;
            }
            let day_at = self.sep(at + 1);
            let day = self.day_number(day_at).filter(|(n, _)| {
                (day_at == at + 1 || self.joined(day_at))
                    && self.w(*n) != ":"
                    && self.unit(*n).is_none()
            });
            if let Some((next, day)) = day
                && let Some(date) = self.month_day(i, Some(year), month, day)
            {
                return Some((next, date));
            }
            return Some((at + 1, self.month_year(i, Some(year), month)?));
        }
        if let (Lex::Number { value: day, digits: 2 }, Lex::Month(month)) =
            (self.lex(at), self.lex(at + 2))
            && self.is(at + 1, &["-", "/"])
        {
            return Some((at + 3, self.month_day(i, Some(year), month, day)?));
        }
        if let (Lex::Number { value: month, digits: 2 }, Lex::Number { value: day, digits: 2 }) =
            (self.lex(next), self.lex(next + 1))
            && !self.joined(next)
            && !self.joined(next + 1)
            && !self.is(next + 2, &[":", "-", "/"])
        {
            return Some((next + 2, self.month_day(i, Some(year), month, day)?));
        }
        None
    }

    /// "2023-05-07", "5/7/2023", "7.5.2023", "5/7", "2016-11", "11/2016".
    pub(super) fn numeric(&self, i: usize) -> Read<Date> {
        let Lex::Number { value: a, digits: da } = self.lex(i) else { return None };
        let sep = self.w(i + 1);
        if !matches!(sep, "-" | "/" | "." | "–") {
            return None;
        }
        let Lex::Number { value: b, digits: db } = self.lex(i + 2) else { return None };
        let tight = self.joined(i + 1) && self.joined(i + 2);
        let int = |v: u32| i32::try_from(v).ok();
        let third = (tight && self.w(i + 3) == sep && self.joined(i + 3) && self.joined(i + 4))
            .then(|| self.lex(i + 4))
            .and_then(|l| {
                if let Lex::Number { value, digits } = l { Some((value, digits)) } else { None }
            });
        let clean = |next: usize| {
            let more = self.joined(next)
                && self.is(next, &["-", "/", ".", ","])
                && self.joined(next + 1)
                && matches!(self.lex(next + 1), Lex::Number { .. });
            let percent = self.joined(next) && self.is(next, &["%"]);
            !(more || percent)
        };
        let behind = i.checked_sub(1).is_some_and(|p| {
            self.joined(i)
                && (matches!(self.lex(p), Lex::Number { .. })
                    || self.is(p, &["-", "/", ".", ",", "$", "+"]))
        });
        if let Some((c, dc)) = third {
            let end = i + 5;
            let date = |y: i32, m: u32, d: u32| calendar::day(NaiveDate::from_ymd_opt(y, m, d)?);
            if da == 4 && db <= 2 && dc <= 2 {
                let best = date(int(a)?, b, c)?;
                return Some((end, Date::full(best)));
            }
            if behind && !self.range_sign(i)
                || da > 2
                || db > 2
                || !(dc == 4 || dc == 2)
                || !clean(end) && !self.range_sign_ahead(end)
            {
                return None;
            }
            if dc == 2 && sep == "." {
                return None;
            }
            let year = if dc == 4 { int(c)? } else { two_digits(c)? };
            let (us, other) = (date(year, a, b), date(year, b, a));
            let (best, second) =
                if sep == "." { (other.or(us)?, us) } else { (us.or(other)?, other) };
            return Some((end, Date::full(best).with(second)));
        }
        // Two parts: a year and a month, or a month and a day.
        let end = i + 3;
        if behind && !self.range_sign(i) {
            return None;
        }
        let year_month = match (da, db) {
            (4, 1 | 2) => Some((a, b)),
            (1 | 2, 4) => Some((b, a)),
            _ => None,
        };
        if let Some((year, month)) = year_month {
            let fits = (1..=12).contains(&month) && (1900..=2100).contains(&year);
            if !fits || !clean(end) || sep == "." && !tight {
                return None;
            }
            return Some((end, Date::full(calendar::month_of(int(year)?, month)?)));
        }
        if da > 2 || db > 2 || !tight || a == 0 || b == 0 {
            return None;
        }
        let led = self.is(
            self.before_at(i),
            &[
                "on", "since", "by", "until", "till", "from", "before", "after", "for", "next",
                "this", "of", "tomorrow", "(",
            ],
        ) || matches!(self.lex(self.before_at(i)), Lex::Weekday(_));
        let weekday = matches!(self.lex(self.before_at(i)), Lex::Weekday(_))
            || matches!(self.before(i), "next" | "this");
        let allowed = match sep {
            "/" => led || !FRACTIONS.contains(&(a, b)),
            "-" => self.before(i) == "on" && (db == 2 || da == 2) && !self.clock_follows(end),
            "." => weekday,
            _ => false,
        };
        // "06/06, 2015" and "08/12,15".
        let year = if self.w(end) == "," {
            let joined = self.joined(end + 1);
            match self.lex(end + 1) {
                Lex::Number { value, digits: 4 } if (1900..2100).contains(&value) => {
                    Some((end + 2, int(value)?))
                }
                Lex::Number { value, digits: 2 } if joined => Some((end + 2, two_digits(value)?)),
                _ => None,
            }
        } else {
            None
        };
        if !allowed || year.is_none() && !clean(end) && !(sep == "/" && self.range_sign_ahead(end))
        {
            return None;
        }
        let of = |m: u32, d: u32| self.month_day(i, year.map(|y| y.1), m, d);
        let date = of(a, b).or_else(|| of(b, a))?;
        Some((year.map_or(end, |y| y.0), date))
    }

    fn clock_follows(&self, i: usize) -> bool {
        self.is(i, &["am", "pm", "a", "p"]) || self.w(i) == ":"
    }

    fn before_at(&self, i: usize) -> usize {
        i.checked_sub(1).unwrap_or(usize::MAX)
    }

    /// Whether the dash before this token joins two dates.
    fn range_sign(&self, i: usize) -> bool {
        self.is(self.before_at(i), &["-", "~", "–"]) && self.range_left.get() == Some(i)
    }

    fn range_sign_ahead(&self, i: usize) -> bool {
        self.is(i, &["-", "–", "~"])
    }

    /// A year alone: "2019", "the year 2008", "nineteen ninety six".
    pub(super) fn bare_year(&self, i: usize) -> Read<Date> {
        let calendar_year = |y: i32| Some(Date::full(calendar::year(y)?).shaped(Shape::Year(y)));
        if let Some(at) =
            self.any(i, &["the year of", "the year", "year of", "year", "cy", "calendar year"])
        {
            let of = self.skip(at, &["of"]);
            let named = self.year(of).or_else(|| {
                let (next, value) = self.cardinal(of).filter(|_| self.w(i) == "year")?;
                (value >= 100).then_some((next, i32::try_from(value).ok()?))
            });
            if let Some((next, year)) = named.or_else(|| self.short_year(of, self.w(i) == "cy")) {
                return Some((next, calendar_year(year)?));
            }
            return None;
        }
        let (next, year) = self.year(i)?;
        if !(1000..=2199).contains(&year) {
            return None;
        }
        if matches!(self.lex(i), Lex::Cardinal(_)) {
            let led = matches!(
                self.before(i),
                "in" | "since"
                    | "until"
                    | "till"
                    | "by"
                    | "of"
                    | "from"
                    | "before"
                    | "after"
                    | "and"
                    | "during"
                    | "around"
                    | "to"
                    | "between"
            );
            return (led && (1100..2100).contains(&year)).then_some((next, calendar_year(year)?));
        }
        if self.joined(i)
            && (self
                .is(self.before_at(i), &["$", "#", "€", "£", "-", "+", "/", ".", ":", "_", "–"])
                || matches!(self.lex(self.before_at(i)), Lex::Number { .. }))
            && !self.range_sign(i)
        {
            return None;
        }
        if self.joined(next) && self.is(next, &["%", "/", "_", ":", "$"]) {
            return None;
        }
        if self.joined(next)
            && self.is(next, &["-", "."])
            && matches!(self.lex(next + 1), Lex::Number { .. })
            && self.joined(next + 1)
            && !self.range_sign_ahead(next)
        {
            return None;
        }
        if self.joined(next)
            && !self.chinese(next)
            && (self.lex(next) != Lex::Other
                || self.w(next).chars().next().is_some_and(char::is_alphabetic))
        {
            return None;
        }
        // "32 - 2015" is no range of years.
        let number = |at: usize| matches!(self.lex(at), Lex::Number { digits, .. } if digits < 4);
        if self.is(next, &["-"]) && number(next + 1)
            || self.before(i) == "-" && i >= 2 && number(i - 2)
        {
            return None;
        }
        if self.unit(next).is_some() || !(1500..=2150).contains(&year) {
            return None;
        }
        let led = matches!(
            self.before(i),
            "in" | "since"
                | "until"
                | "till"
                | "by"
                | "of"
                | "from"
                | "before"
                | "after"
                | "during"
                | "around"
                | "between"
                | "than"
                | "late"
                | "early"
                | "mid"
                | "through"
                | "to"
                | "for"
                | "="
                | ">"
                | "<"
                | "circa"
                | "the"
                | "~"
                | "-"
                | "–"
                | "not"
                | "equals"
                | "and"
                | "or"
                | "is"
                | "back"
        );
        let noun = match self.tag(next) {
            _ if self.chinese(next) => false,
            Some(tag) => tag == "NNS" || tag == "NN",
            None => {
                let word = self.w(next);
                word.chars().next().is_some_and(char::is_alphabetic)
                    && !FUNCTION_WORDS.contains(&word)
                    && (!led || word.ends_with('s') && word.len() > 4)
            }
        };
        // "2000 pieces".
        if noun && !(led && self.tag(next) == Some("NN")) {
            return None;
        }
        let surely = led || (1900..=2100).contains(&year);
        surely.then_some((next, calendar_year(year)?))
    }
}

/// Words that may follow a year, which is then no count.
pub(super) const FUNCTION_WORDS: &[&str] = &[
    "and", "or", "to", "till", "until", "through", "but", "was", "were", "is", "when", "with",
    "at", "in", "on", "for", "by", "as", "that", "i", "we", "he", "she", "they", "it", "because",
    "so", "after", "before", "then", "while", "will", "from", "has", "had", "have", "you", "my",
    "our", "which", "where", "who", "onwards", "onward", "a", "the", "this", "that", "there",
    "just", "too", "also", "already", "again", "together", "not", "are", "if", "since", "your",
    "her", "his", "their", "its", "would", "can", "could", "should", "did", "do", "does", "had",
    "went", "now", "than",
];
