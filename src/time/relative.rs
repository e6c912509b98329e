//! Times that are told as last, this or next, and weekdays and months that leave their year or week to
//! be guessed from when they were said.

use chrono::Datelike;

use super::calendar::{self, Stretch};
use super::grammar::{Read, Reader};
use super::lexicon::{Lex, Unit};

impl Reader<'_> {
    /// After "last", "this" or "next".
    pub(super) fn relative(&self, i: usize, shift: i64, past: bool) -> Read<Stretch> {
        let day = self.day()?;
        let part = |next: usize| self.skip(next, &["morning", "afternoon", "evening", "night"]);
        match self.lex(i) {
            // "the coming weeks" are not counted.
            Lex::Unit(_) if self.text_at(i).ends_with(['s', 'S']) => None,
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
    pub(super) fn stretch_back(&self, unit: Unit, count: i64) -> Option<Stretch> {
        let day = self.day()?;
        Some(Stretch {
            from: calendar::moved(day, unit, -count)?,
            until: calendar::plus_days(day, 1)?,
            precision: calendar::precision_of(unit),
        })
    }

    pub(super) fn nearest_season(&self, number: u32, shift: i64) -> Option<Stretch> {
        let day = self.day()?;
        let years = (day.year() - 2)..=(day.year() + 2);
        let mut seasons = years.filter_map(|year| calendar::season(year, number));
        match shift {
            -1 => seasons.rfind(|s| s.until <= day),
            0 => seasons
                .find(|s| day < s.until && (s.from <= day || s.from.year() == day.year()))
                .or_else(|| calendar::season(day.year(), number)),
            _ => seasons.find(|s| s.from > day),
        }
    }

    pub(super) fn nearest_month(&self, i: usize, number: u32) -> Option<Stretch> {
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

    pub(super) fn weekday(
        &self,
        i: usize,
        number: u32,
        doubtful: bool,
        after: bool,
    ) -> Read<Stretch> {
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
    pub(super) fn over_the_weekend(&self, i: usize) -> Read<Stretch> {
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
}
