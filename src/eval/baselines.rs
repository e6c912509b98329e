//! What a memory must beat: BM25, dense vectors, and the sum of the two, over the same turns. They
//! know nothing of sessions, dates or entities, and never look beyond the turns they were given.

use std::collections::HashMap;
use std::rc::Rc;

use super::scores::{self, VectorError, best, min_max};
use super::tokens::text_of;
use super::{Asked, Cause, Ranking, Retriever, System};
use crate::dialogue::Turn;
use crate::embed::Embedder;
use crate::index::analyze::Analyzer;
use crate::index::lexical::{Bm25, Lexical};

/// The three baselines over one index: rows `bm25`, `dense` and `hybrid`.
///
/// All read a turn as [`text_of`] writes it. BM25 has k1 1.2 and b 0.75, the usual constants. The
/// hybrid brings both scores of all turns to the span from 0 to 1, for each question, and adds them.
pub struct Baselines<'e> {
    embedder: &'e dyn Embedder,
}

impl<'e> Baselines<'e> {
    /// Baselines that embed turns with `embedder`.
    pub fn new(embedder: &'e dyn Embedder) -> Self {
        Self { embedder }
    }
}

impl System for Baselines<'_> {
    fn name(&self) -> &str {
        "baselines"
    }

    fn ingest(&mut self, _: &str, turns: &[Turn]) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
        let texts: Vec<String> = turns.iter().map(text_of).collect();
        let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors = scores::embed(self.embedder, &borrowed)?;
        let ids = turns.iter().map(|turn| turn.id.clone().unwrap_or_default()).collect();
        let shelf = Rc::new(Shelf::new(ids, &texts, vectors));
        Ok([Channel::Bm25, Channel::Dense, Channel::Hybrid]
            .map(|channel| -> Box<dyn Retriever> {
                Box::new(Row { channel, shelf: shelf.clone() })
            })
            .into())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Channel {
    Bm25,
    Dense,
    Hybrid,
}

struct Row {
    channel: Channel,
    shelf: Rc<Shelf>,
}

impl Retriever for Row {
    fn name(&self) -> &str {
        match self.channel {
            Channel::Bm25 => "bm25",
            Channel::Dense => "dense",
            Channel::Hybrid => "hybrid",
        }
    }

    fn texts_to_embed(&self, question: &str) -> Vec<String> {
        match self.channel {
            Channel::Bm25 => Vec::new(),
            Channel::Dense | Channel::Hybrid => vec![question.to_owned()],
        }
    }

    fn retrieve(&mut self, asked: &Asked<'_>, k: usize) -> Result<Ranking, Cause> {
        let scores = match self.channel {
            Channel::Bm25 => self.shelf.bm25(asked.question),
            Channel::Dense => self.shelf.cosines(asked.vectors)?,
            Channel::Hybrid => {
                let lexical = min_max(&self.shelf.bm25(asked.question), 0.0);
                let dense = min_max(&self.shelf.cosines(asked.vectors)?, 0.0);
                lexical.iter().zip(dense).map(|(l, d)| l + d).collect()
            }
        };
        Ok(best(&self.shelf.ids, &scores, k))
    }
}

/// The turns of a conversation, by place.
struct Shelf {
    ids: Vec<String>,
    lexical: Lexical,
    vectors: Vec<Vec<f32>>,
}

impl Shelf {
    fn new(ids: Vec<String>, texts: &[String], vectors: Vec<Vec<f32>>) -> Self {
        let mut lexical = Lexical::new(Bm25 { k1: 1.2, b: 0.75 });
        for (place, text) in (0..).zip(texts) {
            lexical.insert(place, &Analyzer.terms(text));
        }
        Self { ids, lexical, vectors }
    }

    fn bm25(&self, question: &str) -> Vec<f32> {
        let found: HashMap<u64, f32> =
            self.lexical.scores(&Analyzer.terms(question)).into_iter().collect();
        let score = |(place, _)| found.get(&place).copied().unwrap_or(0.0);
        (0..).zip(&self.ids).map(score).collect()
    }

