//! How good one ranking is, and means over many. Pure arithmetic over gains of 0 and 1; never sees
//! a system or a file.

/// The depths at which recall is told.
pub const DEPTHS: [usize; 5] = [1, 2, 5, 10, 20];

/// How deep systems are asked to rank: the deepest of [`DEPTHS`].
pub const DEEPEST: usize = 20;

/// How deep all-evidence and nDCG look.
pub const CUT: usize = 10;

/// The share of `gold` among the first `k` of `ranked`, from 0 to 1; 0 when there is no gold.
pub fn recall_at(ranked: &[&str], gold: &[&str], k: usize) -> f64 {
    share(found(ranked, gold, k), gold.len())
}

/// 1 when all of `gold` is among the first `k` of `ranked`, else 0; 0 when there is no gold.
pub fn all_at(ranked: &[&str], gold: &[&str], k: usize) -> f64 {
    if !gold.is_empty() && found(ranked, gold, k) == gold.len() { 1.0 } else { 0.0 }
}

/// Normalised discounted cumulative gain of the first `k`, gains being 0 or 1 and the discount
/// log2 of the rank plus 1 (Järvelin and Kekäläinen 2002), from 0 to 1; 0 when there is no gold.
pub fn ndcg_at(ranked: &[&str], gold: &[&str], k: usize) -> f64 {
    let gain: f64 = ranked
        .iter()
        .take(k)
        .enumerate()
        .filter(|(_, id)| gold.contains(id))
        .map(|(place, _)| discount(place))
        .sum();
    let ideal: f64 = (0..gold.len().min(k)).map(discount).sum();
    if ideal > 0.0 { gain / ideal } else { 0.0 }
}

/// One over the rank of the first of `gold` in `ranked` (Voorhees 1999), from 0 to 1; 0 when none of
/// it is there.
pub fn reciprocal_rank(ranked: &[&str], gold: &[&str]) -> f64 {
    let first = ranked.iter().position(|id| gold.contains(id));
    first.map_or(0.0, |place| 1.0 / (place as f64 + 1.0))
}

/// For each of `gold` its rank in `ranked`, from 1; `None` where it is not there.
pub fn ranks(ranked: &[&str], gold: &[&str]) -> Vec<Option<usize>> {
    gold.iter().map(|id| ranked.iter().position(|other| other == id).map(|at| at + 1)).collect()
}

/// The mean; `None` of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// A share in percent, to two digits behind the point.
pub(super) fn percent(share: f64) -> f64 {
    round(share * 100.0, 1e2)
}

/// `value` to the nearest of so many `steps` in one.
pub(super) fn round(value: f64, steps: f64) -> f64 {
    // Adding 0 makes 0 of the negative one, which a sum of nothing is.
    (value * steps).round() / steps + 0.0
}

/// What one ranking is worth, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// Recall at each of [`DEPTHS`].
    pub recall: [f64; DEPTHS.len()],
    /// Whether all evidence is in the first 5.
    pub all_at_5: f64,
    /// Whether all evidence is in the first [`CUT`].
    pub all: f64,
    /// nDCG of the first [`CUT`].
    pub ndcg: f64,
    /// One over the rank of the first evidence; 0 when none was found.
    pub reciprocal_rank: f64,
}

impl Score {
    /// The score of `ranked` against `gold`.
    pub fn of(ranked: &[&str], gold: &[&str]) -> Self {
        Self {
            recall: DEPTHS.map(|k| recall_at(ranked, gold, k)),
            all_at_5: all_at(ranked, gold, 5),
            all: all_at(ranked, gold, CUT),
            ndcg: ndcg_at(ranked, gold, CUT),
            reciprocal_rank: reciprocal_rank(ranked, gold),
        }
    }
}

fn found(ranked: &[&str], gold: &[&str], k: usize) -> usize {
    let top = ranked.get(..k).unwrap_or(ranked);
    gold.iter().filter(|id| top.contains(id)).count()
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// `place` counts from 0.
fn discount(place: usize) -> f64 {
    1.0 / (place as f64 + 2.0).log2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn recall_is_the_share_of_gold_in_the_top() {
        let ranked = ["a", "b", "c", "d"];
        let gold = ["b", "d", "x"];
        assert!(near(recall_at(&ranked, &gold, 1), 0.0));
        assert!(near(recall_at(&ranked, &gold, 2), 1.0 / 3.0));
        assert!(near(recall_at(&ranked, &gold, 4), 2.0 / 3.0));
        assert!(near(recall_at(&ranked, &gold, 99), 2.0 / 3.0));
        assert!(near(recall_at(&ranked, &[], 4), 0.0));
    }

    #[test]
    fn all_evidence_is_all_or_nothing() {
        let ranked = ["a", "b", "c"];
        assert!(near(all_at(&ranked, &["a", "c"], 3), 1.0));
        assert!(near(all_at(&ranked, &["a", "c"], 2), 0.0));
        assert!(near(all_at(&ranked, &[], 2), 0.0));
    }

    /// Gold at ranks 2 and 3 of two: (1/log2 3 + 1/log2 4) / (1/log2 2 + 1/log2 3)
    /// = (0.6309297536 + 0.5) / (1 + 0.6309297536).
    #[test]
    fn ndcg_is_the_gain_over_the_best_possible_gain() {
        let ranked = ["a", "b", "c", "d"];
        assert!((ndcg_at(&ranked, &["b", "c"], 10) - 0.693_426_403_6).abs() < 1e-9);
        assert!(near(ndcg_at(&ranked, &["a"], 10), 1.0));
        assert!(near(ndcg_at(&ranked, &["d"], 3), 0.0));
        assert!(near(ndcg_at(&ranked, &["a", "b", "c"], 2), 1.0), "the ideal is cut at k too");
        assert!(near(ndcg_at(&ranked, &[], 2), 0.0));
    }

    #[test]
    fn a_mean_of_nothing_is_nothing() {
        assert_eq!(mean(&[]), None);
        assert!(mean(&[1.0, 2.0]).is_some_and(|m| near(m, 1.5)));
    }

    proptest! {
        #[test]
        fn deeper_never_finds_less(order in proptest::sample::subsequence((0..30u8).collect::<Vec<_>>(), 0..30).prop_shuffle(), gold in proptest::collection::btree_set(0..30u8, 1..6)) {
            let names: Vec<String> = (0..30u8).map(|n| n.to_string()).collect();
            let ranked: Vec<&str> = order.iter().map(|&n| names[usize::from(n)].as_str()).collect();
            let gold: Vec<&str> = gold.iter().map(|&n| names[usize::from(n)].as_str()).collect();
            let score = Score::of(&ranked, &gold);
            prop_assert!(score.recall.is_sorted());
            prop_assert!(score.recall.iter().all(|r| (0.0..=1.0).contains(r)));
            prop_assert!((0.0..=1.0 + 1e-12).contains(&score.ndcg));
            prop_assert!(score.all <= score.recall[3]);
        }
    }
}
