//! A report as a page for people, in Markdown: what was run, on what, by which build; the figures
//! with their intervals; and where evidence was lost. Shows nothing that is not in the report.

mod grid;
mod lost;

use std::fmt::{self, Write};

use super::questions::{COUNTED, Category};
use super::report::{Interval, Means, Report, Row};
use super::tokens;
use super::told::{self, count};
use grid::Grid;

/// What the rows are that come with the crate.
const ROWS: [(&str, &str); 8] = [
    ("bm25", "words in common, rare ones counting more (BM25)"),
    ("dense", "the cosine of vectors"),
    ("hybrid", "these two, each brought to the span from 0 to 1 for each question, and added"),
    ("hippograph", "the memory as it is"),
    ("hippograph-no-walk", "the memory without the walk over its graph"),
    ("hippograph-no-facts", "the memory without its facts"),
    ("hippograph-triples", "the memory, told the triples of the set instead of reading"),
    ("hipporag2", "HippoRAG 2 on the same triples and vectors, without a language model"),
];
/// With fewer conversations than this, drawing them anew says little.
const FEW: usize = 5;

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
    abstention(out, report)?;
    lost::write(out, report)?;
    times(out, report)?;
    lists(out, report)
}

fn origin(out: &mut String, report: &Report) -> fmt::Result {
    let turns = report.conversations.iter().map(|c| c.turns).sum();
    let places = report.conversations.len();
    let (turns, places) = match passages(report) {
        true => (count(turns, "passage", "passages"), count(places, "corpus", "corpora")),
        false => (count(turns, "turn", "turns"), count(places, "conversation", "conversations")),
    };
    let names = told::some(report.conversations.iter().map(|c| c.name.as_str()));
    writeln!(
        out,
        "{} asked over {turns} in {places}: {names}. {} answered by every system, {} failed in at least one, \
         {} not asked.\n",
        count(report.asked, "question was", "questions were"),
        count(report.answered, "was", "were"),
        report.failed,
        report.skipped
    )?;
    if let Err(error) = report.sound() {
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

/// Whether the questions are of a set without categories: of passages.
fn passages(report: &Report) -> bool {
    groups(report).iter().any(|group| group == Category::Whole.name())
}

fn figures(out: &mut String, report: &Report) -> fmt::Result {
    let of = report.conversations.iter().filter(|c| c.questions > 0).count();
    let drawn = match of {
        0 | 1 => "questions",
        _ => "conversations and the questions in each",
    };
    let few = match count(of, "conversation", "conversations") {
        few if (1..FEW).contains(&of) && !passages(report) => {
            format!(", of only {few}: too few to say how others differ")
        }
        _ => String::new(),
    };
    writeln!(
        out,
        "## Figures\n\n- R@k: the mean, over questions, of the share of the evidence that is in the \
         first k, in percent.\n- all@k: how often all of it is there, in percent.\n- nDCG@10: the same \
         share in the first 10, counting more the higher it stands, in percent of the best order.\n- \
         MRR: one over the rank of the first evidence, in percent.\n- tokens: those of the first 10, \
         {}.\n- In brackets: the 95 % bootstrap interval, {drawn} being drawn anew{few}.",
        tokens::HOW
    )?;
    if groups(report).iter().any(|group| group == COUNTED) {
        writeln!(
            out,
            "- 1-4: multi-hop, temporal, open-domain and single-hop questions together. Adversarial \
             questions ask for what was never said; their evidence is what misleads."
        )?;
    }
    let known = ROWS.iter().filter(|(name, _)| report.systems.contains_key(*name));
    for (at, (name, what)) in known.enumerate() {
        let head = if at == 0 { "\nThe rows:\n\n" } else { "" };
        writeln!(out, "{head}- {name}: {what}.")?;
    }
    writeln!(out)?;
    for group in groups(report) {
        writeln!(out, "### {group}\n")?;
        let mut chief = Grid::new(["", "n", "R@2", "R@5", "R@10", "all@5", "MRR"]);
        for (system, row) in rows(report, &group) {
            chief.row(chief_figures(system, row));
        }
        chief.write(out)?;
    }
    writeln!(out, "### The other figures\n")?;
    let mut others = Grid::new(["", "", "R@1", "R@20", "all@10", "nDCG@10", "tokens"]);
    for group in groups(report) {
        for (system, row) in rows(report, &group) {
            others.row([group.clone(), system.to_owned()].into_iter().chain(other_figures(row)));
        }
    }
    others.write(out)
}

fn chief_figures(system: &str, row: &Row) -> Vec<String> {
    let failed = if row.failed > 0 { format!(" ({} failed)", row.failed) } else { String::new() };
    let figures = row.means.map_or_else(
        || vec!["-".to_owned(); 5],
        |m| {
            let i = &m.intervals;
            vec![
                with(m.recall_at_2, &i.recall_at_2),
                with(m.recall_at_5, &i.recall_at_5),
                with(m.recall_at_10, &i.recall_at_10),
                with(m.all_at_5, &i.all_at_5),
                with(m.mrr, &i.mrr),
            ]
        },
    );
    [system.to_owned(), format!("{}{failed}", row.n)].into_iter().chain(figures).collect()
}

fn other_figures(row: &Row) -> Vec<String> {
    let Some(m) = &row.means else { return vec!["-".to_owned(); 5] };
    vec![
        format!("{:.1}", m.recall_at_1),
        format!("{:.1}", m.recall_at_20),
        with(m.all_at_10, &m.intervals.all_at_10),
        format!("{:.1}", m.ndcg_at_10),
        format!("{:.0}", m.tokens_at_10),
    ]
}

/// A figure with its interval.
fn with(value: f64, interval: &Interval) -> String {
    let [low, high] = interval.told();
    format!("{value:.1} ({low:.1}–{high:.1})")
}

fn keys(out: &mut String, report: &Report) -> fmt::Result {
    let (Some(corrected), Some(audit)) = (&report.corrected, &report.audit) else { return Ok(()) };
    writeln!(
        out,
        "## Both keys\n\nThe audit {} lists {}; {} a question that was asked, {} of them with other \
         evidence than the original key, {} with none. The same rankings, scored by both keys:\n",
        audit.file,
        count(audit.entries, "correction", "corrections"),
        count(audit.applied, "names", "name"),
        audit.changed,
        audit.emptied
    )?;
    let mut grid = Grid::new([
        "",
        "",
        "n",
        "R@10 original",
        "all@10 original",
        "n corrected",
        "R@10 corrected",
        "all@10 corrected",
    ]);
    for group in groups(report) {
        for (system, row) in rows(report, &group) {
            let other = corrected.get(system).and_then(|groups| groups.get(&group));
            let other = other.and_then(|row| Some((row.means?, row.n)));
            let (Some(a), Some((b, n))) = (row.means, other) else { continue };
            let by = |n: usize, m: &Means| {
                let i = &m.intervals;
                let (recall, all) =
                    (with(m.recall_at_10, &i.recall_at_10), with(m.all_at_10, &i.all_at_10));
                [n.to_string(), recall, all]
            };
            let names = [group.clone(), system.to_owned()];
            grid.row(names.into_iter().chain(by(row.n, &a)).chain(by(n, &b)));
        }
    }
    grid.write(out)
}

fn abstention(out: &mut String, report: &Report) -> fmt::Result {
    let Some((_, first)) = report.abstention.first() else { return Ok(()) };
    writeln!(
        out,
        "## Questions without an answer\n\n{} for what was never said. \
         AUROC tells how often the best score of a question of 1-4 ({} of them) is higher than that \
         of an adversarial one: 50 is chance, and a memory at 100 could refuse just what it does not \
         know. A system whose scores mean something only within one question, as those of bm25 and \
         hybrid, shows that here. In brackets, the 95 % bootstrap interval over \
         questions.\n",
        count(first.adversarial, "adversarial question asks", "adversarial questions ask"),
        first.answerable
    )?;
    let mut grid = Grid::new(["", "AUROC"]);
    for (system, a) in &report.abstention {
        let [low, high] = a.interval;
        grid.row([system.clone(), format!("{:.1} ({low:.1}–{high:.1})", a.auroc)]);
    }
    grid.write(out)
}

fn times(out: &mut String, report: &Report) -> fmt::Result {
    if report.latency.is_empty() && report.ingest_turns_per_second.is_empty() {
        return Ok(());
    }
    writeln!(out, "## Speed\n")?;
    for (system, speed) in &report.ingest_turns_per_second {
        writeln!(out, "- {system} took in {speed:.1} turns or passages a second")?;
    }
    writeln!(out)?;
    if report.latency.is_empty() {
        return Ok(());
    }
    let mut grid = Grid::new([
        "recall, ms",
        "p50",
        "p95",
        "p99",
        "p50 with the question's embedding",
        "p95",
        "p99",
    ]);
    for (system, latency) in &report.latency {
        let (a, b) = (&latency.recall_ms, &latency.recall_with_embedding_ms);
        let times = [a.p50, a.p95, a.p99, b.p50, b.p95, b.p99].map(|ms| format!("{ms:.2}"));
        grid.row(std::iter::once(system.clone()).chain(times));
    }
    grid.write(out)
}

fn lists(out: &mut String, report: &Report) -> fmt::Result {
    for (title, entries) in told::lists(report) {
        writeln!(out, "## {title}\n")?;
        for entry in entries {
            writeln!(out, "- {}", cell(&entry))?;
        }
        writeln!(out)?;
    }
    Ok(())
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
