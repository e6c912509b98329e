//! Is a text English? Asked before it is parsed, because the parser finds a tree in anything. In
//! doubt it is: a few words of chat tell little.
//!
//! The numbers were chosen on 5,040 English texts of chat, news and posts (LoCoMo, CaRB and WNUT17,
//! the developers' parts, and this project's own sentences), of which they take about one in 150
//! for another language, and some thirty sentences of sixteen others.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::characters::is_letter;

/// The commonest words of English chat that are no common words of another language.
static COMMON_WORDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("common_words.txt").split_whitespace().collect());

/// Fewer words tell nothing.
const FEWEST_WORDS: usize = 4;
/// The share of common words that English seldom goes below.
const LEAST_SHARE: f64 = 0.11;
/// How sure whatlang has to be of another language.
const SURE: f64 = 0.1;

/// Whether a text is English as far as can be told.
pub(super) fn is_english(text: &str) -> bool {
    let letters = || text.chars().filter(|character| is_letter(*character));
    if letters().filter(|letter| is_latin(*letter)).count() * 2 < letters().count() {
        return false;
    }
    let lower = text.to_lowercase();
    let words = lower.split(|character: char| !character.is_alphabetic());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.len() < FEWEST_WORDS {
        return true;
    }
    let share = words.iter().filter(|word| COMMON_WORDS.contains(*word)).count() as f64
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
            "Ich war am Montag in Wien",
            "Was machst du am Wochenende?",
            "Er ist in Linz geboren",
            "Mañana voy a trabajar",
            "Mi hermana vive en Madrid desde 2019.",
            "Hai visto il mio cane?",
            "Ontem fui ao mercado comprar frutas",
            "Jag flyttade till Stockholm förra året",
            "Вчера мы ходили в кино с сестрой",
            "我去年搬到北京了。",
            "昨日、東京へ行きました",
            "انتقلنا إلى القاهرة في العام الماضي",
        ] {
            assert!(!is_english(other), "{other}");
        }
    }
}
