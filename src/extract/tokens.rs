//! A text to words, marks and sentences. Spans are bytes of the text. One pass, no look-back.

use std::ops::Range;

use super::lexicon::{Class, Lexicon, Verb};

/// What a token does in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    /// I, you, she, it, this.
    Pronoun,
    /// The, a, some; also numbers.
    Determiner,
    /// My, your, her.
    Possessive,
    /// The mark of the genitive: `'s`.
    Genitive,
    Preposition,
    /// To, before a verb.
    To,
    Conjunction,
    Auxiliary,
    /// Not, n't, never.
    Negation,
    Verb,
    Adverb,
    /// An adjective that judges: dropped from names of things.
    Adjective,
    /// A word that qualifies the noun after it and belongs to its name.
    Modifier,
    Noun,
    /// A name; see [`Token::kind`].
    Name,
    /// A temporal expression; the number of it.
    Time(usize),
    Interjection,
    Mark,
    /// The mark that ends a sentence.
    End,
}

/// A word, a mark, a whole name, or a whole temporal expression.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) span: Range<usize>,
    /// In lower case, with a straight apostrophe.
    pub(super) lower: String,
    pub(super) capital: bool,
    pub(super) class: Class,
    pub(super) verb: Option<Verb>,
    pub(super) tag: Tag,
    /// The entity type of a name, as far as the name itself tells.
    pub(super) kind: Option<&'static str>,
    /// The name, when it is not the text of the span.
    pub(super) name: Option<String>,
}

/// A run of tokens up to the mark that ends it.
#[derive(Debug, Clone)]
pub(super) struct Sentence {
    pub(super) tokens: Range<usize>,
    pub(super) question: bool,
}

/// Cuts `text` into words and marks.
pub(super) fn cut(text: &str, lexicon: &Lexicon) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, first)) = chars.next() {
        if first.is_whitespace() && first != '\n' {
            continue;
        }
        let mut end = start + first.len_utf8();
        if !(first.is_alphanumeric() || first == '@') {
            tokens.push(mark(text, start..end, first));
            continue;
        }
        while let Some(&(at, c)) = chars.peek() {
            let joins = matches!(c, '\'' | '\u{2019}' | '-' | '.' | '_' | '/' | ':' | '@');
            let next = text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
            let before = text.get(start..at).unwrap_or_default();
            let inside = match c {
                '.' | ':' => {
                    next.is_some_and(|n| n.is_ascii_digit())
                        && before.ends_with(|b: char| b.is_ascii_digit())
                        || is_address(before)
                }
                '/' => is_address(before),
                '@' => next.is_some_and(char::is_alphanumeric),
                _ => next.is_some_and(char::is_alphanumeric),
            };
            if !(c.is_alphanumeric()
                || (joins && inside && !(c == '.' && next.is_none_or(char::is_whitespace))))
            {
                break;
            }
            end = at + c.len_utf8();
            chars.next();
        }
        push_word(text, start..end, lexicon, &mut tokens);
    }
    tokens
}

/// Whether a word so far is the beginning of an address of the web.
fn is_address(word: &str) -> bool {
    word.starts_with("http") || word.starts_with("www")
}

fn mark(text: &str, span: Range<usize>, first: char) -> Token {
    let tag = if matches!(first, '.' | '!' | '?' | '\n' | '…' | '。' | '！' | '？') {
        Tag::End
    } else {
        Tag::Mark
    };
    let lower = match first {
        '\u{2013}' | '\u{2014}' => "-".to_owned(),
        _ => text.get(span.clone()).unwrap_or_default().to_owned(),
    };
    Token {
        span,
        lower,
        capital: false,
        class: Class::default(),
        verb: None,
        tag,
        kind: None,
        name: None,
    }
}

fn push_word(text: &str, span: Range<usize>, lexicon: &Lexicon, tokens: &mut Vec<Token>) {
    let raw = text.get(span.clone()).unwrap_or_default();
    let lower = raw.to_lowercase().replace('\u{2019}', "'");
    let mut push = |span: Range<usize>| {
        let raw = text.get(span.clone()).unwrap_or_default();
        let lower = raw.to_lowercase().replace('\u{2019}', "'");
        let class = lexicon.class(&lower);
        let verb = lexicon.verb(&lower);
        let capital = raw.starts_with(char::is_uppercase);
        tokens.push(Token {
            span,
            lower,
            capital,
            class,
            verb,
            tag: Tag::Noun,
            kind: None,
            name: None,
        });
    };
    // "don't" is "do" and "n't"; "she's" is "she" and "'s".
    let cut = if lower.ends_with("n't") {
        raw.char_indices().rev().nth(2).map(|(at, _)| at)
    } else {
        raw.char_indices()
            .rev()
            .take(4)
            .find(|(_, c)| matches!(c, '\'' | '\u{2019}'))
            .map(|(at, _)| at)
            .filter(|at| {
                let tail = raw.get(*at..).unwrap_or_default().chars().skip(1).collect::<String>();
                matches!(tail.to_ascii_lowercase().as_str(), "s" | "m" | "re" | "ve" | "ll" | "d")
            })
    };
    match cut {
        Some(at) if at > 0 => {
            push(span.start..span.start + at);
            push(span.start + at..span.end);
        }
        _ => push(span),
    }
}

/// The sentences that tokens make.
pub(super) fn sentences(tokens: &[Token]) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut question = false;
    let mut ended = false;
    for (i, token) in tokens.iter().enumerate() {
        let ends = token.tag == Tag::End && !abbreviated(tokens, i);
        if ended && !ends {
            sentences.push(Sentence { tokens: start..i, question });
            (start, question, ended) = (i, false, false);
        }
        if ends {
            ended = true;
            question |= matches!(token.lower.as_str(), "?" | "？");
        }
    }
    if start < tokens.len() {
        sentences.push(Sentence { tokens: start..tokens.len(), question });
    }
    sentences
}

/// Whether a point belongs to the short title before it.
fn abbreviated(tokens: &[Token], i: usize) -> bool {
    let Some(before) = i.checked_sub(1).and_then(|p| tokens.get(p)) else { return false };
    let point = tokens.get(i).is_some_and(|t| t.lower == "." && t.span.start == before.span.end);
    point
        && matches!(before.lower.as_str(), "mr" | "mrs" | "ms" | "dr" | "prof" | "st" | "jr" | "vs")
}
