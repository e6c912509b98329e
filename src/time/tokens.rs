//! Texts to the tokens that the grammar reads: from a plain tokenizer, with the tags of a parser
//! where there is one. Chinese words become the English words that stand for them in the table.
//! Never reads a token's neighbours for its meaning; that is the grammar's.

use std::ops::Range;

use super::lexicon::{Class, Lex, Lexicon};
use crate::parse::Doc;

/// One word, number or mark.
#[derive(Debug, Clone)]
pub(super) struct Token {
    /// Bytes of the text. Words that one Chinese word became share its bytes.
    pub(super) span: Range<usize>,
    /// In lower case.
    pub(super) word: String,
    pub(super) class: Class,
    /// Whether it begins with a capital.
    pub(super) capital: bool,
    /// Whether nothing stands between it and the token before it.
    pub(super) joined: bool,
    /// Its Penn tag, if a parser gave one.
    pub(super) tag: Option<Box<str>>,
}

/// The tokens of a text, with the tags of its parse.
pub(super) fn tokens(text: &str, doc: Option<&Doc>) -> Vec<Token> {
    let mut tokens = plain(text);
    let Some(doc) = doc else { return tokens };
    let mut parsed = doc.tokens().peekable();
    for token in &mut tokens {
        while parsed.next_if(|p| p.range().end <= token.span.start).is_some() {}
        let over = parsed.peek().filter(|p| p.range().start <= token.span.start);
        token.tag = over.map(|p| p.tag().into());
    }
    tokens
}

fn plain(text: &str) -> Vec<Token> {
    let lexicon = Lexicon::built_in();
    let mut out: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(first) = rest.chars().next() else { break };
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let joined = out.last().is_some_and(|last| last.span.end == at);
        if is_han(first) {
            at += han(rest, at, joined, lexicon, &mut out);
            continue;
        }
        let length = run(rest, first);
        let piece = rest.get(..length).unwrap_or_default();
        let span = at..at + length;
        at += length;
        let word = piece.to_lowercase();
        let capital = first.is_uppercase();
        if let Some(last) = out.last_mut()
            && joined
            && let Lex::Number { value, .. } = last.class.lex
            && matches!(word.as_str(), "st" | "nd" | "rd" | "th")
        {
            last.span.end = span.end;
            last.word.push_str(&word);
            last.class = Class::only(Lex::Ordinal(value));
            continue;
        }
        let word = if is_wide_digit(first) { narrow(piece) } else { word };
        let digits = word.starts_with(|c: char| c.is_ascii_digit());
        let class = if digits { Class::only(number(&word)) } else { lexicon.class(&word) };
        out.push(Token { span, word, class, capital, joined, tag: None });
    }
    out
}

/// How many bytes the word, number or mark at the beginning of `rest` takes.
fn run(rest: &str, first: char) -> usize {
    let take = |is: fn(char) -> bool| {
        rest.char_indices().find(|(_, c)| !is(*c)).map_or(rest.len(), |(at, _)| at)
    };
    if is_wide_digit(first) {
        take(is_wide_digit)
    } else if first.is_ascii_digit() {
        grouped(rest).unwrap_or_else(|| take(|c| c.is_ascii_digit()))
    } else if first.is_alphabetic() {
        // "o'clock" is one word; other apostrophes are marks.
        if rest.get(..7).is_some_and(|w| w.eq_ignore_ascii_case("o'clock")) {
            return 7;
        }
        if rest.strip_prefix(['o', 'O']).is_some_and(|r| r.starts_with("’clock")) {
            return "o’clock".len();
        }
        take(|c| c.is_alphabetic() && !is_han(c))
    } else {
        first.len_utf8()
    }
}

/// A digit as wide as a Chinese sign: １.
fn is_wide_digit(c: char) -> bool {
    ('０'..='９').contains(&c)
}

/// Wide digits as plain ones.
fn narrow(digits: &str) -> String {
    let plain = |c: char| char::from_digit(u32::from(c).checked_sub(u32::from('０'))?, 10);
    digits.chars().filter_map(plain).collect()
}

/// The bytes of a number whose thousands are marked: "12,500".
fn grouped(rest: &str) -> Option<usize> {
    let is_digit = |at: usize| rest.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let mut end = (1..=3).rev().find(|length| (0..*length).all(is_digit))?;
    let first = end;
    while rest.as_bytes().get(end) == Some(&b',')
        && (end + 1..end + 4).all(is_digit)
        && !is_digit(end + 4)
    {
        end += 4;
    }
    (end > first).then_some(end)
}

fn number(digits: &str) -> Lex {
    if digits.contains(',') {
        // Never a year: more digits than any has.
        let value = digits.replace(',', "").parse();
        return value.map_or(Lex::Other, |value| Lex::Number { value, digits: u8::MAX });
    }
    match digits.parse::<u32>() {
        Ok(value) if digits.len() <= 6 => {
            Lex::Number { value, digits: u8::try_from(digits.len()).unwrap_or(u8::MAX) }
        }
        _ => Lex::Other,
    }
}

pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '〇')
}

