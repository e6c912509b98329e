//! Why an evaluation could not be run. A question that one system fails on is none of these: it is
//! counted in the report.

use super::Cause;
use super::told::count;
use crate::dialogue::DialogueError;

/// Why an evaluation could not be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvalError {
    /// The turns of a file cannot be read.
    #[error("the turns cannot be read")]
    Dialogue {
        /// Where and why.
        #[source]
        source: DialogueError,
    },
    /// The file is no JSON.
    #[error("{file} is not JSON; give the file as its data set keeps it")]
    Json {
        /// Which file.
        file: String,
        /// Where and why.
        #[source]
        source: serde_json::Error,
    },
    /// It is JSON, but not what LoCoMo's format has there.
    #[error("{file}: {at} is not {wanted}; give a file in LoCoMo's format")]
    Shape {
        /// Which file.
        file: String,
        /// Which part of it.
        at: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// A file of cases of time expressions cannot be read.
    #[error("the cases of {file} cannot be read; give a directory of a recogniser's specification")]
    Cases {
        /// Which file.
        file: String,
        /// Where and why.
        #[source]
        source: Cause,
    },
    /// Dialogue stands where cases of time expressions belong.
    #[error(
        "{file} holds dialogue in LoCoMo's format, not cases of a recogniser; give that file by itself"
    )]
    DialogueForCases {
        /// Which file.
        file: String,
    },
    /// Cases of time expressions stand where dialogue belongs.
    #[error("{file} holds cases of a recogniser, not dialogue; give the directory that it lies in")]
    CasesForDialogue {
        /// Which file.
        file: String,
    },
    /// There is no case of time expressions that can be scored.
    #[error(
        "{} and {} without a reference time leave nothing to score; give the directory of a \
         recogniser's specification, with DateTimeModel.json and its like",
        count(*files, "file", "files"),
        count(*undated, "case", "cases")
    )]
    NoCases {
        /// How many files of cases there are.
        files: usize,
        /// How many of their cases have no reference time.
        undated: usize,
    },
    /// Two turns of a conversation share an id, so evidence would be ambiguous.
    #[error("conversation {conversation} has two turns with the id {id}; give each its own")]
    TurnTwice {
        /// Which conversation.
        conversation: String,
        /// The id.
        id: String,
    },
    /// Two conversations share a name, so they would share a namespace.
    #[error("two conversations are called {conversation}; give each file once")]
    ConversationTwice {
        /// The name.
        conversation: String,
    },
    /// Two systems of one run share a name, so their speeds could not be told apart.
    #[error("two systems of this run are called {system}; give each its own name")]
    SystemTwice {
        /// The name.
        system: String,
    },
    /// Two rows of one run share a name, so their answers could not be told apart.
    #[error("two rows of this run are called {row}; give each its own name")]
    RowTwice {
        /// The name.
        row: String,
    },
    /// A system has no rows, or not those that it had over the conversation before, so its means
    /// would not be over all that was asked.
    #[error("{system} answers with other rows over {conversation}; give the same rows for each")]
    RowsDiffer {
        /// Which system.
        system: String,
        /// Which conversation.
        conversation: String,
    },
    /// A row has not answered or failed each question just once, so its means would not be over all
    /// that was asked.
    #[error(
        "{row} answered or failed {counted} of {asked} questions; give each question its own place"
    )]
    RowUncounted {
        /// Which row.
        row: String,
        /// How many of them it answered or failed.
        counted: usize,
        /// How many were asked.
        asked: usize,
    },
    /// The triples that came with a corpus are of another one, so rows that rest on them would not be
    /// what they say.
    #[error(
        "{file} has no triple of any of the {passages} passages; give that of this corpus, or take it away"
    )]
    NoTriples {
        /// Which file.
        file: String,
        /// How many passages the corpus has.
        passages: usize,
    },
    /// A system could not take in a conversation.
    #[error("{system} could not ingest conversation {conversation}")]
    Ingest {
        /// Which system.
        system: String,
        /// Which conversation.
        conversation: String,
        /// What it said.
        #[source]
        source: Cause,
    },
    /// An audit is not of its form.
    #[error(
        "{file} is no audit; give a list of objects, each with a `question` and its `correct_evidence`"
    )]
    Audit {
        /// Which file.
        file: String,
        /// Where and why.
        #[source]
        source: serde_json::Error,
    },
    /// A file of passages, questions or triples is not of its form.
    #[error(
        "{file}: {at} is not {wanted}; give the files of a multi-hop set as HippoRAG keeps them"
    )]
    Multihop {
        /// Which file.
        file: String,
        /// Which part of it.
        at: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// None of an audit's corrections fits what is measured, so there is no second key.
    #[error(
        "of {} of {file} none fits a question that is asked; give the audit of these conversations",
        count(*entries, "correction", "corrections")
    )]
    AuditUnused {
        /// Which file.
        file: String,
        /// How many corrections it lists.
        entries: usize,
    },
    /// Corrections of an audit contradict each other, and no other is left.
    #[error(
        "of {} of {file} none is applied: {conflicts} say otherwise than another of the same question; \
         leave one for each question",
        count(*entries, "correction", "corrections")
    )]
    AuditContradicts {
        /// Which file.
        file: String,
        /// How many corrections it lists.
        entries: usize,
        /// How many of them are contradicted.
        conflicts: usize,
    },
    /// A report contradicts itself.
    #[error("{at} {wrong}; give a report as `eval --json` wrote it")]
    Report {
        /// Which part of it.
        at: String,
        /// What is wrong with it.
        wrong: &'static str,
    },
    /// Questions failed, so the figures are not over all that was asked.
    #[error(
        "{failed} of {} failed; look at the failures, or allow them",
        count(*asked, "question", "questions")
    )]
    Failed {
        /// How many.
        failed: usize,
        /// Of how many.
        asked: usize,
    },
    /// Gold was seen in what the systems took in, so the figures mean nothing.
    #[error(
        "{} a question or its evidence; take that out of what is ingested",
        count(*turns, "turn holds", "turns hold")
    )]
    Leaked {
        /// How many turns do.
        turns: usize,
    },
    /// The answers could not be written.
    #[error("the answers could not be written; look at the disk and the file's rights")]
    Answers {
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
}

/// `error` and what lies under it, in one line.
pub(super) fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut line = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        line.push_str(": ");
        line.push_str(&source.to_string());
        next = source.source();
    }
    line
}
