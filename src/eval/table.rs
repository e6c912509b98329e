//! A report as a table for people. Shows nothing that is not in the report.

use std::fmt::{self, Display, Formatter};

use super::loss::Loss;
use super::markdown::groups;
use super::questions::COUNTED;
use super::report::{Means, Percentiles, Report, Row};
use super::told::{self, count};

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.systems.keys().map(|s| s.chars().count()).max().unwrap_or(0).max(12);
        self.figures(f, width)?;
        writeln!(
            f,
            "\nquestions: {} asked, {} answered, {} failed, {} skipped; {} in {}",
            self.asked,
            self.answered,
            self.failed,
            self.skipped,
            count(self.conversations.iter().map(|c| c.turns).sum(), "turn", "turns"),
            count(self.conversations.len(), "conversation", "conversations")
        )?;
        self.keys(f, width)?;
        self.abstention(f, width)?;
        self.lost(f, width)?;
        self.times(f, width)?;
        self.lists(f)
    }
}

impl Report {
    fn figures(&self, f: &mut Formatter<'_>, width: usize) -> fmt::Result {
        write!(f, "{:width$}  {:>5}", "evidence, %", "n", width = width + 2)?;
        for column in Means::NAMES {
            write!(f, "  {column:>7}")?;
        }
        writeln!(f, "  {:>13}", "R@10, 95 %")?;
        for group in groups(self) {
            writeln!(f, "{group}")?;
            for (system, row) in
                self.systems.iter().filter_map(|(s, groups)| Some((s, groups.get(&group)?)))
            {
                write!(f, "  {system:width$}  ")?;
                figures_of(f, row)?;
            }
        }
        Ok(())
    }

    fn keys(&self, f: &mut Formatter<'_>, width: usize) -> fmt::Result {
        let Some(corrected) = &self.corrected else { return Ok(()) };
        write!(f, "\n{:width$}", "R@10 by key", width = width + 2)?;
        writeln!(f, "  {:>8}  {:>5}  {:>9}  {:>5}", "original", "n", "corrected", "n")?;
        for group in groups(self) {
            writeln!(f, "{group}")?;
            for (system, rows) in corrected {
                let at =
                    |row: Option<&Row>| row.and_then(|row| Some((row.means?.recall_at_10, row.n)));
                let original = at(self.systems.get(system).and_then(|rows| rows.get(&group)));
                if let (Some((a, n)), Some((b, m))) = (original, at(rows.get(&group))) {
                    writeln!(f, "  {system:width$}  {a:>8.1}  {n:>5}  {b:>9.1}  {m:>5}")?;
                }
            }
        }
        if let Some(audit) = &self.audit {
            writeln!(
                f,
                "{}: {}, {} applied, {} with other evidence, {} could not be applied",
                audit.file,
                count(audit.entries, "correction", "corrections"),
                audit.applied,
                audit.changed,
                audit.unmatched.len()
            )?;
        }
        Ok(())
    }

    fn abstention(&self, f: &mut Formatter<'_>, width: usize) -> fmt::Result {
        let Some((_, first)) = self.abstention.first() else { return Ok(()) };
        writeln!(
            f,
            "\nbest score higher where there is an answer, % of pairs (AUROC; 50 is chance; {} of \
             {COUNTED}, {} adversarial)",
            count(first.answerable, "question", "questions"),
            first.adversarial
        )?;
        for (system, a) in &self.abstention {
            let [low, high] = a.interval;
            writeln!(f, "  {system:width$}  {:>5.1}  ({low:.1} to {high:.1})", a.auroc)?;
        }
        Ok(())
    }

    fn lost(&self, f: &mut Formatter<'_>, width: usize) -> fmt::Result {
        if self.losses.is_empty() {
            return Ok(());
        }
        write!(f, "\n{:width$}", "evidence lost", width = width + 2)?;
        for loss in Loss::ALL {
            write!(f, "  {:>13}", loss.name())?;
        }
        writeln!(f)?;
        for (system, groups) in &self.losses {
            let Some((group, counts)) = groups.first() else { continue };
            write!(f, "  {system:width$}")?;
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
        write!(f, "\n{:width$}", "recall, ms", width = width + 2)?;
        for column in ["p50", "p95", "p99", "p50+e", "p95+e", "p99+e"] {
            write!(f, "  {column:>8}")?;
        }
        writeln!(f, "  (+e: with the question's embedding)")?;
        for (system, latency) in &self.latency {
            write!(f, "  {system:width$}  ")?;
            times_of(f, &latency.recall_ms)?;
            write!(f, "  ")?;
            times_of(f, &latency.recall_with_embedding_ms)?;
            writeln!(f)?;
        }
        Ok(())
    }

    fn lists(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (title, entries) in told::lists(self) {
            writeln!(f, "\n{title}:")?;
            for entry in entries {
                writeln!(f, "  {entry}")?;
            }
        }
        Ok(())
    }
}

fn figures_of(f: &mut Formatter<'_>, row: &Row) -> fmt::Result {
    write!(f, "{:>5}", row.n)?;
    if let Some(m) = &row.means {
        for figure in m.figures() {
            write!(f, "  {figure:>7.1}")?;
        }
        let [low, high] = m.intervals.recall_at_10.told();
        write!(f, "  {:>13}", format!("{low:.1} to {high:.1}"))?;
    }
    if row.failed > 0 {
        write!(f, "  ({} failed)", row.failed)?;
    }
    writeln!(f)
}

fn times_of(f: &mut Formatter<'_>, times: &Percentiles) -> fmt::Result {
    write!(f, "{:>8.2}  {:>8.2}  {:>8.2}", times.p50, times.p95, times.p99)
}
