//! When a told fact holds: from its time expression, or else from the turn's own time. Every date
//! comes from the text or from the turn, never from anywhere else.

use graph_schema::record::Modality;
use graph_schema::{Holds, Interval, Moment, Precision, Start};

use super::verbs::Tense;

/// How a fact stands in time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aspect {
    /// It holds over a time, as a state or a habit; otherwise it happens at one.
    pub(super) lasts: bool,
    /// The time told with it is when it begins.
    pub(super) begins: bool,
    /// The time told with it is when it ends.
    pub(super) ends: bool,
    /// It is told as over.
    pub(super) over: bool,
    /// The tense it is told in.
    pub(super) tense: Tense,
}

impl Aspect {
    /// What happened, told plainly.
    pub(super) fn event() -> Self {
        Self { lasts: false, begins: false, ends: false, over: false, tense: Tense::Past }
    }

    /// What holds, told plainly.
    pub(super) fn state() -> Self {
        Self { lasts: true, tense: Tense::Present, ..Self::event() }
    }
}

/// What a clause tells of its time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum TimeTold {
    /// No time at all.
    Nothing,
    /// A time that cannot be told: "on 30 February", "when I was ten".
    Open,
    /// This time.
    At(Interval),
}

/// The valid interval of a fact told at `said_at`, with the time that its clause names.
///
/// An event of the past told without any time is put on the day of the turn, for most of what is
/// told so is news. One whose time is named but cannot be told has an open start and happened no
/// later than that day.
pub(super) fn valid(
    aspect: Aspect,
    modality: Modality,
    told: TimeTold,
    said_at: Option<Moment>,
) -> Interval {
    if let TimeTold::At(told) = told {
        return dated(aspect, modality, told, said_at).unwrap_or(told);
    }
    let Some(said) = said_at else { return unknown() };
    let day = said.start_of_day();
    if aspect.ends || aspect.over {
        return ended(day, Precision::Day).unwrap_or_else(unknown);
    }
    match modality {
        // Planned for some time from the turn on.
        Modality::Plan => Interval::since(day, Precision::Day),
        Modality::Wish => Interval::known_by(said),
        Modality::Asserted if aspect.lasts => Interval::known_by(said),
        // "I have been to Oslo": at some time up to now.
        Modality::Asserted if aspect.tense == Tense::Perfect || told == TimeTold::Open => {
            let day = Interval::day_of(said);
            day.until().and_then(|u| ended(u, Precision::Day)).unwrap_or_else(unknown)
        }
        Modality::Asserted => Interval::day_of(said),
    }
}

/// What a named time is to the fact, where it is not simply when it was so.
fn dated(
    aspect: Aspect,
    modality: Modality,
    told: Interval,
    said_at: Option<Moment>,
) -> Option<Interval> {
    let (Start::At(from) | Start::KnownBy(from)) = told.start() else {
        // "I work there until August" holds now, and then no more.
        let said = said_at.filter(|_| aspect.tense == Tense::Present && aspect.lasts)?;
        let until = told.until().filter(|until| said < *until)?;
        return Interval::new(Start::KnownBy(said), Some(until), told.precision()).ok();
    };
    if aspect.ends {
        return ended(from, told.precision());
    }
    // "I've studied it for the past two years" does not end with the turn.
    let so_far = aspect.tense == Tense::Perfect
        && modality == Modality::Asserted
        && said_at
            .is_some_and(|said| from < said.start_of_day() && told.holds_at(said) == Holds::Yes);
    (aspect.lasts && (aspect.begins || so_far)).then(|| Interval::since(from, told.precision()))
}

fn ended(until: Moment, precision: Precision) -> Option<Interval> {
    Interval::new(Start::Unknown, Some(until), precision).ok()
}

/// At some time.
fn unknown() -> Interval {
    Interval::new(Start::Unknown, None, Precision::Day)
        .expect("without bounds nothing ends before it begins")
}
