//! How long a state usually stays true without being told again. Never decides whether a fact
//! holds: it tells only when a telling has grown old.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use chrono::{Days, Months};
use serde::Deserialize;

use crate::time::Moment;

/// What is wrong with a lifetime.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no lifetime; write a whole number from 1 to 65535 and days, weeks, months or years, as `3 years`, or `forever`"
)]
pub struct LifetimeError {
    /// The text.
    pub text: String,
}

/// A unit of the calendar in which a lifetime is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A calendar day.
    Day,
    /// Seven calendar days.
    Week,
    /// A calendar month; from the 31st to the last day of a shorter one.
    Month,
    /// Twelve calendar months.
    Year,
}

/// How long a state usually stays true without being told again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub enum Lifetime {
    /// It does not change: where someone was born.
    Forever,
    /// So many units of the calendar: `3 years`.
    Lasts {
        /// How many.
        count: NonZeroU16,
        /// Of what.
        unit: Unit,
    },
}

impl Lifetime {
    /// The moment at which a state last told at `told` has grown old, at the offset of `told`;
    /// `None` when it never does, or not before the year 10000.
    pub fn old_from(self, told: Moment) -> Option<Moment> {
        let Self::Lasts { count, unit } = self else { return None };
        let (local, count) = (told.local_time(), count.get());
        let local = match unit {
            Unit::Day => local.checked_add_days(Days::new(count.into())),
            Unit::Week => local.checked_add_days(Days::new(u64::from(count) * 7)),
            Unit::Month => local.checked_add_months(Months::new(count.into())),
            Unit::Year => local.checked_add_months(Months::new(u32::from(count) * 12)),
        };
        told.with_local(local?).ok()
    }
}

impl FromStr for Lifetime {
    type Err = LifetimeError;

    /// Reads `forever`, or a number and a unit in the singular or plural.
    fn from_str(text: &str) -> Result<Self, LifetimeError> {
        let fault = || LifetimeError { text: text.to_owned() };
        if text == "forever" {
            return Ok(Self::Forever);
        }
        let (count, unit) = text.split_once(' ').ok_or_else(fault)?;
        if !count.bytes().all(|b| b.is_ascii_digit()) {
            return Err(fault());
        }
        let unit = match unit {
            "day" | "days" => Unit::Day,
            "week" | "weeks" => Unit::Week,
            "month" | "months" => Unit::Month,
            "year" | "years" => Unit::Year,
            _ => return Err(fault()),
        };
        Ok(Self::Lasts { count: count.parse().map_err(|_| fault())?, unit })
    }
}

impl TryFrom<String> for Lifetime {
    type Error = LifetimeError;

    fn try_from(text: String) -> Result<Self, LifetimeError> {
        text.parse()
    }
}

impl fmt::Display for Lifetime {
    /// As it is written in the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Lasts { count, unit } = self else { return f.write_str("forever") };
        let unit = match unit {
            Unit::Day => "day",
            Unit::Week => "week",
            Unit::Month => "month",
            Unit::Year => "year",
        };
        let plural = if count.get() == 1 { "" } else { "s" };
        write!(f, "{count} {unit}{plural}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_telling_grows_old_by_the_calendar() {
        for (lifetime, told, old) in [
            ("3 years", "2024-02-29", Some("2027-02-28")),
            ("1 month", "2024-01-31T10:30Z", Some("2024-02-29T10:30Z")),
            ("2 weeks", "2024-12-25", Some("2025-01-08")),
            ("1 day", "2024-01-05T23:00", Some("2024-01-06T23:00")),
            ("forever", "2024-01-05", None),
            ("65535 years", "2024-01-05", None),
        ] {
            let of: Lifetime = lifetime.parse().expect(lifetime);
            let old: Option<Moment> = old.map(|text| text.parse().expect(text));
            let got = of.old_from(told.parse().expect(told));
            assert_eq!(got.map(|m| m.to_string()), old.map(|m| m.to_string()), "{lifetime}");
        }
    }

    #[test]
    fn what_is_no_lifetime_is_refused() {
        for text in [
            "",
            "3",
            "years",
            "0 years",
            "3years",
            "3  years",
            "-3 years",
            "+3 years",
            "3.5 years",
            "65536 days",
            "3 Years",
            "3 decades",
            "Forever",
            " 3 years",
            "٣ years",
        ] {
            let error = text.parse::<Lifetime>().expect_err(text).to_string();
            assert!(error.contains(&format!("`{text}`")) && error.contains("3 years"), "{error}");
        }
    }

    proptest! {
        #[test]
        fn a_lifetime_reads_as_it_prints(
            count in 1..=u16::MAX,
            unit in prop::sample::select(vec![Unit::Day, Unit::Week, Unit::Month, Unit::Year]),
        ) {
            let count = NonZeroU16::new(count).expect("from 1");
            let lifetime = Lifetime::Lasts { count, unit };
            prop_assert_eq!(lifetime.to_string().parse(), Ok(lifetime));
        }

        #[test]
        fn any_text_is_a_lifetime_or_an_error(text in ".{0,20}") {
            let _ = text.parse::<Lifetime>();
        }
    }
}
