//! Dice for intervals and tests: numbers that look random. Never rolled without a seed of the
//! caller, and of no use for secrets.

/// A small generator of numbers that look random, SplitMix64 (Steele, Lea and Flood 2014). The
/// same seed gives the same numbers for ever.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Dice that start at `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let wide = u128::from(self.roll()) * bound as u128;
        usize::try_from(wide >> 64).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the published reference implementation for seed 1234567.
    #[test]
    fn the_dice_are_splitmix64() {
        let mut dice = Dice::new(1_234_567);
        let rolled: Vec<u64> = (0..3).map(|_| dice.roll()).collect();
        assert_eq!(
            rolled,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn the_dice_fall_evenly_below_their_bound() {
        let mut dice = Dice::new(3);
        let mut fallen = [0; 6];
        for _ in 0..6_000 {
            fallen[dice.below(6)] += 1;
        }
        assert!(fallen.iter().all(|n| (850..1_150).contains(n)), "{fallen:?}");
        assert_eq!(dice.below(0), 0);
    }
}
