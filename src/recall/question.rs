//! What a question names: people and things of the graph; and the texts of it that are embedded.

use std::collections::BTreeSet;

use graph_schema::name::normalise;
use graph_schema::{EntityId, Interval};
use unicode_segmentation::UnicodeSegmentation;

use crate::graph::Graph;
use crate::index::Index;
use crate::time;

/// The longest name that is looked for, in words.
const LONGEST_NAME: usize = 4;
/// The fewest letters by which a short form stands for a speaker's name.
const SHORT_FORM: usize = 3;
/// The most phrases of a question that are matched by meaning.
const PHRASES: usize = 8;

/// A question, read against a graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Question {
    /// The question as it was asked.
    pub text: String,
    /// The question without the names of speakers: what is compared with what was said.
    pub about: String,
    /// The speakers that it names.
    pub speakers: BTreeSet<EntityId>,
    /// The other entities that it names.
    pub named: BTreeSet<EntityId>,
    /// When it names no other entity, its phrases, to be matched by meaning.
    pub phrases: Vec<String>,
    /// The time that it names. What is relative in it is relative to the newest turn.
    pub time: Option<Interval>,
}

/// The vectors of a question.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct QuestionVectors {
    /// Of [`Question::about`].
    pub about: Vec<f32>,
    /// Of each of [`Question::phrases`].
    pub phrases: Vec<Vec<f32>>,
}

impl Question {
    /// Reads `text`.
    pub fn read(text: &str, graph: &Graph, index: &Index) -> Self {
        let words: Vec<(usize, &str)> = text.unicode_word_indices().collect();
        let mut question = Self { text: text.to_owned(), ..Self::default() };
        let mut speaks = vec![false; words.len()];
        let mut explained = vec![false; words.len()];
        for length in (1..=LONGEST_NAME).rev() {
            for (start, run) in words.windows(length).enumerate() {
                let Some(name) = span(text, run) else { continue };
                let found = entities(name, graph, index);
                let speakers = found.iter().any(|id| graph.has_spoken(*id));
                for id in found {
                    if graph.has_spoken(id) {
                        question.speakers.insert(id);
                    } else {
                        question.named.insert(id);
                    }
                    mark(&mut explained, start, length);
                }
                if speakers {
                    mark(&mut speaks, start, length);
                }
            }
        }
        question.about = without(text, &words, &speaks);
        if question.named.is_empty() {
            question.phrases = phrases(&words, &explained, index);
        }
        question.time = graph.newest_turn().and_then(|newest| time::asked(text, newest).time());
        question
    }

    /// Whether it names an entity.
    pub fn names(&self, id: EntityId) -> bool {
        self.speakers.contains(&id) || self.named.contains(&id)
    }

    /// The texts to embed for [`QuestionVectors`]: what it is about, then its phrases.
    pub fn texts(&self) -> Vec<&str> {
        let phrases = self.phrases.iter().map(String::as_str);
        std::iter::once(self.about.as_str()).chain(phrases).collect()
    }
}

/// The entities that a run of words names: by a name of theirs, by its terms, or as the short form
/// of one speaker's name.
fn entities(name: &str, graph: &Graph, index: &Index) -> BTreeSet<EntityId> {
    let mut found: BTreeSet<EntityId> = graph.entities_named(name).collect();
    found.extend(index.entities_by_terms(name));
    let short = normalise(name);
    if found.is_empty() && short.chars().count() >= SHORT_FORM {
        let mut full =
            graph.speakers().filter(|id| normalise(&graph.name(*id)).starts_with(&short));
        if let (Some(only), None) = (full.next(), full.next()) {
            found.insert(only);
        }
    }
    found
}

fn mark(marks: &mut [bool], start: usize, length: usize) {
    for mark in marks.iter_mut().skip(start).take(length) {
        *mark = true;
    }
}

/// The text from the first word of a run to its last.
fn span<'t>(text: &'t str, run: &[(usize, &str)]) -> Option<&'t str> {
    let (first, (last, word)) = (run.first()?.0, run.last()?);
    text.get(first..last + word.len())
}

/// The text without the marked words and their possessives; all of it when nothing else is left.
fn without(text: &str, words: &[(usize, &str)], cut: &[bool]) -> String {
    let mut rest = String::new();
    let mut from = 0;
    for ((at, word), _) in words.iter().zip(cut).filter(|(_, cut)| **cut) {
        rest.push_str(text.get(from..*at).unwrap_or_default());
        from = at + word.len();
    }
    rest.push_str(text.get(from..).unwrap_or_default());
    let rest = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    if rest.chars().any(char::is_alphanumeric) { rest } else { text.to_owned() }
}

/// Runs of words that carry meaning and name nothing, at most three words long.
fn phrases(words: &[(usize, &str)], explained: &[bool], index: &Index) -> Vec<String> {
    let mut phrases: Vec<String> = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    let means = |word: &str| !index.analyzer().is_stop_word(word);
    let ends = std::iter::once((&(0, ""), &true));
    for ((_, word), explained) in words.iter().zip(explained).chain(ends) {
        if !explained && means(word) && run.len() < 3 {
            run.push(word);
        } else if !run.is_empty() {
            phrases.push(run.join(" "));
            run.clear();
        }
    }
    phrases.truncate(PHRASES);
    phrases
}
