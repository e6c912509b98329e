//! Gathers single scores and times into the figures of a report. Never rounds before the end.

use indexmap::IndexMap;

use super::abstention::Abstention;
use super::metrics::{Score, mean, percent, round};
use super::questions::{COUNTED, Category};
use super::report::{Groups, Interval, Intervals, Latency, Means, Percentiles, Row};
use super::spread::{bootstrap, bootstrap_groups, percentile};

/// What one system did with the questions so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    outcomes: Vec<Outcome>,
    recall_ms: Vec<f64>,
    whole_ms: Vec<f64>,
}

/// One question, put to one system.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outcome {
    pub(super) category: Category,
    /// The place of the conversation in the run.
    pub(super) conversation: usize,
    /// What the answer was worth, and how many tokens its first 10 hold; `None` when it failed.
    pub(super) answer: Option<(Score, usize)>,
    /// The score of its best hit; `None` when it found nothing or failed.
    pub(super) best: Option<f32>,
}

impl Tally {
    pub(super) fn add(&mut self, outcome: Outcome) {
        self.outcomes.push(outcome);
    }

    /// How many questions there were.
    pub(super) fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// How many seconds recall took, and the embedding before it.
    pub(super) fn took(&mut self, recall: f64, embed: f64) {
        self.recall_ms.push(recall * 1e3);
        self.whole_ms.push((recall + embed) * 1e3);
    }

    pub(super) fn groups(&self, seed: u64) -> Groups {
        let all = (COUNTED, self.row(Category::counts, seed));
        let each = Category::ALL.map(|c| (c.name(), self.row(|other| other == c, seed)));
        std::iter::once(all)
            .chain(each)
            .filter_map(|(name, row)| Some((name.to_owned(), row?)))
            .collect::<IndexMap<_, _>>()
    }

    /// `None` without adversarial questions, or without others.
    pub(super) fn abstention(&self, seed: u64) -> Option<Abstention> {
        let best = |belongs: fn(Category) -> bool| -> Vec<f32> {
            let answered = self.outcomes.iter().filter(|outcome| outcome.answer.is_some());
            let of = answered.filter(|outcome| belongs(outcome.category));
            of.map(|outcome| outcome.best.unwrap_or(f32::NEG_INFINITY)).collect()
        };
        let adversarial = best(|category| category == Category::Adversarial);
        Abstention::of(&best(Category::counts), &adversarial, seed)
    }

    /// `None` when it answered nothing at all.
    pub(super) fn latency(&self) -> Option<Latency> {
        Some(Latency {
            recall_ms: percentiles(&self.recall_ms)?,
            recall_with_embedding_ms: percentiles(&self.whole_ms)?,
        })
    }

    fn row(&self, belongs: impl Fn(Category) -> bool, seed: u64) -> Option<Row> {
        let group = self.outcomes.iter().filter(|outcome| belongs(outcome.category));
        let group: Vec<Outcome> = group.copied().collect();
        if group.is_empty() {
            return None;
        }
        let answered: Vec<Answered> = group
            .iter()
            .filter_map(|outcome| {
                let (score, tokens) = outcome.answer?;
                Some(Answered { conversation: outcome.conversation, score, tokens })
            })
            .collect();
        let n = answered.len();
        Some(Row { n, failed: group.len() - n, means: means(&answered, seed) })
    }
}

struct Answered {
    conversation: usize,
    score: Score,
    tokens: usize,
}

fn means(answered: &[Answered], seed: u64) -> Option<Means> {
    let values = |value: fn(&Score) -> f64| -> Vec<f64> {
        answered.iter().map(|answer| value(&answer.score)).collect()
    };
    let of = |value: fn(&Score) -> f64| Some(percent(mean(&values(value))?));
    let spread = |value: fn(&Score) -> f64| -> Option<Interval> {
        let groups = by_conversation(answered, value);
        let drawn = |within| bootstrap_groups(&groups, within, seed).map(|ends| ends.map(percent));
        Some(Interval {
            by_question: bootstrap(&values(value), seed)?.map(percent),
            by_conversation: drawn(false),
            by_both: drawn(true),
        })
    };
    let intervals = Intervals {
        recall_at_2: spread(|s| s.recall[1])?,
        recall_at_5: spread(|s| s.recall[2])?,
        recall_at_10: spread(|s| s.recall[3])?,
        all_at_5: spread(|s| s.all_at_5)?,
        all_at_10: spread(|s| s.all)?,
        mrr: spread(|s| s.reciprocal_rank)?,
    };
    let tokens: Vec<f64> = answered.iter().map(|answer| answer.tokens as f64).collect();
    Some(Means {
        recall_at_1: of(|s| s.recall[0])?,
        recall_at_2: of(|s| s.recall[1])?,
        recall_at_5: of(|s| s.recall[2])?,
        recall_at_10: of(|s| s.recall[3])?,
        recall_at_20: of(|s| s.recall[4])?,
        all_at_5: of(|s| s.all_at_5)?,
        all_at_10: of(|s| s.all)?,
        ndcg_at_10: of(|s| s.ndcg)?,
        mrr: of(|s| s.reciprocal_rank)?,
        tokens_at_10: round(mean(&tokens)?, 10.0),
        intervals,
    })
}

/// The values of each conversation, in the order of the run.
fn by_conversation(answered: &[Answered], value: fn(&Score) -> f64) -> Vec<Vec<f64>> {
    let mut groups: IndexMap<usize, Vec<f64>> = IndexMap::new();
    for answer in answered {
        groups.entry(answer.conversation).or_default().push(value(&answer.score));
    }
    groups.into_values().collect()
}

fn percentiles(ms: &[f64]) -> Option<Percentiles> {
    let at = |p| percentile(ms, p).map(|value| round(value, 1e3));
    Some(Percentiles { p50: at(50.0)?, p95: at(95.0)?, p99: at(99.0)? })
}
