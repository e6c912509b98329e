//! The words that temporal expressions are made of, and the cutting of a text into such words.
//! Pure tables: no dates are computed here.

use std::ops::Range;

/// A unit of calendar time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Minute,
    Hour,
    Day,
    Week,
    Weekend,
    Month,
    Year,
    Decade,
}

/// What a word may mean in a temporal expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lex {
    /// A month, from 1; `doubtful` when the word has another common reading.
    Month { number: u32, doubtful: bool },
    /// A weekday, Monday being 0; `doubtful` for an abbreviation.
    Weekday { number: u32, doubtful: bool },
    /// A season, from spring, 0.
    Season(u32),
    /// A unit.
    Unit(Unit),
    /// A number in words.
    Number(u32),
    /// A number in at most four digits, and how many there are.
    Digits { value: u32, digits: usize },
    /// `7th`.
    Ordinal(u32),
    /// `90s`, `1990s`, `nineties`: a decade, with its century where told.
    Decade { year: u32, century: bool },
    /// A word of the grammar, in lower case.
    Key(&'static str),
    /// A mark that ends a sentence.
    End,
    /// Any other mark.
    Mark(char),
    /// Anything else.
    Other,
}

/// A word or mark of the text.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) span: Range<usize>,
    pub(super) lex: Lex,
    pub(super) capital: bool,
}

/// The words and marks of `text`.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, first)) = chars.next() {
        let mut end = start + first.len_utf8();
        if first.is_alphanumeric() {
            while let Some(&(at, c)) = chars.peek() {
                if !c.is_alphanumeric() {
                    break;
                }
                end = at + c.len_utf8();
                chars.next();
            }
            let lex = text.get(start..end).map_or(Lex::Other, classify);
            words.push(Word { span: start..end, lex, capital: first.is_uppercase() });
        } else if first == '\n' || !first.is_whitespace() {
            let lex = match first {
                '.' | '!' | '?' | ';' | '\n' => Lex::End,
                '\u{2019}' => Lex::Mark('\''),
                '\u{2013}' | '\u{2014}' => Lex::Mark('-'),
                other => Lex::Mark(other),
            };
            words.push(Word { span: start..end, lex, capital: false });
        }
    }
    words
}

