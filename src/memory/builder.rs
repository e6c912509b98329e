//! How a memory is opened.

use std::path::PathBuf;

use graph_schema::Ontology;
use parking_lot::Mutex;

use crate::embed::Embedder;
use crate::error::Error;
use crate::extract::Extractor;
use crate::extract::rules::Rules;
use crate::parse::Parser;
use crate::store::{EmbedderId, Store};

use super::{Clock, Memory};

/// Opens a [`Memory`]. Made by [`Memory::builder`].
pub struct Builder {
    dir: PathBuf,
    embedder: Box<dyn Embedder>,
    clock: Box<dyn Clock>,
    ontology: Ontology,
    parser: Option<Box<dyn Parser>>,
    extractor: Option<Box<dyn Extractor>>,
    secret: [u8; 32],
    create: bool,
}

impl std::fmt::Debug for Builder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Builder").field("dir", &self.dir).finish_non_exhaustive()
    }
}

impl Memory {
    /// Begins to open the store in `dir`. The embedder makes its vectors; the clock says when it is
    /// told of things.
    pub fn builder(
        dir: impl Into<PathBuf>,
        embedder: impl Embedder + 'static,
        clock: impl Clock + 'static,
    ) -> Builder {
        Builder {
            dir: dir.into(),
            embedder: Box::new(embedder),
            clock: Box::new(clock),
            ontology: Ontology::built_in(),
            parser: None,
            extractor: None,
            secret: [0; 32],
            create: true,
        }
    }
}

impl Builder {
    /// What facts can be. Default: the built-in ontology.
    #[must_use]
    pub fn ontology(self, ontology: Ontology) -> Self {
        Self { ontology, ..self }
    }

    /// What parses the texts of turns before they are read. Default: nothing does, and words are
    /// told apart by lists and neighbours.
    #[must_use]
    pub fn parser(self, parser: impl Parser + 'static) -> Self {
        Self { parser: Some(Box::new(parser)), ..self }
    }

    /// What reads turns. Default: [`Rules`].
    #[must_use]
    pub fn extractor(self, extractor: impl Extractor + 'static) -> Self {
        Self { extractor: Some(Box::new(extractor)), ..self }
    }

    /// The secret of a new store, of which the hashes of names in its keys are made; kept in the
    /// store. Draw it at random. Default: all zeros, under which anybody can guess at names. A
    /// store that is there keeps its own.
    #[must_use]
    pub fn secret(self, secret: [u8; 32]) -> Self {
        Self { secret, ..self }
    }

    /// Opens only a store that is there already. Default: one is made.
    #[must_use]
    pub fn existing(self) -> Self {
        Self { create: false, ..self }
    }

    /// Opens the memory.
    ///
    /// # Errors
    /// When the store is in use, is no store, is missing and not to be made, or has another format
    /// or embedder.
    pub fn open(self) -> Result<Memory, Error> {
        let embedder = EmbedderId {
            id: self.embedder.id().to_owned(),
            dimensions: u32::try_from(self.embedder.dimensions()).unwrap_or(u32::MAX),
        };
        let store = Store::open(&self.dir, &embedder, self.create.then_some(self.secret))?;
        let rules = || Box::new(Rules::new(self.ontology.clone())) as Box<dyn Extractor>;
        let extractor = self.extractor.unwrap_or_else(rules);
        Ok(Memory {
            store,
            ontology: self.ontology,
            parser: self.parser,
            extractor,
            embedder: self.embedder,
            clock: self.clock,
            writers: Mutex::default(),
            spaces: Mutex::default(),
        })
    }
}
