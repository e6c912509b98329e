//! Reads the time of a session as other sets than LoCoMo write it. Never guesses: where day and month
//! cannot be told apart, or anything is left over, nothing is read.

use chrono::{DateTime, NaiveDate, NaiveTime};

/// Dates whose order a word or the year in front tells.
const DATES: [&str; 6] = ["%d %B %Y", "%B %d %Y", "%Y %B %d", "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d"];
/// Dates in numbers alone: read when only one of the two orders is a date, or both are the same.
const NUMBERS: [[&str; 2]; 3] =
    [["%d/%m/%Y", "%m/%d/%Y"], ["%d.%m.%Y", "%m.%d.%Y"], ["%d-%m-%Y", "%m-%d-%Y"]];
const CLOCKS: [&str; 4] = ["%H:%M", "%H:%M:%S", "%I:%M%p", "%I:%M:%S%p"];
/// Words that say nothing that is not said beside them.
const EMPTY: [&str; 4] = ["at", "on", "of", "the"];
const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// The time in ISO 8601, with what offset it has; `None` when it cannot be read.
pub(super) fn read(text: &str) -> Option<String> {
    if let Ok(at) = DateTime::parse_from_rfc2822(text.trim()) {
        return Some(at.to_rfc3339());
    }
    let lower = text.to_lowercase().replace([',', '(', ')'], " ");
    let lower = lower.replace(['年', '月'], "-").replace('日', " ");
    let lower = lower.replace("a.m.", "am").replace("p.m.", "pm");
    let (mut date, mut clock) = (Vec::new(), String::new());
    for word in lower.split_whitespace().filter(|word| !is_empty(word)) {
        if word.contains(':') || word == "am" || word == "pm" {
            clock.push_str(word);
        } else if word.chars().any(char::is_alphabetic) {
            date.extend(word.split('-').map(plain));
        } else {
            date.push(word.to_owned());
        }
    }
    let on = day(&date.join(" "))?;
    if clock.is_empty() {
        return Some(on.format("%Y-%m-%d").to_string());
    }
    let at = CLOCKS.iter().find_map(|form| NaiveTime::parse_from_str(&clock, form).ok())?;
    Some(on.and_time(at).format("%Y-%m-%dT%H:%M:%S").to_string())
}

fn day(text: &str) -> Option<NaiveDate> {
    let read = |form: &&str| NaiveDate::parse_from_str(text, form).ok();
    DATES.iter().find_map(read).or_else(|| {
        NUMBERS.iter().find_map(|[a, b]| match (read(a), read(b)) {
            (Some(one), Some(other)) if one != other => None,
            (one, other) => one.or(other),
        })
    })
}

fn is_empty(word: &str) -> bool {
    let short = word.trim_end_matches('.');
    let weekday = |day: &&str| short.chars().count() >= 3 && day.starts_with(short);
    EMPTY.contains(&word) || WEEKDAYS.iter().any(weekday)
}

/// A word of a date: `8` for `8th`, `sep` for `sept.`.
fn plain(word: &str) -> String {
    let word = word.trim_end_matches('.');
    let number = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
    match number.filter(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit())) {
        Some(number) => number.to_owned(),
        None if word == "sept" => "sep".to_owned(),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_any_order_that_can_be_told() {
        for (text, read_as) in [
            ("2023/05/20 (Sat) 02:21", "2023-05-20T02:21:00"),
            ("2023-05-08 13:56:07", "2023-05-08T13:56:07"),
            ("1:56 pm, 8 May 2023", "2023-05-08T13:56:00"),
            ("8 May, 2023, 1:56 PM", "2023-05-08T13:56:00"),
            ("1:56 p.m. on 8 May, 2023", "2023-05-08T13:56:00"),
            ("Monday, 8 May 2023 at 13:56", "2023-05-08T13:56:00"),
            ("the 8th of Sept. 2023", "2023-09-08"),
            ("May 8th, 2023", "2023-05-08"),
            ("8-May-2023", "2023-05-08"),
            ("2023年5月8日", "2023-05-08"),
            ("05/13/2023 1:56pm", "2023-05-13T13:56:00"),
            ("13.05.2023", "2023-05-13"),
            ("5/5/2023", "2023-05-05"),
            ("Mon, 08 May 2023 13:56:00 +0200", "2023-05-08T13:56:00+02:00"),
        ] {
            assert_eq!(read(text).as_deref(), Some(read_as), "{text}");
        }
    }

    #[test]
    fn what_could_be_two_days_or_none_is_not_guessed() {
        for text in [
            "08/05/2023",
            "8.5.2023",
            "99 May 2023",
            "31 June 2023",
            "8 May",
            "2023",
            "1683554160",
            "the week after",
            "8 May 2023 25:00",
            "8 May 2023 10:00 11:00",
            "8 mai 2023",
            "pm",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
