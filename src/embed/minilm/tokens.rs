//! A text to token ids, as sentence-transformers cuts it for this model: lower-case word
//! pieces, at most 256 with the marks of beginning and end.

use std::path::Path;

use tokenizers::{Tokenizer, TruncationParams};

use crate::embed::EmbedError;
use crate::embed::error::FoundTokens;

/// The most tokens of one text, marks included.
pub(super) const MOST_TOKENS: usize = 256;

pub(super) struct Tokens {
    tokenizer: Tokenizer,
}

impl Tokens {
    pub(super) fn read(path: &Path) -> Result<Self, EmbedError> {
        let broken = |source| EmbedError::ReadTokenizer { path: path.to_owned(), source };
        let mut tokenizer = Tokenizer::from_file(path).map_err(broken)?;
        let truncation = TruncationParams { max_length: MOST_TOKENS, ..Default::default() };
        tokenizer.with_truncation(Some(truncation)).map_err(broken)?;
        tokenizer.with_padding(None);
        Ok(Self { tokenizer })
    }

    /// The ids of `text`: at least one, all below `known`. `place` is for the error only.
    pub(super) fn of(
        &self,
        text: &str,
        place: usize,
        known: usize,
    ) -> Result<Vec<u32>, EmbedError> {
        let encoding = (self.tokenizer.encode_fast(text, true))
            .map_err(|source| EmbedError::Tokenise { text: place, source })?;
        let ids = encoding.get_ids();
        let unknown = ids.iter().find(|id| **id as usize >= known);
        let found = match unknown {
            Some(id) => FoundTokens::Unknown(*id),
            None if ids.is_empty() => FoundTokens::None,
            None => return Ok(ids.to_vec()),
        };
        Err(EmbedError::Tokens { text: place, found, known })
    }
}
