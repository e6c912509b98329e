//! A report as a page for people, in Markdown: what was run, on what, by which build; the figures
//! with their intervals; and where evidence was lost. Shows nothing that is not in the report.

use std::fmt::{self, Write};

use super::loss::Loss;
use super::metrics::CUT;
use super::record::Record;
use super::report::{Interval, Means, Report, Row};
use super::tokens;

/// How many questions are shown for each stage at which evidence is lost.
const EXAMPLES: usize = 3;
/// How many repairs, skipped questions, failures and leaks are listed.
const LISTED: usize = 50;

/// The page.
pub fn page(report: &Report) -> String {
    let mut page = String::new();
    // Writing to a string does not fail.
    let _never = write_page(&mut page, report);
    page
}

fn write_page(out: &mut String, report: &Report) -> fmt::Result {
    writeln!(out, "# How much of the evidence is recalled\n")?;
    origin(out, report)?;
    figures(out, report)?;
    keys(out, report)?;
    losses(out, report)?;
    times(out, report)?;
    lists(out, report)
}

fn origin(out: &mut String, report: &Report) -> fmt::Result {
    let turns: usize = report.conversations.iter().map(|c| c.turns).sum();
    writeln!(
        out,
        "{} questions were asked over {turns} turns or passages in {} conversations or corpora. {} \
         were answered by every system, {} failed in at least one, {} could not be asked.\n",
        report.asked,
        report.conversations.len(),
        report.answered,
        report.failed,
        report.skipped
    )?;
    if let Err(error) = report.sound(false) {
        writeln!(out, "**Careful: {error}.**\n")?;
    }
    let Some(origin) = &report.provenance else { return Ok(()) };
    writeln!(out, "## What was run\n\n| | |\n|---|---|")?;
    writeln!(out, "| command | `eval {}` |", origin.command)?;
    writeln!(out, "| build | hippograph {}, sha256 `{}` |", origin.version, origin.binary_sha256)?;
    let weights = origin.weights_sha256.as_ref();
    let weights =
        weights.map_or_else(|| "no weights".to_owned(), |sha| format!("weights sha256 `{sha}`"));
    writeln!(out, "| embedder | {}, {weights} |", origin.embedder)?;
    for datum in &origin.data {
        writeln!(
            out,
            "| data | {}, {} bytes, sha256 `{}` |",
            cell(&datum.file),
            datum.bytes,
            datum.sha256
        )?;
    }
    let choices: Vec<String> =
        origin.configuration.iter().map(|(name, value)| format!("{name} {value}")).collect();
    writeln!(
        out,
        "| configuration | {}; sha256 `{}` |\n",
        cell(&choices.join(", ")),
        origin.configuration_sha256
    )
}

fn figures(out: &mut String, report: &Report) -> fmt::Result {
    writeln!(
        out,
        "## Figures\n\nR@k is the mean, over questions, of the share of the evidence in the first k, \
         in percent; all@k, how often all of it is there; MRR, one over the rank of the first. Tokens \
         are those of the first 10: {}. In brackets, the 95 % bootstrap interval: over conversations \
         and the questions in each where there are several conversations, else over questions.",
        tokens::HOW
    )?;
    for group in groups(report) {
        writeln!(
            out,
            "\n### {group}\n\n| | n | R@1 | R@2 | R@5 | R@10 | R@20 | all@5 | all@10 | nDCG@10 | MRR | tokens |\n\
             |---|---|---|---|---|---|---|---|---|---|---|---|"
        )?;
        for (system, row) in rows(report, &group) {
            figures_of(out, system, row)?;
        }
    }
    writeln!(out)
}

