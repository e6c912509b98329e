//! A text to tokens. White space is what lies between tokens: one space belongs to the token
//! before it, and more than that is a token of its own.
//!
//! Source: spaCy 3.8, `tokenizer.pyx`: a run without white space loses its prefixes and suffixes
//! one by one until nothing comes off, special runs are looked for at each step, and what is left
//! is a URL, or is split at its infixes.

mod affixes;
mod specials;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use parking_lot::RwLock;
use serde::Deserialize;

use super::ParseError;
use super::characters::is_space;
use super::files::File;
use super::lexeme::{Lexeme, Lexicon};
use affixes::Affixes;
use specials::Specials;

/// How many words and how many runs are remembered; with one more, all are forgotten. A word
/// remembered has the vectors of its first layers with it, about 1.5 kB.
const MOST_REMEMBERED: usize = 1 << 14;
/// A longer run (in bytes) is not remembered.
const LONGEST_REMEMBERED: usize = 64;
/// The number of the attribute ORTH in the model's file.
const ORTH: u32 = 65;
/// The number of the attribute NORM.
const NORM: u32 = 67;

/// A token without its place in a sentence.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) lexeme: Arc<Lexeme>,
    /// Where it starts, in bytes of the text.
    pub(super) start: usize,
    /// Whether one space follows that is no token.
    pub(super) space_after: bool,
}

impl Piece {
    /// Where it ends, in bytes of the text.
    pub(super) fn end(&self) -> usize {
        self.start + self.lexeme.text.len()
    }
}

/// The tokenizer.
#[derive(Debug)]
pub(super) struct Tokenizer {
    lexicon: Lexicon,
    affixes: Affixes,
    specials: Specials,
    memory: RwLock<Memory>,
}

/// Words and runs met before.
#[derive(Debug, Default)]
struct Memory {
    words: HashMap<Box<str>, Arc<Lexeme>>,
    runs: HashMap<Box<str>, Arc<[Arc<Lexeme>]>>,
}

impl Tokenizer {
    /// Reads `tokenizer` and `vocab/lookups.bin` of a model's folder.
    pub(super) fn read(folder: &Path) -> Result<Self, ParseError> {
        #[derive(Deserialize)]
        struct Rules {
            prefix_search: String,
            suffix_search: String,
            infix_finditer: String,
            url_match: String,
            exceptions: HashMap<String, Vec<HashMap<u32, String>>>,
        }
        let file = File::of(folder, "tokenizer");
        let rules: Rules = file.read()?;
        let patterns = [
            &*rules.prefix_search,
            &*rules.suffix_search,
            &*rules.infix_finditer,
            &*rules.url_match,
        ];
        let mut tokenizer = Self {
            lexicon: Lexicon::read(folder)?,
            affixes: Affixes::new(&file, patterns)?,
            specials: Specials::default(),
            memory: RwLock::default(),
        };
        let mut specials = Specials::default();
        for (run, parts) in rules.exceptions {
            let tokens: Vec<_> = parts
                .iter()
                .filter_map(|part| {
                    let norm = part.get(&NORM).map(String::as_str);
                    Some(tokenizer.lexicon.lexeme(part.get(&ORTH)?, norm))
                })
                .collect();
            if tokens.iter().map(|token| &*token.text).collect::<String>() != run {
                return Err(file.lacks(format!("a sound cut of {run:?}")));
            }
            if run.contains(' ') || tokenizer.affixes.find_any(&run) {
                // `tokenizer` knows no special run yet, so only the patterns cut it.
                let cut = tokenizer.cut(&run);
                let sequence = cut.iter().map(|piece| piece.lexeme.text.clone()).collect();
                specials.add_sequence(sequence);
            }
            specials.add(&run, tokens);
        }
        tokenizer.specials = specials;
        // What is remembered so far was cut without special runs.
        tokenizer.memory = RwLock::default();
        Ok(tokenizer)
    }

    /// The tokens of a text. Together with one space after those that say so they are the text.
    pub(super) fn tokenize(&self, text: &str) -> Vec<Piece> {
        self.specials.join(text, self.cut(text))
    }

    /// The tokens of a text before those in a row are looked at for special runs.
    fn cut(&self, text: &str) -> Vec<Piece> {
        let mut pieces = Vec::with_capacity(text.len() / 4);
        let mut start = 0;
        let mut in_space = text.chars().next().is_some_and(is_space);
        for (at, character) in text.char_indices() {
            if is_space(character) == in_space {
                continue;
            }
            self.cut_run(text, start, at, &mut pieces);
            start = at;
            if character == ' ' {
                if let Some(last) = pieces.last_mut() {
                    last.space_after = true;
                }
                start += 1;
            }
            in_space = !in_space;
        }
        self.cut_run(text, start, text.len(), &mut pieces);
        pieces
    }

