//! Moments, and half-open intervals with a precision. Pure: no clock, and no offset is ever invented.
//!
//! A moment told without an offset stays local. To compare it with moments that have one, it is
//! ordered as if it had been told at offset zero; this orders mixed data totally, and is the only
//! use made of the assumption.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use chrono::{
    DateTime, Datelike, Days, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Timelike,
};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What is wrong with a moment or an interval.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimeError {
    /// The text is no moment.
    #[error(
        "`{text}` is not a time; write `2024-01-05`, `2024-01-05T19:30:00` or `2024-01-05T19:30:00+02:00`"
    )]
    Unreadable {
        /// The text as given.
        text: String,
    },
    /// The year is outside 0000 to 9999.
    #[error("the year {year} is outside 0000 to 9999")]
    YearOutOfRange {
        /// The year as given.
        year: i32,
    },
    /// The interval would end before or where it begins.
    #[error("an interval must end after it begins, and {until} does not come after {from}")]
    Reversed {
        /// Where it would begin.
        from: Moment,
        /// Where it would end.
        until: Moment,
    },
}

/// A point of calendar time to the millisecond, with the offset from UTC if one was told.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    local: NaiveDateTime,
    offset: Option<FixedOffset>,
}

impl Moment {
    /// A moment of local time, whose offset is not known.
    ///
    /// # Errors
    /// When the year is outside 0000 to 9999.
    pub fn local(local: NaiveDateTime) -> Result<Self, TimeError> {
        Self::checked(local, None)
    }

    /// A moment whose offset from UTC is known.
    ///
    /// # Errors
    /// When the local year is outside 0000 to 9999.
    pub fn zoned(time: DateTime<FixedOffset>) -> Result<Self, TimeError> {
        Self::checked(time.naive_local(), Some(*time.offset()))
    }

    fn checked(local: NaiveDateTime, offset: Option<FixedOffset>) -> Result<Self, TimeError> {
        let year = local.year();
        if !(0..=9999).contains(&year) {
            return Err(TimeError::YearOutOfRange { year });
        }
        let millis = local.nanosecond().min(999_999_999) / 1_000_000;
        let local = local.with_nanosecond(millis * 1_000_000).unwrap_or(local);
        Ok(Self { local, offset })
    }

    /// The calendar day, as the teller counted it.
    pub fn date(&self) -> NaiveDate {
        self.local.date()
    }

    /// Date and time of day, as the teller counted them.
    pub fn local_time(&self) -> NaiveDateTime {
        self.local
    }

    /// The offset from UTC, if one was told.
    pub fn offset(&self) -> Option<FixedOffset> {
        self.offset
    }

    /// The first moment of the same day, at the same offset.
    pub fn start_of_day(&self) -> Self {
        Self { local: self.local.date().and_time(NaiveTime::MIN), offset: self.offset }
    }

    /// Midnight at the start of `date`, at this moment's offset.
    ///
    /// # Errors
    /// When the year is outside 0000 to 9999.
    pub fn on_date(&self, date: NaiveDate) -> Result<Self, TimeError> {
        Self::checked(date.and_time(NaiveTime::MIN), self.offset)
    }

    /// `local` at this moment's offset.
    ///
    /// # Errors
    /// When the year is outside 0000 to 9999.
    pub fn with_local(&self, local: NaiveDateTime) -> Result<Self, TimeError> {
        Self::checked(local, self.offset)
    }

    /// Milliseconds since 1970 at UTC; a moment without an offset counts as if at offset zero.
    pub fn order_millis(&self) -> i64 {
        let offset = self.offset.map_or(0, |o| i64::from(o.local_minus_utc()));
        self.local.and_utc().timestamp_millis() - offset * 1000
    }
}

