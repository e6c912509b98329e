//! When a told fact holds: from its time expression, or else from the turn's own time. Every date
//! comes from the text or from the turn, never from anywhere else.

use graph_schema::record::Modality;
use graph_schema::{Interval, Moment, Precision, Start};

/// How a fact stands in time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aspect {
    /// It holds over a time; otherwise it happens at one.
    pub(super) state: bool,
    /// The time told with it is when it begins.
    pub(super) begins: bool,
    /// The time told with it is when it ends.
    pub(super) ends: bool,
    /// It is told as over.
    pub(super) over: bool,
}

/// The valid interval of a fact told at `said_at`, with the time that its clause names.
pub(super) fn valid(
    aspect: Aspect,
    modality: Modality,
    told: Option<Interval>,
    said_at: Option<Moment>,
) -> Interval {
    if let Some(told) = told {
        return dated(aspect, told).unwrap_or(told);
    }
    let Some(said) = said_at else { return unknown() };
    let day = said.start_of_day();
    if aspect.ends || aspect.over && aspect.state {
        return ended(day, Precision::Day).unwrap_or_else(unknown);
    }
    match modality {
        // Planned for some time from the turn on.
        Modality::Plan => Interval::since(day, Precision::Day),
        Modality::Wish => Interval::known_by(said),
        Modality::Asserted if aspect.state => Interval::known_by(said),
        Modality::Asserted => Interval::day_of(said),
    }
}

fn dated(aspect: Aspect, told: Interval) -> Option<Interval> {
    let (Start::At(from) | Start::KnownBy(from)) = told.start() else { return None };
    if aspect.ends {
        return ended(from, told.precision());
    }
    (aspect.begins && aspect.state).then(|| Interval::since(from, told.precision()))
}

fn ended(until: Moment, precision: Precision) -> Option<Interval> {
    Interval::new(Start::Unknown, Some(until), precision).ok()
}

/// At some time.
fn unknown() -> Interval {
    Interval::new(Start::Unknown, None, Precision::Day)
        .expect("without bounds nothing ends before it begins")
}
