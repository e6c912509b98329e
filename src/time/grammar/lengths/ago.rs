//! "two weeks ago", "3 weeks later", "two days from now", "two Mondays later". In talk, what is later
//! than an event is left open.

use chrono::Datelike;

use crate::time::calendar::{self, Stretch};
use crate::time::grammar::lengths::ahead::AHEAD;
use crate::time::grammar::tense::Tense;
use crate::time::grammar::{Date, Read, Reader};
use crate::time::lexicon::{Lex, Lexicon, Phrases, Set, Unit};
use crate::time::meaning::{Amount, Body, Meaning, When, clocked, total};
use crate::time::{Kind, Untold};

impl Reader<'_> {
    /// "two weeks ago", "3 weeks later", "two days from now", "two Mondays later".
    pub(super) fn ago(&self, i: usize) -> Read<Meaning> {
        let others = || self.weekdays_away(i).or_else(|| self.seasons_ago(i));
        if let Some(read) = self.uncounted_ago(i).or_else(others) {
            return Some(read);
        }
        let (next, counts) = self.counts(i)?;
        let or_so = self.phrase(next, "or so");
        let next = or_so.unwrap_or(next);
        let clocked = clocked(&counts);
        let (end, direction) = if let Some(end) = self.any(next, &["ago", "earlier", "prior"]) {
            (end, -1)
        } else if let Some(end) = self.one_of(next, Phrases::FromNow) {
            if self.w(end - 1) == "today" && clocked {
                return None;
            }
            (end, 1)
        } else if self.w(next) == "back" && self.tense(i) == Tense::Past {
            (next + 1, -1)
        } else {
            let end =
                self.phrase(next, "in the future").filter(|_| self.conventions.exact_counts)?;
            let (end, date) = self.reach(end, AHEAD, &counts)?;
            return Some((end, Meaning::date(&date)));
        };
        let word = self.w(next);
        // In talk, "later", "earlier" and "prior" count from what was told before.
        let to_come = matches!(word, "later" | "away") && self.told_tense(i) == Some(Tense::Future);
        let relative = matches!(word, "later" | "earlier" | "prior" | "away") && !to_come;
        // 结婚三年后: behind a noun or a verb it is counted from that.
        let of_event = word == "later"
            && !clocked
            && self.chinese(next)
            && self.joined(i)
            && self.chinese(self.prev(i))
            && self.lex(self.prev(i)) == Lex::Other
            && !self.led(i, Set::ChineseTeller);
        let relative = relative && !self.chinese(next) || of_event;
        if relative && !self.conventions.definite {
            return Some((end, Meaning::open(Untold::CountedFromEvent)));
        }
        if let Some(read) = self.weekday_ago(end, &counts).filter(|_| word == "ago" && !clocked) {
            return Some(read);
        }
        let unit = if clocked { Unit::Minute } else { Unit::Day };
        let Some(meaning) = self.day_meaning(self.away(self.base(unit)?, &counts, direction))
        else {
            return Some((end, Meaning::open(Untold::OutsideCalendar)));
        };
        let meaning = Meaning { vague: meaning.vague || or_so.is_some(), ..meaning };
        if let Some(read) = self.on_weekday_after(end, &meaning) {
            return Some(read);
        }
        // "Six weeks from today", "a month ago today": to the day.
        let ago_today = word == "ago" && self.w(end) == "today";
        if (ago_today || self.w(end - 1) == "today") && !clocked && !meaning.vague {
            let whens: Vec<When> = meaning.days().take(1).collect();
            let end = end + usize::from(ago_today);
            return (!whens.is_empty()).then(|| (end, Meaning::whens(Kind::Date, whens)));
        }
        Some((end, meaning))
    }

    /// "years ago", of no count.
    fn uncounted_ago(&self, i: usize) -> Read<Meaning> {
        let ago = self.is_plural(i) && self.one_of(i + 1, Phrases::Ago).is_some();
        let unit = self.unit(i).filter(|u| ago && !u.of_clock())?;
        // "Millions of years ago", "66 million years ago": a count, and none that is known here.
        let counted = self
            .is(self.prev(i), &["of", "million", "billion", "thousand", "hundred", "万", "亿"])
            || self.w(self.prev(i)).starts_with(|c: char| c.is_ascii_digit())
            || matches!(self.lex(self.prev(i)), Lex::Number { .. } | Lex::Cardinal(_));
        if self.conventions.exact_counts || counted {
            return None;
        }
        let (least, most) = if unit == Unit::Year { (2.0, 12.0) } else { (2.0, 6.0) };
        let away = self.away(self.base(unit)?, &[Amount { unit, least, most }], -1);
        Some((i + 2, Meaning { vague: true, ..self.day_meaning(away)? }))
    }

    /// "a week ago Sunday", from the weekday on.
    fn weekday_ago(&self, i: usize, counts: &[Amount]) -> Read<Meaning> {
        let Lex::Weekday(number) = self.lex(i) else { return None };
        self.weekday_word(i, true).then_some(())?;
        let day = total(counts, false)?.from(calendar::midnight(self.today()?), -1)?.date();
        let last = calendar::weekday_beside(calendar::plus_days(day, 1)?, number, -1)?;
        let own = calendar::weekday_in_week(day, number, 0);
        Some((i + 1, Meaning::date(&Date::full(last).with(own))))
    }

    /// "two months from today on Tuesday", from "on"; where a request may mean it.
    fn on_weekday_after(&self, i: usize, meaning: &Meaning) -> Read<Meaning> {
        let at = self.phrase(i, "on").filter(|_| self.conventions.definite)?;
        let Lex::Weekday(number) = self.lex(at) else { return None };
        let Body::Whens(whens) = &meaning.body else { return None };
        let day = whens.first().and_then(|w| w.from)?.date();
        let own = calendar::plus_days(day, -1)?;
        let date = Date::full(calendar::weekday_beside(own, number, 1)?);
        Some((at + 1, Meaning::date(&date)))
    }

    /// "three summers ago".
    fn seasons_ago(&self, i: usize) -> Read<Meaning> {
        let (next, count) = self.count(i)?;
        let end = self.one_of(next + 1, Phrases::Ago).filter(|_| !count.article)?;
        let season = Lexicon::built_in().class(self.w(next).strip_suffix('s')?).lex;
        let Lex::Season(number) = season else { return None };
        let date = |n: f64| {
            let back = i32::try_from(n.round() as i64).ok()?.checked_sub(1)?;
            let last = self.sided_season(number, -1)?.0;
            calendar::season(last.from.year().checked_sub(back)?, number)
        };
        let (far, near) = (date(count.most)?, date(count.least)?);
        let season = Stretch::new(far.from, near.until, far.precision)?;
        let vague = count.least < count.most;
        Some((end, Meaning { vague, ..Meaning::date(&Date::full(season)) }))
    }

    /// "two Sundays from now", "two Monday later".
    fn weekdays_away(&self, i: usize) -> Read<Meaning> {
        let (next, count) = self.count(i)?;
        let number = match self.lex(next) {
            Lex::Weekday(number) | Lex::Weekdays(number) => number,
            _ => return None,
        };
        let (end, direction) = if let Some(end) = self.one_of(next + 1, Phrases::FromNow) {
            (end, 1)
        } else {
            (self.one_of(next + 1, Phrases::Ago)?, -1)
        };
        if count.article {
            return None;
        }
        let first = calendar::weekday_beside(self.today()?, number, direction)?.first_day();
        let weeks = (count.least.round() as i64).checked_sub(1)?.checked_mul(7 * direction)?;
        let date = Date::full(calendar::day(calendar::plus_days(first, weeks)?)?);
        Some((end, Meaning::date(&date)))
    }
}
