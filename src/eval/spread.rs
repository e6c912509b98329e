//! How far figures spread: percentiles, bootstrap intervals of a mean, and the sign test. The dice
//! are seeded by the caller: the same values and seed give the same interval.

use super::dice::Dice;

/// How often the questions are drawn anew for an interval.
pub const RESAMPLES: usize = 1_000;

/// The value below or at which `percent` of `values` lie, by the nearest rank; `None` of nothing.
pub fn percentile(values: &[f64], percent: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    nearest_rank(&sorted, percent)
}

/// The 95 % interval of the mean of `values`: percentiles 2.5 and 97.5 of the means of
/// [`RESAMPLES`] draws with replacement (Efron 1979); `None` of nothing.
pub fn bootstrap(values: &[f64], seed: u64) -> Option<[f64; 2]> {
    if values.is_empty() {
        return None;
    }
    let mut dice = Dice::new(seed);
    let means = (0..RESAMPLES)
        .map(|_| {
            let sum: f64 = values.iter().filter_map(|_| values.get(dice.below(values.len()))).sum();
            sum / values.len() as f64
        })
        .collect();
    interval(means)
}

/// The 95 % interval of the mean of all values when the groups that they come in are drawn with
/// replacement, each whole; with `within`, the values of a drawn group are drawn anew too. `None` of
/// fewer than two groups that hold anything: one group tells nothing of how groups differ.
pub fn bootstrap_groups(groups: &[Vec<f64>], within: bool, seed: u64) -> Option<[f64; 2]> {
    let groups: Vec<&Vec<f64>> = groups.iter().filter(|group| !group.is_empty()).collect();
    if groups.len() < 2 {
        return None;
    }
    let mut dice = Dice::new(seed);
    let means = (0..RESAMPLES)
        .map(|_| {
            let (mut sum, mut count) = (0.0, 0_usize);
            for _ in &groups {
                let Some(group) = groups.get(dice.below(groups.len())) else { continue };
                count += group.len();
                sum += if within {
                    group.iter().filter_map(|_| group.get(dice.below(group.len()))).sum::<f64>()
                } else {
                    group.iter().sum::<f64>()
                };
            }
            sum / count.max(1) as f64
        })
        .collect();
    interval(means)
}

/// The 95 % interval of figures that were drawn: their percentiles 2.5 and 97.5; `None` of nothing.
pub(super) fn interval(mut drawn: Vec<f64>) -> Option<[f64; 2]> {
    drawn.sort_by(f64::total_cmp);
    Some([nearest_rank(&drawn, 2.5)?, nearest_rank(&drawn, 97.5)?])
}

/// The two-sided sign test: how likely at least so lopsided a split of `up` and `down` is when both
/// are as likely; 1 of nothing. Exact, by the binomial distribution.
pub fn sign_test(up: usize, down: usize) -> f64 {
    let (n, fewer) = (up + down, up.min(down));
    // The logarithm of n over k times 2 to the power of -n, from k = 0 on.
    let mut log = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for k in 0..=fewer {
        tail += log.exp();
        log += ((n - k) as f64).ln() - ((k + 1) as f64).ln();
    }
    (2.0 * tail).min(1.0)
}

fn nearest_rank(sorted: &[f64], percent: f64) -> Option<f64> {
    let rank = (percent / 100.0 * sorted.len() as f64).ceil().max(1.0) as usize;
    sorted.get(rank.min(sorted.len()).checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let values: Vec<f64> = (1..=20).rev().map(f64::from).collect();
        assert_eq!(percentile(&values, 50.0), Some(10.0));
        assert_eq!(percentile(&values, 95.0), Some(19.0));
        assert_eq!(percentile(&values, 99.0), Some(20.0));
        assert_eq!(percentile(&values, 0.0), Some(1.0));
        assert_eq!(percentile(&[7.0], 50.0), Some(7.0));
        assert_eq!(percentile(&[], 50.0), None);
    }

    #[test]
    fn an_interval_holds_the_mean_and_repeats() {
        let values: Vec<f64> = (0..44).map(|i| if i % 3 == 0 { 1.0 } else { 0.0 }).collect();
        let [low, high] = bootstrap(&values, 7).expect("there are values");
        let mean = 15.0 / 44.0;
        assert!(low < mean && mean < high);
        // The normal approximation gives 0.34 plus or minus 1.96 * sqrt(0.34 * 0.66 / 44) = 0.14.
        assert!((high - low - 0.28).abs() < 0.06, "{low} to {high}");
        assert_eq!(bootstrap(&values, 7), Some([low, high]));
    }

    /// Two groups that disagree: which of them is drawn matters more than which of their values.
    #[test]
    fn groups_that_differ_make_the_interval_wide() {
        let groups = [vec![0.0; 50], vec![1.0; 50], vec![]];
        assert_eq!(bootstrap_groups(&groups, false, 3), Some([0.0, 1.0]));
        let [low, high] = bootstrap(&groups.concat(), 3).expect("there are values");
        assert!(0.3 < low && high < 0.7, "{low} to {high}");
        assert_eq!(bootstrap_groups(&groups[..1], false, 3), None, "one group tells nothing");
        let mixed = [vec![0.0, 1.0], vec![1.0, 0.0]];
        assert_eq!(bootstrap_groups(&mixed, false, 3), Some([0.5, 0.5]));
        assert_eq!(bootstrap_groups(&mixed, true, 3), Some([0.0, 1.0]));
    }

    /// The values of R's `binom.test`.
    #[test]
    fn the_sign_test_is_the_binomial_one() {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(sign_test(0, 0), 1.0));
        assert!(near(sign_test(5, 5), 1.0));
        assert!(near(sign_test(10, 0), 0.001_953_125));
        assert!(near(sign_test(2, 8), 0.109_375));
        assert!(sign_test(2_000, 1_500) < 1e-15, "large counts neither overflow nor vanish");
    }

    #[test]
    fn an_interval_of_equal_values_is_a_point() {
        assert_eq!(bootstrap(&[0.5; 9], 1), Some([0.5, 0.5]));
        assert_eq!(bootstrap(&[], 1), None);
    }
}
