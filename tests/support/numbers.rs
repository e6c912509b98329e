//! Vectors for tests and benches that look random. Never differ from run to run.

/// Numbers that look random and are the same each time (splitmix64).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// About normal: the sum of four uniform ones.
    fn normal(&mut self) -> f32 {
        let bytes = self.next().to_le_bytes();
        bytes.chunks(2).map(|pair| f32::from(u16::from_le_bytes([pair[0], pair[1]]))).sum::<f32>()
            / 65_535.0
            - 2.0
    }

    pub(crate) fn vector(&mut self, dimensions: usize) -> Vec<f32> {
        (0..dimensions).map(|_| self.normal()).collect()
    }

    /// Vectors in every direction alike.
    pub(crate) fn uniform(&mut self, count: usize, dimensions: usize) -> Vec<Vec<f32>> {
        (0..count).map(|_| self.vector(dimensions)).collect()
    }

    /// Vectors around some centres, as far from them as half of what the centres are apart.
    pub(crate) fn clustered(
        &mut self,
        count: usize,
        dimensions: usize,
        clusters: usize,
    ) -> Vec<Vec<f32>> {
        let centres = self.uniform(clusters, dimensions);
        (0..count)
            .map(|_| {
                let centre = &centres[self.next() as usize % clusters];
                let around = self.vector(dimensions);
                centre.iter().zip(around).map(|(centre, off)| centre + 0.5 * off).collect()
            })
            .collect()
    }
}