/// Pushes the tokens of the Chinese word at the beginning of `rest`; how many bytes it takes.
fn han(rest: &str, at: usize, joined: bool, lexicon: &Lexicon, out: &mut Vec<Token>) -> usize {
    let token = |length: usize, word: &str, lex: Lex| {
        let span = at..at + length;
        Token {
            span,
            word: word.to_owned(),
            class: Class::only(lex),
            capital: true,
            joined,
            tag: None,
        }
    };
    let (name, words) = lexicon.chinese(rest).unwrap_or(("", ""));
    // 两周一直: behind a number 周 is the unit, whatever follows.
    let counted = out
        .last()
        .is_some_and(|t| joined && matches!(t.class.lex, Lex::Number { .. } | Lex::Cardinal(_)));
    let unit = name.chars().next().filter(|c| counted && *c == '周');
    let (name, words) = match unit.and_then(|c| rest.get(..c.len_utf8())) {
        Some(week) => (week, "weeks"),
        None => (name, words),
    };
    let numeral = numeral(rest);
    // 五 of 五月 is a number; 一季度 and 周五 are words.
    if let Some((length, lex)) = numeral.filter(|(length, _)| *length > name.len()) {
        out.push(token(length, "", lex));
        return length;
    }
    if name.is_empty() {
        // What follows a number may belong to it.
        let first = rest.chars().next().map_or(1, char::len_utf8);
        if let Some(length) = take_up(rest, at, out) {
            return length;
        }
        let sign = rest.get(..first).unwrap_or_default();
        out.push(Token { class: lexicon.class(sign), ..token(first, sign, Lex::Other) });
        return first;
    }
    if let Some(length) = take_up(rest, at, out) {
        return length;
    }
    let week = words.split(' ').any(|word| word == "week");
    let mut next = rest.get(name.len()..).unwrap_or_default().chars();
    let day = next.next().filter(|_| week).and_then(weekday);
    // 每周三次 counts.
    let day = day.filter(|_| !next.next().is_some_and(|c| "次回遍趟".contains(c)));
    for (n, word) in words.split(' ').enumerate() {
        let class = lexicon.class(word);
        let span = at..at + name.len();
        let joined = joined || n > 0;
        out.push(Token { span, word: word.to_owned(), class, capital: true, joined, tag: None });
    }
    let Some((number, length)) = day else { return name.len() };
    if words == "every week" {
        out.pop();
    }
    let span = at + name.len()..at + name.len() + length;
    let word = String::new();
    let class = Class::only(Lex::Weekday(number));
    out.push(Token { span, word, class, capital: true, joined: true, tag: None });
    name.len() + length
}

/// 年 after four digits, 月 and 日 after fewer are taken up into the number before them.
fn take_up(rest: &str, at: usize, out: &mut [Token]) -> Option<usize> {
    let last = out.last_mut().filter(|t| t.word.is_empty() || t.word.is_ascii())?;
    let Lex::Number { value, digits } = last.class.lex else {
        let Lex::Cardinal(value) = last.class.lex else { return None };
        return take_up_into(rest, at, last, value, 0);
    };
    take_up_into(rest, at, last, value, digits)
}

fn take_up_into(rest: &str, at: usize, last: &mut Token, value: u32, digits: u8) -> Option<usize> {
    let sign = rest.chars().next()?;
    let second = rest.chars().nth(1);
    let lex = match sign {
        '年' if digits == 4 && second != Some('代') => Lex::Number { value, digits: 4 },
        '年' if second == Some('代') && value.is_multiple_of(10) && value < 100 => {
            Lex::Decade(value)
        }
        '月' if (1..=12).contains(&value) => Lex::Month(value),
        '日' | '号' if (1..=31).contains(&value) => Lex::Ordinal(value),
        _ => return None,
    };
    let length = if matches!(lex, Lex::Decade(_)) { "年代".len() } else { sign.len_utf8() };
    // The sign may stand behind a space: "5 月".
    last.span.end = at + length;
    last.class = Class::only(lex);
    last.word = String::new();
    last.capital = true;
    Some(length)
}

fn digit(c: char) -> Option<u32> {
    Some(match c {
        '零' | '〇' => 0,
        '一' => 1,
        '二' | '两' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

fn weekday(c: char) -> Option<(u32, usize)> {
    let number = match c {
        '日' | '天' => 6,
        other => digit(other).filter(|n| (1..=6).contains(n))? - 1,
    };
    Some((number, c.len_utf8()))
}

/// A Chinese numeral up to 9999, digit by digit ("二〇二三") or with its powers ("二十三").
fn numeral(rest: &str) -> Option<(usize, Lex)> {
    let (mut total, mut own, mut length, mut digits) = (0u32, None::<u32>, 0, 0u8);
    let mut powers = false;
    let mut plain = 0u32;
    for c in rest.chars().take(8) {
        if let Some(value) = digit(c) {
            plain = plain.checked_mul(10)?.checked_add(value)?;
            digits = digits.saturating_add(1);
            own = Some(value);
        } else if let Some(power) = match c {
            '十' => Some(10),
            '百' => Some(100),
            '千' => Some(1000),
            _ => None,
        } {
            powers = true;
            total += own.take().unwrap_or(1) * power;
        } else {
            break;
        }
        length += c.len_utf8();
    }
    if length == 0 {
        return None;
    }
    let lex = match (powers, digits) {
        (true, _) => Lex::Cardinal(total + own.unwrap_or(0)),
        (false, 1) => Lex::Cardinal(plain),
        (false, _) => Lex::Number { value: plain, digits },
    };
    Some((length, lex))
}
