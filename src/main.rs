//! The command line: `hippograph`. Never holds logic of its own: see `cli`, which uses only what
//! any user of the crate can use.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