fn classify(word: &str) -> Lex {
    // The longest word of the tables has nine letters.
    let mut buffer = [0u8; 10];
    let Some(slot) = buffer.get_mut(..word.len()) else { return Lex::Other };
    slot.copy_from_slice(word.as_bytes());
    slot.make_ascii_lowercase();
    let Ok(lower) = std::str::from_utf8(slot) else { return Lex::Other };
    if lower.starts_with(|c: char| c.is_ascii_digit()) {
        return number(lower);
    }
    let sure = |number| Lex::Month { number, doubtful: false };
    let short = |number| Lex::Month { number, doubtful: true };
    let weekday = |number| Lex::Weekday { number, doubtful: false };
    let abbreviated = |number| Lex::Weekday { number, doubtful: true };
    match lower {
        "january" => sure(1),
        "february" => sure(2),
        "april" => sure(4),
        "june" => sure(6),
        "july" => sure(7),
        "august" => sure(8),
        "september" => sure(9),
        "october" => sure(10),
        "november" => sure(11),
        "december" => sure(12),
        "jan" => short(1),
        "feb" => short(2),
        "march" | "mar" => short(3),
        "apr" => short(4),
        "may" => short(5),
        "jun" => short(6),
        "jul" => short(7),
        "aug" => short(8),
        "sep" | "sept" => short(9),
        "oct" => short(10),
        "nov" => short(11),
        "dec" => short(12),
        "monday" => weekday(0),
        "tuesday" => weekday(1),
        "wednesday" => weekday(2),
        "thursday" => weekday(3),
        "friday" => weekday(4),
        "saturday" => weekday(5),
        "sunday" => weekday(6),
        "mon" => abbreviated(0),
        "tue" | "tues" => abbreviated(1),
        "wed" => abbreviated(2),
        "thu" | "thur" | "thurs" => abbreviated(3),
        "fri" => abbreviated(4),
        "sat" => abbreviated(5),
        "sun" => abbreviated(6),
        "spring" => Lex::Season(0),
        "summer" => Lex::Season(1),
        "fall" | "autumn" => Lex::Season(2),
        "winter" => Lex::Season(3),
        "minute" | "minutes" => Lex::Unit(Unit::Minute),
        "hour" | "hours" => Lex::Unit(Unit::Hour),
        "day" | "days" => Lex::Unit(Unit::Day),
        "week" | "weeks" => Lex::Unit(Unit::Week),
        "weekend" | "weekends" => Lex::Unit(Unit::Weekend),
        "month" | "months" => Lex::Unit(Unit::Month),
        "year" | "years" => Lex::Unit(Unit::Year),
        "decade" | "decades" => Lex::Unit(Unit::Decade),
        "one" => Lex::Number(1),
        "two" => Lex::Number(2),
        "three" => Lex::Number(3),
        "four" => Lex::Number(4),
        "five" => Lex::Number(5),
        "six" => Lex::Number(6),
        "seven" => Lex::Number(7),
        "eight" => Lex::Number(8),
        "nine" => Lex::Number(9),
        "ten" => Lex::Number(10),
        "eleven" => Lex::Number(11),
        "twelve" => Lex::Number(12),
        "fifteen" => Lex::Number(15),
        "eighteen" => Lex::Number(18),
        "twenty" => Lex::Number(20),
        "thirty" => Lex::Number(30),
        "forty" => Lex::Number(40),
        "fifty" => Lex::Number(50),
        "twenties" => Lex::Decade { year: 20, century: false },
        "thirties" => Lex::Decade { year: 30, century: false },
        "forties" => Lex::Decade { year: 40, century: false },
        "fifties" => Lex::Decade { year: 50, century: false },
        "sixties" => Lex::Decade { year: 60, century: false },
        "seventies" => Lex::Decade { year: 70, century: false },
        "eighties" => Lex::Decade { year: 80, century: false },
        "nineties" => Lex::Decade { year: 90, century: false },
        _ => KEYS.iter().find(|key| **key == lower).map_or(Lex::Other, |key| Lex::Key(key)),
    }
}

fn number(lower: &str) -> Lex {
    let digits = lower.bytes().take_while(u8::is_ascii_digit).count();
    let Some((number, tail)) = lower.split_at_checked(digits) else { return Lex::Other };
    let Ok(value) = number.parse::<u32>() else { return Lex::Other };
    match tail {
        "" if digits <= 4 => Lex::Digits { value, digits },
        "st" | "nd" | "rd" | "th" => Lex::Ordinal(value),
        "s" if value % 10 == 0 && digits == 2 => Lex::Decade { year: value, century: false },
        "s" if value % 10 == 0 && digits == 4 => Lex::Decade { year: value, century: true },
        _ => Lex::Other,
    }
}

const KEYS: &[&str] = &[
    "a",
    "about",
    "after",
    "afternoon",
    "ago",
    "already",
    "am",
    "an",
    "and",
    "are",
    "at",
    "back",
    "been",
    "before",
    "beginning",
    "between",
    "by",
    "class",
    "coming",
    "couple",
    "during",
    "each",
    "earlier",
    "early",
    "end",
    "evening",
    "ever",
    "every",
    "few",
    "following",
    "for",
    "from",
    "going",
    "gonna",
    "had",
    "has",
    "have",
    "hope",
    "in",
    "is",
    "last",
    "late",
    "later",
    "let",
    "ll",
    "mid",
    "middle",
    "morning",
    "my",
    "next",
    "night",
    "now",
    "of",
    "on",
    "over",
    "past",
    "plan",
    "planned",
    "planning",
    "plans",
    "see",
    "several",
    "since",
    "start",
    "the",
    "this",
    "till",
    "to",
    "today",
    "tomorrow",
    "tonight",
    "until",
    "upcoming",
    "was",
    "were",
    "will",
    "within",
    "yesterday",
    "you",
];
