//! Where evidence was lost on its way to the top: the stages of a memory that extracts, seeds, walks
//! and fuses. A name for each stage; which one it was is for the memory itself to say.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The stage at which a turn of the evidence was lost; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Loss {
    /// Nothing was read in it that the graph could reach it by: no fact, and no entity but those
    /// who speak.
    #[serde(rename = "not extracted")]
    NotExtracted,
    /// The walk began neither at it nor at an entity that it mentions.
    #[serde(rename = "not seeded")]
    NotSeeded,
    /// The walk began near, and brought others more than it.
    #[serde(rename = "walked past")]
    WalkedPast,
    /// The walk had it among its best, and other channels ranked it below.
    #[serde(rename = "ranked below")]
    RankedBelow,
}

impl Loss {
    /// All, in the order in which they are looked for.
    pub const ALL: [Self; 4] =
        [Self::NotExtracted, Self::NotSeeded, Self::WalkedPast, Self::RankedBelow];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotExtracted => "not extracted",
            Self::NotSeeded => "not seeded",
            Self::WalkedPast => "walked past",
            Self::RankedBelow => "ranked below",
        }
    }
}

/// How often each stage lost a turn of the evidence, by group of questions.
pub type Losses = IndexMap<String, IndexMap<String, usize>>;
