//! Texts as they are compared with each other: how a person reads them, not how they are spelt. Only
//! compares; no text is given away folded.

use caseless::Caseless as _;
use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

use crate::index::without_accents;

/// A text in one case and in compatible forms (NFKC), without accents on Latin and Greek letters, as
/// the index has it, and without what has no width; `_` is a space, and each apostrophe a straight one.
pub(super) fn fold(text: &str) -> String {
    let folded = text.nfkc().default_case_fold().nfkc().filter(|c| !is_invisible(*c));
    let folded: String = folded
        .map(|c| match c {
            '_' => ' ',
            '’' | '‘' | 'ʼ' => '\'',
            other => other,
        })
        .collect();
    without_accents(&folded)
}

/// The same with one space wherever it has white space.
pub(super) fn plain(text: &str) -> String {
    fold(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A soft hyphen, a joiner, a mark of direction, a selector of variants.
fn is_invisible(c: char) -> bool {
    c.general_category() == GeneralCategory::Format
        || matches!(c, '\u{34f}' | '\u{fe00}'..='\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reads_alike_is_alike() {
        for other in
            ["JOSÉ lives", "jose\u{301}\u{a0}lives", "Jo\u{ad}sé_li\u{200b}ves", "ｊｏｓｅ  lives"]
        {
            assert_eq!(plain(other), "jose lives", "{other:?}");
        }
        assert_eq!(plain("O’Hara"), plain("o'hara"));
        assert_ne!(plain("йод"), plain("иод"), "marks of other scripts tell words apart");
    }
}
