//! What makes a comparison doubtful: reports that contradict themselves, of different data or by
//! different means, and questions that one side alone answered. Changes no figure.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{Key, key};
use crate::eval::error::EvalError;
use crate::eval::provenance::Provenance;
use crate::eval::record::Record;
use crate::eval::report::Report;
use crate::eval::told::count;

/// Whether a report bears its own records out, as far as a comparison rests on them.
///
/// # Errors
/// When two records are of one question, or a row has not one rank, from 1, for each turn of the
/// evidence.
pub fn check(report: &Report) -> Result<(), EvalError> {
    let mut seen = HashSet::new();
    for record in &report.questions {
        let wrong = |at: String, wrong| {
            let at = format!("{} question {}{at}", record.conversation, record.question);
            Err(EvalError::Report { at, wrong })
        };
        if !seen.insert((&record.conversation, record.question)) {
            return wrong(String::new(), "is there twice");
        }
        for (row, found) in &record.systems {
            let at = || format!(", row {row}");
            let keys = [
                (found.ranks.as_ref(), Some(&record.evidence)),
                (found.corrected_ranks.as_ref(), record.corrected.as_ref()),
            ];
            for (ranks, evidence) in keys {
                let Some(ranks) = ranks else { continue };
                if evidence.is_none_or(|evidence| evidence.len() != ranks.len()) {
                    return wrong(at(), "has not as many ranks as evidence");
                }
                if ranks.contains(&Some(0)) {
                    return wrong(at(), "has a rank below 1");
                }
            }
        }
    }
    Ok(())
}

pub(super) fn warnings(before: &Report, after: &Report) -> Vec<String> {
    let mut warnings = Vec::new();
    for (name, report) in [("first", before), ("second", after)] {
        if report.questions.is_empty() {
            warnings
                .push(format!("the {name} report has no questions; run it again with this build"));
        }
        if report.failed > 0 {
            let questions = count(report.failed, "question", "questions");
            warnings.push(format!("{questions} of the {name} report failed"));
        }
        if !report.leaks.is_empty() {
            let leaks = count(report.leaks.len(), "leak", "leaks");
            warnings.push(format!("the {name} report holds {leaks}: its figures mean nothing"));
        }
    }
    let hashes = |report: &Report| -> Option<Vec<String>> {
        let data = &report.provenance.as_ref()?.data;
        Some(data.iter().map(|datum| datum.sha256.clone()).collect())
    };
    if hashes(before) != hashes(after) {
        warnings.push(
            "the reports are of different data; only questions of both are compared".to_owned(),
        );
    }
    if let (Some(before), Some(after)) = (&before.provenance, &after.provenance) {
        warnings.extend(means(before, after));
    }
    let (a, b) = (asked(before), asked(after));
    let (only_a, only_b) = (a.difference(&b).count(), b.difference(&a).count());
    if only_a + only_b > 0 {
        let questions = count(only_a, "question is", "questions are");
        warnings.push(format!("{questions} in the first alone, {only_b} in the second alone"));
    }
    let evidence: HashMap<_, _> = after.questions.iter().map(|r| (key(r), &r.evidence)).collect();
    let changed = before.questions.iter().filter(|record| {
        evidence.get(&key(record)).is_some_and(|evidence| **evidence != record.evidence)
    });
    let changed = changed.count();
    if changed > 0 {
        let questions = count(changed, "question has", "questions have");
        warnings.push(format!("{questions} other evidence in the second"));
    }
    warnings
}

/// By what other means the second was made.
fn means(before: &Provenance, after: &Provenance) -> Vec<String> {
    let mut warnings = Vec::new();
    if before.embedder != after.embedder {
        let (a, b) = (&before.embedder, &after.embedder);
        warnings.push(format!("the reports are of different embedders, {a} and {b}"));
    } else if before.weights_sha256 != after.weights_sha256 {
        warnings.push("the reports are of different weights of the embedder".to_owned());
    }
    let names: BTreeSet<&String> =
        before.configuration.keys().chain(after.configuration.keys()).collect();
    let other = |name: &&String| before.configuration.get(*name) != after.configuration.get(*name);
    let differing: Vec<&str> = names.into_iter().filter(other).map(String::as_str).collect();
    if !differing.is_empty() {
        let names = differing.join(", ");
        warnings.push(format!("the reports are of different configurations: {names}"));
    }
    warnings
}

/// That one side alone answered some questions, by choice or by luck: the others are not compared.
pub(super) fn one_sided(
    (before, first): (&Report, &str),
    (after, second): (&Report, &str),
) -> Option<String> {
    let (a, b) = (answered(before, first), answered(after, second));
    let (only_a, only_b) = (a.difference(&b).count(), b.difference(&a).count());
    let rows = if first == second { first.to_owned() } else { format!("{first} against {second}") };
    (only_a + only_b > 0).then(|| {
        let questions = count(only_a, "question", "questions");
        format!("{rows}: {questions} answered by the first alone, {only_b} by the second alone")
    })
}

fn answered<'r>(report: &'r Report, row: &str) -> HashSet<Key<'r>> {
    let answered =
        |record: &&Record| record.systems.get(row).is_some_and(|found| found.ranks.is_some());
    report.questions.iter().filter(answered).map(key).collect()
}

fn asked(report: &Report) -> HashSet<Key<'_>> {
    report.questions.iter().map(key).collect()
}