fn figures_of(out: &mut String, system: &str, row: &Row) -> fmt::Result {
    let failed = if row.failed > 0 { format!(" ({} failed)", row.failed) } else { String::new() };
    write!(out, "| {} | {}{failed} |", cell(system), row.n)?;
    let Some(m) = &row.means else {
        return writeln!(out, "{}", " - |".repeat(10));
    };
    let i = &m.intervals;
    let with = |value: f64, interval: &Interval| {
        let [low, high] = widest(interval);
        format!("{value:.1} ({low:.1}–{high:.1})")
    };
    writeln!(
        out,
        " {:.1} | {} | {} | {} | {:.1} | {} | {} | {:.1} | {} | {:.0} |",
        m.recall_at_1,
        with(m.recall_at_2, &i.recall_at_2),
        with(m.recall_at_5, &i.recall_at_5),
        with(m.recall_at_10, &i.recall_at_10),
        m.recall_at_20,
        with(m.all_at_5, &i.all_at_5),
        with(m.all_at_10, &i.all_at_10),
        m.ndcg_at_10,
        with(m.mrr, &i.mrr),
        m.tokens_at_10,
    )
}

/// The interval that leaves least out.
pub(super) fn widest(interval: &Interval) -> [f64; 2] {
    interval.by_both.unwrap_or(interval.by_question)
}

fn keys(out: &mut String, report: &Report) -> fmt::Result {
    let (Some(corrected), Some(audit)) = (&report.corrected, &report.audit) else { return Ok(()) };
    writeln!(
        out,
        "## Both keys\n\nThe audit {} lists {} corrections; {} name a question that was asked, {} of \
         them with other evidence than the original key, {} with none. The same rankings, scored by \
         both keys:\n",
        audit.file, audit.entries, audit.applied, audit.changed, audit.emptied
    )?;
    writeln!(
        out,
        "| | | R@10 original | R@10 corrected | all@10 original | all@10 corrected |\n\
         |---|---|---|---|---|---|"
    )?;
    for group in groups(report) {
        for (system, row) in rows(report, &group) {
            let other = corrected.get(system).and_then(|groups| groups.get(&group));
            let (Some(a), Some(b)) = (row.means, other.and_then(|row| row.means)) else { continue };
            let at = |m: &Means| (m.recall_at_10, m.all_at_10);
            let ((recall, all), (recall_b, all_b)) = (at(&a), at(&b));
            writeln!(
                out,
                "| {group} | {} | {recall:.1} | {recall_b:.1} | {all:.1} | {all_b:.1} |",
                cell(system)
            )?;
        }
    }
    writeln!(out)
}

