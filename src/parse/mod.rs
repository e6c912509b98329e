//! Texts to words and what they are to one another: tokens, tags, lemmas, heads, entities. Text
//! in, [`Doc`] out; never sees a turn, a time, or the store.
//!
//! [`English`] is spaCy's pipeline en_core_web_sm 3.8 run natively, from the model's own files. In
//! the order in which a text goes through it:
//!
//! - `tokenizer` cuts a text; `lexeme` knows what there is to know of a word alone, with
//!   `strings` for ids and `characters` for kinds of characters;
//! - `nets` makes vectors of words in context and scores from them;
//! - `transitions` turns scores into heads and entities, `tree` completes the tree;
//! - `attributes` gives parts of speech and morphology, `lemmas` lemmas, `chunks` noun chunks;
//! - `doc` is what comes out. `files` reads what spaCy wrote, `labels` numbers its labels, and
//!   `language` tells whether a text is English at all.
//!
//! Whoever needs parses takes a [`Parser`], and does without where there is none or where it has
//! no parse for a text.

mod doc;
mod error;
mod english;
mod language;
mod tokenizer;
mod lexeme;
mod strings;
mod characters;
mod nets;
mod transitions;
mod tree;
mod attributes;
mod lemmas;
mod chunks;
mod labels;
mod files;

pub use doc::{Doc, Span, Token};
pub use english::{English, LONGEST_PART};
pub use error::ParseError;

/// Parses texts of some language. Deterministic: a text has one parse, whatever stands beside it.
/// A [`Doc`] comes from a parser of this crate; others choose between those, or leave texts out.
pub trait Parser: Send + Sync {
    /// What it is called in output.
    fn id(&self) -> &str;

    /// The parse of each text, in order and as many as there are texts; none for a text that is not
    /// in its language.
    fn docs(&self, texts: &[&str]) -> Vec<Option<Doc>>;
}

impl<P: Parser + ?Sized> Parser for std::sync::Arc<P> {
    fn id(&self) -> &str {
        (**self).id()
    }

    fn docs(&self, texts: &[&str]) -> Vec<Option<Doc>> {
        (**self).docs(texts)
    }
}
