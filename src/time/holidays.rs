//! Holidays by name: which day each falls on in a year. A moving day that no table tells for a year
//! is not guessed.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use serde::Deserialize;

use super::calendar::{self, Stretch};

const HOLIDAYS: &str = include_str!("holidays.toml");
/// The most tokens of a name, marks not counted.
const LONGEST: usize = 5;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Rule {
    Fixed {
        month: u32,
        day: u32,
    },
    Nth {
        month: u32,
        weekday: u32,
        nth: i64,
        #[serde(default)]
        offset: i64,
    },
    Easter {
        easter: i64,
    },
}

/// How the day of a holiday is found.
#[derive(Debug, Clone)]
pub(super) enum Holiday {
    Ruled(Ruled),
    Table { first: i32, days: Vec<u32> },
}

/// A holiday by a rule.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ruled(Rule);

#[derive(Deserialize)]
struct Entry {
    names: Vec<String>,
    first: Option<i32>,
    table: Option<Vec<u32>>,
    #[serde(flatten)]
    rule: Option<Rule>,
}

#[derive(Deserialize)]
struct File {
    holiday: Vec<Entry>,
}

static BUILT_IN: LazyLock<HashMap<String, Holiday>> = LazyLock::new(|| {
    let file: File =
        toml::from_str(HOLIDAYS).expect("the file is compiled in, and every test reads it");
    let mut names = HashMap::new();
    for entry in file.holiday {
        let holiday = match (entry.rule, entry.first, entry.table) {
            (_, Some(first), Some(days)) => Holiday::Table { first, days },
            (Some(rule), ..) => Holiday::Ruled(Ruled(rule)),
            _ => continue,
        };
        for name in entry.names {
            names.insert(name, holiday.clone());
        }
    }
    names
});

static FIRST_WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let first = |name: &String| name.split(' ').next().map(str::to_owned);
    BUILT_IN.keys().filter_map(first).collect()
});

/// Whether a name of a holiday may begin with the word.
pub(super) fn begins(word: &str) -> bool {
    // "New year's" has its apostrophe behind the word, "valentine" its letter too.
    FIRST_WORDS.contains(word) || FIRST_WORDS.contains(&format!("{word}s"))
}

/// The holiday whose name begins the words, and how many of them it takes. Each word is in lower
/// case; `None` among them ends the name.
pub(super) fn named<'w>(words: impl Iterator<Item = &'w str>) -> Option<(usize, &'static Holiday)> {
    let mut name = String::new();
    let mut best = None;
    let (mut taken, mut counted) = (0, 0);
    let mut possessive = false;
    for word in words {
        taken += 1;
        match word {
            "'" | "’" => {
                possessive = true;
                continue;
            }
            "-" | "." => continue,
            "s" if possessive => name.push('s'),
            word => {
                if counted == LONGEST {
                    break;
                }
                counted += 1;
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(word);
            }
        }
        possessive = false;
        if let Some(holiday) = BUILT_IN.get(&name) {
            best = Some((taken, holiday));
        }
    }
    best
}

impl Holiday {
    /// Its day in a year.
    pub(super) fn in_year(&self, year: i32) -> Option<Stretch> {
        let date = match self {
            Self::Table { first, days } => {
                let at = usize::try_from(year.checked_sub(*first)?).ok()?;
                let day = *days.get(at)?;
                NaiveDate::from_ymd_opt(year, day / 100, day % 100)?
            }
            Self::Ruled(Ruled(Rule::Fixed { month, day })) => {
                NaiveDate::from_ymd_opt(year, *month, *day)?
            }
            Self::Ruled(Ruled(Rule::Nth { month, weekday, nth, offset })) => {
                let within = calendar::month_of(year, *month)?;
                let day = calendar::nth_weekday(within, *weekday, *nth)?.first_day();
                calendar::plus_days(day, *offset)?
            }
            Self::Ruled(Ruled(Rule::Easter { easter })) => {
                calendar::plus_days(calendar::easter(year)?, *easter)?
            }
        };
        calendar::day(date)
    }

    /// The nearest one that begins before (`-1`) or after (`1`) `date`; its own day is neither.
    pub(super) fn beside(&self, date: NaiveDate, direction: i64) -> Option<Stretch> {
        let mut years = (date.year() - 1)..=(date.year() + 1);
        let at = calendar::midnight(date);
        if direction < 0 {
            years.rev().filter_map(|y| self.in_year(y)).find(|s| s.from < at)
        } else {
            years.find_map(|y| self.in_year(y).filter(|s| s.from > at))
        }
    }
}
