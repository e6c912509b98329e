//! One namespace, as its user sees it: turns in, recall and the graph out.

use std::ops::Deref;
use std::sync::Arc;

use graph_schema::record::Counters;
use graph_schema::{EpisodeId, Ontology};
use parking_lot::RwLockReadGuard;

use crate::dialogue::Turn;
use crate::dump;
use crate::error::Error;
use crate::graph::Graph;
use crate::ingest::{self, IngestOptions, Plan, Reading};
use crate::recall::{self, Query, Question, QuestionVectors, Recall, RecallError};

use super::Memory;
use super::check::{relations, title};
use super::space::{Space, State};

/// A namespace of a [`Memory`]. Cheap to make, to clone, and to use from several threads.
#[derive(Debug, Clone)]
pub struct Namespace<'m> {
    memory: &'m Memory,
    space: Arc<Space>,
}

/// What became of the turns of an input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Receipt {
    /// How many were new and are on disk.
    pub taken: usize,
    /// How many were known already.
    pub known: usize,
}

/// A batch that is on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acknowledged {
    /// How many turns of the input are on disk now.
    pub done: usize,
    /// How many new turns the input has.
    pub total: usize,
    /// How many turns this batch has.
    pub turns: usize,
    /// The last turn of the batch.
    pub last: EpisodeId,
    /// The id that its source gave it, if it did.
    pub last_name: Option<String>,
}

impl<'m> Namespace<'m> {
    pub(super) fn new(memory: &'m Memory, space: Arc<Space>) -> Self {
        Self { memory, space }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.space.name
    }

    /// Takes turns. Turns that are known already are passed over. When this returns, all are on
    /// disk.
    ///
    /// # Errors
    /// When a turn has the id of a known turn that says something else (then none is taken), when
    /// the embedder fails, or when the disk refuses.
    pub fn ingest(&self, turns: &[Turn]) -> Result<Receipt, Error> {
        self.ingest_with(turns, IngestOptions::default(), |_| ())
    }

    /// Takes turns in batches of at most [`BATCH`](ingest::BATCH), and tells of each when it is on
    /// disk. After an error, the batches told of stay taken.
    ///
    /// `acknowledged` runs while this namespace's writer is held: it may read, recall, and use other
    /// namespaces, but waits for ever if it writes to this one, rebuilds it or checks the memory.
    ///
    /// # Errors
    /// As [`ingest`](Self::ingest).
    pub fn ingest_with(
        &self,
        turns: &[Turn],
        options: IngestOptions,
        mut acknowledged: impl FnMut(&Acknowledged),
    ) -> Result<Receipt, Error> {
        let memory = self.memory;
        let _one_writer = self.space.writer.lock();
        let plan = {
            let state = self.space.state.read();
            Plan::new(&state.graph, &self.space.hasher, turns, options.replace)?
        };
        let total = plan.batches().map(<[_]>::len).sum();
        let mut receipt = Receipt { taken: 0, known: plan.known() };
        for batch in plan.batches() {
            let changes = {
                let state = self.space.state.read();
                plan.changes(batch, &self.reading(&state), options.told, memory.clock.now())?
            };
            memory.store.commit(self.space.id, &changes)?;
            self.space.state.write().apply(&changes)?;
            receipt.taken += batch.len();
            if let Some((last, episode)) = changes.episodes.last() {
                acknowledged(&Acknowledged {
                    done: receipt.taken,
                    total,
                    turns: batch.len(),
                    last: *last,
                    last_name: episode.name.clone(),
                });
            }
        }
        Ok(receipt)
    }

    /// What bears on a question.
    ///
    /// # Errors
    /// When the question is empty, or its vectors cannot be made or used.
    pub fn recall(&self, query: &Query) -> Result<Recall, Error> {
        if query.text.trim().is_empty() {
            return Err(RecallError::Empty.into());
        }
        let question = self.question(&query.text);
        let vectors = match &query.vectors {
            Some(vectors) => vectors.clone(),
            None => self.embed(&question)?,
        };
        let state = self.space.state.read();
        let view = state.view(&self.memory.ontology, query.as_of(), query.facts);
        let source = recall::Source {
            graph: &state.graph,
            index: &state.index,
            view: &view,
            ontology: &self.memory.ontology,
        };
        Ok(recall::recall(&source, query, &question, &vectors)?)
    }

