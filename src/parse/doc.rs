//! A parsed text: tokens, the tree over them, entities, chunks and sentences. Read-only; tokens
//! and spans are views that can be copied freely.

use std::ops::Range;
use std::sync::Arc;

use super::labels::{Label, Labels};
use super::lexeme::Lexeme;

/// A text and what is known of its words. Holds the text itself, and keeps those words of the parser's
/// memory that it is made of, each with about 1.5 kB of vectors.
#[derive(Debug, Clone)]
pub struct Doc {
    pub(super) text: Box<str>,
    pub(super) entries: Vec<Entry>,
    pub(super) entities: Vec<(Range<usize>, Label)>,
    pub(super) chunks: Vec<Range<usize>>,
    pub(super) children: Children,
    pub(super) labels: Arc<Labels>,
}

/// What is known of a token.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) lexeme: Arc<Lexeme>,
    /// Where it starts, in bytes of the text.
    pub(super) start: usize,
    pub(super) tag: Label,
    pub(super) pos: Label,
    pub(super) morph: Label,
    pub(super) lemma: Arc<str>,
    /// Its head; itself where it has none.
    pub(super) head: usize,
    pub(super) label: Label,
    /// The first and the last token of its subtree, and with it of all between.
    pub(super) reach: (usize, usize),
    pub(super) begins_sentence: bool,
}

/// The children of each token, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Children {
    /// All children, those of one token together.
    children: Vec<usize>,
    /// Where those of each token begin; one more for the end of the last.
    starts: Vec<usize>,
}

impl Children {
    /// Of tokens with these heads, themselves where they have none.
    pub(super) fn of(heads: &[usize]) -> Self {
        let mut starts = vec![0; heads.len() + 1];
        let is_child = |(token, head): &(usize, &usize)| token != *head;
        for (_, head) in heads.iter().enumerate().filter(is_child) {
            if let Some(count) = starts.get_mut(head + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut children = vec![0; sum];
        let mut next = starts.clone();
        for (token, head) in heads.iter().enumerate().filter(is_child) {
            let Some(place) = next.get_mut(*head) else { continue };
            if let Some(child) = children.get_mut(*place) {
                *child = token;
            }
            *place += 1;
        }
        Self { children, starts }
    }

    fn get(&self, token: usize) -> &[usize] {
        let range = self.starts.get(token).zip(self.starts.get(token + 1));
        range.and_then(|(from, to)| self.children.get(*from..*to)).unwrap_or_default()
    }
}

impl Doc {
    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many tokens it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no token, as only the empty text has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The token of a place, counted from 0.
    #[must_use]
    pub fn token(&self, place: usize) -> Option<Token<'_>> {
        let entry = self.entries.get(place)?;
        Some(Token { doc: self, place, entry })
    }

    /// The tokens, in order.
    pub fn tokens(&self) -> impl DoubleEndedIterator<Item = Token<'_>> + ExactSizeIterator {
        (self.entries.iter().enumerate()).map(|(place, entry)| Token { doc: self, place, entry })
    }

    /// The tokens from `range.start` to before `range.end`; those beyond the last are left out.
    #[must_use]
    pub fn span(&self, range: Range<usize>) -> Span<'_> {
        let end = range.end.min(self.len());
        Span { doc: self, start: range.start.min(end), end, label: "" }
    }

    /// The sentences, in order. Every token is in one.
    #[must_use]
    pub fn sentences(&self) -> Vec<Span<'_>> {
        let starts: Vec<usize> = self
            .tokens()
            .filter(|token| token.begins_sentence())
            .map(|token| token.place)
            .collect();
        let ends = starts.iter().skip(1).copied().chain([self.len()]);
        starts.iter().zip(ends).map(|(start, end)| self.span(*start..end)).collect()
    }

    /// The named entities, in order; they never overlap. Their label is their type, such as
    /// `PERSON` or `GPE` (OntoNotes 5).
    pub fn entities(&self) -> impl ExactSizeIterator<Item = Span<'_>> {
        self.entities.iter().map(|(range, label)| Span {
            label: self.labels.name(*label),
            ..self.span(range.clone())
        })
    }

    /// The noun chunks, in order; they never overlap. A chunk ends with its head.
    pub fn chunks(&self) -> impl ExactSizeIterator<Item = Span<'_>> {
        self.chunks.iter().map(|range| self.span(range.clone()))
    }

    /// The token in which a byte of the text lies. None for a byte between tokens.
    #[must_use]
    pub fn token_at(&self, byte: usize) -> Option<Token<'_>> {
        let after = self.entries.partition_point(|entry| entry.start <= byte);
        let token = self.token(after.checked_sub(1)?)?;
        token.range().contains(&byte).then_some(token)
    }
}

/// A token of a text. Equal to itself only: the same place of another `Doc` is another token.
#[derive(Clone, Copy)]
pub struct Token<'a> {
    doc: &'a Doc,
    place: usize,
    entry: &'a Entry,
}

impl<'a> Token<'a> {
    /// Its place among the tokens, from 0.
    #[must_use]
    pub fn place(self) -> usize {
        self.place
    }

