//! How well times are read: against the cases of a date-time recogniser's specification, and on
//! dialogue whose questions have dates for answers. Uses only what a user of the crate can use;
//! the grammar never sees a case.
//!
//! - `cases` reads the specification, `score` compares with it and maps its conventions, `spec`
//!   counts over its files;
//! - `dialogue` reads every turn of files in LoCoMo's format; `agreement` says whether it found a
//!   date.

mod agreement;
mod cases;
pub mod dialogue;
mod score;
pub mod spec;
