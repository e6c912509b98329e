//! The words of time, read once from the tables `english.toml` and `chinese.toml`: what class a word
//! is of, and which of the sets that the rules ask for. Holds no rule. A table that lacks a set, or
//! has one that no rule names, is refused whole.

mod sets;

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

pub(super) use sets::{Phrases, Set};

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
    Relative(Side),
    /// A recurrence in ISO 8601.
    Recurring(&'static str),
    /// Any other word or mark.
    Other,
}

/// How a time lies to the time of speaking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) struct Side {
    /// -1 before, 0 at it, 1 after.
    pub(super) shift: i64,
    /// The nearest, whatever the calendar.
    #[serde(default)]
    pub(super) nearest: bool,
    /// Of units: up to now.
    #[serde(default)]
    pub(super) to_now: bool,
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

/// What is known of a word by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) lex: Lex,
    /// A bit for each [`Set`] that it is of.
    sets: u64,
    /// A bit for each list of [`Phrases`] of which one begins with it.
    begins: u64,
    /// Whether a phrase of a [`Table`] begins with it.
    heads: bool,
}

impl Class {
    /// Of no set, as numbers in digits are.
    pub(super) fn only(lex: Lex) -> Self {
        Self { lex, sets: 0, begins: 0, heads: false }
    }

    pub(super) fn is_of(self, set: Set) -> bool {
        self.sets & set.bit() != 0
    }

    /// Whether it is a word of time, or a phrase of any list begins with it.
    pub(super) fn begins_any(self) -> bool {
        self.lex != Lex::Other || self.begins != 0 || self.heads
    }

    pub(super) fn begins(self, phrases: Phrases) -> bool {
        self.begins & phrases.bit() != 0
    }
}

/// Phrases of one word or more, and what each tells.
#[derive(Deserialize)]
#[serde(from = "HashMap<String, V>", bound = "V: Deserialize<'de>")]
pub(super) struct Table<V> {
    /// By the first word, the longest phrase first.
    phrases: HashMap<String, Vec<(String, V)>>,
}

impl<V> From<HashMap<String, V>> for Table<V> {
    fn from(told: HashMap<String, V>) -> Self {
        let mut phrases: HashMap<String, Vec<(String, V)>> = HashMap::new();
        for (phrase, value) in told {
            let first = phrase.split(' ').next().unwrap_or_default().to_owned();
            phrases.entry(first).or_default().push((phrase, value));
        }
        for of_word in phrases.values_mut() {
            of_word.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.split(' ').count()));
        }
        Self { phrases }
    }
}

