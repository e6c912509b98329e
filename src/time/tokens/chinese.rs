//! The Chinese words of a text as the tokens of the English ones that stand for them. What stands before
//! a sign decides here what it is: 年 and 月 are taken up into a number, 周 behind one is a unit.

use super::Token;
use crate::time::lexicon::{Class, Lex, Lexicon};

pub(in crate::time) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '〇')
}

/// Pushes the tokens of the Chinese word at the beginning of `rest`; how many bytes it takes.
pub(super) fn han(
    rest: &str,
    at: usize,
    joined: bool,
    lexicon: &Lexicon,
    out: &mut Vec<Token>,
) -> usize {
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
