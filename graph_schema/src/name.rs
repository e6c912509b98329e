//! The form in which names are compared, and of which the hashes in keys are made. Never changes
//! within a format of the disk: a name would no longer be found under its key. Unicode throughout: no script collapses to nothing.

use unicode_normalization::UnicodeNormalization;

/// A name as it is compared: NFKC, case-folded, NFKC again, with ' for ’, spaces single, and
/// without outer spaces, outer punctuation (" ' . , ! ? ; : “ ”) and the possessive 's at its end,
/// however many of these it has. A name that nothing would be left of keeps its punctuation.
/// Normalising again changes nothing.
///
/// Frozen: format 1 of the disk has hashes of this form in its keys (`KEYS.md`).
pub fn normalise(name: &str) -> String {
    // Twice: a mark that folds to a letter lets others before it compose.
    let folded = fold(&fold(name)).replace('’', "'");
    let single = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    let edge =
        |c: char| matches!(c, ' ' | '"' | '\'' | '.' | ',' | '!' | '?' | ';' | ':' | '“' | '”');
    let mut bare = single.as_str();
    loop {
        let barer = bare.strip_suffix("'s").unwrap_or(bare).trim_matches(edge);
        if barer.is_empty() || barer == bare {
            return bare.to_owned();
        }
        bare = barer;
    }
}

fn fold(name: &str) -> String {
    caseless::default_case_fold_str(&name.nfkc().collect::<String>()).nfkc().collect()
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
            ("“Bob’s”", "bob"),
            ("\" Bob's. \"'s", "bob"),
            ("'s", "'s"),
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

    #[test]
    fn no_character_is_changed_by_normalising_twice() {
        for c in '\0'..=char::MAX {
            let once = normalise(&c.to_string());
            assert_eq!(normalise(&once), once, "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn normalising_twice_changes_nothing_more(
            name in prop_oneof![
                "\\PC{0,20}",
                "[a-c'’s\"“”.,!?;: ]{0,12}",
                "[αωΑΊıİǰẞﬁ\u{345}\u{300}\u{301}\u{308}\u{327}´ ]{0,8}",
            ]
        ) {
            let once = normalise(&name);
            prop_assert_eq!(once.is_empty(), name.trim().is_empty());
            prop_assert_eq!(normalise(&once), once);
        }
    }
}
