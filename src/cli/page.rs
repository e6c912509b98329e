//! Text for a person's eyes: wrapped to the width of the terminal, or to 100 columns where there
//! is none, without colour. Never changes the words, and never lets a control character through.

use std::io::{self, IsTerminal as _, Write};

/// The width where standard output is no terminal.
const PLAIN: usize = 100;
/// The least width: narrower terminals wrap lines themselves.
const LEAST: usize = 40;

/// Where a command writes for a person.
pub(super) struct Page<'a> {
    out: &'a mut dyn Write,
    width: usize,
}

impl<'a> Page<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        let stdout = io::stdout();
        let terminal = if stdout.is_terminal() { terminal_size::terminal_size() } else { None };
        let width = terminal.map_or(PLAIN, |(width, _)| usize::from(width.0));
        Self { out, width: width.max(LEAST) }
    }

    /// One line, as it is.
    pub(super) fn line(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{}", visible(&text.to_string()))
    }

    /// `text` wrapped, its first line after `head`, the others indented by as many columns as
    /// `head` has. Line ends within the text are spaces.
    pub(super) fn wrapped(&mut self, head: &str, text: &str) -> io::Result<()> {
        self.hanging(head, textwrap::core::display_width(head), text)
    }

    /// The same, the other lines indented by `indent` columns.
    pub(super) fn hanging(&mut self, head: &str, indent: usize, text: &str) -> io::Result<()> {
        let indent = " ".repeat(indent);
        // Dates have hyphens and must stay whole.
        let options = textwrap::Options::new(self.width)
            .initial_indent(head)
            .subsequent_indent(&indent)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for line in textwrap::wrap(&text, options) {
            writeln!(self.out, "{}", visible(line.trim_end()))?;
        }
        Ok(())
    }
}

/// The text without control characters, which could steer a terminal: each is shown as its name.
fn visible(text: &str) -> String {
    let steers = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(steers) {
        return text.to_owned();
    }
    text.chars()
        .map(|c| if steers(c) { c.escape_unicode().to_string() } else { c.to_string() })
        .collect()
}

/// `1 turn`, `2 turns`.
pub(super) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
