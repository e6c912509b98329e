//! Texts to the tokens that the grammar reads: from a plain tokenizer, with the tags of a parser
//! where there is one; Chinese words by `chinese`. Never reads the neighbours of an English word for
//! its meaning; that is the grammar's.

mod chinese;

use std::ops::Range;

use super::lexicon::{Class, Lex, Lexicon};
use crate::parse::Doc;
use chinese::han;
pub(super) use chinese::is_han;

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
