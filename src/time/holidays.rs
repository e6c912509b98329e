//! Holidays by name: which day each falls on in a year. A moving day that no table tells for a year
//! is not guessed.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use graph_schema::Precision;
use serde::Deserialize;

use super::calendar::{self, Stretch};

const HOLIDAYS: &str = include_str!("holidays.toml");
/// The most tokens of a name, marks not counted.
const LONGEST: usize = 5;

#[derive(Debug, Clone, Deserialize)]
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
    /// So many days from the first day of the holiday of a name.
    Beside {
        of: String,
        shift: i64,
    },
    /// In order, each as YYYYMMDD. A year of the sun may hold none or two.
    Table {
        dates: Vec<u32>,
    },
}

/// When a holiday ends.
#[derive(Debug, Clone)]
enum Ends {
    Days(i64),
    /// Before the next day of the holiday of this name.
    Until(String),
}

/// How the days of a holiday are found.
#[derive(Debug, Clone)]
pub(super) struct Holiday {
    rule: Rule,
    ends: Ends,
}

#[derive(Deserialize)]
struct Entry {
    names: Vec<String>,
    days: Option<i64>,
    until: Option<String>,
    #[serde(flatten)]
    rule: Rule,
}

#[derive(Deserialize)]
struct File {
    holiday: Vec<Entry>,
}

/// A holiday as its first day alone, and as all its days.
struct Known {
    first: Holiday,
    whole: Holiday,
}

static BUILT_IN: LazyLock<HashMap<String, Known>> = LazyLock::new(|| {
    let file: File =
        toml::from_str(HOLIDAYS).expect("the file is compiled in, and every test reads it");
    let mut names = HashMap::new();
    for Entry { names: of, days, until, rule } in file.holiday {
        let ends = until.map_or(Ends::Days(days.unwrap_or(1)), Ends::Until);
        for name in of {
            let first = Holiday { rule: rule.clone(), ends: Ends::Days(1) };
            let whole = Holiday { rule: rule.clone(), ends: ends.clone() };
            names.insert(name, Known { first, whole });
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
/// case. One of several days is all of them if `whole`, else the first.
pub(super) fn named<'w>(
    words: impl Iterator<Item = &'w str>,
    whole: bool,
) -> Option<(usize, &'static Holiday)> {
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
        if let Some(known) = BUILT_IN.get(&name) {
            best = Some((taken, if whole { &known.whole } else { &known.first }));
        }
    }
    best
}

impl Holiday {
    /// Its days from the first one that begins in a year.
    pub(super) fn in_year(&self, year: i32) -> Option<Stretch> {
        self.stretch(*self.begins_in(year).first()?)
    }

    /// The nearest one that begins before (`-1`) or after (`1`) `date`; its own day is neither.
    pub(super) fn beside(&self, date: NaiveDate, direction: i64) -> Option<Stretch> {
        let mut begins = ((date.year() - 1)..=(date.year() + 1)).flat_map(|y| self.begins_in(y));
        let nearest =
            if direction < 0 { begins.rfind(|d| *d < date) } else { begins.find(|d| *d > date) };
        self.stretch(nearest?)
    }

    /// The days of a year on which it begins, in order.
    fn begins_in(&self, year: i32) -> Vec<NaiveDate> {
        match &self.rule {
            Rule::Table { dates } => {
                dates.iter().filter_map(|d| tabled(*d)).filter(|d| d.year() == year).collect()
            }
            Rule::Beside { of, shift } => {
                let base = BUILT_IN.get(of).map(|known| &known.first);
                let begins = base.into_iter().flat_map(|first| first.begins_in(year));
                begins.filter_map(|d| calendar::plus_days(d, *shift)).collect()
            }
            _ => self.ruled(year).into_iter().collect(),
        }
    }

    fn ruled(&self, year: i32) -> Option<NaiveDate> {
        match &self.rule {
            Rule::Fixed { month, day } => NaiveDate::from_ymd_opt(year, *month, *day),
            Rule::Nth { month, weekday, nth, offset } => {
                let within = calendar::month_of(year, *month)?;
                let day = calendar::nth_weekday(within, *weekday, *nth)?.first_day();
                calendar::plus_days(day, *offset)
            }
            Rule::Easter { easter } => calendar::plus_days(calendar::easter(year)?, *easter),
            Rule::Beside { .. } | Rule::Table { .. } => None,
        }
    }

    fn stretch(&self, from: NaiveDate) -> Option<Stretch> {
        let until = match &self.ends {
            Ends::Days(days) => calendar::plus_days(from, *days)?,
            Ends::Until(name) => BUILT_IN.get(name)?.first.beside(from, 1)?.first_day(),
        };
        Stretch::days(from, until, Precision::Day)
    }
}

fn tabled(date: u32) -> Option<NaiveDate> {
    let year = i32::try_from(date / 10_000).ok()?;
    NaiveDate::from_ymd_opt(year, date / 100 % 100, date % 100)
}