    fn cosines(&self, vectors: &[Vec<f32>]) -> Result<Vec<f32>, VectorError> {
        let vector = vectors.first().ok_or(VectorError::NoVector)?;
        self.vectors
            .iter()
            .map(|turn| {
                let (wanted, got) = (turn.len(), vector.len());
                if wanted != got {
                    return Err(VectorError::Dimensions { wanted, got });
                }
                Ok(turn.iter().zip(vector).map(|(a, b)| a * b).sum())
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::EmbedError;
    use graph_schema::record::Role;

    /// Counts the letters `a` and `b` of a text and makes a unit vector of them.
    struct Letters;

    impl Embedder for Letters {
        fn id(&self) -> &str {
            "letters"
        }

        fn dimensions(&self) -> usize {
            2
        }

        fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
            let count = |text: &str, letter| text.matches(letter).count() as f32;
            let unit = |(x, y): (f32, f32)| vec![x / x.hypot(y), y / x.hypot(y)];
            Ok(texts.iter().map(|t| unit((count(t, 'a') + 1.0, count(t, 'b') + 1.0))).collect())
        }
    }

    fn turn(id: &str, text: &str) -> Turn {
        Turn {
            session: "one".to_owned(),
            session_started: None,
            id: Some(id.to_owned()),
            speaker: None,
            role: Role::Person,
            said_at: None,
            text: text.to_owned(),
            image_caption: None,
        }
    }

    fn ask(turns: &[Turn], row: &str, question: &str, k: usize) -> Vec<String> {
        let mut baselines = Baselines::new(&Letters);
        let mut rows = baselines.ingest("c", turns).expect("it takes turns in");
        let row = rows.iter_mut().find(|r| r.name() == row).expect("there is such a row");
        let texts = row.texts_to_embed(question);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors = Letters.embed(&texts).expect("it embeds");
        let asked = Asked { question, vectors: &vectors };
        let ranking = row.retrieve(&asked, k).expect("it answers");
        ranking.ids.into_iter().map(|(id, _)| id).collect()
    }

    #[test]
    fn each_row_finds_by_its_own_means() {
        let turns = [
            turn("none", "quite silent"),
            turn("word", "the ferry to Oslo bbbb"),
            turn("sound", "aaaa"),
            turn("both", "a ferry aaa"),
        ];
        assert_eq!(ask(&turns, "bm25", "ferry aaaa", 9).first(), Some(&"sound".to_owned()));
        assert_eq!(ask(&turns, "bm25", "Oslo", 1), ["word"]);
        assert_eq!(ask(&turns, "dense", "aaaa", 2), ["sound", "both"]);
        assert_eq!(ask(&turns, "hybrid", "ferries aaa", 1), ["both"]);
    }

    /// All cosines lie between 0.94 and 0.98. Taken as they are they would be outweighed by BM25,
    /// which likes the shorter turn.
    #[test]
    fn the_hybrid_gives_both_scores_the_same_span() {
        let turns =
            [turn("short", "ferry"), turn("both", "ferry aaa slow"), turn("none", "silent")];
        assert_eq!(ask(&turns, "bm25", "ferry a", 1), ["short"]);
        assert_eq!(ask(&turns, "hybrid", "ferry a", 3), ["both", "short", "none"]);
    }

    #[test]
    fn turns_of_equal_score_keep_their_order() {
        let turns = ["x", "m", "a"].map(|id| turn(id, "a ferry"));
        for row in ["bm25", "dense", "hybrid"] {
            assert_eq!(ask(&turns, row, "ferry", 3), ["x", "m", "a"], "{row}");
            assert_eq!(ask(&turns, row, "", 2), ["x", "m"], "{row}");
        }
    }

    #[test]
    fn no_turns_and_no_words_are_no_failure() {
        for row in ["bm25", "dense", "hybrid"] {
            assert_eq!(ask(&[], row, "ferry", 3), [""; 0], "{row}");
        }
    }

    #[test]
    fn a_question_without_the_wanted_vector_is_an_error() {
        let mut baselines = Baselines::new(&Letters);
        let turns = [turn("1", "a")];
        let mut rows = baselines.ingest("c", &turns).expect("it takes turns in");
        for row in rows.iter_mut().filter(|row| row.name() != "bm25") {
            assert!(row.retrieve(&Asked { question: "a", vectors: &[] }, 1).is_err());
            assert!(row.retrieve(&Asked { question: "a", vectors: &[vec![1.0]] }, 1).is_err());
        }
    }
}
