//! A report as a table for people. Shows nothing that is not in the report.

use std::fmt::{self, Display, Formatter};

use super::report::{Percentiles, Report, Row};

/// The names of the metric columns.
const COLUMNS: [&str; 7] = ["R@1", "R@2", "R@5", "R@10", "R@20", "all@10", "nDCG@10"];

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.systems.keys().map(|s| s.chars().count()).max().unwrap_or(0).max(12);
        self.figures(f, width)?;
        writeln!(
            f,
            "\nquestions: {} asked, {} answered, {} failed, {} skipped; {} turns in {} conversations",
            self.asked,
            self.answered,
            self.failed,
            self.skipped,
            self.conversations.iter().map(|c| c.turns).sum::<usize>(),
            self.conversations.len()
        )?;
        self.times(f, width)?;
        self.lists(f)
    }
}

impl Report {
    fn figures(&self, f: &mut Formatter<'_>, width: usize) -> fmt::Result {
        let mut groups: Vec<&str> = Vec::new();
        for name in self.systems.values().flat_map(|groups| groups.keys()) {
            if !groups.contains(&name.as_str()) {
                groups.push(name);
            }
        }
        write!(f, "{:width$}  {:>5}", "evidence, %", "n", width = width + 2)?;
        for column in COLUMNS {
            write!(f, "  {column:>7}")?;
        }
        writeln!(f, "  {:>13}", "R@10, 95 %")?;
        for group in groups {
            writeln!(f, "{group}")?;
            for (system, row) in
                self.systems.iter().filter_map(|(s, groups)| Some((s, groups.get(group)?)))
            {
                write!(f, "  {system:width$}  ")?;
                figures_of(f, row)?;
            }
        }
        Ok(())
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
        if !self.repairs.is_empty() {
            writeln!(f, "\nrepairs:")?;
        }
        for repair in &self.repairs {
            let read_as = match repair.read_as.as_slice() {
                [] => "dropped".to_owned(),
                ids => format!("read as {}", ids.join(", ")),
            };
            let (conversation, question) = (&repair.conversation, repair.question);
            writeln!(
                f,
                "  {conversation} question {question}: {:?} {read_as}: {}",
                repair.given, repair.why
            )?;
        }
        if !self.skipped_questions.is_empty() {
            writeln!(f, "\nskipped:")?;
        }
        for skipped in &self.skipped_questions {
            let (conversation, question) = (&skipped.conversation, skipped.question);
            writeln!(f, "  {conversation} question {question}: {}", skipped.reason)?;
        }
        if !self.failures.is_empty() {
            writeln!(f, "\nfailed:")?;
        }
        for failure in &self.failures {
            let (conversation, question) = (&failure.conversation, failure.question);
            let (system, error) = (&failure.system, &failure.error);
            writeln!(f, "  {system}, {conversation} question {question}: {error}")?;
        }
        Ok(())
    }
}

fn figures_of(f: &mut Formatter<'_>, row: &Row) -> fmt::Result {
    write!(f, "{:>5}", row.n)?;
    if let Some(m) = &row.means {
        for figure in [
            m.recall_at_1,
            m.recall_at_2,
            m.recall_at_5,
            m.recall_at_10,
            m.recall_at_20,
            m.all_at_10,
            m.ndcg_at_10,
        ] {
            write!(f, "  {figure:>7.1}")?;
        }
        let [low, high] = m.recall_at_10_interval;
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
