//! The clock a memory is told the time by. The library never reads the machine's.

use graph_schema::Moment;

/// Says when it is. Any function that gives a [`Moment`] is one.
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> Moment;
}

impl<F: Fn() -> Moment + Send + Sync> Clock for F {
    fn now(&self) -> Moment {
        self()
    }
}

/// A clock that stands still.
#[derive(Debug, Clone, Copy)]
pub struct Stopped(pub Moment);

impl Clock for Stopped {
    fn now(&self) -> Moment {
        self.0
    }
}
