//! What a report tells beside its figures, as lists of sentences: the table for the terminal and the
//! page show the same ones. Says nothing that is not in the report, and never drops an entry without
//! counting it.

use std::fmt::{self, Formatter};

use super::audit::{NotApplied, Unmatched};
use super::report::Report;

/// How many entries of a list are shown.
const SHOWN: usize = 50;

/// `1 turn`, `2 turns`.
pub(super) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// How wide the lines of a terminal are taken to be.
const WIDE: usize = 100;

/// The first few of `names`, and how many more there are.
pub(super) fn some<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    const FEW: usize = 12;
    let names: Vec<&str> = names.into_iter().collect();
    let shown = names.get(..FEW).unwrap_or(&names).join(", ");
    match names.len().saturating_sub(FEW) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// `text` in lines that a terminal holds, the first after `head`, the others as far in as `indent`.
/// A word that is longer than a line is left whole.
pub(super) fn wrapped(head: &str, indent: &str, text: &str) -> String {
    let options = textwrap::Options::new(WIDE)
        .initial_indent(head)
        .subsequent_indent(indent)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .word_separator(textwrap::WordSeparator::AsciiSpace);
    textwrap::fill(&text.replace(['\n', '\r'], " "), options)
}

/// The lists that have entries, each with its title; of a long one the first entries, and how many
/// more there are.
pub(super) fn lists(report: &Report) -> Vec<(&'static str, Vec<String>)> {
    let audit = report.audit.as_ref();
    let of_audit = audit.iter().flat_map(|audit| &audit.repairs);
    let read = report.repairs.iter().chain(of_audit).map(ToString::to_string);
    let lists = [
        ("Depths that tell nothing", sentences(&report.shallow)),
        ("Gold in what was taken in", sentences(&report.leaks)),
        ("Turns that repeat most of a question, to be looked at", sentences(&report.echoes)),
        ("Failures", sentences(&report.failures)),
        ("Answers of which it was not told where evidence was lost", sentences(&report.untold)),
        (SKIPPED, sentences(&report.skipped_questions)),
        (OTHERWISE, read.chain(report.notes.iter().cloned()).collect()),
        (
            "Corrections that could not be applied",
            unmatched(audit.map_or(&[], |audit| &audit.unmatched)),
        ),
    ];
    let lists = lists.into_iter().filter(|(_, entries)| !entries.is_empty());
    lists.map(|(title, entries)| (title, capped(entries))).collect()
}

/// What the list of questions that were not asked is called.
pub(super) const SKIPPED: &str = "Questions that were not asked";
/// What the list of repairs and notes is called.
pub(super) const OTHERWISE: &str = "What was read otherwise than it is written, or not at all";

/// Writes lists for a terminal, those that have entries, each behind an empty line.
pub(super) fn write(
    f: &mut Formatter<'_>,
    lists: impl IntoIterator<Item = (&'static str, Vec<String>)>,
) -> fmt::Result {
    for (title, entries) in lists.into_iter().filter(|(_, entries)| !entries.is_empty()) {
        writeln!(f, "\n{title}:")?;
        for entry in entries {
            writeln!(f, "{}", wrapped("  ", "    ", &entry))?;
        }
    }
    Ok(())
}

fn sentences<T: ToString>(entries: &[T]) -> Vec<String> {
    entries.iter().map(ToString::to_string).collect()
}

/// Those of conversations that are not measured are many and alike: they are counted.
fn unmatched(entries: &[Unmatched]) -> Vec<String> {
    let elsewhere = |entry: &&Unmatched| entry.why == NotApplied::NotMeasured;
    let others = entries.iter().filter(|entry| !elsewhere(entry)).map(ToString::to_string);
    let n = entries.iter().filter(elsewhere).count();
    let line = (n > 0).then(|| {
        let corrections = count(n, "correction is", "corrections are");
        format!("{corrections} of conversations that are not measured")
    });
    others.chain(line).collect()
}

pub(super) fn capped(mut entries: Vec<String>) -> Vec<String> {
    let more = entries.len().saturating_sub(SHOWN);
    entries.truncate(SHOWN);
    entries.extend((more > 0).then(|| format!("and {more} more")));
    entries
}
