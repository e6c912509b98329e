//! What kind of character is one? As Python's `str` methods say, on which spaCy's features and
//! patterns rest; Rust's own differ for a few hundred characters. Characters that came into Unicode
//! later than a Python is are no letters to it, but are here.

use std::ops::RangeInclusive;

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};

/// Digits that make no decimal numbers: raised, circled and the like.
/// Source: Unicode Character Database, `DerivedNumericType.txt`, Numeric_Type=Digit.
const OTHER_DIGITS: [RangeInclusive<char>; 20] = [
    '\u{b2}'..='\u{b3}',
    '\u{b9}'..='\u{b9}',
    '\u{1369}'..='\u{1371}',
    '\u{19da}'..='\u{19da}',
    '\u{2070}'..='\u{2070}',
    '\u{2074}'..='\u{2079}',
    '\u{2080}'..='\u{2089}',
    '\u{2460}'..='\u{2468}',
    '\u{2474}'..='\u{247c}',
    '\u{2488}'..='\u{2490}',
    '\u{24ea}'..='\u{24ea}',
    '\u{24f5}'..='\u{24fd}',
    '\u{24ff}'..='\u{24ff}',
    '\u{2776}'..='\u{277e}',
    '\u{2780}'..='\u{2788}',
    '\u{278a}'..='\u{2792}',
    '\u{10a40}'..='\u{10a43}',
    '\u{10e60}'..='\u{10e68}',
    '\u{11052}'..='\u{1105a}',
    '\u{1f100}'..='\u{1f10a}',
];

/// White space: `str.isspace`.
pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

/// A letter: `str.isalpha`.
pub(super) fn is_letter(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphabetic();
    }
    character.general_category_group() == GeneralCategoryGroup::Letter
}

/// A digit: `str.isdigit`.
pub(super) fn is_digit(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_digit();
    }
    character.general_category() == GeneralCategory::DecimalNumber
        || OTHER_DIGITS.iter().any(|range| range.contains(&character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_what_python_says() {
        assert!(['\t', '\u{1c}', '\u{85}', '\u{a0}', '\u{3000}'].into_iter().all(is_space));
        assert!(!['a', '\u{200b}', '\u{180e}'].into_iter().any(is_space));
        assert!(['a', 'é', '中', 'א', 'ª'].into_iter().all(is_letter));
        // Letters to Unicode's Alphabetic, and not to Python: a vowel sign, Roman four, circled a.
        assert!(!['\u{93e}', 'Ⅳ', 'ⓐ', '5', '-'].into_iter().any(is_letter));
        assert!(['7', '²', '①', '٣', '𝟜'].into_iter().all(is_digit));
        assert!(!['½', 'Ⅳ', 'x'].into_iter().any(is_digit));
    }
}
