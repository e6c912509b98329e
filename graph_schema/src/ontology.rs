//! What entities and facts can be: entity types, and predicates with their rules of change.
//!
//! The built-in ontology is `ontology.toml` beside this crate's manifest. A user's file of the same
//! form adds to it and may not redefine it. A predicate that no file names is open: it holds many
//! values, says nothing of types, and happens as an event.

use std::collections::BTreeMap;

use serde::Deserialize;

const BUILT_IN: &str = include_str!("../ontology.toml");

/// What is wrong with an ontology file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OntologyError {
    /// The file is not TOML of the form that `ontology.toml` shows.
    #[error("the ontology file cannot be read: {source}")]
    Unreadable {
        /// What the reader said, with the line.
        #[source]
        source: Box<toml::de::Error>,
    },
    /// A predicate has a name that the ontology has already.
    #[error("the predicate `{name}` is defined twice; give yours another name")]
    Twice {
        /// The name.
        name: String,
    },
    /// A name is not `snake_case` ASCII.
    #[error("`{name}` is no name for a predicate or type; use lower-case letters, digits and `_`")]
    BadName {
        /// The name.
        name: String,
    },
    /// A predicate refers to a predicate or type that no file defines.
    #[error(
        "the predicate `{predicate}` refers to `{unknown}`, which is not defined; define it or mend the name"
    )]
    Unknown {
        /// The predicate that refers.
        predicate: String,
        /// What it refers to.
        unknown: String,
    },
}

/// Whether a predicate holds over a time or happens at one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// It holds over a time; told without a date, its start is open.
    State,
    /// It happens at a time; told without a date, it happened on the turn's day.
    Event,
}

/// How many values a subject can have at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cardinality {
    /// One: a later value closes the earlier one.
    One,
    /// Any number.
    Many,
}

/// A predicate and its rules.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predicate {
    /// The word that facts carry.
    pub name: String,
    /// How a person would say it.
    pub about: String,
    /// State or event.
    pub kind: Kind,
    /// One value at a time, or many.
    pub cardinality: Cardinality,
    /// The predicate that says the same from object to subject.
    pub inverse: Option<String>,
    /// Whether it says the same both ways.
    #[serde(default)]
    pub symmetric: bool,
    /// A predicate that cannot hold of the same subject and object at the same time.
    pub exclusive: Option<String>,
    /// Types of subject; empty: any.
    #[serde(default)]
    pub subject: Vec<String>,
    /// Types of object; empty: any.
    #[serde(default)]
    pub object: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    types: Vec<String>,
    #[serde(default)]
    predicate: Vec<Predicate>,
}

/// The entity types and predicates that a memory knows.
#[derive(Debug, Clone)]
pub struct Ontology {
    types: Vec<String>,
    predicates: BTreeMap<String, Predicate>,
}

impl Ontology {
    /// The built-in ontology.
    pub fn built_in() -> Self {
        let mut ontology = Self { types: Vec::new(), predicates: BTreeMap::new() };
        ontology.add(BUILT_IN).expect("the file is compiled in, and a test of this crate reads it");
        ontology
    }

    /// The built-in ontology with a user's file added.
    ///
    /// # Errors
    /// When `toml` is not of the form of `ontology.toml`, defines a predicate again, or refers to
    /// one that is not defined.
    pub fn with_user_file(toml: &str) -> Result<Self, OntologyError> {
        let mut ontology = Self::built_in();
        ontology.add(toml)?;
        Ok(ontology)
    }

