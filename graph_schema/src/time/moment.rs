//! A point of calendar time, with its offset if one was told. Never invents an offset.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Timelike};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::TimeError;

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

    pub(super) fn checked(
        local: NaiveDateTime,
        offset: Option<FixedOffset>,
    ) -> Result<Self, TimeError> {
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
