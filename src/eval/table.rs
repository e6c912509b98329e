//! A report as a table for people, of lines that a terminal of 100 columns holds. Shows nothing that is not in the report.

use std::fmt::{self, Display, Formatter};

use textwrap::core::display_width;

use super::loss::Loss;
use super::markdown::groups;
use super::questions::COUNTED;
use super::report::{Interval, Percentiles, Report, Row};
use super::told::{self, count};

/// The figures of a row, in the order of [`super::report::Means::figures`], each with its width: with
/// names like ours a line has no more than 100 columns.
const COLUMNS: [(&str, usize); 10] = [
    ("R@1", 5),
    ("R@2", 5),
    ("R@5", 5),
    ("R@10", 5),
    ("R@20", 5),
    ("all@5", 5),
    ("all@10", 6),
    ("nDCG", 5),
    ("MRR", 5),
    ("tok@10", 6),
];

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.systems.keys().map(|s| display_width(s)).max().unwrap_or(0).max(12);
        self.figures(f, width)?;
        let counts = format!(
            "questions: {} asked, {} answered, {} failed, {} skipped; {} in {}: {}",
            self.asked,
            self.answered,
            self.failed,
            self.skipped,
            count(self.conversations.iter().map(|c| c.turns).sum(), "turn", "turns"),
            count(self.conversations.len(), "conversation", "conversations"),
            told::some(self.conversations.iter().map(|c| c.name.as_str())),
        );
        writeln!(f, "\n{}", told::wrapped("", "  ", &counts))?;
        self.keys(f, width)?;
        self.abstention(f, width)?;
        self.lost(f, width)?;
        self.times(f, width)?;
        self.lists(f)
    }
}

impl Report {
    fn figures(&self, f: &mut Formatter<'_>, width: usize) -> fmt::Result {
        write!(f, "{:width$} {:>4}", "evidence, %", "n", width = width + 1)?;
        for (column, wide) in COLUMNS {
            write!(f, " {column:>wide$}")?;
        }
        writeln!(f, " {:>11}", "R@10, 95 %")?;
        for group in groups(self) {
            writeln!(f, "{group}")?;
            for (system, row) in
                self.systems.iter().filter_map(|(s, groups)| Some((s, groups.get(&group)?)))
            {
                write!(f, " {} ", padded(system, width))?;
                figures_of(f, row)?;
            }
        }
        Ok(())
    }

    fn keys(&self, f: &mut Formatter<'_>, width: usize) -> fmt::Result {
        let Some(corrected) = &self.corrected else { return Ok(()) };
        write!(f, "\n{:width$}", "R@10 by key", width = width + 1)?;
        let heads =
            [("original", 8), ("95 %", 11), ("n", 5), ("corrected", 10), ("95 %", 11), ("n", 5)];
        for (head, wide) in heads {
            write!(f, " {head:>wide$}")?;
        }
        writeln!(f)?;
        for group in groups(self) {
            writeln!(f, "{group}")?;
            for (system, rows) in corrected {
                let of = |row: Option<&Row>| row.and_then(|row| Some((row.means?, row.n)));
                let original = of(self.systems.get(system).and_then(|rows| rows.get(&group)));
                if let (Some((a, n)), Some((b, m))) = (original, of(rows.get(&group))) {
                    let (recall, other) = (a.recall_at_10, b.recall_at_10);
                    let (a, b) = (ends(&a.intervals.recall_at_10), ends(&b.intervals.recall_at_10));
                    write!(f, " {} {recall:>8.1} {a:>11} {n:>5}", padded(system, width))?;
                    writeln!(f, " {other:>10.1} {b:>11} {m:>5}")?;
                }
            }
        }
        if let Some(audit) = &self.audit {
            let applied = format!(
                "{}: {}, {} applied, {} with other evidence, {} could not be applied",
                audit.file,
                count(audit.entries, "correction", "corrections"),
                audit.applied,
                audit.changed,
                audit.unmatched.len()
            );
            writeln!(f, "{}", told::wrapped("", "  ", &applied))?;
        }
        Ok(())
    }

    fn abstention(&self, f: &mut Formatter<'_>, width: usize) -> fmt::Result {
        let Some((_, first)) = self.abstention.first() else { return Ok(()) };
        writeln!(
            f,
            "\nbest score higher where there is an answer, % of pairs (AUROC; 50 is chance;\n{} of \
             {COUNTED}, {} adversarial)",
            count(first.answerable, "question", "questions"),
            first.adversarial
        )?;
        for (system, a) in &self.abstention {
            let [low, high] = a.interval;
            writeln!(f, " {} {:>5.1}  ({low:.1} to {high:.1})", padded(system, width), a.auroc)?;
        }
        Ok(())
    }

    fn lost(&self, f: &mut Formatter<'_>, width: usize) -> fmt::Result {
        if self.losses.is_empty() {
            return Ok(());
        }
        write!(f, "\n{:width$}", "evidence lost", width = width + 1)?;
        for loss in Loss::ALL {
            write!(f, "  {:>13}", loss.name())?;
        }
        writeln!(f)?;
        for (system, groups) in &self.losses {
            let Some((group, counts)) = groups.first() else { continue };
            write!(f, " {}", padded(system, width))?;
            for loss in Loss::ALL {
                write!(f, "  {:>13}", counts.get(loss.name()).copied().unwrap_or(0))?;
            }
            writeln!(f, "  ({group})")?;
        }
        writeln!(f)
    }

    fn times(&self, f: &mut Formatter<'_>, width: usize) -> fmt::Result {
        for (system, speed) in &self.ingest_turns_per_second {
            writeln!(f, "ingest: {system} {speed:.1} turns/s")?;
        }
        if self.latency.is_empty() {
            return Ok(());
        }
        write!(f, "\n{:width$}", "recall, ms", width = width + 1)?;
        for column in ["p50", "p95", "p99", "p50+e", "p95+e", "p99+e"] {
            write!(f, "  {column:>8}")?;
        }
        writeln!(f)?;
        for (system, latency) in &self.latency {
            write!(f, " {}  ", padded(system, width))?;
            times_of(f, &latency.recall_ms)?;
            write!(f, "  ")?;
            times_of(f, &latency.recall_with_embedding_ms)?;
            writeln!(f)?;
        }
        writeln!(f, " (+e: with the question's embedding)")
    }

    fn lists(&self, f: &mut Formatter<'_>) -> fmt::Result {
        told::write(f, told::lists(self))
    }
}

fn figures_of(f: &mut Formatter<'_>, row: &Row) -> fmt::Result {
    write!(f, "{:>4}", row.n)?;
    if let Some(m) = &row.means {
        for (figure, (_, wide)) in m.figures().into_iter().zip(COLUMNS) {
            write!(f, " {figure:>wide$.1}")?;
        }
        write!(f, " {:>11}", ends(&m.intervals.recall_at_10))?;
    }
    if row.failed > 0 {
        write!(f, "\n   {} failed", row.failed)?;
    }
    writeln!(f)
}

/// The ends of an interval.
fn ends(interval: &Interval) -> String {
    let [low, high] = interval.told();
    format!("{low:.1}–{high:.1}")
}

/// A name and the space behind it.
fn padded(name: &str, width: usize) -> String {
    format!("{name}{}", " ".repeat(width.saturating_sub(display_width(name))))
}

fn times_of(f: &mut Formatter<'_>, times: &Percentiles) -> fmt::Result {
    write!(f, "{:>8.2}  {:>8.2}  {:>8.2}", times.p50, times.p95, times.p99)
}
