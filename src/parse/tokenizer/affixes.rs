//! What comes off the beginning and the end of a run of characters, what splits it, and whether
//! it is a URL: the patterns of the model's own file.
//!
//! Source: spaCy 3.8, `tokenizer.pyx` (`find_prefix`, `find_suffix`, `find_infix`, `url_match`).
//!
//! Time is linear in the run, whatever it holds: the patterns of beginning and end see no more of
//! it than they need, and the pattern of URLs gives up after a fixed number of steps.

use fancy_regex::{Regex, RegexBuilder};

use crate::parse::ParseError;
use crate::parse::files::File;

/// How many bytes of a run the patterns of beginning and end see at first.
const WINDOW: usize = 32;
/// A longer run is no URL.
const LONGEST_URL: usize = 4096;
/// Steps back that the pattern of URLs may take.
const URL_STEPS: usize = 100_000;

/// The patterns.
#[derive(Debug)]
pub(super) struct Affixes {
    /// In the order of the model's file, of which the first that matches wins.
    prefixes: Vec<Regex>,
    /// All end where the run ends, so the longest is the first from the left, which wins.
    suffixes: Vec<Regex>,
    infix: Regex,
    url: Regex,
}

impl Affixes {
    /// Compiles them.
    pub(super) fn new(
        file: &File,
        [prefix, suffix, infix, url]: [&str; 4],
    ) -> Result<Self, ParseError> {
        let compile = |name, pattern: &str, steps| {
            let regex = RegexBuilder::new(pattern).backtrack_limit(steps).build();
            regex.map_err(file.pattern(name))
        };
        Ok(Self {
            prefixes: patterns(file, "prefix_search", prefix)?,
            suffixes: patterns(file, "suffix_search", suffix)?,
            infix: compile("infix_finditer", infix, usize::MAX)?,
            url: compile("url_match", url, URL_STEPS)?,
        })
    }

    /// How many bytes come off the beginning.
    pub(super) fn prefix(&self, run: &str) -> usize {
        in_window(run, beginning, |window| {
            self.prefixes.iter().find_map(|pattern| length(pattern, window))
        })
    }

    /// How many bytes come off the end.
    pub(super) fn suffix(&self, run: &str) -> usize {
        in_window(run, end, |window| {
            self.suffixes.iter().filter_map(|pattern| length(pattern, window)).max()
        })
    }

    /// Where it is split, and what stands there: starts and ends in order, as bytes.
    pub(super) fn infixes(&self, run: &str) -> Vec<(usize, usize)> {
        let found = self.infix.find_iter(run).map_while(Result::ok);
        found.map(|found| (found.start(), found.end())).collect()
    }

    /// Whether it is a URL.
    pub(super) fn is_url(&self, run: &str) -> bool {
        // The pattern asks for a name of at least two labels or four numbers.
        run.len() <= LONGEST_URL && run.contains('.') && self.url.is_match(run).unwrap_or(false)
    }

    /// Whether a pattern of beginning, end or middle finds something in `text`.
    pub(super) fn find_any(&self, text: &str) -> bool {
        self.prefix(text) > 0 || self.suffix(text) > 0 || !self.infixes(text).is_empty()
    }
}

/// How long the match of a pattern is. Only patterns that look around go back, and they have no limit
/// to it: none can run away, since none repeats but at its end.
fn length(pattern: &Regex, window: &str) -> Option<usize> {
    pattern.find(window).ok().flatten().map(|found| found.end() - found.start())
}

/// What `find` finds in a part of `run` that `part` cuts out, made larger until it is not filled.
fn in_window(
    run: &str,
    part: fn(&str, usize) -> &str,
    find: impl Fn(&str) -> Option<usize>,
) -> usize {
    let mut size = WINDOW;
    loop {
        let window = part(run, size);
        let length = find(window).unwrap_or(0);
        // What fills the window may go on behind it.
        if length < window.len() || window.len() == run.len() {
            return length;
        }
        size = size.saturating_mul(4);
    }
}

