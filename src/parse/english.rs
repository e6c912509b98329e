//! The English parser: en_core_web_sm of spaCy, run in this process. Never fetches anything:
//! `models` says where its files are.
//!
//! Texts are cut into tokens, dealt out to the cores in batches, and each batch goes through the
//! nets as one matrix. Texts of a batch do not see one another: a text's parse is the same, alone
//! and in any batch, on any number of threads of one kind of processor.

use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::attributes::{Attributed, Attributes};
use super::chunks::Chunks;
use super::doc::{Children, Doc, Entry};
use super::files::{File, Weights};
use super::labels::{Label, Labels};
use super::language;
use super::lemmas::Lemmas;
use super::nets::scorer::{self, Scorer};
use super::nets::tagger::Tagger;
use super::nets::tok2vec::{self, Tok2Vec};
use super::tokenizer::{Piece, Tokenizer};
use super::transitions::arc_eager::{self, ArcEager};
use super::transitions::biluo::{self, Biluo, Place};
use super::tree::{self, Lifted, Reach};
use super::{ParseError, Parser};
use crate::nn::batches;

/// Tokens that go through the nets at once on one core.
const BATCH_TOKENS: usize = 512;
/// A longer text, in tokens, is parsed in parts of this length at most, so that memory stays
/// bounded: a token takes about 10 kB while it is in the nets.
pub const LONGEST_PART: usize = 8192;

/// The English parser.
pub struct English {
    tokenizer: Tokenizer,
    /// The net that tagger and parser share.
    shared: Tok2Vec,
    tagger: Tagger,
    tags: Vec<Label>,
    arc_scorer: Scorer,
    arc_eager: ArcEager,
    lifted: Lifted,
    attributes: Attributes,
    lemmas: Lemmas,
    chunks: Chunks,
    /// The net of entities.
    entities: Tok2Vec,
    entity_scorer: Scorer,
    biluo: Biluo,
    labels: Arc<Labels>,
    no_label: Label,
}

/// Memory that one core uses again for batch after batch.
#[derive(Default)]
struct Scratch {
    tok2vec: tok2vec::Scratch,
    scorer: scorer::Scratch,
    tags: Vec<f32>,
}

impl std::fmt::Debug for English {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("English").finish_non_exhaustive()
    }
}

impl English {
    /// Reads the files of en_core_web_sm 3.8.0 in a folder.
    ///
    /// # Errors
    /// When a file is missing, damaged, or of another model.
    pub fn load(folder: impl AsRef<Path>) -> Result<Self, ParseError> {
        #[derive(serde::Deserialize)]
        struct TaggerSettings {
            labels: Vec<String>,
        }
        let folder = folder.as_ref();
        let mut labels = Labels::default();

        let shared = Tok2Vec::read(&Weights::read(folder, "tok2vec/model")?)?;
        let weights = Weights::read(folder, "tagger/model")?;
        let tagger = Tagger::read(&weights)?;
        let settings: TaggerSettings = File::of(folder, "tagger/cfg").read_json()?;
        let tags: Vec<_> = settings.labels.iter().map(|tag| labels.label(tag)).collect();
        if tagger.tags() != tags.len() || tagger.inputs() != shared.width() {
            return Err(weights.file().lacks("a score for each tag from the vectors of tok2vec"));
        }

        let arc_eager = ArcEager::read(folder, &mut labels)?;
        let sizes = [shared.width(), arc_eager::SLOTS, arc_eager.moves()];
        let arc_scorer = Scorer::read(&Weights::read(folder, "parser/model")?, sizes)?;
        let lifted = Lifted::of(&mut labels, arc_eager.labels());

        let biluo = Biluo::read(folder, &mut labels)?;
        let weights = Weights::read(folder, "ner/model")?;
        let entities = Tok2Vec::read(&weights)?;
        let sizes = [entities.width(), biluo::SLOTS, biluo.moves()];
        let entity_scorer = Scorer::read(&weights, sizes)?;

        Ok(Self {
            tokenizer: Tokenizer::read(folder)?,
            shared,
            tagger,
            tags,
            arc_scorer,
            arc_eager,
            lifted,
            attributes: Attributes::read(folder, &mut labels)?,
            lemmas: Lemmas::read(folder)?,
            chunks: Chunks::new(&mut labels),
            entities,
            entity_scorer,
            biluo,
            no_label: labels.label(""),
            labels: Arc::new(labels),
        })
    }