impl PartialEq for Moment {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Moment {}

impl PartialOrd for Moment {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Moment {
    /// By instant; the same instant told at two offsets is the same moment.
    fn cmp(&self, other: &Self) -> Ordering {
        self.order_millis().cmp(&other.order_millis())
    }
}

impl Hash for Moment {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.order_millis().hash(state);
    }
}

impl fmt::Display for Moment {
    /// ISO 8601; a local midnight is written as its date alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let midnight = self.local.time() == NaiveTime::MIN;
        match self.offset {
            None if midnight => write!(f, "{}", self.local.format("%Y-%m-%d")),
            None if self.local.nanosecond() == 0 => {
                write!(f, "{}", self.local.format("%Y-%m-%dT%H:%M:%S"))
            }
            None => write!(f, "{}", self.local.format("%Y-%m-%dT%H:%M:%S%.3f")),
            Some(offset) => {
                let time = self.local.format(if self.local.nanosecond() == 0 {
                    "%Y-%m-%dT%H:%M:%S"
                } else {
                    "%Y-%m-%dT%H:%M:%S%.3f"
                });
                if offset.local_minus_utc() == 0 {
                    write!(f, "{time}Z")
                } else {
                    write!(f, "{time}{offset}")
                }
            }
        }
    }
}

impl FromStr for Moment {
    type Err = TimeError;

    /// Reads `2024-01-05`, `2024-01-05 19:30[:00[.000]]` (or with `T`), and any of the latter with
    /// `Z` or `+02:00` behind it.
    fn from_str(text: &str) -> Result<Self, TimeError> {
        let unreadable = || TimeError::Unreadable { text: text.to_owned() };
        let trimmed = text.trim();
        // A year has four digits: "01-05-24" is no day of the first century.
        if trimmed.bytes().take_while(u8::is_ascii_digit).count() != 4 {
            return Err(unreadable());
        }
        let iso = trimmed.replacen(' ', "T", 1);
        if let Ok(date) = NaiveDate::parse_from_str(&iso, "%Y-%m-%d") {
            return Self::local(date.and_time(NaiveTime::MIN));
        }
        for format in ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"] {
            if let Ok(local) = NaiveDateTime::parse_from_str(&iso, format) {
                return Self::local(local);
            }
        }
        let zoned = match iso.strip_suffix(['Z', 'z']) {
            Some(head) => format!("{head}+00:00"),
            None => iso.replacen(" +", "+", 1),
        };
        for format in ["%Y-%m-%dT%H:%M:%S%.f%:z", "%Y-%m-%dT%H:%M%:z"] {
            if let Ok(time) = DateTime::parse_from_str(&zoned, format) {
                return Self::zoned(time);
            }
        }
        Err(unreadable())
    }
}

/// In text formats the ISO form; in binary ones local milliseconds and the offset in seconds.
impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        let millis = self.local.and_utc().timestamp_millis();
        (millis, self.offset.map(|o| o.local_minus_utc())).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            return text.parse().map_err(D::Error::custom);
        }
        let (millis, offset) = <(i64, Option<i32>)>::deserialize(deserializer)?;
        let local = DateTime::from_timestamp_millis(millis)
            .ok_or_else(|| D::Error::custom("milliseconds out of range"))?
            .naive_utc();
        let offset = match offset {
            None => None,
            Some(seconds) => Some(
                FixedOffset::east_opt(seconds)
                    .ok_or_else(|| D::Error::custom("offset out of range"))?,
            ),
        };
        Self::checked(local, offset).map_err(D::Error::custom)
    }
}

/// How finely a time was told, from the finest to the coarsest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "each variant is the word it is named by")]
pub enum Precision {
    Instant = 0,
    Minute = 1,
    Hour = 2,
    Day = 3,
    Week = 4,
    Month = 5,
    Season = 6,
    Quarter = 7,
    Year = 8,
    Decade = 9,
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The word that is serialized.
        self.serialize(f)
    }
}

/// How an interval begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// It began at this moment, give or take the precision.
    At(Moment),
    /// An open start: it holds from this moment at the latest, and began at an unknown time before.
    KnownBy(Moment),
    /// It began at an unknown time.
    Unknown,
}

/// Whether something held at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// It did.
    Yes,
    /// It may have: the moment lies before a start that is not known.
    Perhaps,
    /// It did not.
    No,
}

/// When something holds in the world: half-open, `[start, until)`, with the precision it was told in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "RawInterval", into = "RawInterval")]
pub struct Interval {
    start: Start,
    until: Option<Moment>,
    precision: Precision,
}

#[derive(Serialize, Deserialize)]
struct RawInterval {
    start: Start,
    until: Option<Moment>,
    precision: Precision,
}

