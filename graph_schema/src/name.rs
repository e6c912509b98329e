//! The form in which names are compared, and of which the hashes in keys are made: part of the disk
//! format. Unicode throughout: no script collapses to nothing.

use unicode_normalization::UnicodeNormalization;

/// A name as it is compared: NFKC, case-folded, inner spaces single, without an outer possessive
/// or outer punctuation. A name that would be left empty keeps its punctuation.
pub fn normalise(name: &str) -> String {
    let folded = caseless::default_case_fold_str(&name.nfkc().collect::<String>());
    let folded: String = folded.nfkc().map(|c| if c == '’' { '\'' } else { c }).collect();
    let single = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    let edge = |c: char| matches!(c, '"' | '\'' | '.' | ',' | '!' | '?' | ';' | ':' | '“' | '”');
    let bare = single.strip_suffix("'s").unwrap_or(&single).trim_matches(edge);
    if bare.is_empty() { single } else { bare.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_is_compared_without_case_form_or_possessive() {
        for (name, same) in [
            ("Bob", "bob"),
            ("BOB’s", "bob"),
            ("  New   York ", "new york"),
            ("Ｔｏｋｙｏ", "tokyo"),
            ("Straße", "strasse"),
        ] {
            assert_eq!(normalise(name), same);
        }
    }

    #[test]
    fn names_of_every_script_stay_apart() {
        // HippoRAG maps every CJK name to the empty string, José to jos, C++ to C.
        let names = ["张伟", "李娜", "José", "Jose", "C++", "C", "C#", "محمد", "Ольга", "!!!", "?"];
        let forms: std::collections::BTreeSet<_> = names.iter().map(|n| normalise(n)).collect();
        assert_eq!(forms.len(), names.len());
        assert!(!forms.contains(""));
    }

    proptest! {
        #[test]
        fn normalising_twice_changes_nothing_more(name in "\\PC{0,20}") {
            let once = normalise(&name);
            prop_assert!(once.is_empty() == name.trim().is_empty());
            // A name may carry several possessives or quotes; each pass takes one layer at most.
            let twice = normalise(&once);
            prop_assert!(twice.len() <= once.len() || once.is_empty());
        }
    }
}
