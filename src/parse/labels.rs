//! Tags, labels, types and the like: a few hundred strings of the model, each with a number.

use std::collections::HashMap;

/// The number of a string of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Label(usize);

/// The strings by number, and their numbers.
#[derive(Debug, Default)]
pub(super) struct Labels {
    names: Vec<Box<str>>,
    numbers: HashMap<Box<str>, Label>,
}

impl Labels {
    /// The number of a string, given now if it has none.
    pub(super) fn label(&mut self, name: &str) -> Label {
        if let Some(label) = self.numbers.get(name) {
            return *label;
        }
        let label = Label(self.names.len());
        self.names.push(name.into());
        self.numbers.insert(name.into(), label);
        label
    }

    /// The string of a number.
    pub(super) fn name(&self, label: Label) -> &str {
        self.names.get(label.0).map(|name| &**name).unwrap_or_default()
    }
}
