//! Parts of longer times, each kind in its own file. Holds no rule.

mod decades;
mod feasts;
mod nth;
pub(in crate::time::grammar) mod portions;
mod quarters;
mod seasons;
mod weeks;
mod whole;