fn losses(out: &mut String, report: &Report) -> fmt::Result {
    if report.losses.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "## Where evidence was lost\n\nEach turn of the evidence that is not in the first {CUT}, by \
         the first of these that applies. **Not extracted**: nothing was read in it that the graph \
         could reach it by. **Not seeded**: the walk began neither at it nor at what it mentions. \
         **Walked past**: the walk brought at least {CUT} others more. **Ranked below**: the walk \
         had it in its first {CUT}, and other channels ranked others higher.\n"
    )?;
    let names: Vec<&str> = Loss::ALL.iter().map(|loss| loss.name()).collect();
    writeln!(out, "| | | {} |\n|---|---|{}", names.join(" | "), "---|".repeat(names.len()))?;
    for (system, groups) in &report.losses {
        for (group, counts) in groups {
            let of = |name: &&str| counts.get(*name).copied().unwrap_or(0).to_string();
            let counts: Vec<String> = names.iter().map(of).collect();
            writeln!(out, "| {} | {group} | {} |", cell(system), counts.join(" | "))?;
        }
    }
    writeln!(out)?;
    for system in report.losses.keys() {
        writeln!(out, "### Examples, {system}\n")?;
        for loss in Loss::ALL {
            for (record, turn) in examples(report, system, loss).take(EXAMPLES) {
                writeln!(
                    out,
                    "- {}: {} question {} ({}), “{}”: {}{}",
                    loss.name(),
                    record.conversation,
                    record.question,
                    record.category,
                    cell(&record.text),
                    cell(turn),
                    ranked(record, system, turn),
                )?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
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
    rank.map_or_else(String::new, |rank| format!(" (rank {rank})"))
}

fn times(out: &mut String, report: &Report) -> fmt::Result {
    if report.latency.is_empty() && report.ingest_turns_per_second.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Speed\n")?;
    for (system, speed) in &report.ingest_turns_per_second {
        writeln!(out, "- {system} took in {speed:.1} turns or passages a second")?;
    }
    if !report.latency.is_empty() {
        writeln!(
            out,
            "\n| recall, ms | p50 | p95 | p99 | p50 with the question's embedding | p95 | p99 |\n\
             |---|---|---|---|---|---|---|"
        )?;
    }
    for (system, latency) in &report.latency {
        let (a, b) = (&latency.recall_ms, &latency.recall_with_embedding_ms);
        writeln!(
            out,
            "| {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} |",
            cell(system),
            a.p50,
            a.p95,
            a.p99,
            b.p50,
            b.p95,
            b.p99
        )?;
    }
    writeln!(out)
}

fn lists(out: &mut String, report: &Report) -> fmt::Result {
    let shallow = report.shallow.iter().map(|s| {
        let depths: Vec<String> = s.depths.iter().map(ToString::to_string).collect();
        format!(
            "{} has {} turns: recall at {} takes in all of it and tells nothing",
            s.conversation,
            s.turns,
            depths.join(", ")
        )
    });
    list(out, "Depths that tell nothing", shallow.collect())?;
    let leaks = report.leaks.iter().map(|leak| {
        format!(
            "{}: turn {} holds {} of question {}",
            leak.conversation, leak.turn, leak.what, leak.question
        )
    });
    list(out, "Gold in what was taken in", leaks.collect())?;
    let failures = report.failures.iter().map(|failure| {
        let (conversation, question) = (&failure.conversation, failure.question);
        format!("{}, {conversation} question {question}: {}", failure.system, failure.error)
    });
    list(out, "Failures", failures.collect())?;
    let skipped = report
        .skipped_questions
        .iter()
        .map(|s| format!("{} question {}: {}", s.conversation, s.question, s.reason));
    list(out, "Questions that could not be asked", skipped.collect())?;
    let of_audit = report.audit.iter().flat_map(|audit| &audit.repairs);
    let repairs = report.repairs.iter().chain(of_audit).map(|repair| {
        let read_as = match repair.read_as.as_slice() {
            [] => "dropped".to_owned(),
            ids => format!("read as {}", ids.join(", ")),
        };
        format!(
            "{} question {}: `{}` {read_as}: {}",
            repair.conversation, repair.question, repair.given, repair.why
        )
    });
    let notes = report.notes.iter().cloned();
    list(out, "What was read otherwise than it is written", repairs.chain(notes).collect())?;
    let unmatched = report.audit.iter().flat_map(|audit| &audit.unmatched);
    let unmatched =
        unmatched.map(|u| format!("correction {} (“{}”): {}", u.entry, u.question, u.why));
    list(out, "Corrections that could not be applied", unmatched.collect())
}

fn list(out: &mut String, title: &str, items: Vec<String>) -> fmt::Result {
    if items.is_empty() {
        return Ok(());
    }
    writeln!(out, "## {title}\n")?;
    for item in items.iter().take(LISTED) {
        writeln!(out, "- {}", cell(item))?;
    }
    if items.len() > LISTED {
        writeln!(out, "- and {} more", items.len() - LISTED)?;
    }
    writeln!(out)
}

/// The groups of any system, in the order of the report.
pub(super) fn groups(report: &Report) -> Vec<String> {
    let mut groups: Vec<String> = Vec::new();
    for name in report.systems.values().flat_map(|groups| groups.keys()) {
        if !groups.contains(name) {
            groups.push(name.clone());
        }
    }
    groups
}

fn rows<'r>(report: &'r Report, group: &str) -> Vec<(&'r str, &'r Row)> {
    let row = |(name, groups): (&'r String, &'r super::report::Groups)| {
        Some((name.as_str(), groups.get(group)?))
    };
    report.systems.iter().filter_map(row).collect()
}

/// Text that breaks no table or list.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}