    /// It as it stands in the text.
    #[must_use]
    pub fn text(self) -> &'a str {
        &self.entry.lexeme.text
    }

    /// Where it stands, in bytes of the text.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.entry.start..self.entry.start + self.entry.lexeme.text.len()
    }

    /// It in lower case.
    #[must_use]
    pub fn lower(self) -> &'a str {
        &self.entry.lexeme.lower
    }

    /// Its norm: lower case, with spellings made one ("not" for "n't", "favorite" for "favourite").
    #[must_use]
    pub fn norm(self) -> &'a str {
        &self.entry.lexeme.norm
    }

    /// Its lemma: the form that a dictionary lists.
    #[must_use]
    pub fn lemma(self) -> &'a str {
        &self.entry.lemma
    }

    /// Its fine tag, such as `VBD` (Penn Treebank, as OntoNotes 5 uses it).
    #[must_use]
    pub fn tag(self) -> &'a str {
        self.doc.labels.name(self.entry.tag)
    }

    /// Its part of speech, such as `VERB` (Universal Dependencies).
    #[must_use]
    pub fn pos(self) -> &'a str {
        self.doc.labels.name(self.entry.pos)
    }

    /// Its morphology, such as `Number=Sing|Person=3` (Universal Dependencies); empty for none.
    #[must_use]
    pub fn morph(self) -> &'a str {
        self.doc.labels.name(self.entry.morph)
    }

    /// What it is to its head, such as `nsubj` (ClearNLP); `ROOT` for the head of a sentence.
    #[must_use]
    pub fn label(self) -> &'a str {
        self.doc.labels.name(self.entry.label)
    }

    /// The token it depends on; none for the head of a sentence.
    #[must_use]
    pub fn head(self) -> Option<Self> {
        self.doc.token(self.entry.head).filter(|head| head.place != self.place)
    }

    /// The named entity it lies in.
    #[must_use]
    pub fn entity(self) -> Option<Span<'a>> {
        let entities = &self.doc.entities;
        let after = entities.partition_point(|(places, _)| places.start <= self.place);
        let (places, label) = entities.get(after.checked_sub(1)?)?;
        let span = Span { label: self.doc.labels.name(*label), ..self.doc.span(places.clone()) };
        places.contains(&self.place).then_some(span)
    }

    /// The noun chunk it lies in.
    #[must_use]
    pub fn chunk(self) -> Option<Span<'a>> {
        let chunks = &self.doc.chunks;
        let after = chunks.partition_point(|places| places.start <= self.place);
        let places = chunks.get(after.checked_sub(1)?)?;
        places.contains(&self.place).then(|| self.doc.span(places.clone()))
    }

    /// Whether a sentence begins with it.
    #[must_use]
    pub fn begins_sentence(self) -> bool {
        self.entry.begins_sentence
    }

    /// Whether it is white space.
    #[must_use]
    pub fn is_space(self) -> bool {
        self.entry.lexeme.is_space
    }

    /// The tokens that depend on it, in order.
    pub fn children(self) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        let doc = self.doc;
        // A child is always a token.
        doc.children.get(self.place).iter().map(move |place| Token {
            doc,
            place: *place,
            entry: doc.entries.get(*place).unwrap_or(self.entry),
        })
    }

    /// The first child with a label.
    #[must_use]
    pub fn child(self, label: &str) -> Option<Self> {
        self.children().find(|child| child.label() == label)
    }

    /// It and all that depends on it, near or far, in order of the text.
    #[must_use]
    pub fn subtree(self) -> Vec<Self> {
        let mut found = vec![self];
        let mut at = 0;
        while let Some(token) = found.get(at).copied() {
            found.extend(token.children());
            at += 1;
        }
        found.sort_unstable_by_key(|token| token.place);
        found
    }

    /// From the first to the last token of its subtree. Where arcs cross, this holds tokens that
    /// are not of the subtree.
    #[must_use]
    pub fn reach(self) -> Span<'a> {
        let (first, last) = self.entry.reach;
        self.doc.span(first..last + 1)
    }
}

impl PartialEq for Token<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.doc, other.doc) && self.place == other.place
    }
}

impl Eq for Token<'_> {}

impl std::fmt::Debug for Token<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}/{}", self.text(), self.tag(), self.label())
    }
}

/// Tokens in a row.
#[derive(Clone, Copy)]
pub struct Span<'a> {
    doc: &'a Doc,
    start: usize,
    end: usize,
    label: &'a str,
}

impl<'a> Span<'a> {
    /// The places of its tokens.
    #[must_use]
    pub fn places(self) -> Range<usize> {
        self.start..self.end
    }

    /// Its tokens, in order.
    pub fn tokens(self) -> impl DoubleEndedIterator<Item = Token<'a>> {
        let Self { doc, start, end, .. } = self;
        (start..end).filter_map(move |place| doc.token(place))
    }

    /// Where it stands, in bytes of the text; `0..0` for a span without tokens.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        let ends = self.tokens().next().zip(self.tokens().next_back());
        ends.map_or(0..0, |(first, last)| first.range().start..last.range().end)
    }

    /// It as it stands in the text.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.doc.text.get(self.range()).unwrap_or_default()
    }

    /// The type of an entity; empty for other spans.
    #[must_use]
    pub fn label(self) -> &'a str {
        self.label
    }

    /// The token on which the others depend: the first whose head is not in the span.
    #[must_use]
    pub fn root(self) -> Option<Token<'a>> {
        self.tokens()
            .find(|token| token.head().is_none_or(|head| !self.places().contains(&head.place())))
    }
}

impl PartialEq for Span<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.doc, other.doc)
            && (self.start, self.end, self.label) == (other.start, other.end, other.label)
    }
}

impl Eq for Span<'_> {}

impl std::fmt::Debug for Span<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.text())?;
        if self.label.is_empty() { Ok(()) } else { write!(f, " {}", self.label) }
    }
}
