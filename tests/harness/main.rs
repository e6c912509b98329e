//! The harness shown that it cannot be fooled: systems whose worth is known beforehand, files that
//! other sets write otherwise, two keys, two reports, and passages. Each story plants what it then
//! looks for.

mod common;
mod command;
mod files;
mod losses;
mod passages;
mod rankings;
mod reports;
mod slips;
mod times;
mod usage;
mod worth;
