//! What was read otherwise than it is written: a slip of a file, and where it was. Never says more of
//! a question than its place.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

/// Something in a file that was read otherwise than it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repair {
    /// Which conversation.
    pub conversation: String,
    /// The question's place in the file's list, from 0.
    pub question: usize,
    /// What is written there.
    pub given: String,
    /// As what it was read; nothing when it was dropped.
    pub read_as: Vec<String>,
    /// What is wrong with it.
    pub why: Why,
}

impl Repair {
    /// `slip`, made in the `question` of `conversation`.
    pub(super) fn of(conversation: &str, question: usize, slip: Slip) -> Self {
        let (given, read_as, why) = slip;
        Self { conversation: conversation.to_owned(), question, given, read_as, why }
    }
}

impl Display for Repair {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { conversation, question, given, read_as, why } = self;
        write!(f, "{conversation} question {question}: {given:?} ")?;
        match read_as.as_slice() {
            [] => write!(f, "dropped: {why}"),
            ids => write!(f, "read as {}: {why}", ids.join(", ")),
        }
    }
}

/// What is wrong with something that was repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Why {
    /// One string holds several ids.
    #[serde(rename = "several ids in one string")]
    SeveralIds,
    /// It names a turn, but not as the turn's own id is written.
    #[serde(rename = "not written as the turn's id is")]
    Spelling,
    /// It names no turn of the conversation.
    #[serde(rename = "no turn has this id")]
    NoSuchTurn,
    /// It could name more than one turn.
    #[serde(rename = "more than one turn could be meant")]
    Ambiguous,
    /// It has not the form of an id.
    #[serde(rename = "not an id")]
    NotAnId,
    /// The same turn is named before it.
    #[serde(rename = "given twice")]
    Twice,
    /// The evidence is not a plain list of strings.
    #[serde(rename = "not a list of strings")]
    NotAList,
    /// The category is none of the known ones.
    #[serde(rename = "not a known category")]
    UnknownCategory,
    /// A passage is named by its title and its text, and none has this text.
    #[serde(rename = "no passage has this text; taken by its title")]
    OtherText,
    /// The id of a correction is like those of another conversation's.
    #[serde(rename = "the id names another conversation; taken by the rest")]
    OtherConversation,
    /// It is of no form that is known.
    #[serde(rename = "it cannot be read")]
    Unreadable,
}

impl Display for Why {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SeveralIds => "several ids in one string",
            Self::Spelling => "not written as the turn's id is",
            Self::NoSuchTurn => "no turn has this id",
            Self::Ambiguous => "more than one turn could be meant",
            Self::NotAnId => "not an id",
            Self::Twice => "given twice",
            Self::NotAList => "not a list of strings",
            Self::UnknownCategory => "not a known category",
            Self::OtherText => "no passage has this text; taken by its title",
            Self::OtherConversation => "the id names another conversation; taken by the rest",
            Self::Unreadable => "it cannot be read",
        })
    }
}

/// A repair before it is known where it was made: what was given, as what it was read, and why.
pub type Slip = (String, Vec<String>, Why);
