//! Texts to unit vectors. Never sees the store.

mod error;
pub mod hashed;
pub mod minilm;

pub use error::EmbedError;
pub use hashed::Hashed;
pub use minilm::MiniLm;

/// Turns texts into vectors of one space.
pub trait Embedder: Send + Sync {
    /// What a store remembers of it: two embedders with one id give the same vectors.
    fn id(&self) -> &str;

    /// How many numbers a vector has.
    fn dimensions(&self) -> usize;

    /// A unit vector for each text, in the order given; the vector of a text does not depend on
    /// the others. A text without any token gives whatever the model gives for it, never NaN.
    ///
    /// # Errors
    /// When the model cannot be run.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;
}
