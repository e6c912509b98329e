//! Times with two bounds, and the signs between them. One bound alone is read in `bounds`.

mod dates;
mod days;
mod months;

use crate::time::grammar::{Read, Reader, longest};
use crate::time::lexicon::Set;
use crate::time::meaning::Meaning;

impl Reader<'_> {
    /// Reads what stands right of the sign of a range, where a dash belongs to no date.
    pub(super) fn right_of<T>(&self, i: usize, read: impl FnOnce() -> Option<T>) -> Option<T> {
        let before = self.range_left.replace(Some(i));
        let out = read();
        self.range_left.set(before);
        out
    }

    /// "from A to B", "between A and B", "A - B".
    pub(super) fn range(&self, i: usize) -> Read<Meaning> {
        self.nested(|| {
            longest([
                self.days_of_month(i),
                self.week_between(i),
                self.month_between(i),
                self.month_to_month(i),
                self.year_to_short_year(i),
                self.date_range(i),
            ])
        })
    }

    fn sign(&self, i: usize, between: bool) -> Option<usize> {
        let i = self.skip(i, &[","]);
        if self.among(i, Set::RangeSigns) {
            let next = self.any(i, &["up to", "up until"]).unwrap_or(i + 1);
            return Some(self.skip(next, &["-"]));
        }
        (between && self.w(i) == "and").then_some(i + 1)
    }
}