impl From<Interval> for RawInterval {
    fn from(i: Interval) -> Self {
        Self { start: i.start, until: i.until, precision: i.precision }
    }
}

impl TryFrom<RawInterval> for Interval {
    type Error = TimeError;

    fn try_from(raw: RawInterval) -> Result<Self, TimeError> {
        Self::new(raw.start, raw.until, raw.precision)
    }
}

impl Interval {
    /// The interval with these bounds; `until` of `None` means that no end is known.
    ///
    /// # Errors
    /// When it would end before or where it begins. A known open start must also lie before the end.
    pub fn new(
        start: Start,
        until: Option<Moment>,
        precision: Precision,
    ) -> Result<Self, TimeError> {
        if let (Start::At(from) | Start::KnownBy(from), Some(until)) = (start, until)
            && until <= from
        {
            return Err(TimeError::Reversed { from, until });
        }
        Ok(Self { start, until, precision })
    }

    /// A state that holds at `moment` and began at an unknown time before it.
    pub fn known_by(moment: Moment) -> Self {
        let precision = match moment.local_time().time() {
            NaiveTime::MIN => Precision::Day,
            _ => Precision::Minute,
        };
        Self { start: Start::KnownBy(moment), until: None, precision }
    }

    /// A state that begins at `moment`, told in `precision`, with no known end.
    pub fn since(moment: Moment, precision: Precision) -> Self {
        Self { start: Start::At(moment), until: None, precision }
    }

    /// The whole calendar day of `moment`.
    pub fn day_of(moment: Moment) -> Self {
        let from = moment.start_of_day();
        let until =
            from.date().checked_add_days(Days::new(1)).and_then(|next| from.on_date(next).ok());
        Self { start: Start::At(from), until, precision: Precision::Day }
    }

    /// How it begins.
    pub fn start(&self) -> Start {
        self.start
    }

    /// The first moment at which it no longer holds, if known.
    pub fn until(&self) -> Option<Moment> {
        self.until
    }

    /// How finely it was told.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// The first moment at which it holds for certain.
    pub fn certain_from(&self) -> Option<Moment> {
        match self.start {
            Start::At(m) | Start::KnownBy(m) => Some(m),
            Start::Unknown => None,
        }
    }

    /// Whether it holds at `t`.
    pub fn holds_at(&self, t: Moment) -> Holds {
        if self.until.is_some_and(|until| until <= t) {
            return Holds::No;
        }
        match self.start {
            Start::At(from) if t < from => Holds::No,
            Start::KnownBy(known) if t < known => Holds::Perhaps,
            Start::Unknown => Holds::Perhaps,
            Start::At(_) | Start::KnownBy(_) => Holds::Yes,
        }
    }

    /// The same interval, ending at `until` if it would go on beyond it. `None` when nothing is left.
    pub fn ending_by(&self, until: Moment) -> Option<Self> {
        let until = self.until.map_or(until, |own| own.min(until));
        Self::new(self.start, Some(until), self.precision).ok()
    }
}

impl fmt::Display for Interval {
    /// `[2024-01-05, 2024-01-06)`; an open start reads `<=2024-01-05`, an unknown bound `..`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.start {
            Start::At(from) => write!(f, "[{from}, ")?,
            Start::KnownBy(known) => write!(f, "[<={known}, ")?,
            Start::Unknown => f.write_str("[.., ")?,
        }
        match self.until {
            Some(until) => write!(f, "{until})"),
            None => f.write_str("..)"),
        }
    }
}

/// When this memory believed something: half-open, `[from, until)`; without an end, it still does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recorded {
    /// When the memory was told.
    pub from: Moment,
    /// When it ceased to believe it.
    pub until: Option<Moment>,
}

impl Recorded {
    /// Believed from `from` on.
    pub fn since(from: Moment) -> Self {
        Self { from, until: None }
    }

    /// Whether it was believed at `t`.
    pub fn believed_at(&self, t: Moment) -> bool {
        self.from <= t && self.until.is_none_or(|until| t < until)
    }
}

impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.until {
            Some(until) => write!(f, "[{}, {until})", self.from),
            None => write!(f, "[{}, ..)", self.from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(text: &str) -> Moment {
        text.parse().expect("a moment of this test")
    }

    #[test]
    fn mixed_offsets_compare_as_instants() {
        // A naive and an aware time must compare, not crash (graphiti#893).
        assert!(at("2024-01-05T12:00:00+02:00") < at("2024-01-05T11:00:00Z"));
        assert_eq!(at("2024-01-05T12:00:00+02:00"), at("2024-01-05T10:00:00Z"));
        assert!(at("2024-01-05T09:59") < at("2024-01-05T12:00:00+02:00"));
    }

    #[test]
    fn no_offset_in_means_no_offset_out() {
        // MemOS#2369 invented one.
        assert_eq!(at("2024-01-05 19:30").to_string(), "2024-01-05T19:30:00");
        assert_eq!(at("2024-01-05").to_string(), "2024-01-05");
        assert_eq!(at("2024-01-05T00:00:00Z").to_string(), "2024-01-05T00:00:00Z");
        assert_eq!(at("2024-01-05T19:30-08:00").to_string(), "2024-01-05T19:30:00-08:00");
    }

    #[test]
    fn what_is_no_time_is_refused_with_the_form_to_write() {
        for text in [
            "01-05-24",
            "+2024-01-05",
            "",
            "yesterday",
            "2024-13-01",
            "2024-02-30",
            "10000-01-01",
            "2024-01-05T25:00",
        ] {
            let error = text.parse::<Moment>().expect_err(text).to_string();
            assert!(
                error.contains("write `2024-01-05`") || error.contains("0000 to 9999"),
                "{error}"
            );
        }
    }

    #[test]
    fn an_open_start_perhaps_held_before_it_was_known() {
        let state = Interval::known_by(at("2024-01-05"));
        assert_eq!(state.holds_at(at("2023-01-01")), Holds::Perhaps);
        assert_eq!(state.holds_at(at("2024-01-05")), Holds::Yes);
        assert_eq!(state.to_string(), "[<=2024-01-05, ..)");
        let closed = state.ending_by(at("2024-06-01")).expect("it ends after it was known");
        assert_eq!(closed.holds_at(at("2024-06-01")), Holds::No);
        assert_eq!(closed.to_string(), "[<=2024-01-05, 2024-06-01)");
    }

    #[test]
    fn the_last_day_of_the_calendar_has_no_end() {
        let day = Interval::day_of(at("9999-12-31"));
        assert_eq!(day.until(), None);
    }

    prop_compose! {
        fn moments()(secs in 0i64..250_000_000_000, ms in 0i64..1000, offset in prop::option::of(-50_000i32..50_000)) -> Moment {
            let local = DateTime::from_timestamp_millis(secs * 1000 + ms).expect("in range").naive_utc();
            match offset {
                None => Moment::local(local).expect("in range"),
                Some(o) => {
                    let minutes = o / 60 * 60;
                    Moment::checked(local, FixedOffset::east_opt(minutes)).expect("in range")
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_moment_comes_back_from_its_text_and_its_bytes(m in moments()) {
            let read: Moment = m.to_string().parse().expect("its own text");
            prop_assert_eq!((read.local, read.offset), (m.local, m.offset));
            let bytes = postcard::to_stdvec(&m).expect("encodes");
            let back: Moment = postcard::from_bytes(&bytes).expect("decodes");
            prop_assert_eq!((back.local, back.offset), (m.local, m.offset));
        }

        #[test]
        fn reading_any_text_never_panics(text in "\\PC{0,40}") {
            if let Ok(m) = text.parse::<Moment>() {
                prop_assert!(m.to_string().parse::<Moment>().is_ok());
            }
        }

        #[test]
        fn an_interval_is_never_empty_and_holds_at_its_start(a in moments(), b in moments()) {
            match Interval::new(Start::At(a), Some(b), Precision::Day) {
                Ok(i) => {
                    prop_assert!(a < b);
                    prop_assert_eq!(i.holds_at(a), Holds::Yes);
                    prop_assert_eq!(i.holds_at(b), Holds::No);
                }
                Err(_) => prop_assert!(b <= a),
            }
        }
    }
}
