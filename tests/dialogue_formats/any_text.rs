//! Any text is read or refused, and what is written comes back. Never a panic.

use hippograph::dialogue::story::Story;
use hippograph::dialogue::{Format, ReadOptions, Turn, decode, detect, locomo, read};
use hippograph::schema::Moment;
use hippograph::schema::record::Role;
use proptest::prelude::*;
use serde_json::json;

use crate::{CHAT, LOCOMO_ONE, LOCOMO_TWO, MESSAGES, STORY, TURNS, as_format, turns};

const READ: [Format; 4] = [Format::Locomo, Format::JsonLines, Format::Chat, Format::Story];

#[test]
fn deep_nesting_is_an_error_or_ignored_and_never_a_crash() {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    for n in [200, 200_000] {
        let deep = deep(n);
        for format in READ {
            assert!(read("x", &deep, &as_format(format)).is_err());
            assert!(read("x", "[".repeat(n).as_str(), &as_format(format)).is_err());
        }
        let ignored = format!("{{\"text\": \"hi\", \"more\": {deep}}}");
        assert_eq!(turns("x", &ignored).len(), 1);
        let part = format!(
            "[{{\"role\": \"user\", \"content\": [{{\"type\": \"text\", \"text\": {deep}}}]}}]"
        );
        assert!(read("x", &part, &ReadOptions::default()).is_err());
        let image = format!(
            "[{{\"role\": \"user\", \"content\": [{{\"type\": \"image\", \"image\": {deep}}}]}}]"
        );
        assert_eq!(turns("x", &image), []);
    }
}

#[test]
fn a_line_of_ten_megabytes_is_a_turn() {
    let text = "long ".repeat(2_000_000);
    let line = json!({"text": text}).to_string();
    assert_eq!(turns("x", &line)[0].text, text);
    let story = format!("2024-01-05 Ann: {text}");
    assert_eq!(turns("x", &story)[0].text, text.trim());
}

fn as_line(turn: &Turn) -> String {
    json!({
        "session": turn.session,
        "session_started": turn.session_started,
        "id": turn.id,
        "speaker": turn.speaker,
        "role": turn.role,
        "said_at": turn.said_at,
        "text": turn.text,
        "image_caption": turn.image_caption,
    })
    .to_string()
}

fn any_moment() -> impl Strategy<Value = Moment> {
    let time = "20[0-9]{2}-(0[1-9]|1[0-2])-[0-2][1-8]T[01][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{3})?(Z|[+-]0[0-9]:[03]0)?";
    time.prop_map(|text| text.parse().expect("a time"))
}

fn any_turn() -> impl Strategy<Value = Turn> {
    let name = "[^\\s\\pC](\\PC{0,8}[^\\s\\pC])?";
    let role = prop::sample::select(vec![Role::Person, Role::Assistant, Role::System, Role::Tool]);
    let times = (prop::option::of(any_moment()), prop::option::of(any_moment()));
    let names = (name, prop::option::of(name), prop::option::of(name));
    (names, role, times, any::<String>()).prop_map(|(names, role, times, text)| Turn {
        session: names.0,
        session_started: times.0,
        id: None,
        speaker: names.1,
        role,
        said_at: times.1,
        text,
        image_caption: names.2,
    })
}

/// Pieces of the formats, shuffled: closer to them than any text at random.
fn almost_a_format() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\n",
        "\r\n",
        " ",
        "\\u",
        "\\ud800",
        "null",
        "1e999",
        "-1",
        "\"text\":",
        "\"role\":",
        "\"user\"",
        "\"content\":",
        "\"messages\":",
        "\"hi\"",
        "\"conversation\":",
        "\"session_1\":",
        "\"session_1_date_time\":",
        "\"time\":",
        "\"id\":",
        "1:56 pm on 8 May, 2023",
        "2024-01-05",
        "2024-01-05 Ann: hi\n",
        "## ",
        "# ",
        "? ",
        "= ",
        "= -\n",
        "valid ",
        "known ",
        "[<=",
        "..)",
        "]:",
        "é",
        "𝄞",
        "\u{feff}",
        "\0",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

fn read_every_way(text: &str) {
    let _ = detect(text);
    let _ = read("x", text, &ReadOptions::default());
    let _ = Story::read("x", text);
    let _ = locomo::conversations("x", text);
    for format in READ {
        if let Err(error) = read("x", text, &as_format(format)) {
            assert!(!error.to_string().is_empty());
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_in_every_format(text in any::<String>()) {
        read_every_way(&text);
    }

    #[test]
    fn text_close_to_a_format_is_read_or_refused(text in almost_a_format()) {
        read_every_way(&text);
    }

    #[test]
    fn a_fixture_with_one_piece_cut_out_is_read_or_refused(
        which in 0..6_usize, from in any::<prop::sample::Index>(), length in 1..40_usize,
    ) {
        let text = [LOCOMO_TWO, LOCOMO_ONE, TURNS, MESSAGES, CHAT, STORY][which];
        let from = from.index(text.len());
        let kept = |(at, _): &(usize, char)| *at < from || *at >= from + length;
        let cut: String = text.char_indices().filter(kept).map(|(_, c)| c).collect();
        read_every_way(&cut);
    }

    #[test]
    fn any_bytes_are_text_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8(bytes.clone()).ok();
        prop_assert_eq!(decode("x", bytes).ok(), text);
    }

    #[test]
    fn turns_written_as_json_lines_come_back_equal(
        mut written in prop::collection::vec(any_turn(), 0..8), ids in any::<bool>(),
    ) {
        for (place, turn) in written.iter_mut().enumerate() {
            turn.id = ids.then(|| format!("t{place}"));
        }
        let lines: String = written.iter().map(|turn| as_line(turn) + "\n").collect();
        let read = read("x", &lines, &as_format(Format::JsonLines)).expect("JSON lines");
        let back = read.into_iter().flat_map(|c| c.turns).collect::<Vec<_>>();
        prop_assert_eq!(&back, &written);
        // Equal moments may differ in their offsets; as written they may not.
        prop_assert!(back.iter().map(as_line).eq(written.iter().map(as_line)));
    }
}
