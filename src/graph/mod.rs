//! The graph of one namespace, in memory. Never touches the store, the disk or the clock.

pub mod walk;
