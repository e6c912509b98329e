//! Progress on standard error: bars when it is a terminal; elsewhere only a line for each step of the
//! fetching of a model. Never writes anything elsewhere.

use std::io::IsTerminal as _;
use std::time::Duration;

use hippograph::models::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar that counts `total` things called `what`.
pub(super) fn counting(what: &'static str, total: usize) -> ProgressBar {
    let template = format!("{{prefix}}{{wide_bar}} {{pos}}/{{len}} {what}, {{eta}} left");
    styled(u64::try_from(total).unwrap_or(u64::MAX), &template)
}

/// A spinner for work of unknown length.
pub(super) fn waiting(message: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    bar.set_message(message);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn styled(total: u64, template: &str) -> ProgressBar {
    // indicatif draws nothing where standard error is no terminal.
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Shows how a model is fetched and verified.
#[derive(Debug, Default)]
pub(super) struct ModelBar {
    bar: Option<(String, ProgressBar)>,
}

impl Progress for ModelBar {
    fn step(&mut self, what: &str, done: u64, total: Option<u64>) {
        let same = self.bar.as_ref().is_some_and(|(of, _)| of == what);
        if !same {
            if let Some((_, bar)) = self.bar.take() {
                bar.finish_and_clear();
            }
            if !std::io::stderr().is_terminal() {
                eprintln!("hippograph: {what}");
            }
            let bar = match total {
                Some(total) => styled(total, "{msg} {wide_bar} {bytes}/{total_bytes}, {eta} left"),
                None => waiting(""),
            };
            bar.set_message(what.to_owned());
            self.bar = Some((what.to_owned(), bar));
        }
        if let Some((_, bar)) = &self.bar {
            bar.set_position(done);
        }
    }
}

impl Drop for ModelBar {
    fn drop(&mut self) {
        if let Some((_, bar)) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
