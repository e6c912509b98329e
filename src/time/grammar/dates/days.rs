//! Days by their word or number alone: "today", "the other day", "the 18th". Weekdays are read in
//! `weekdays`.

use chrono::Datelike;
use graph_schema::Precision;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::{Date, Read, Reader, Shape};
use crate::time::lexicon::{Lex, Lexicon, Set};

impl Reader<'_> {
    /// "today", "yesterday", "the day after tomorrow", "the other day".
    pub(super) fn day_word(&self, i: usize) -> Read<Date> {
        let today = self.today()?;
        if let Some(end) = self.phrase(i, "the other day") {
            let from = calendar::plus_days(today, -10)?;
            let mut date = Date::full(Stretch::days(from, today, Precision::Day)?);
            date.vague = true;
            return Some((end, date));
        }
        let lexicon = Lexicon::built_in();
        let requested = || {
            let (end, n) = self.tabled(i, &lexicon.requested_days)?;
            // "The day before Friday" is told from Friday.
            let beside = self.w(end - 1) == "before" && self.may_be_date(end);
            (self.conventions.definite && !beside).then_some((end, n))
        };
        let (end, n) = self.tabled(i, &lexicon.days).or_else(requested)?;
        if self.w(i) == "yesterday" && self.is_likened(i) {
            return None;
        }
        Some((end, Date::full(calendar::day(calendar::plus_days(today, n)?)?)))
    }

    /// "It feels like just yesterday" tells that it is long ago.
    fn is_likened(&self, i: usize) -> bool {
        let at = match self.before(i) {
            "only" | "just" => i - 1,
            "was" if i > 2 && self.w(i - 2) == "it" => i - 2,
            _ => i,
        };
        !self.conventions.definite && self.before(at) == "like"
    }

    fn may_be_date(&self, i: usize) -> bool {
        !self.ends(i) && self.date(i).is_some()
    }

    /// "the 18th", "the twenty second", "on 15": a day of this month or a month beside it.
    pub(super) fn day_of_month(&self, i: usize) -> Read<Date> {
        let today = self.today()?;
        let start = self.skip(i, &["the"]);
        let (next, day) = self.day_number(start)?;
        let ordinal = self.ordinal(start).is_some();
        // "In the 4th" is a part of a game.
        if matches!(self.before(i), "the" | "in") {
            return None;
        }
        let second = self.is_second_day(i);
        let led = second || self.led(i, Set::LeadsDay);
        let bare = self.before(i) == "on" && matches!(self.lex(start), Lex::Number { .. });
        let the = start > i;
        // 15号发工资.
        let chinese = ordinal
            && self.chinese(start)
            && (self.ends(next) || !self.among(next, Set::FollowsNumberedPlace))
            && (i == 0 || self.ends(i - 1) || self.is(i - 1, &["，", "在", "是", "until", "to"]));
        let nominal = chinese
            || self.ends(next)
            || led && self.among(next, Set::FunctionWords)
            || self.among(next, Set::FollowsDay);
        let digits = matches!(self.lex(start), Lex::Ordinal(_))
            && self.w(start).starts_with(|c: char| c.is_ascii_digit());
        let fits = if ordinal {
            nominal
                && (chinese
                    || led && (the || digits)
                    || the
                        && digits
                        && (day > 3 || self.before(i) == "between")
                        && !self.is(next, &["of", "in", "with"])
                    || self.conventions.definite && (the && day > 1 || digits))
        } else {
            nominal
                && (bare && self.is_clause_end(next)
                    || the
                        && led
                        && matches!(self.lex(start), Lex::Number { .. })
                        && matches!(self.before(i), "on" | "for"))
        };
        if !fits || self.unit(next).is_some() || self.w(next) == "%" {
            return None;
        }
        // A request to a calendar gives such a day with its month, or does not mean one.
        let near = second || matches!(self.before(i), "around" | "about" | "between");
        if self.conventions.definite && near {
            return None;
        }
        let of = |n: i64| calendar::day(calendar::month(today, n)?.first_day().with_day(day)?);
        let now = calendar::midnight(today);
        let past = (0..4).find_map(|n| of(-n).filter(|s| s.from < now));
        let coming = (0..4).find_map(|n| of(n).filter(|s| s.from >= now));
        let own = coming.filter(|c| c.from == now);
        Some((next, self.either(i, past, coming, own)?.shaped(Shape::Day(day))))
    }

    /// Whether a day of the month is the second of two: "between the 21st and 23rd".
    fn is_second_day(&self, i: usize) -> bool {
        let back =
            |words: usize, word: &str| i.checked_sub(words).is_some_and(|p| self.w(p) == word);
        back(1, "and") && (back(3, "between") || back(4, "between") && back(3, "the"))
    }

    fn is_clause_end(&self, i: usize) -> bool {
        self.ends(i) || self.is(i, &[",", "at", "and", "but"])
    }
}