/// The alternatives of a pattern, in a row as long as all of them look around or none does: those
/// that do not are one automaton, without any going back.
fn patterns(file: &File, name: &'static str, pattern: &str) -> Result<Vec<Regex>, ParseError> {
    let looks_around =
        |alternative: &str| ["(?=", "(?!", "(?<"].iter().any(|mark| alternative.contains(mark));
    let alternatives = alternatives(pattern);
    let alike = alternatives.chunk_by(|one, next| looks_around(one) == looks_around(next));
    alike.map(|run| Regex::new(&run.join("|")).map_err(file.pattern(name))).collect()
}

/// Cuts a pattern at each `|` that is in no group and no class.
fn alternatives(pattern: &str) -> Vec<&str> {
    let (mut groups, mut in_class, mut escaped) = (0_usize, false, false);
    let bars = pattern.char_indices().filter(|(_, character)| {
        let escapes = !escaped && *character == '\\';
        let literal = std::mem::replace(&mut escaped, escapes);
        match character {
            _ if literal => {}
            ']' => in_class = false,
            _ if in_class => {}
            '[' => in_class = true,
            '(' => groups += 1,
            ')' => groups = groups.saturating_sub(1),
            '|' => return groups == 0,
            _ => {}
        }
        false
    });
    let bars: Vec<usize> = bars.map(|(at, _)| at).collect();
    let starts = std::iter::once(0).chain(bars.iter().map(|at| at + 1));
    let ends = bars.iter().copied().chain([pattern.len()]);
    starts.zip(ends).filter_map(|(start, end)| pattern.get(start..end)).collect()
}

/// The first `size` bytes of `run`, or a few less so as not to cut a character.
fn beginning(run: &str, size: usize) -> &str {
    let cut = (0..=size.min(run.len())).rev().find(|at| run.is_char_boundary(*at));
    run.get(..cut.unwrap_or(0)).unwrap_or(run)
}

/// The last `size` bytes of `run`, or a few less so as not to cut a character.
fn end(run: &str, size: usize) -> &str {
    let cut = (run.len().saturating_sub(size)..=run.len()).find(|at| run.is_char_boundary(*at));
    run.get(cut.unwrap_or(0)..).unwrap_or(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn affixes() -> Affixes {
        let file = File::of(std::path::Path::new("."), "tokenizer");
        Affixes::new(
            &file,
            [
                r"^\(|^\.\.+|^\+(?![0-9])",
                r"\)$|\.\.+$|(?<=[0-9])km$",
                r"(?<=[a-z])-(?=[a-z])",
                r"^(?:\S+@)?(?:[a-z]+\.)+[a-z]{2,}$",
            ],
        )
        .unwrap()
    }

    #[test]
    fn affixes_are_found_at_both_ends() {
        let affixes = affixes();
        assert_eq!((affixes.prefix("(a)"), affixes.suffix("(a)")), (1, 1));
        assert_eq!((affixes.prefix("+a"), affixes.prefix("+1")), (1, 0));
        assert_eq!((affixes.suffix("5km"), affixes.suffix("km")), (2, 0));
        assert_eq!(affixes.infixes("a-b-c"), [(1, 2), (3, 4)]);
        assert!(affixes.is_url("www.example.org") && !affixes.is_url("word"));
    }

    #[test]
    fn a_pattern_is_cut_only_where_it_may_be() {
        assert_eq!(alternatives(r"a|b\||[|(]|(c|d)|"), ["a", r"b\|", "[|(]", "(c|d)", ""]);
    }

    #[test]
    fn a_run_longer_than_the_window_is_one_affix() {
        let dots = ".".repeat(5_000);
        assert_eq!(affixes().prefix(&format!("{dots}é")), 5_000);
        assert_eq!(affixes().suffix(&format!("é{dots}")), 5_000);
        assert_eq!(affixes().suffix(&dots), 5_000);
    }

    #[test]
    fn a_pattern_of_urls_that_runs_away_finds_none() {
        assert!(!affixes().is_url(&"a.@".repeat(1_365)));
        assert!(!affixes().is_url(&"a.".repeat(1_000_000)));
    }
}