impl<V: Copy> Table<V> {
    /// The phrases that begin with a word, the longest first.
    pub(super) fn beginning(&self, word: &str) -> &[(String, V)] {
        self.phrases.get(word).map_or(&[], Vec::as_slice)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct English {
    months: HashMap<String, u32>,
    weekdays: HashMap<String, u32>,
    seasons: HashMap<String, u32>,
    units: HashMap<Unit, Vec<String>>,
    cardinals: HashMap<String, u32>,
    ordinals: HashMap<String, u32>,
    decades: HashMap<String, u32>,
    parts: HashMap<String, Part>,
    relatives: HashMap<String, Side>,
    recurring: HashMap<String, String>,
    days: Table<i64>,
    requested_days: Table<i64>,
    hours: Table<i64>,
    vague: Table<(i64, i64)>,
    sets: HashMap<Set, Vec<String>>,
    phrases: HashMap<Phrases, Vec<String>>,
}

#[derive(Deserialize)]
struct Chinese {
    words: HashMap<String, String>,
}

/// The tables.
pub(super) struct Lexicon {
    words: HashMap<String, Class>,
    phrases: HashMap<Phrases, Vec<String>>,
    /// Days by their words, from the day of speaking.
    pub(super) days: Table<i64>,
    /// Those of requests alone.
    pub(super) requested_days: Table<i64>,
    /// Hours by name.
    pub(super) hours: Table<i64>,
    /// Vague words, from the first to the last day that they may mean.
    pub(super) vague: Table<(i64, i64)>,
    chinese: HashMap<String, String>,
    /// The bytes of the longest Chinese word.
    longest: usize,
}

static BUILT_IN: LazyLock<Lexicon> = LazyLock::new(|| {
    Lexicon::read(ENGLISH, CHINESE).expect("the tables are compiled in, and every test reads them")
});

/// Each word of the tables of words, and what it is.
fn classed(english: &English) -> HashMap<String, Lex> {
    let mut words = HashMap::new();
    for (unit, names) in &english.units {
        for name in names {
            let plural = name.ends_with('s') && name.len() > 2 && name != "hrs";
            words.insert(name.clone(), Lex::Unit(*unit, plural));
        }
    }
    for (name, number) in &english.weekdays {
        if name.ends_with("day") {
            words.insert(format!("{name}s"), Lex::Weekdays(*number));
        }
    }
    let mut add = |table: &HashMap<String, u32>, lex: fn(u32) -> Lex| {
        words.extend(table.iter().map(|(w, n)| (w.clone(), lex(*n))));
    };
    add(&english.months, Lex::Month);
    add(&english.weekdays, Lex::Weekday);
    add(&english.seasons, Lex::Season);
    add(&english.cardinals, Lex::Cardinal);
    add(&english.ordinals, Lex::Ordinal);
    add(&english.decades, Lex::Decade);
    words.extend(english.parts.iter().map(|(w, p)| (w.clone(), Lex::Part(*p))));
    words.extend(english.relatives.iter().map(|(w, n)| (w.clone(), Lex::Relative(*n))));
    // The table lives as long as the program, and so may what it names.
    let recurring = english.recurring.iter();
    words.extend(recurring.map(|(w, iso)| (w.clone(), Lex::Recurring(iso.clone().leak()))));
    words
}

impl Lexicon {
    pub(super) fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Reads the tables; every set and every list of phrases must be there, and not empty.
    fn read(english: &str, chinese: &str) -> Result<Self, String> {
        let english: English = toml::from_str(english).map_err(|e| e.to_string())?;
        let chinese: Chinese = toml::from_str(chinese).map_err(|e| e.to_string())?;
        let longest = chinese.words.keys().map(String::len).max().unwrap_or(0);
        let lexes = classed(&english).into_iter();
        let mut words: HashMap<String, Class> =
            lexes.map(|(w, lex)| (w, Class::only(lex))).collect();
        for set in Set::ALL {
            let listed = english.sets.get(set).filter(|words| !words.is_empty());
            for word in listed.ok_or_else(|| format!("the set {set:?} has no words"))? {
                if word.contains(' ') {
                    return Err(format!("{word:?} of the set {set:?} is more than one word"));
                }
                words.entry(word.clone()).or_insert(Class::only(Lex::Other)).sets |= set.bit();
            }
        }
        for list in Phrases::ALL {
            let listed = english.phrases.get(list).filter(|phrases| !phrases.is_empty());
            for phrase in listed.ok_or_else(|| format!("the list {list:?} has no phrases"))? {
                let first = phrase.split(' ').next().unwrap_or_default();
                let class = words.entry(first.to_owned()).or_insert(Class::only(Lex::Other));
                class.begins |= list.bit();
            }
        }
        let English { days, requested_days, hours, vague, phrases, .. } = english;
        let heads = days.phrases.keys().chain(requested_days.phrases.keys());
        let heads = heads.chain(hours.phrases.keys()).chain(vague.phrases.keys());
        for head in heads {
            words.entry(head.clone()).or_insert(Class::only(Lex::Other)).heads = true;
        }
        let chinese = chinese.words;
        Ok(Self { words, phrases, days, requested_days, hours, vague, chinese, longest })
    }

    /// What a word in lower case is.
    pub(super) fn class(&self, word: &str) -> Class {
        self.words.get(word).copied().unwrap_or(Class::only(Lex::Other))
    }

    /// A list of phrases, in the order of their trial.
    pub(super) fn phrases(&self, list: Phrases) -> &[String] {
        self.phrases.get(&list).map_or(&[], Vec::as_slice)
    }

    /// The longest Chinese word at the beginning of `rest`, and its English words.
    pub(super) fn chinese<'r>(&self, rest: &'r str) -> Option<(&'r str, &str)> {
        (1..=self.longest.min(rest.len())).rev().find_map(|length| {
            let word = rest.get(..length)?;
            Some((word, self.chinese.get(word)?.as_str()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table without the lines of one set or list.
    fn without(name: &str) -> String {
        let from = ENGLISH.find(&format!("\n{name} = [")).expect("the table has it");
        let until = from + ENGLISH[from..].find("]\n").expect("a list has an end") + 1;
        format!("{}{}", &ENGLISH[..from], &ENGLISH[until..])
    }

    fn refused(english: &str) -> String {
        Lexicon::read(english, CHINESE).err().expect("the table is refused")
    }

    #[test]
    fn a_table_that_lacks_a_set_or_empties_it_is_refused_by_its_name() {
        assert!(refused(&without("leads_year")).contains("LeadsYear"));
        assert!(refused(&without("spoken_of")).contains("SpokenOf"));
        let emptied = without("habits").replace("[sets]", "[sets]\nhabits = []");
        assert!(refused(&emptied).contains("Habits"));
    }

    #[test]
    fn a_set_that_no_rule_names_is_refused() {
        let more = ENGLISH.replace("[sets]", "[sets]\nleads_yaer = [\"in\"]");
        assert!(refused(&more).contains("leads_yaer"));
    }

    #[test]
    fn a_word_of_a_set_is_one_word() {
        let more = without("habits").replace("[sets]", "[sets]\nhabits = [\"as always\"]");
        assert!(refused(&more).contains("more than one word"));
    }

    #[test]
    fn a_phrase_is_not_hidden_by_a_shorter_one_before_it() {
        let lexicon = Lexicon::built_in();
        for list in Phrases::ALL {
            let phrases = lexicon.phrases(*list);
            for (n, later) in phrases.iter().enumerate() {
                let hidden = |p: &&String| later.starts_with(&format!("{p} "));
                let earlier = phrases[..n].iter().find(hidden);
                assert_eq!(earlier, None, "{later:?} of {list:?} is never reached");
            }
        }
    }
}
