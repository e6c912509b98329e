//! Gathers single scores and times into the figures of a report. Never rounds before the end.

use indexmap::IndexMap;

use super::locomo::Category;
use super::metrics::{Score, mean};
use super::report::{Groups, Latency, Means, Percentiles, Row};
use super::spread::{bootstrap, percentile};

/// What one system did with the questions so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    outcomes: Vec<(Category, Option<Score>)>,
    recall_ms: Vec<f64>,
    whole_ms: Vec<f64>,
}

impl Tally {
    pub(super) fn answered(&mut self, category: Category, score: Score, recall: f64, embed: f64) {
        self.outcomes.push((category, Some(score)));
        self.recall_ms.push(recall * 1e3);
        self.whole_ms.push((recall + embed) * 1e3);
    }

    pub(super) fn failed(&mut self, category: Category) {
        self.outcomes.push((category, None));
    }

    pub(super) fn groups(&self, seed: u64) -> Groups {
        let all = ("1-4", self.row(Category::counts, seed));
        let each = Category::ALL.map(|c| (c.name(), self.row(|other| other == c, seed)));
        std::iter::once(all)
            .chain(each)
            .filter_map(|(name, row)| Some((name.to_owned(), row?)))
            .collect::<IndexMap<_, _>>()
    }

    /// `None` when it answered nothing at all.
    pub(super) fn latency(&self) -> Option<Latency> {
        Some(Latency {
            recall_ms: percentiles(&self.recall_ms)?,
            recall_with_embedding_ms: percentiles(&self.whole_ms)?,
        })
    }

    fn row(&self, belongs: impl Fn(Category) -> bool, seed: u64) -> Option<Row> {
        let group: Vec<Option<Score>> =
            self.outcomes.iter().filter(|(c, _)| belongs(*c)).map(|&(_, score)| score).collect();
        if group.is_empty() {
            return None;
        }
        let scores: Vec<Score> = group.iter().copied().flatten().collect();
        let n = scores.len();
        Some(Row { n, failed: group.len() - n, means: means(&scores, seed) })
    }
}

fn means(scores: &[Score], seed: u64) -> Option<Means> {
    let of = |value: fn(&Score) -> f64| -> Option<f64> {
        Some(percent(mean(&scores.iter().map(value).collect::<Vec<_>>())?))
    };
    let at_10: Vec<f64> = scores.iter().map(|s| s.recall[3]).collect();
    Some(Means {
        recall_at_1: of(|s| s.recall[0])?,
        recall_at_2: of(|s| s.recall[1])?,
        recall_at_5: of(|s| s.recall[2])?,
        recall_at_10: of(|s| s.recall[3])?,
        recall_at_20: of(|s| s.recall[4])?,
        all_at_10: of(|s| s.all)?,
        ndcg_at_10: of(|s| s.ndcg)?,
        recall_at_10_interval: bootstrap(&at_10, seed)?.map(percent),
    })
}

fn percentiles(ms: &[f64]) -> Option<Percentiles> {
    let at = |p| percentile(ms, p).map(|value| round(value, 1e3));
    Some(Percentiles { p50: at(50.0)?, p95: at(95.0)?, p99: at(99.0)? })
}

/// In percent, to two digits behind the point.
fn percent(share: f64) -> f64 {
    round(share * 100.0, 1e2)
}

pub(super) fn round(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}