    /// Parses texts, on all cores. Every text has a parse, whatever it holds. Time is linear in the
    /// length of a text. No arc or entity crosses from one part of [`LONGEST_PART`] tokens to the
    /// next.
    #[must_use]
    pub fn parse(&self, texts: &[&str]) -> Vec<Doc> {
        let pieces: Vec<Vec<Piece>> =
            texts.par_iter().map(|text| self.tokenizer.tokenize(text)).collect();
        let parts: Vec<Vec<&[Piece]>> = pieces.iter().map(|pieces| parts(pieces)).collect();
        let all = parts.concat();
        let threads = rayon::current_num_threads();
        let batches = batches(&all, |part| part.len(), BATCH_TOKENS, threads);
        let mut parsed = (batches.into_par_iter())
            .map_init(Scratch::default, |scratch, batch| self.run(batch, scratch))
            .collect::<Vec<_>>()
            .into_iter()
            .flatten();
        let docs = texts.iter().zip(&parts);
        docs.map(|(text, parts)| self.join(text, parsed.by_ref().take(parts.len()))).collect()
    }

    /// Parses the parts of a batch.
    fn run(&self, batch: &[&[Piece]], scratch: &mut Scratch) -> Vec<Part> {
        let Scratch { tok2vec, scorer, tags } = scratch;
        let vectors = self.shared.run(batch, shared_layer, tok2vec);
        let tags = self.tagger.tag(vectors, tags);
        let mut tags = tags.into_iter().map(|tag| self.tags.get(tag).copied());
        let mut net = self.arc_scorer.states(vectors, scorer);
        let mut first = 0;
        let mut parts: Vec<Part> = Vec::with_capacity(batch.len());
        for pieces in batch {
            net.begin(first);
            first += pieces.len();
            let arcs = self.arc_eager.parse(pieces.len(), &mut net);
            let tags = tags.by_ref().take(pieces.len());
            parts.push(self.describe(pieces, tags.map(|tag| tag.unwrap_or(self.no_label)), arcs));
        }

        let vectors = self.entities.run(batch, entity_layer, tok2vec);
        let mut net = self.entity_scorer.states(vectors, scorer);
        let mut first = 0;
        for part in &mut parts {
            net.begin(first);
            first += part.entries.len();
            let place = |entry: &Entry| Place {
                is_space: entry.lexeme.is_space,
                begins_sentence: entry.begins_sentence,
            };
            let places: Vec<_> = part.entries.iter().map(place).collect();
            part.entities = self.biluo.find(&places, &mut net);
        }
        parts
    }

    /// All that follows from tags and arcs.
    fn describe(
        &self,
        pieces: &[Piece],
        tags: impl Iterator<Item = Label>,
        mut arcs: Vec<arc_eager::Dependency>,
    ) -> Part {
        let is_space = |token: usize| pieces.get(token).is_some_and(|piece| piece.lexeme.is_space);
        tree::unlift(&mut arcs, &self.lifted, &is_space);
        let reach = Reach::of(&arcs);
        let mut attributed: Vec<Attributed<'_>> = (pieces.iter().zip(&arcs).zip(tags))
            .map(|((piece, arc), tag)| Attributed {
                lexeme: &piece.lexeme,
                tag,
                label: arc.label,
                pos: self.no_label,
                morph: self.no_label,
                lemma: None,
            })
            .collect();
        self.attributes.apply(&mut attributed);
        let entries: Vec<Entry> = (pieces.iter().zip(arcs).zip(attributed).zip(reach.tokens()))
            .map(|(((piece, arc), attributed), (reach, begins_sentence))| {
                let Attributed { lexeme, tag, label, pos, morph, lemma } = attributed;
                let lemma = lemma.unwrap_or_else(|| {
                    let (pos, morph) = (self.labels.name(pos), self.labels.name(morph));
                    self.lemmas.lemma(&lexeme.text, &lexeme.lower, pos, morph).into()
                });
                Entry {
                    lexeme: Arc::clone(&piece.lexeme),
                    start: piece.start,
                    tag,
                    pos,
                    morph,
                    lemma,
                    head: arc.head,
                    label,
                    reach,
                    begins_sentence,
                }
            })
            .collect();
        let chunks = self.chunks.find(&entries);
        Part { entries, entities: Vec::new(), chunks }
    }

