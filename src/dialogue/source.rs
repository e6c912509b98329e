//! A text and the lines it has, so that every error can say where. Never changes the text.

use super::error::DialogueError;

/// The text of these bytes. `source` is what the error calls them.
///
/// # Errors
/// When they are not UTF-8, with the line of the first byte that is not.
pub fn decode(source: &str, bytes: Vec<u8>) -> Result<String, DialogueError> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.as_bytes().iter().take(error.utf8_error().valid_up_to());
        let line = 1 + good.filter(|byte| **byte == b'\n').count();
        DialogueError::NotUtf8 { file: source.to_owned(), line }
    })
}

/// A text, without its byte-order mark, and the name that errors call it by.
#[derive(Debug)]
pub(super) struct Source<'a> {
    name: &'a str,
    text: &'a str,
    /// Where each line but the first begins, in bytes.
    starts: Vec<usize>,
}

impl<'a> Source<'a> {
    /// The text called `name`.
    pub(super) fn new(name: &'a str, text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let starts = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        Self { name, text, starts }
    }

    /// What errors call it.
    pub(super) fn name(&self) -> &'a str {
        self.name
    }

    /// All of it.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// The stem of the name: what stands for a session that has no name of its own.
    pub(super) fn stem(&self) -> &'a str {
        let stem = std::path::Path::new(self.name).file_stem().and_then(|stem| stem.to_str());
        stem.unwrap_or(self.name)
    }

    /// The line and column, from 1, at which `part` begins, a slice of the text.
    pub(super) fn place(&self, part: &str) -> (usize, usize) {
        let at = part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr());
        let before = self.starts.partition_point(|start| *start <= at);
        let start = before.checked_sub(1).and_then(|last| self.starts.get(last)).copied();
        (before + 1, at - start.unwrap_or(0) + 1)
    }

    /// The line, from 1, on which `part` begins, a slice of the text.
    pub(super) fn line_of(&self, part: &str) -> usize {
        self.place(part).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_found_by_line_and_column() {
        let source = Source::new("x", "\u{feff}ab\r\nçd\n\ne");
        let at = |part: &str| {
            let from = source.text().find(part).expect("a part of the text");
            source.place(source.text().get(from..).expect("a border"))
        };
        assert_eq!(at("ab"), (1, 1));
        assert_eq!(at("\n"), (1, 4));
        assert_eq!(at("d"), (2, 3));
        assert_eq!(at("e"), (4, 1));
    }

    #[test]
    fn bytes_that_are_not_text_are_refused_with_their_line() {
        assert_eq!(decode("x", b"a\n\xc3\xa7".to_vec()), Ok("a\nç".to_owned()));
        let error = decode("x", b"a\nb\xff\n".to_vec()).expect_err("no UTF-8");
        assert_eq!(error.to_string(), "x line 2: the bytes are not UTF-8; save the file as UTF-8");
    }
}
