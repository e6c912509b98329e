//! A vector for each token in its context: hashed ids of the word, then four layers that each see
//! one token to the left and one to the right.
//!
//! Source: spaCy 3.8, `MultiHashEmbed.v2` and `MaxoutWindowEncoder.v2`; Miranda et al., "Multi
//! hash embeddings in spaCy", 2022.

use std::sync::OnceLock;

use ndarray::{ArrayView2, ShapeBuilder as _};

use super::Rows;
use crate::nn::{HashEmbed, LayerNorm, Maxout, matrix};
use crate::parse::ParseError;
use crate::parse::files::Weights;
use crate::parse::lexeme::Lexeme;
use crate::parse::tokenizer::Piece;

/// Rows of zeros before, between and after texts, as many as the layers look far.
const PADDING: usize = 4;

/// What layer norm adds to the variance, as in thinc's `layernorm.py`.
const EPSILON: f32 = 1e-8;

/// The net.
pub(in crate::parse) struct Tok2Vec {
    tables: Vec<(Column, HashEmbed)>,
    first: Block,
    layers: Vec<Block>,
    width: usize,
}

/// What of a token a table is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Norm,
    Prefix,
    Suffix,
    Shape,
    SpaceAfter,
    IsSpace,
}

/// A maxout layer and the layer norm of its outputs.
struct Block {
    maxout: Maxout,
    norm: LayerNorm,
}

/// Memory that one core uses again for batch after batch.
#[derive(Default)]
pub(in crate::parse) struct Scratch {
    state: Vec<f32>,
    pieces: Vec<f32>,
    outputs: Vec<f32>,
    embedded: Vec<f32>,
    wanting: Vec<Wanting>,
    vectors: Vec<f32>,
}

/// A token whose word has no first layer yet: the text of the batch, and its place in the text.
type Wanting = (usize, usize);

/// Where a net keeps the first layer of a word.
pub(in crate::parse) type Keep = fn(&Piece) -> &OnceLock<Box<[f32]>>;

impl Tok2Vec {
    /// Reads the net out of the layers of a model, in the order in which they stand.
    pub(in crate::parse) fn read(weights: &Weights) -> Result<Self, ParseError> {
        let file = weights.file();
        let columns: Vec<String> = weights.node("extract_features")?.attribute("columns")?;
        let columns = columns.iter().map(|name| {
            Column::called(name).ok_or_else(|| file.lacks(format!("a known feature, not {name},")))
        });
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let tables = weights.nodes("hashembed").map(|node| {
            let rows: ndarray::Array2<f32> = node.array("E")?;
            Ok(HashEmbed::new(rows.view(), node.attribute("seed")?))
        });
        let tables = tables.collect::<Result<Vec<_>, ParseError>>()?;
        if tables.len() != columns.len() {
            return Err(file.lacks("one table of vectors for each feature"));
        }
        let maxouts = weights.nodes("maxout").map(|node| {
            let (rows, bias): (ndarray::Array3<f32>, ndarray::Array2<f32>) =
                (node.array("W")?, node.array("b")?);
            Maxout::new(rows.view(), bias.view()).map_err(file.layer("maxout"))
        });
        let norms = weights.nodes("layernorm").map(|node| {
            let (scale, shift): (ndarray::Array1<f32>, ndarray::Array1<f32>) =
                (node.array("G")?, node.array("b")?);
            LayerNorm::new(scale.view(), shift.view(), EPSILON).map_err(file.layer("layernorm"))
        });
        let maxouts = maxouts.collect::<Result<Vec<_>, ParseError>>()?;
        let norms = norms.collect::<Result<Vec<_>, ParseError>>()?;
        if maxouts.len() != norms.len() {
            return Err(file.lacks("one layer norm for each maxout"));
        }
        let mut blocks =
            (maxouts.into_iter().zip(norms)).map(|(maxout, norm)| Block { maxout, norm });
        let first = blocks.next().ok_or_else(|| file.lacks("a layer maxout"))?;
        let layers: Vec<Block> = blocks.by_ref().collect();
        let width = first.maxout.outputs();
        let embedded: usize = tables.iter().map(HashEmbed::width).sum();
        let gives = |block: &Block| block.maxout.outputs() == width && block.norm.width() == width;
        if first.maxout.inputs() != embedded
            || !gives(&first)
            || layers.len() != PADDING
            || !layers.iter().all(|block| block.maxout.inputs() == 3 * width && gives(block))
        {
            return Err(file.lacks("four layers that each read three tokens"));
        }
        Ok(Self { tables: columns.into_iter().zip(tables).collect(), first, layers, width })
    }

    /// How many numbers the vector of a token has.
    pub(in crate::parse) fn width(&self) -> usize {
        self.width
    }

