//! Whether a system could tell what it does not know: how well the score of its best hit parts the
//! questions that can be answered from the adversarial ones, which ask for what was never said. Sees
//! scores alone; a system that finds nothing has the least score of all.

use serde::{Deserialize, Serialize};

use super::dice::Dice;
use super::metrics::percent;
use super::spread::{RESAMPLES, interval};

/// How well the best score parts questions with an answer from questions without.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Abstention {
    /// The area under the ROC curve, in percent: how often a question of categories 1 to 4 has a
    /// higher best score than an adversarial one, equal scores counting half. 50 is chance.
    pub auroc: f64,
    /// The 95 % bootstrap interval of it, over the questions of either side.
    pub interval: [f64; 2],
    /// How many questions have an answer.
    pub answerable: usize,
    /// How many ask for what was never said.
    pub adversarial: usize,
}

impl Abstention {
    /// Of the best scores of both sides; `None` when a side is empty.
    pub(super) fn of(answerable: &[f32], adversarial: &[f32], seed: u64) -> Option<Self> {
        let auroc = area(answerable, adversarial)?;
        let mut dice = Dice::new(seed);
        let mut draw = |from: &[f32]| -> Vec<f32> {
            from.iter().filter_map(|_| from.get(dice.below(from.len())).copied()).collect()
        };
        let areas: Option<Vec<f64>> =
            (0..RESAMPLES).map(|_| area(&draw(answerable), &draw(adversarial))).collect();
        Some(Self {
            auroc: percent(auroc),
            interval: interval(areas?)?.map(percent),
            answerable: answerable.len(),
            adversarial: adversarial.len(),
        })
    }
}

/// How often one of `higher` is above one of `lower`, equals counting half (Mann and Whitney 1947);
/// `None` when a side is empty.
fn area(higher: &[f32], lower: &[f32]) -> Option<f64> {
    let pairs = higher.len() * lower.len();
    let mut all: Vec<(f32, bool)> = higher.iter().map(|score| (*score, true)).collect();
    all.extend(lower.iter().map(|score| (*score, false)));
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below, mut won) = (0.0, 0.0);
    for equals in all.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
        let above = equals.iter().filter(|(_, above)| *above).count() as f64;
        let here = equals.len() as f64 - above;
        won += above * (below + here / 2.0);
        below += here;
    }
    (pairs > 0).then(|| won / pairs as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_area_is_the_share_of_pairs_in_order() {
        let near = |a: Option<f64>, b: f64| a.is_some_and(|a| (a - b).abs() < 1e-12);
        assert!(near(area(&[2.0, 3.0], &[0.0, 1.0]), 1.0));
        assert!(near(area(&[0.0, 1.0], &[2.0, 3.0]), 0.0));
        assert!(near(area(&[1.0; 3], &[1.0; 5]), 0.5), "equals count half");
        assert!(near(area(&[1.0, 3.0], &[2.0]), 0.5));
        assert!(near(area(&[1.0], &[f32::NEG_INFINITY]), 1.0), "nothing found is least");
        assert_eq!(area(&[], &[1.0]), None);
        assert_eq!(area(&[1.0], &[]), None);
    }

    #[test]
    fn an_interval_holds_the_area_and_repeats() {
        let known: Vec<f32> = (0..60).map(|n| n as f32 + 15.0).collect();
        let unknown: Vec<f32> = (0..60).map(|n| n as f32).collect();
        let one = Abstention::of(&known, &unknown, 1).expect("both sides");
        let [low, high] = one.interval;
        assert!(low < one.auroc && one.auroc < high && high - low < 25.0, "{one:?}");
        assert!(low > 50.0, "{one:?}");
        assert_eq!(Abstention::of(&known, &unknown, 1), Some(one));
    }

    proptest! {
        #[test]
        fn the_area_is_that_of_all_pairs(a in proptest::collection::vec(0..6u8, 1..20), b in proptest::collection::vec(0..6u8, 1..20)) {
            let floats = |of: &[u8]| -> Vec<f32> { of.iter().map(|&n| f32::from(n)).collect() };
            let pair = |a: u8, b: u8| match a.cmp(&b) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
            let sum: f64 = a.iter().flat_map(|&a| b.iter().map(move |&b| pair(a, b))).sum();
            let mean = sum / (a.len() * b.len()) as f64;
            prop_assert!((area(&floats(&a), &floats(&b)).unwrap() - mean).abs() < 1e-9);
        }
    }
}
