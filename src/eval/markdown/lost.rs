//! The part of the page that says where evidence was lost: how much was found, how much each stage
//! lost, and a few questions for each.

use std::fmt::{self, Write};

use super::grid::Grid;
use super::{cell, groups};
use crate::eval::loss::Loss;
use crate::eval::metrics::{CUT, DEEPEST};
use crate::eval::questions::Category;
use crate::eval::record::Record;
use crate::eval::report::Report;

/// How many questions are shown for each stage.
const EXAMPLES: usize = 3;

pub(super) fn write(out: &mut String, report: &Report) -> fmt::Result {
    if report.losses.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "## Where evidence was lost\n\nA question with three turns of evidence counts three times \
         here. Each that is not in the first {CUT} was lost at the first of these stages that \
         applies.\n\n- not extracted: nothing was read in it that the graph could reach it by.\n- not \
         seeded: the walk began neither at it nor at what it mentions.\n- walked past: the walk \
         brought at least {CUT} others more.\n- ranked below: the walk had it in its first {CUT}, and \
         other channels ranked others higher.\n"
    )?;
    let names: Vec<&str> = Loss::ALL.iter().map(|loss| loss.name()).collect();
    let found = format!("in the first {CUT}");
    let mut grid = Grid::new(["", "", "evidence", &found].into_iter().chain(names.iter().copied()));
    for (system, lost) in &report.losses {
        // A group of which nothing was lost has its row too.
        for group in groups(report) {
            let (all, found) = evidence(report, system, &group);
            let counts = lost.get(&group);
            let of = |name: &&str| {
                counts.and_then(|counts| counts.get(*name)).copied().unwrap_or(0).to_string()
            };
            let names_and_sums =
                [system.clone(), group.clone(), all.to_string(), found.to_string()];
            grid.row(names_and_sums.into_iter().chain(names.iter().map(of)));
        }
    }
    grid.write(out)?;
    for system in report.losses.keys() {
        writeln!(out, "### Examples, {system}\n")?;
        for loss in Loss::ALL {
            for (record, turn) in examples(report, system, loss).take(EXAMPLES) {
                example(out, system, loss, record, turn)?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// How many turns of evidence the answered questions of a group have, and how many of them are in
/// the first [`CUT`].
fn evidence(report: &Report, system: &str, group: &str) -> (usize, usize) {
    let of = report.questions.iter().filter(|record| record.belongs(group));
    let ranks: Vec<&Option<usize>> =
        of.filter_map(|record| record.systems.get(system)?.ranks.as_ref()).flatten().collect();
    let found = ranks.iter().filter(|rank| rank.is_some_and(|rank| rank <= CUT)).count();
    (ranks.len(), found)
}

fn example(out: &mut String, system: &str, loss: Loss, record: &Record, turn: &str) -> fmt::Result {
    let category = match record.category.as_str() {
        whole if whole == Category::Whole.name() => String::new(),
        category => format!(" ({category})"),
    };
    writeln!(
        out,
        "- {}: {} question {}{category}, “{}”: {}, {}",
        loss.name(),
        record.conversation,
        record.question,
        cell(&record.text),
        cell(turn),
        ranked(record, system, turn),
    )
}

/// Questions that lost a turn of their evidence at this stage, with the turn.
fn examples<'r>(
    report: &'r Report,
    system: &'r str,
    loss: Loss,
) -> impl Iterator<Item = (&'r Record, &'r str)> {
    report.questions.iter().filter_map(move |record| {
        let lost = &record.systems.get(system)?.lost;
        lost.iter().find(|(_, at)| **at == loss).map(|(turn, _)| (record, turn.as_str()))
    })
}

fn ranked(record: &Record, system: &str, turn: &str) -> String {
    let at = record.evidence.iter().position(|id| id == turn);
    let rank =
        at.and_then(|at| record.systems.get(system)?.ranks.as_ref()?.get(at).copied().flatten());
    rank.map_or_else(|| format!("not in the first {DEEPEST}"), |rank| format!("rank {rank}"))
}