    /// The vectors of the tokens of `texts`, text after text, a row each. `keep` says where the first layer
    /// of a word is kept.
    pub(in crate::parse) fn run<'a>(
        &self,
        texts: &[&[Piece]],
        keep: Keep,
        scratch: &'a mut Scratch,
    ) -> Rows<'a> {
        self.make_first_layers(texts, keep, scratch);
        let Scratch { state, pieces, outputs, vectors, .. } = scratch;
        let tokens: usize = texts.iter().map(|text| text.len()).sum();
        let rows = tokens + PADDING * (texts.len() + 1);
        // One more row of zeros at each end, for the window of the first row and the last.
        state.clear();
        state.resize((rows + 2) * self.width, 0.0);
        let mut at = 1 + PADDING;
        for text in texts {
            for piece in *text {
                let row = state.get_mut(at * self.width..).unwrap_or_default();
                if let Some(first) = keep(piece).get() {
                    row.iter_mut().zip(first).for_each(|(value, first)| *value = *first);
                }
                at += 1;
            }
            at += PADDING;
        }
        for block in &self.layers {
            let mut outputs = matrix(outputs, rows, self.width);
            // The rows of three tokens side by side lie in memory as they are wanted.
            let shape = (rows, 3 * self.width).strides((self.width, 1));
            let windows = ArrayView2::from_shape(shape, state)
                .expect("the last window ends where the memory ends");
            let pieces = matrix(pieces, rows, block.maxout.width());
            block.maxout.apply(windows, pieces, outputs.view_mut());
            block.norm.apply(outputs.view_mut());
            let inner = state.get_mut(self.width..).unwrap_or_default();
            for (value, output) in inner.iter_mut().zip(outputs.iter()) {
                *value += output;
            }
        }
        // What is left is without the padding.
        let mut from = 1 + PADDING;
        vectors.clear();
        for text in texts {
            let rows = from * self.width..(from + text.len()) * self.width;
            vectors.extend_from_slice(state.get(rows).unwrap_or_default());
            from += text.len() + PADDING;
        }
        ArrayView2::from_shape((tokens, self.width), vectors)
            .expect("a row was copied for each token")
    }

    /// Makes sure that each word has its first layer kept.
    fn make_first_layers(&self, texts: &[&[Piece]], keep: Keep, scratch: &mut Scratch) {
        let Scratch { embedded, pieces, outputs, wanting, .. } = scratch;
        wanting.clear();
        for (text, tokens) in texts.iter().enumerate() {
            let places = tokens.iter().enumerate().filter(|(_, piece)| keep(piece).get().is_none());
            wanting.extend(places.map(|(place, _)| (text, place)));
        }
        if wanting.is_empty() {
            return;
        }
        let piece = |(text, place): &Wanting| texts.get(*text)?.get(*place);
        let mut embedded = matrix(embedded, wanting.len(), self.first.maxout.inputs());
        for (mut row, at) in embedded.rows_mut().into_iter().zip(&*wanting) {
            if let (Some(row), Some(piece)) = (row.as_slice_mut(), piece(at)) {
                self.embed(piece, row);
            }
        }
        let pieces = matrix(pieces, wanting.len(), self.first.maxout.width());
        let mut outputs = matrix(outputs, wanting.len(), self.width);
        self.first.maxout.apply(embedded.view(), pieces, outputs.view_mut());
        self.first.norm.apply(outputs.view_mut());
        for (row, at) in outputs.rows().into_iter().zip(&*wanting) {
            if let Some(piece) = piece(at) {
                // A word that stands twice in the batch has the same layer twice.
                let _same = keep(piece).set(row.iter().copied().collect());
            }
        }
    }

    /// The vectors of a token's ids, side by side.
    fn embed(&self, piece: &Piece, mut row: &mut [f32]) {
        for (column, table) in &self.tables {
            let Some((own, rest)) = row.split_at_mut_checked(table.width()) else { return };
            table.embed(column.of(piece), own);
            row = rest;
        }
    }
}

impl Column {
    fn called(name: &str) -> Option<Self> {
        Some(match name {
            "NORM" => Self::Norm,
            "PREFIX" => Self::Prefix,
            "SUFFIX" => Self::Suffix,
            "SHAPE" => Self::Shape,
            "SPACY" => Self::SpaceAfter,
            "IS_SPACE" => Self::IsSpace,
            _ => return None,
        })
    }

    fn of(self, piece: &Piece) -> u64 {
        let Lexeme { features, is_space, .. } = &*piece.lexeme;
        match self {
            Self::Norm => features.norm,
            Self::Prefix => features.prefix,
            Self::Suffix => features.suffix,
            Self::Shape => features.shape,
            Self::SpaceAfter => piece.space_after.into(),
            Self::IsSpace => (*is_space).into(),
        }
    }
}
