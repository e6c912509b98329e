//! The words of time, read once from the tables `english.toml`, `chinese.toml` and
//! `holidays.toml`. Holds no rule.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

const ENGLISH: &str = include_str!("english.toml");
const CHINESE: &str = include_str!("chinese.toml");

/// What a token is by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lex {
    /// Digits, and how many.
    Number { value: u32, digits: u8 },
    /// A number word.
    Cardinal(u32),
    /// A number word or digits of order.
    Ordinal(u32),
    /// A unit, and whether its plural.
    Unit(Unit, bool),
    /// A month, from 1.
    Month(u32),
    /// A weekday, from Monday = 0.
    Weekday(u32),
    /// Weekdays in the plural.
    Weekdays(u32),
    /// A season, spring = 0.
    Season(u32),
    /// A part of the day.
    Part(Part),
    /// A decade of a century.
    Decade(u32),
    /// Before now, now, or after it.
    Relative(i64),
    /// A recurrence in ISO 8601.
    Recurring(&'static str),
    /// Days from the day of speaking.
    Vague(i64, i64),
    /// Any other word or mark.
    Other,
}

/// What time is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Unit {
    Second,
    Minute,
    Hour,
    Day,
    Night,
    BusinessDay,
    Week,
    Fortnight,
    Weekend,
    Month,
    Quarter,
    Year,
    Decade,
    Century,
}

impl Unit {
    /// Whether it is shorter than a day.
    pub(super) fn of_clock(self) -> bool {
        self <= Self::Hour
    }
}

/// A part of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Part {
    Morning,
    Afternoon,
    Evening,
    Night,
    Daytime,
    Breakfast,
    Lunch,
    Dinner,
}

#[derive(Deserialize)]
struct English {
    months: HashMap<String, u32>,
    weekdays: HashMap<String, u32>,
    seasons: HashMap<String, u32>,
    units: HashMap<Unit, Vec<String>>,
    cardinals: HashMap<String, u32>,
    ordinals: HashMap<String, u32>,
    decades: HashMap<String, u32>,
    parts: HashMap<String, Part>,
    relatives: HashMap<String, i64>,
    recurring: HashMap<String, String>,
    vague: HashMap<String, (i64, i64)>,
}

#[derive(Deserialize)]
struct Chinese {
    words: HashMap<String, String>,
}

/// The tables.
pub(super) struct Lexicon {
    words: HashMap<String, Lex>,
    chinese: HashMap<String, String>,
    /// The bytes of the longest Chinese word.
    longest: usize,
}

static BUILT_IN: LazyLock<Lexicon> = LazyLock::new(|| {
    let english: English =
        toml::from_str(ENGLISH).expect("the file is compiled in, and every test reads it");
    let chinese: Chinese =
        toml::from_str(CHINESE).expect("the file is compiled in, and every test reads it");
    let longest = chinese.words.keys().map(String::len).max().unwrap_or(0);
    Lexicon { words: words(english), chinese: chinese.words, longest }
});

fn words(english: English) -> HashMap<String, Lex> {
    let mut words = HashMap::new();
    for (unit, names) in english.units {
        for name in names {
            let plural = name.ends_with('s') && name.len() > 2 && name != "hrs";
            words.insert(name, Lex::Unit(unit, plural));
        }
    }
    for (name, number) in &english.weekdays {
        if name.ends_with("day") {
            words.insert(format!("{name}s"), Lex::Weekdays(*number));
        }
    }
    words.extend(english.months.into_iter().map(|(w, n)| (w, Lex::Month(n))));
    words.extend(english.weekdays.into_iter().map(|(w, n)| (w, Lex::Weekday(n))));
    words.extend(english.seasons.into_iter().map(|(w, n)| (w, Lex::Season(n))));
    words.extend(english.cardinals.into_iter().map(|(w, n)| (w, Lex::Cardinal(n))));
    words.extend(english.ordinals.into_iter().map(|(w, n)| (w, Lex::Ordinal(n))));
    words.extend(english.decades.into_iter().map(|(w, n)| (w, Lex::Decade(n))));
    words.extend(english.parts.into_iter().map(|(w, p)| (w, Lex::Part(p))));
    words.extend(english.relatives.into_iter().map(|(w, n)| (w, Lex::Relative(n))));
    words.extend(english.vague.into_iter().map(|(w, (a, b))| (w, Lex::Vague(a, b))));
    // The table lives as long as the program, and so may what it names.
    words.extend(english.recurring.into_iter().map(|(w, iso)| (w, Lex::Recurring(iso.leak()))));
    words
}

impl Lexicon {
    pub(super) fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// What a word in lower case is.
    pub(super) fn lex(&self, word: &str) -> Lex {
        self.words.get(word).copied().unwrap_or(Lex::Other)
    }

    /// The longest Chinese word at the beginning of `rest`, and its English words.
    pub(super) fn chinese<'r>(&self, rest: &'r str) -> Option<(&'r str, &str)> {
        (1..=self.longest.min(rest.len())).rev().find_map(|length| {
            let word = rest.get(..length)?;
            Some((word, self.chinese.get(word)?.as_str()))
        })
    }
}
