//! Is a text English? Asked before it is parsed, because the parser finds a tree in anything. In
//! doubt it is: a few words of chat tell little.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::characters::is_letter;

/// Words that English sentences are held together by, and the commonest of chat.
static FUNCTION_WORDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("function_words.txt").split_whitespace().collect());

/// Fewer words tell nothing.
const FEWEST_WORDS: usize = 4;
/// The share of function words that English hardly ever goes below.
const LEAST_SHARE: f64 = 0.2;
/// How sure the guess of another language has to be.
const SURE: f64 = 0.1;

/// Whether a text is English as far as can be told.
pub(super) fn is_english(text: &str) -> bool {
    let letters = text.chars().filter(|character| is_letter(*character));
    let (latin, other): (Vec<char>, Vec<char>) = letters.partition(|letter| is_latin(*letter));
    if other.len() > latin.len() {
        return false;
    }
    let lower = text.to_lowercase();
    let words = lower.split(|character: char| !character.is_alphabetic());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.len() < FEWEST_WORDS {
        return true;
    }
    let share = words.iter().filter(|word| FUNCTION_WORDS.contains(*word)).count() as f64
        / words.len() as f64;
    share >= LEAST_SHARE
        || whatlang::detect(text)
            .is_none_or(|guess| guess.lang() == whatlang::Lang::Eng || guess.confidence() < SURE)
}

/// Latin letters lie in a few blocks of their own.
fn is_latin(letter: char) -> bool {
    matches!(letter, '\0'..='\u{24f}' | '\u{1d00}'..='\u{1eff}' | '\u{ff21}'..='\u{ff5a}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_is_told_from_other_languages() {
        for english in [
            "",
            "😂😂",
            "ok",
            "Wow, congrats!",
            "We're moving to Linz on Friday.",
            "My cousin Wang Xiuying (王秀英) is coming to visit us.",
            "Note to self: Farah prefers tea.",
            "wanna grab lunch tmrw?",
        ] {
            assert!(is_english(english), "{english}");
        }
        for other in [
            "Ich bin letzte Woche nach Wien gezogen.",
            "J'ai acheté une maison hier avec ma femme.",
            "Ik heb gisteren een nieuwe fiets gekocht",
            "Вчера мы ходили в кино с сестрой",
            "我去年搬到北京了。",
            "昨日、東京へ行きました",
            "انتقلنا إلى القاهرة في العام الماضي",
        ] {
            assert!(!is_english(other), "{other}");
        }
    }
}
