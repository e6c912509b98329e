//! A table of Markdown whose columns stand under each other in the text too. Never drops a cell.

use std::fmt::{self, Write};

use textwrap::core::display_width;

use super::cell;

/// Rows under a head.
pub(super) struct Grid {
    rows: Vec<Vec<String>>,
}

impl Grid {
    pub(super) fn new<'h>(head: impl IntoIterator<Item = &'h str>) -> Self {
        Self { rows: vec![head.into_iter().map(str::to_owned).collect()] }
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|text| cell(&text)).collect());
    }

    /// Writes the table, and an empty line behind it.
    pub(super) fn write(&self, out: &mut String) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| display_width(cell)).max().unwrap_or(0).max(3)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (at, row) in self.rows.iter().enumerate() {
            for (column, width) in widths.iter().enumerate() {
                let cell = row.get(column).map_or("", String::as_str);
                let space = " ".repeat(width.saturating_sub(display_width(cell)));
                write!(out, "| {cell}{space} ")?;
            }
            writeln!(out, "|")?;
            if at == 0 {
                let rule = |width: &usize| format!("|{}", "-".repeat(width + 2));
                writeln!(out, "{}|", widths.iter().map(rule).collect::<String>())?;
            }
        }
        writeln!(out)
    }
}