    fn add(&mut self, toml: &str) -> Result<(), OntologyError> {
        let file: File = toml::from_str(toml)
            .map_err(|source| OntologyError::Unreadable { source: Box::new(source) })?;
        for name in file.types.iter().chain(file.predicate.iter().map(|p| &p.name)) {
            let fine = name.starts_with(|c: char| c.is_ascii_lowercase())
                && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
            if !fine {
                return Err(OntologyError::BadName { name: name.clone() });
            }
        }
        for name in file.types {
            if !self.types.contains(&name) {
                self.types.push(name);
            }
        }
        for predicate in file.predicate {
            let name = predicate.name.clone();
            if self.predicates.insert(name.clone(), predicate).is_some() {
                return Err(OntologyError::Twice { name });
            }
        }
        for p in self.predicates.values() {
            let predicates = p.inverse.iter().chain(&p.exclusive);
            let types = p.subject.iter().chain(&p.object);
            let unknown = predicates
                .filter(|name| !self.predicates.contains_key(*name))
                .chain(types.filter(|name| !self.types.contains(name) && *name != "literal"))
                .next();
            if let Some(unknown) = unknown {
                return Err(OntologyError::Unknown {
                    predicate: p.name.clone(),
                    unknown: unknown.clone(),
                });
            }
        }
        Ok(())
    }

    /// The entity types, in the order of the files.
    pub fn types(&self) -> &[String] {
        &self.types
    }

    /// The predicates, by name.
    pub fn predicates(&self) -> impl Iterator<Item = &Predicate> {
        self.predicates.values()
    }

    /// The predicate with this name; `None` when it is open.
    pub fn predicate(&self, name: &str) -> Option<&Predicate> {
        self.predicates.get(name)
    }

    /// Whether a subject has one value of this predicate at a time.
    pub fn holds_one(&self, predicate: &str) -> bool {
        self.predicate(predicate).is_some_and(|p| p.cardinality == Cardinality::One)
    }

    /// Whether this predicate holds over a time. An open predicate is an event.
    pub fn is_state(&self, predicate: &str) -> bool {
        self.predicate(predicate).is_some_and(|p| p.kind == Kind::State)
    }
}

impl Default for Ontology {
    fn default() -> Self {
        Self::built_in()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_file_is_sound() {
        let ontology = Ontology::built_in();
        assert!(ontology.holds_one("works_at"));
        assert!(!ontology.holds_one("likes"));
        assert!(ontology.is_state("lives_in"));
        assert!(!ontology.is_state("an_open_predicate"));
        for p in ontology.predicates() {
            if let Some(inverse) = p.inverse.as_deref().and_then(|name| ontology.predicate(name)) {
                assert_eq!(inverse.inverse.as_deref(), Some(p.name.as_str()), "{}", p.name);
            }
            if let Some(other) = p.exclusive.as_deref().and_then(|name| ontology.predicate(name)) {
                assert_eq!(other.exclusive.as_deref(), Some(p.name.as_str()), "{}", p.name);
            }
        }
    }

    #[test]
    fn a_user_adds_a_predicate_of_their_own() {
        let ontology = Ontology::with_user_file(
            r#"
            types = ["vessel"]
            [[predicate]]
            name = "captain_of"
            about = "is captain of"
            kind = "state"
            cardinality = "one"
            object = ["vessel"]
            "#,
        )
        .expect("a sound file");
        assert!(ontology.holds_one("captain_of"));
        assert!(ontology.types().iter().any(|t| t == "vessel"));
    }

    #[test]
    fn a_file_that_cannot_stand_says_why() {
        let head = "about = \"\"\nkind = \"state\"\ncardinality = \"one\"\n";
        for (file, says) in [
            (format!("[[predicate]]\nname = \"likes\"\n{head}"), "defined twice"),
            (format!("[[predicate]]\nname = \"Likes It\"\n{head}"), "lower-case"),
            (
                format!("[[predicate]]\nname = \"x\"\ninverse = \"y\"\n{head}"),
                "`y`, which is not defined",
            ),
            (format!("[[predicate]]\nname = \"x\"\nobject = [\"ship\"]\n{head}"), "`ship`"),
            ("[[predicate]]\nname = 3".to_owned(), "line 2"),
            ("kinds = []".to_owned(), "kinds"),
        ] {
            let error = Ontology::with_user_file(&file).expect_err(&file).to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