    /// The parts of a text as one.
    fn join(&self, text: &str, parts: impl Iterator<Item = Part>) -> Doc {
        let mut doc = Part::default();
        for part in parts {
            let first = doc.entries.len();
            let moved = |range: Range<usize>| range.start + first..range.end + first;
            doc.entries.extend(part.entries.into_iter().map(|entry| Entry {
                head: entry.head + first,
                reach: (entry.reach.0 + first, entry.reach.1 + first),
                ..entry
            }));
            let entities = part.entities.into_iter();
            doc.entities.extend(entities.map(|(range, label)| (moved(range), label)));
            doc.chunks.extend(part.chunks.into_iter().map(moved));
        }
        let Part { entries, entities, chunks } = doc;
        let heads: Vec<usize> = entries.iter().map(|entry| entry.head).collect();
        Doc {
            text: text.into(),
            children: Children::of(&heads),
            entries,
            entities,
            chunks,
            labels: Arc::clone(&self.labels),
        }
    }
}

impl Parser for English {
    fn id(&self) -> &str {
        "en_core_web_sm-3.8.0"
    }

    fn docs(&self, texts: &[&str]) -> Vec<Option<Doc>> {
        let english: Vec<bool> = texts.iter().map(|text| language::is_english(text)).collect();
        let read: Vec<&str> =
            texts.iter().zip(&english).filter(|(_, is)| **is).map(|(text, _)| *text).collect();
        let mut docs = self.parse(&read).into_iter();
        english.into_iter().map(|is| if is { docs.next() } else { None }).collect()
    }
}

/// What is found of a part of a text; places count from the beginning of the part.
#[derive(Default)]
struct Part {
    entries: Vec<Entry>,
    entities: Vec<(Range<usize>, Label)>,
    chunks: Vec<Range<usize>>,
}

/// Where the net that tagger and parser share keeps its first layer of a word.
fn shared_layer(piece: &Piece) -> &OnceLock<Box<[f32]>> {
    let [without, with] = &piece.lexeme.layers.shared;
    if piece.space_after { with } else { without }
}

/// Where the net of entities keeps its first layer of a word.
fn entity_layer(piece: &Piece) -> &OnceLock<Box<[f32]>> {
    &piece.lexeme.layers.entities
}

/// Cuts a text of more than `LONGEST_PART` tokens into parts, each after a token that ends a
/// sentence or a line where there is one in the last eighth.
fn parts(pieces: &[Piece]) -> Vec<&[Piece]> {
    let ends = |piece: &Piece| {
        let text = &*piece.lexeme.text;
        matches!(text, "." | "!" | "?") && piece.space_after || text.contains('\n')
    };
    let mut parts = Vec::new();
    let mut rest = pieces;
    while let Some(most) = rest.get(..LONGEST_PART).filter(|most| most.len() < rest.len()) {
        let back = most.iter().rev().take(LONGEST_PART / 8).position(ends);
        let (part, after) = rest.split_at(most.len() - back.unwrap_or(0));
        parts.push(part);
        rest = after;
    }
    parts.extend((!rest.is_empty()).then_some(rest));
    parts
}
