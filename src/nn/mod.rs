//! The few layers that the neural nets of this crate share: linear maps, maxout, layer norm,
//! GELU, softmax, table lookup, embedding by hashing. Pure arithmetic on `f32`: no files, no
//! threads, no allocation beyond what a caller hands in, and no `unsafe` of its own.
//!
//! Matrices are row-major, one token a row. A row of a result depends on the same row of the
//! input alone, bit for bit: how many other rows there are changes nothing. The elementwise
//! functions give the same bits on every machine; the products may differ in the last bits
//! between processors, because they use fused multiply-add where there is one.

mod activation;
mod batch;
mod hash;
mod linear;
mod lookup;
mod maxout;
mod norm;
mod row;
mod softmax;

pub use activation::{erf, exp, gelu_rows};
pub(crate) use batch::{batches, matrix};
pub use hash::HashEmbed;
pub use linear::{Linear, add_product, product};
pub use lookup::Table;
pub use maxout::Maxout;
pub use norm::{LayerNorm, normalise};
pub use row::{add_row, add_row_product, largest};
pub use softmax::softmax_rows;

/// Why weights do not make a layer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LayerError {
    /// A bias, scale or shift of the wrong length.
    #[error("weights are for {wanted} outputs, and the vector beside them has {found} numbers")]
    Length {
        /// How many the weights call for.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// Layers stacked side by side that do not read the same input.
    #[error("a stacked layer reads {found} inputs, the first one reads {wanted}")]
    Inputs {
        /// What the first reads.
        wanted: usize,
        /// What this one reads.
        found: usize,
    },
}

/// Runs `work` compiled for the widest vectors that this processor has. Changes no result:
/// Rust never fuses or reorders floating-point operations by itself.
pub(crate) fn wide<Work: pulp::WithSimd>(work: Work) -> Work::Output {
    pulp::Arch::new().dispatch(work)
}
