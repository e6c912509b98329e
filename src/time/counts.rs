//! Times that are told by a count of units from now or from a date, and lengths of time.

use graph_schema::Precision;

use super::Kind;
use super::calendar::{self, Stretch};
use super::grammar::{Date, Read, Reader, Shape};
use super::lexicon::{Lex, Unit};
use super::meaning::{Body, Meaning, When, total};
use super::relative::Side;

const AHEAD: Side = Side { shift: 1, nearest: true, past: false };

impl Reader<'_> {
    /// "two weeks ago", "in 5 minutes", "3 days later", "within a month", "for 3 days from today",
    /// "four years" of what goes on.
    pub(super) fn counted(&self, i: usize) -> Read<Meaning> {
        self.ago(i)
            .or_else(|| self.ahead(i))
            .or_else(|| self.within_length(i))
            .or_else(|| self.lasting(i))
            .or_else(|| self.going_on(i))
            .or_else(|| self.present(i))
    }

    fn day_meaning(&self, read: Option<(Date, Kind)>) -> Option<Meaning> {
        let (date, kind) = read?;
        Some(Meaning { kind, ..Meaning::date(&date) })
    }

    /// Counts with "about", "almost" or "more than" before them.
    fn rough(&self, i: usize) -> usize {
        self.any(
            i,
            &[
                "a little over",
                "a little more than",
                "just over",
                "more than",
                "less than",
                "about",
                "around",
                "almost",
                "nearly",
                "over",
                "roughly",
                "like",
                "maybe",
                "approximately",
                "exactly",
                "only",
                "just",
                "some",
                "at least",
            ],
        )
        .unwrap_or(i)
    }

    fn base(&self, unit: Unit) -> Option<Stretch> {
        let at = self.precise_now(unit)?;
        if unit.of_clock() {
            return Stretch::new(at, at + chrono::TimeDelta::seconds(1), Precision::Instant);
        }
        calendar::day(at.date())
    }

    /// "two weeks ago", "3 weeks later", "two days from now", "two Mondays later".
    fn ago(&self, i: usize) -> Read<Meaning> {
        // "years ago", of no count.
        if self.is_plural(i)
            && self.is(i + 1, &["ago", "back"])
            && let Some(unit) = self.unit(i).filter(|u| !u.of_clock())
        {
            let (least, most) = if unit == Unit::Year { (2.0, 12.0) } else { (2.0, 6.0) };
            if self.conventions.exact_counts {
                return None;
            }
            let meaning =
                self.day_meaning(self.away(self.base(unit)?, &[(unit, least, most)], -1))?;
            return Some((i + 2, Meaning { vague: true, ..meaning }));
        }
        if let Some(read) = self.weekdays_away(i) {
            return Some(read);
        }
        let (next, counts) = self.counts(i)?;
        let clocked = counts.iter().any(|c| c.0.of_clock());
        let (end, direction) = if let Some(end) = self.any(next, &["ago", "earlier", "prior"]) {
            (end, -1)
        } else if let Some(end) = self.any(
            next,
            &["from now", "hence", "away", "later", "from today", "from this moment", "in future"],
        ) {
            if self.w(end - 1) == "today" && clocked {
                return None;
            }
            (end, 1)
        } else if self.w(next) == "back" && self.tense(i) < 0 {
            (next + 1, -1)
        } else {
            let end =
                self.phrase(next, "in the future").filter(|_| self.conventions.exact_counts)?;
            let (end, date) = self.reach(end, AHEAD, &counts)?;
            return Some((end, Meaning::date(&date)));
        };
        let word = self.w(next);
        // In talk, "later", "earlier" and "prior" count from what was told before.
        let to_come = matches!(word, "later" | "away") && self.told_tense(i) == Some(1);
        let relative = matches!(word, "later" | "earlier" | "prior" | "away") && !to_come;
        if relative && !self.conventions.definite && !self.chinese(next) {
            let why = "it is counted from another event";
            return Some((end, Meaning { kind: Kind::Date, body: Body::Open(why), vague: false }));
        }
        let unit = if clocked { Unit::Minute } else { Unit::Day };
        let meaning = self.day_meaning(self.away(self.base(unit)?, &counts, direction))?;
        // "two months from today on Tuesday".
        if self.conventions.definite
            && let Some(at) = self.any(end, &["on"])
            && let Lex::Weekday(number) = self.lex(at)
            && let Body::Whens(whens) = &meaning.body
            && let Some(day) = whens.first().and_then(|w| w.from)
        {
            let own = calendar::plus_days(day.date(), -1)?;
            let date = Date::full(calendar::weekday_beside(own, number, 1)?);
            return Some((at + 1, Meaning::date(&date)));
        }
        Some((end, meaning))
    }

    pub(super) fn chinese(&self, i: usize) -> bool {
        let span = self.tokens.get(i).map(|t| t.span.clone()).unwrap_or_default();
        self.text.get(span).is_some_and(|s| !s.is_ascii())
    }

    /// "two Sundays from now", "two Monday later".
    fn weekdays_away(&self, i: usize) -> Read<Meaning> {
        let (next, count) = self.count(i)?;
        let number = match self.lex(next) {
            Lex::Weekday(number) | Lex::Weekdays(number) => number,
            _ => return None,
        };
        let (end, direction) =
            if let Some(end) = self.any(next + 1, &["from now", "later", "hence"]) {
                (end, 1)
            } else {
                (self.any(next + 1, &["ago", "back"])?, -1)
            };
        if count.article {
            return None;
        }
        let first = calendar::weekday_beside(self.today()?, number, direction)?.first_day();
        let weeks = (count.least.round() as i64).checked_sub(1)?.checked_mul(7 * direction)?;
        let date = Date::full(calendar::day(calendar::plus_days(first, weeks)?)?);
        Some((end, Meaning::date(&date)))
    }

    /// "in two weeks", "in less than an hour", "in 3 days on Friday", "in 2 years' time".
    fn ahead(&self, i: usize) -> Read<Meaning> {
        if self.w(i) != "in" {
            return None;
        }
        let at = self.rough(i + 1);
        let (end, counts) = self.counts(at)?;
        let quote = self.is(end, &["'", "’"]);
        let s = if quote { self.skip(end + 1, &["s"]) } else { end };
        let time = (self.w(s) == "time").then_some(s + 1);
        let unit = counts.last()?.0;
        // "the first time in years" and "in a week you can": a length, not a date to come.
        if !self.conventions.exact_counts && time.is_none() {
            let article = matches!(self.w(at), "a" | "an") && counts.first()?.1 <= 1.0;
            let told = self.told_tense(i);
            let ever = matches!(
                self.before(i),
                "time"
                    | "once"
                    | "twice"
                    | "times"
                    | "best"
                    | "ever"
                    | "seen"
                    | "slept"
                    | "long"
                    | "most"
                    | "day"
            );
            if ever
                || told == Some(-1)
                || told.is_none()
                    && !matches!(self.before(i), "is" | "are" | "s" | "," | "")
                    && article
            {
                return None;
            }
        }
        let base = self.base(if counts.iter().any(|c| c.0.of_clock()) {
            Unit::Minute
        } else {
            Unit::Day
        })?;
        let end = time.unwrap_or(end);
        // "in two weeks since the year 2011".
        if let Some((after, date)) =
            self.any(end, &["since", "after", "from"]).and_then(|a| self.date(a))
            && self.conventions.definite
        {
            let first = calendar::day(date.best.first_day())?;
            let meaning = self.day_meaning(self.away(first, &counts, 1))?;
            if self.w(after - 1) == "today" || self.w(end) != "since" {
                return None;
            }
            return Some((after, meaning));
        }
        if self.conventions.definite
            && let Some((at, n)) = self.any(end, &["on"]).and_then(|at| match self.lex(at) {
                Lex::Weekday(n) => Some((at, n)),
                _ => None,
            })
            && unit == Unit::Day
        {
            let day = total(&counts, false)?.from(base.from, 1)?.date();
            let date = calendar::weekday_beside(calendar::plus_days(day, -1)?, n, 1)?;
            return Some((at + 1, Meaning::date(&Date::full(date))));
        }
        Some((end, self.day_meaning(self.away(base, &counts, 1))?))
    }

    /// "within 3 years", "within the next 2 weeks", "less than 2 weeks from today".
    fn within_length(&self, i: usize) -> Read<Meaning> {
        let less = self.phrase(i, "less than");
        let at = match self.w(i) {
            "within" => self
                .any(
                    i + 1,
                    &["the next", "the upcoming", "the coming", "the following", "next", "the"],
                )
                .unwrap_or(i + 1),
            _ => less?,
        };
        let (end, counts) = self.counts(at)?;
        let clocked = counts.iter().any(|c| c.0.of_clock());
        let precision = calendar::precision_of(counts.last()?.0);
        let length = total(&counts, true)?;
        let base = if let Some(after) = self.any(end, &["from", "after", "of"]) {
            match self.date(after) {
                Some((next, date))
                    if date.best.is_day()
                        && !(less.is_none()
                            && !self.is(after, &["today", "now"])
                            && at > i + 1) =>
                {
                    Some((next, date.best.from))
                }
                _ => None,
            }
        } else {
            None
        };
        if less.is_some() && base.is_none() {
            return None;
        }
        let (end, from) = match base {
            Some(base) => base,
            None => (end, if clocked { self.now()? } else { calendar::midnight(self.today()?) }),
        };
        let until = length.from(from, 1)?;
        let until = if clocked || self.conventions.exact_counts {
            until
        } else {
            until + chrono::TimeDelta::days(1)
        };
        let kind = if clocked { Kind::DateTimeRange } else { Kind::DateRange };
        let when = When::of(Stretch::new(from, until, precision)?);
        Some((end, Meaning::whens(kind, vec![when])))
    }

    /// "for 3 days from today", "2 weeks starting May 20th", "a week beginning tomorrow".
    fn lasting(&self, i: usize) -> Read<Meaning> {
        let at = self.skip(i, &["for"]);
        let (next, counts) = self.counts(at)?;
        let next = self.skip(next, &[","]);
        let from_at = self
            .any(
                next,
                &[
                    "starting from",
                    "starting on",
                    "starting",
                    "beginning on",
                    "beginning from",
                    "beginning",
                    "commencing on",
                    "commencing",
                ],
            )
            .or_else(|| (at > i).then(|| self.any(next, &["from"]))?)?;
        let (end, date) = self.date(from_at)?;
        if !date.best.is_day() || counts.iter().any(|c| c.0.of_clock()) {
            return None;
        }
        let length = total(&counts, true)?;
        let precision = calendar::precision_of(counts.last()?.0);
        let whens: Vec<When> = date
            .all()
            .filter_map(|d| Stretch::new(d.from, length.from(d.from, 1)?, precision))
            .map(When::of)
            .collect();
        (!whens.is_empty()).then(|| (end, Meaning::whens(Kind::DateRange, whens)))
    }

    /// "for four years now", of what still goes on: from so long ago, with no end known.
    fn going_on(&self, i: usize) -> Read<Meaning> {
        if self.conventions.exact_counts {
            return None;
        }
        let at = match self.w(i) {
            "for" => self.rough(i + 1),
            // "Seven years now".
            _ => self.rough(i),
        };
        let (next, counts) = self.counts(at)?;
        let unit = counts.last()?.0;
        if self.w(i) != "for"
            && !(self.w(next) == "now"
                && (self.ends(next + 1) || self.is(next + 1, &[",", "and", "but", "since"])))
        {
            return None;
        }
        if unit.of_clock() || unit == Unit::Night {
            return None;
        }
        let end = self.skip(next, &["now", "already"]);
        let end = self.any(end, &["and counting"]).unwrap_or(end);
        let past = (i.saturating_sub(12)..i).rev().take_while(|p| !self.ends(*p)).find_map(|p| {
            let w = self.w(p);
            match w {
                "have" | "has" | "ve" | "been" | "haven" | "hasn" => Some(true),
                "s" if matches!(self.w(p + 1), "been" | "had" | "lived" | "worked") => Some(true),
                "had" | "was" | "were" | "did" | "will" | "used" | "would" | "ll" | "can" => {
                    Some(false)
                }
                _ => None,
            }
        });
        let had_been =
            (i.saturating_sub(12)..i).any(|p| self.w(p) == "had" && self.is(p + 1, &["been"]));
        let goes_on = end > next || past == Some(true) && !had_been;
        if !goes_on {
            return None;
        }
        let (date, _) = self.away(self.base(Unit::Day)?, &counts, -1)?;
        let precision = date.best.precision;
        let when = When { from: Some(date.best.from), until: None, precision, named: None };
        Some((end, Meaning { vague: date.vague, ..Meaning::whens(Kind::DateRange, vec![when]) }))
    }

    /// "now", where the conventions tell it: the moment of speaking.
    pub(super) fn present(&self, i: usize) -> Read<Meaning> {
        let end = self.now_word(i)?;
        let when = self.now_when()?;
        self.conventions.definite.then(|| (end, Meaning::whens(Kind::DateTime, vec![when])))
    }

    pub(super) fn now_word(&self, i: usize) -> Option<usize> {
        self.any(
            i,
            &[
                "right now",
                "at present",
                "at this time",
                "at the moment",
                "as soon as possible",
                "now",
            ],
        )
        .filter(|end| !(self.w(end - 1) == "now" && self.is(*end, &["that"])))
    }

    pub(super) fn now_when(&self) -> Option<When> {
        let now = self.now()?;
        Stretch::new(now, now + chrono::TimeDelta::seconds(1), Precision::Instant).map(When::of)
    }

    /// "two weeks before 9 June 2023", "the week before that Friday", "3 days from tomorrow", "the
    /// Friday after 9 June".
    pub(super) fn beside(&self, i: usize) -> Read<Date> {
        let start = self.skip(i, &["the"]);
        let weekday = match self.lex(start) {
            Lex::Weekday(number) => Some(number),
            _ => None,
        };
        // "Sunday 3 weeks after January 15th".
        if let Some(number) = weekday
            && let Some((end, date)) = self.counts(start + 1).and_then(|_| self.beside(start + 1))
        {
            let own = date.map(|d| {
                calendar::weekday_in_week(d.first_day(), number, 0).filter(|_| d.is_day())
            })?;
            return Some((end, own));
        }
        let alone = self.unit(start).filter(|_| !self.is_plural(start) && !self.clock_unit(start));
        let (next, counts) = match (weekday, alone) {
            (Some(_), _) | (_, Some(_)) => (start + 1, None),
            _ => {
                let (next, counts) = self.counts(i)?;
                (next, Some(counts))
            }
        };
        let (at, direction) = match self.w(next) {
            "before" => (next + 1, -1),
            "prior" if self.w(next + 1) == "to" => (next + 2, -1),
            "after" | "following" => (next + 1, 1),
            "from" | "since" if counts.is_some() => (next + 1, 1),
            "preceding" => (next + 1, -1),
            _ => return None,
        };
        if counts.is_some() && self.is(at, &["now", "today"]) && self.w(next) == "from" {
            return None;
        }
        let (end, base) = self.date(at)?;
        if base.vague {
            return None;
        }
        if let Some(counts) = counts {
            if counts.iter().any(|c| c.0.of_clock()) {
                return None;
            }
            // "in the two weeks before": counted from the near edge of what is named.
            let date = base.map(|b| {
                let edge = calendar::day(if direction < 0 { b.first_day() } else { b.last_day() })?;
                Some(self.away(edge, &counts, direction)?.0.best)
            })?;
            return Some((end, Date { shape: Shape::Full, ..date }));
        }
        let date = base.map(|b| {
            let edge = if direction < 0 { b.first_day() } else { b.last_day() };
            if let Some(number) = weekday {
                return calendar::weekday_beside(edge, number, direction);
            }
            match alone? {
                Unit::Weekend => {
                    let own = calendar::weekend(edge, 0)?;
                    let at = calendar::midnight(edge);
                    let inside = if direction < 0 { own.from >= at } else { own.from <= at };
                    calendar::weekend(edge, if inside { direction } else { 0 })
                }
                unit => {
                    let length = calendar::Length::of(
                        if unit == Unit::Night { Unit::Day } else { unit },
                        1.0,
                    )?;
                    let precision = calendar::precision_of(unit);
                    if direction < 0 {
                        Stretch::new(length.from(b.from, -1)?, b.from, precision)
                    } else {
                        Stretch::new(b.until, length.from(b.until, 1)?, precision)
                    }
                }
            }
        })?;
        Some((end, Date { shape: Shape::Full, ..date }))
    }

    /// "3 hours", "all week", "half a year", "more than 4 days": a length, with no place in time.
    pub(super) fn duration_alone(&self, i: usize) -> Read<Meaning> {
        let start = self.any(i, &["more than", "less than", "at least", "at most"]).unwrap_or(i);
        let one = |unit| vec![(unit, 1.0, 1.0)];
        let make = |end: usize, counts: Vec<(Unit, f64, f64)>| {
            let vague = counts.iter().any(|c| c.1 < c.2);
            Some((end, Meaning { kind: Kind::Duration, body: Body::Length(counts), vague }))
        };
        if matches!(self.w(start), "all" | "full" | "whole" | "entire") {
            let at = self.skip(self.skip(start + 1, &["-"]), &["the"]);
            let unit = self.unit(at).filter(|u| !u.of_clock() && !self.is_plural(at))?;
            return make(at + 1, one(unit));
        }
        if self.is(start, &["half"])
            && let Some(unit) = self.unit(self.skip(start + 1, &["-"]))
        {
            return make(self.skip(start + 1, &["-"]) + 1, vec![(unit, 0.5, 0.5)]);
        }
        let (end, mut counts) = self.counts(start)?;
        if self.conventions.exact_counts {
            for count in &mut counts {
                if count.1 < count.2 && count.2 > 2.5 {
                    count.1 = 3.0;
                    count.2 = 3.0;
                }
            }
        }
        // "a day" and "one day" of talk are seldom lengths.
        let single = counts.len() == 1 && (counts.first()?.1 - 1.0).abs() < f64::EPSILON;
        if single
            && self.is(start, &["a", "an", "one"])
            && !self.conventions.definite
            && !matches!(
                self.before(start),
                "for"
                    | "in"
                    | "took"
                    | "takes"
                    | "about"
                    | "almost"
                    | "within"
                    | "of"
                    | "than"
                    | "over"
                    | "lasted"
                    | "spent"
            )
        {
            return None;
        }
        // "the 2 hours" are fine; "5 day-old" and "12 years old" are ages.
        if self.is(end, &["old"]) || self.w(end) == "-" && self.w(end + 1) == "old" {
            return None;
        }
        make(end, counts)
    }

    /// "recently", "soon", "a while ago": wide, and said to be vague.
    pub(super) fn vague(&self, i: usize) -> Read<Meaning> {
        if self.conventions.definite {
            return None;
        }
        let open = |end: usize, why: &'static str| {
            Some((end, Meaning { kind: Kind::Date, body: Body::Open(why), vague: true }))
        };
        if let Some(end) = self.any(
            i,
            &[
                "back then",
                "at that time",
                "in those days",
                "that day",
                "that week",
                "that weekend",
                "that year",
                "that summer",
                "that month",
                "the same day",
            ],
        ) {
            return open(end, "it is a time that was spoken of before");
        }
        if let Some(end) = self.any(i, &["someday", "some day", "one of these days", "sometime"]) {
            return open(end, "it is some day to come");
        }
        let (end, a, b) = if let Some(end) =
            self.any(i, &["a while ago", "a while back", "some time ago", "quite a while ago"])
        {
            (end, -730, -14)
        } else if let Some(end) = self.any(i, &["a long time ago", "long ago", "ages ago"]) {
            // "Not so long ago".
            let near = self.before(i) == "not" || matches!(self.before(i), "so" | "too" | "that");
            if near { (end, -365, -1) } else { (end, -7300, -365) }
        } else if let Some(end) = self.any(i, &["these days"]) {
            (end, -60, 0)
        } else if let Some(end) = self.any(i, &["just recently", "quite recently", "very recently"])
        {
            (end, -30, 0)
        } else if self.any(i, &["as soon as", "sooner"]).is_some() {
            return None;
        } else {
            let Lex::Vague(a, b) = self.lex(i) else { return None };
            // "see you soon" and "soon after" name no time of anything.
            if self.w(i) == "soon"
                && (self.is(i + 1, &["after", "as"])
                    || matches!(self.before(i), "as" | "you" | "too"))
            {
                return None;
            }
            (i + 1, a, b)
        };
        let today = self.today()?;
        let from = calendar::plus_days(today, a)?;
        let until = calendar::plus_days(today, b + 1)?;
        let precision = if b - a > 400 { Precision::Year } else { Precision::Month };
        let when = When::of(Stretch::days(from, until, precision)?);
        Some((end, Meaning { vague: true, ..Meaning::whens(Kind::DateRange, vec![when]) }))
    }
}