    /// How a question is read against the graph as it stands.
    pub fn question(&self, text: &str) -> Question {
        let state = self.space.state.read();
        Question::read(text, &state.graph, &state.index)
    }

    /// The vectors that [`recall`](Self::recall) makes of a question, for [`Query::vectors`].
    ///
    /// # Errors
    /// When the embedder fails, or gives too few or too many vectors.
    pub fn embed(&self, question: &Question) -> Result<QuestionVectors, Error> {
        let texts = question.texts();
        let vectors = self.memory.embedder.embed(&texts)?;
        let wrong = Error::VectorCount {
            embedder: self.memory.embedder.id().to_owned(),
            asked: texts.len(),
            given: vectors.len(),
        };
        if vectors.len() != texts.len() {
            return Err(wrong);
        }
        let mut vectors = vectors.into_iter();
        let Some(about) = vectors.next() else { return Err(wrong) };
        Ok(QuestionVectors { about, phrases: vectors.collect() })
    }

    /// Takes a dump, with its ids and both intervals, all or nothing; its vectors are made anew.
    /// `source` is what errors call it.
    ///
    /// # Errors
    /// When the namespace holds something already, when the text is no dump or its records do not
    /// fit together, when no vectors can be made, or when the disk refuses.
    pub fn restore(&self, source: &str, dump: &str) -> Result<Receipt, Error> {
        let memory = self.memory;
        let _one_writer = self.space.writer.lock();
        if self.space.state.read().graph.counters() != Counters::default() {
            return Err(Error::NotEmpty { name: self.space.name.clone() });
        }
        let mut changes = dump::read(source, dump, &self.space.hasher)?;
        if let Some((key, fault)) =
            relations::of_truth(self.space.id, &changes, &self.space.hasher).into_iter().next()
        {
            return Err(Error::Unsound { file: source.to_owned(), record: title(&key), fault });
        }
        let mut graph = Graph::default();
        graph.apply(&changes);
        changes.embeddings = ingest::embeddings(&graph, &*memory.embedder)?;
        memory.store.commit(self.space.id, &changes)?;
        self.space.state.write().apply(&changes)?;
        Ok(Receipt { taken: changes.episodes.len(), known: 0 })
    }

    /// The namespace's graph, to look at. Writing waits while the reader lives.
    pub fn read(&self) -> Reader<'_> {
        Reader { state: self.space.state.read(), ontology: &self.memory.ontology }
    }

    /// Drops all that is derived from the episodes, entities and facts (vectors, synonymy, the
    /// indexes) and makes it anew.
    ///
    /// # Errors
    /// When no vectors can be made or the disk refuses; the store is then as it was.
    pub fn rebuild(&self) -> Result<(), Error> {
        self.memory.rebuild(&self.space.name)
    }

    fn reading<'a>(&'a self, state: &'a State) -> Reading<'a> {
        Reading {
            graph: &state.graph,
            entity_vectors: state.index.entity_vectors(),
            ontology: &self.memory.ontology,
            parser: self.memory.parser.as_deref(),
            extractor: &*self.memory.extractor,
            embedder: &*self.memory.embedder,
            hasher: &self.space.hasher,
        }
    }
}

/// A look at a namespace's graph, which stands still while it lives.
pub struct Reader<'a> {
    state: RwLockReadGuard<'a, State>,
    ontology: &'a Ontology,
}

impl std::fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl Reader<'_> {
    /// What facts can be.
    pub fn ontology(&self) -> &Ontology {
        self.ontology
    }
}

impl Deref for Reader<'_> {
    type Target = Graph;

    fn deref(&self) -> &Graph {
        &self.state.graph
    }
}