    /// The tokens of one run, white space throughout or nowhere.
    fn cut_run(&self, text: &str, start: usize, end: usize, pieces: &mut Vec<Piece>) {
        let run = text.get(start..end).unwrap_or_default();
        if run.is_empty() {
            return;
        }
        let tokens = match self.specials.get(run) {
            Some(tokens) => Arc::clone(tokens),
            None => self.remembered(run),
        };
        let mut start = start;
        for lexeme in tokens.iter() {
            pieces.push(Piece { lexeme: Arc::clone(lexeme), start, space_after: false });
            start += lexeme.text.len();
        }
    }

    /// The tokens of a run that is not special, found in memory or left there.
    fn remembered(&self, run: &str) -> Arc<[Arc<Lexeme>]> {
        if run.len() > LONGEST_REMEMBERED {
            return self.take_apart(run).into();
        }
        if let Some(tokens) = self.memory.read().runs.get(run) {
            return Arc::clone(tokens);
        }
        let tokens: Arc<[_]> = self.take_apart(run).into();
        let mut memory = self.memory.write();
        memory.make_room();
        memory.runs.insert(run.into(), Arc::clone(&tokens));
        tokens
    }

    /// Takes prefixes and suffixes off a run and splits what is left.
    fn take_apart(&self, run: &str) -> Vec<Arc<Lexeme>> {
        let (mut tokens, mut suffixes) = (Vec::new(), Vec::new());
        let mut core = run;
        while !core.is_empty() && self.specials.get(core).is_none() {
            let prefix = self.affixes.prefix(core);
            let (before, without_prefix) = core.split_at_checked(prefix).unwrap_or(("", core));
            if prefix > 0 && self.specials.get(without_prefix).is_some() {
                tokens.push(self.lexeme(before));
                core = without_prefix;
                break;
            }
            let suffix = self.affixes.suffix(without_prefix);
            let cut = core.len() - suffix;
            let (without_suffix, after) = core.split_at_checked(cut).unwrap_or((core, ""));
            if suffix > 0 && self.specials.get(without_suffix).is_some() {
                suffixes.push(self.lexeme(after));
                core = without_suffix;
                break;
            }
            if prefix == 0 && suffix == 0 {
                break;
            }
            // The suffix was looked for behind the prefix, so the two never overlap.
            core = core.get(prefix..cut).unwrap_or_default();
            tokens.extend((prefix > 0).then(|| self.lexeme(before)));
            suffixes.extend((suffix > 0).then(|| self.lexeme(after)));
        }
        match self.specials.get(core) {
            Some(special) => tokens.extend(special.iter().cloned()),
            None if core.is_empty() => {}
            None if self.affixes.is_url(core) => tokens.push(self.lexeme(core)),
            None => self.split(core, &mut tokens),
        }
        tokens.extend(suffixes.into_iter().rev());
        tokens
    }

    /// Splits at the infixes, which become tokens too.
    fn split(&self, core: &str, tokens: &mut Vec<Arc<Lexeme>>) {
        let mut start = 0;
        // An infix at the very beginning splits nothing.
        for (from, until) in self.affixes.infixes(core).into_iter().filter(|(from, _)| *from > 0) {
            for part in [core.get(start..from), core.get(from..until)].into_iter().flatten() {
                tokens.extend((!part.is_empty()).then(|| self.lexeme(part)));
            }
            start = until;
        }
        let rest = core.get(start..).unwrap_or_default();
        tokens.extend((!rest.is_empty()).then(|| self.lexeme(rest)));
    }

    /// A word, found in memory or left there.
    fn lexeme(&self, text: &str) -> Arc<Lexeme> {
        if text.len() > LONGEST_REMEMBERED {
            return self.lexicon.lexeme(text, None);
        }
        if let Some(word) = self.memory.read().words.get(text) {
            return Arc::clone(word);
        }
        let word = self.lexicon.lexeme(text, None);
        let mut memory = self.memory.write();
        memory.make_room();
        memory.words.insert(text.into(), Arc::clone(&word));
        word
    }
}

impl Memory {
    /// Forgets everything when there is no room for one more.
    fn make_room(&mut self) {
        if self.words.len() >= MOST_REMEMBERED || self.runs.len() >= MOST_REMEMBERED {
            *self = Self::default();
        }
    }
}
