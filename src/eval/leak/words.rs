//! Runs of words that questions and turns share. Compares folded words, and never guesses at meaning.

use std::collections::HashMap;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::eval::fold::fold;

/// The fewest words whose repetition is no chance.
const FEWEST: usize = 5;
/// From so many words on, a question that is there but for a few words was copied.
const LONG: usize = 7;

/// The longest run of words of a question in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) words: usize,
    /// How many words the question has.
    pub(super) of: usize,
    /// What the words of the run count: a character of a script without spaces is half a word.
    halves: usize,
}

impl Run {
    pub(super) fn is_whole(self) -> bool {
        self.words == self.of
    }

    /// At least 85 %.
    pub(super) fn is_nearly(self) -> bool {
        self.halves >= 2 * LONG && self.words * 100 >= self.of * 85
    }

    /// At least 70 %.
    pub(super) fn is_much(self) -> bool {
        self.words * 100 >= self.of * 70
    }
}

/// The longest run for each question and turn that share one that is no chance, by their places.
#[derive(Debug, Default)]
pub(super) struct Runs(HashMap<(usize, usize), Run>);

impl Runs {
    pub(super) fn find<'t>(questions: impl Iterator<Item = &'t str>, texts: &[String]) -> Self {
        let mut numbers = HashMap::new();
        let questions: Vec<Vec<Word>> = questions.map(|text| words(text, &mut numbers)).collect();
        let mut places: HashMap<&[Word], Vec<(usize, usize)>> = HashMap::new();
        for (question, asked) in questions.iter().enumerate() {
            for (at, seed) in asked.windows(FEWEST).enumerate() {
                places.entry(seed).or_default().push((question, at));
            }
        }
        let mut runs = Self::default();
        for (place, text) in texts.iter().enumerate() {
            let said = words(text, &mut numbers);
            for (start, seed) in said.windows(FEWEST).enumerate() {
                for &(question, at) in places.get(seed).into_iter().flatten() {
                    let Some(asked) = questions.get(question) else { continue };
                    // Begun further left, it is the longer.
                    if start > 0 && at > 0 && said.get(start - 1) == asked.get(at - 1) {
                        continue;
                    }
                    let pairs = asked.iter().skip(at).zip(said.iter().skip(start));
                    let shared: Vec<&Word> =
                        pairs.take_while(|(a, b)| a == b).map(|(word, _)| word).collect();
                    let halves = shared.iter().map(|word| word.halves).sum();
                    let run = Run { words: shared.len(), of: asked.len(), halves };
                    if run.halves < 2 * FEWEST {
                        continue;
                    }
                    let known = runs.0.entry((question, place)).or_insert(run);
                    if known.words < run.words {
                        *known = run;
                    }
                }
            }
        }
        runs
    }

    pub(super) fn longest(&self, question: usize, place: usize) -> Option<Run> {
        self.0.get(&(question, place)).copied()
    }
}

/// A word by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Word {
    number: usize,
    halves: usize,
}

fn words(text: &str, numbers: &mut HashMap<String, usize>) -> Vec<Word> {
    let folded = fold(text);
    let known = |word: &str, numbers: &mut HashMap<String, usize>| {
        let next = numbers.len();
        let number = *numbers.entry(word.to_owned()).or_insert(next);
        let mut characters = word.chars();
        let alone = characters.next().is_some_and(|c| !c.is_ascii()) && characters.next().is_none();
        Word { number, halves: if alone { 1 } else { 2 } }
    };
    let words = folded.unicode_words().flat_map(parts);
    words.map(|word| known(&word, numbers)).collect()
}

/// What the index makes of a word of Unicode: one word, or one for each part between dots.
fn parts(word: &str) -> Vec<String> {
    let parts: Vec<&str> = word.split(['.', ':', '·']).filter(|part| !part.is_empty()).collect();
    let numeric = word.chars().all(|c| c.is_numeric() || matches!(c, '.' | ','));
    if numeric {
        vec![word.to_owned()]
    } else if parts.iter().all(|part| part.chars().count() == 1) {
        vec![parts.concat()]
    } else {
        parts.into_iter().map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn longest(question: &str, text: &str) -> Option<(usize, usize)> {
        let runs = Runs::find([question].into_iter(), &[text.to_owned()]);
        runs.longest(0, 0).map(|run| (run.words, run.of))
    }

    #[test]
    fn words_are_compared_folded_and_as_unicode_cuts_them() {
        let asked = "Where didn't José's STRASSE lead to?";
        assert_eq!(longest(asked, "where—didn’t jose\u{301}'s, straße lead to"), Some((6, 6)));
        assert_eq!(
            longest(asked, "Ｗｈｅｒｅ didn't josé's strasse lead, they said"),
            Some((5, 6))
        );
        assert_eq!(longest(asked, "where didn't josé's strasse led to"), None);
        for other in [
            "where didn't jose's strasse lead to",
            "where_didn't_jose's_strasse_lead_to",
            "where.didn't.jose's:strasse.lead.to",
            "whe\u{ad}re didn't jo\u{200b}se's str\u{2060}asse lead to",
        ] {
            assert_eq!(longest(asked, other), Some((6, 6)), "{other:?}");
        }
        assert_eq!(longest("Who is Ann?", "Who is Ann?"), None, "so short a question is chance");
    }

    #[test]
    fn a_character_of_a_script_without_spaces_is_half_a_word() {
        assert_eq!(longest("他什么时候去了奥斯陆", "他什么时候去过"), None);
        assert_eq!(longest("他什么时候去了奥斯陆", "他什么时候去了奥斯陆"), Some((10, 10)));
    }

    #[test]
    fn the_longest_of_several_runs_counts() {
        let asked = "one two three four five six seven eight nine ten";
        let said =
            "two three four five six, four five six seven eight nine ten; one two three four five";
        assert_eq!(longest(asked, said), Some((7, 10)));
    }

    proptest! {
        #[test]
        fn a_copy_within_any_text_is_found(
            before in any::<String>(),
            asked in prop::collection::vec("[a-z]{2,5}", 5..12),
            after in any::<String>(),
        ) {
            let asked = asked.join(" ");
            let found = longest(&asked, &format!("{before}\n{}\n{after}", asked.to_uppercase()));
            prop_assert!(found.is_some_and(|(words, of)| words == of));
        }
    }
}
