//! What entities and facts can be: entity types, and predicates with their rules of change.
//!
//! The built-in ontology is `ontology.toml` beside this crate's manifest. A user's file of the same
//! form adds to it and may not redefine it. A predicate that no file names is open: it holds many
//! values, says nothing of types, and happens as an event.

mod lifetime;

use std::collections::BTreeMap;

use serde::Deserialize;

pub use lifetime::{Lifetime, LifetimeError, Unit};

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
    /// An event has a lifetime, and nothing of an event grows old.
    #[error(
        "the predicate `{predicate}` is an event and has a lifetime; leave out its `lifetime`, or make it a state"
    )]
    LifetimeOfEvent {
        /// The predicate.
        predicate: String,
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
    /// How long a state usually stays true without being told again; `None`: not known. Never of
    /// an event.
    pub lifetime: Option<Lifetime>,
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
    /// Types of object; empty: any. `literal`: a value that is no entity.
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
    /// When `toml` is not of the form of `ontology.toml`, defines a predicate again, refers to one
    /// that is not defined, or gives an event a lifetime.
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
            if p.kind == Kind::Event && p.lifetime.is_some() {
                return Err(OntologyError::LifetimeOfEvent { predicate: p.name.clone() });
            }
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

    /// How long a state with this predicate usually stays true without being told again; `None` of
    /// events, open predicates, and those whose file does not say.
    pub fn lifetime(&self, predicate: &str) -> Option<Lifetime> {
        self.predicate(predicate).and_then(|p| p.lifetime)
    }

    /// Whether the object of this predicate can be a value that is no entity, as an age.
    pub fn takes_literal(&self, predicate: &str) -> bool {
        self.predicate(predicate).is_some_and(|p| p.object.iter().any(|kind| kind == "literal"))
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
        assert!(ontology.predicates().count() >= 60);
        for p in ontology.predicates() {
            let named = |name: &Option<String>| {
                name.as_deref().map(|name| ontology.predicate(name).expect("it is defined"))
            };
            // A state says how long it lasts, an event has nothing to say.
            assert_eq!(p.lifetime.is_some(), p.kind == Kind::State, "{}", p.name);
            assert!(!p.about.is_empty(), "{}", p.name);
            if let Some(inverse) = named(&p.inverse) {
                assert_eq!(inverse.inverse.as_deref(), Some(p.name.as_str()), "{}", p.name);
                assert_eq!((&inverse.subject, &inverse.object), (&p.object, &p.subject));
                assert_eq!((inverse.kind, inverse.lifetime), (p.kind, p.lifetime), "{}", p.name);
                assert!(!p.symmetric, "{} is its own inverse already", p.name);
            }
            if let Some(other) = named(&p.exclusive) {
                assert_eq!(other.exclusive.as_deref(), Some(p.name.as_str()), "{}", p.name);
            }
            assert!(!p.subject.iter().any(|kind| kind == "literal"), "{}", p.name);
        }
    }

    #[test]
    fn states_say_how_long_they_last_and_some_take_values() {
        let ontology = Ontology::built_in();
        let lasts = |name| ontology.lifetime(name).map(|lifetime| lifetime.to_string());
        assert_eq!(lasts("works_at").as_deref(), Some("3 years"));
        assert_eq!(lasts("age").as_deref(), Some("1 year"));
        assert_eq!(lasts("born_in").as_deref(), Some("forever"));
        assert_eq!(lasts("visited"), None);
        assert_eq!(lasts("an_open_predicate"), None);
        let values = |name| ontology.takes_literal(name);
        assert!(values("age") && values("born_on"));
        assert!(!values("lives_in") && !values("likes") && !values("an_open_predicate"));
        assert!(ontology.holds_one("age"));
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
        // The file is of the form that knew no lifetimes, and says nothing of it.
        assert_eq!(ontology.lifetime("captain_of"), None);
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
            (
                format!("[[predicate]]\nname = \"x\"\nlifetime = \"3 yers\"\n{head}"),
                "`3 yers` is no lifetime; write",
            ),
            (format!("[[predicate]]\nname = \"x\"\nlifetime = \"0 days\"\n{head}"), "line 3"),
            (format!("[[predicate]]\nname = \"x\"\nlifetime = 3\n{head}"), "line 3"),
            (
                "[[predicate]]\nname = \"x\"\nabout = \"\"\nkind = \"event\"\n\
                 cardinality = \"many\"\nlifetime = \"1 day\"\n"
                    .to_owned(),
                "`x` is an event and has a lifetime; leave out",
            ),
            ("kinds = []".to_owned(), "kinds"),
        ] {
            let error = Ontology::with_user_file(&file).expect_err(&file).to_string();
            assert!(error.contains(says), "{says}: {error}");
        }
    }
}
