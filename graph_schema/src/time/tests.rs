//! Moments and intervals: order, text, bytes, and what is refused.

use chrono::{DateTime, FixedOffset};
use proptest::prelude::*;

use super::{Holds, Interval, Moment, Precision, Start};

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
        assert!(error.contains("write `2024-01-05`") || error.contains("0000 to 9999"), "{error}");
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
        prop_assert_eq!((read.local_time(), read.offset()), (m.local_time(), m.offset()));
        let bytes = postcard::to_stdvec(&m).expect("encodes");
        let back: Moment = postcard::from_bytes(&bytes).expect("decodes");
        prop_assert_eq!((back.local_time(), back.offset()), (m.local_time(), m.offset()));
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
