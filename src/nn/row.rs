//! Arithmetic on single rows, where a product of matrices would cost more to set up than to do.

/// `sum = sum + row`, as far as the shorter of the two goes.
pub fn add_row(sum: &mut [f32], row: &[f32]) {
    super::wide(Add { sum, row });
}

/// `out = out + left × right`, for `left` of inputs and `right` of inputs × `out.len()`, row after
/// row. What is left of either after whole rows is not looked at.
pub fn add_row_product(out: &mut [f32], left: &[f32], right: &[f32]) {
    super::wide(Product { out, left, right });
}

/// `out` becomes the largest of the runs of its length that `pieces` is made of, place by place.
/// What is left of `pieces` after whole runs is not looked at.
pub fn largest(pieces: &[f32], out: &mut [f32]) {
    super::wide(Largest { pieces, out });
}

struct Add<'a> {
    sum: &'a mut [f32],
    row: &'a [f32],
}

impl pulp::WithSimd for Add<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for (sum, value) in self.sum.iter_mut().zip(self.row) {
            *sum += value;
        }
    }
}

struct Product<'a> {
    out: &'a mut [f32],
    left: &'a [f32],
    right: &'a [f32],
}

impl pulp::WithSimd for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { out, left, right } = self;
        for (factor, row) in left.iter().zip(right.chunks_exact(out.len().max(1))) {
            for (sum, value) in out.iter_mut().zip(row) {
                *sum += factor * value;
            }
        }
    }
}

struct Largest<'a> {
    pieces: &'a [f32],
    out: &'a mut [f32],
}

impl pulp::WithSimd for Largest<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { pieces, out } = self;
        let mut runs = pieces.chunks_exact(out.len().max(1));
        for (best, value) in out.iter_mut().zip(runs.next().unwrap_or_default()) {
            *best = *value;
        }
        for run in runs {
            for (best, value) in out.iter_mut().zip(run) {
                *best = if *value > *best { *value } else { *best };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(found: &[f32], wanted: &[f32]) -> bool {
        found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6) && found.len() == wanted.len()
    }

    #[test]
    fn rows_are_added_and_multiplied() {
        let mut sum = [1.0, 2.0, 3.0];
        add_row(&mut sum, &[10.0, 20.0, 30.0]);
        assert!(is(&sum, &[11.0, 22.0, 33.0]));
        add_row_product(&mut sum, &[2.0, -1.0], &[1.0, 0.0, 1.0, 0.0, 5.0, 1.0]);
        assert!(is(&sum, &[13.0, 17.0, 34.0]));
    }

    #[test]
    fn the_largest_is_taken_place_by_place() {
        let mut out = [0.0; 2];
        largest(&[1.0, -5.0, 0.5, -2.0, 9.0], &mut out);
        assert!(is(&out, &[1.0, -2.0]));
        largest(&[1.0], &mut []);
    }
}
