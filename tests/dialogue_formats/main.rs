//! Reads each format of dialogue from its fixture, and bad files into errors that say where. Never
//! needs a store.

mod any_text;
mod bad_files;
mod fingerprints;

use std::fmt::Write as _;

use hippograph::dialogue::story::{Answer, Step, Story};
use hippograph::dialogue::{Conversation, Format, ReadOptions, Turn, detect, locomo, read};
use hippograph::schema::Moment;
use serde_json::{Value, json};

const LOCOMO_TWO: &str = include_str!("../../fixtures/formats/locomo_two.json");
const LOCOMO_ONE: &str = include_str!("../../fixtures/formats/locomo_one.json");
const TURNS: &str = include_str!("../../fixtures/formats/turns.jsonl");
const MESSAGES: &str = include_str!("../../fixtures/formats/messages.json");
const CHAT: &str = include_str!("../../fixtures/formats/chat.jsonl");
const STORY: &str = include_str!("../../fixtures/formats/talk.dlg");

fn as_format(format: Format) -> ReadOptions {
    ReadOptions { format: Some(format), ..ReadOptions::default() }
}

fn told(source: &str, text: &str) -> Vec<Conversation> {
    read(source, text, &ReadOptions::default()).expect("a readable text")
}

fn turns(source: &str, text: &str) -> Vec<Turn> {
    told(source, text).into_iter().flat_map(|conversation| conversation.turns).collect()
}

/// `[name]`, then each turn: session (start) | id | speaker role | time | text | caption.
fn shown(conversations: &[Conversation]) -> String {
    let mut out = String::new();
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    for Conversation { name, turns } in conversations {
        writeln!(out, "[{}]", or_dash(name.clone())).expect("a string grows");
        for turn in turns {
            let started = turn.session_started.map(|m| format!(" ({m})")).unwrap_or_default();
            let said_at = or_dash(turn.said_at.map(|m| m.to_string()));
            writeln!(
                out,
                "{}{started} | {} | {} {:?} | {said_at} | {} | {}",
                turn.session,
                or_dash(turn.id.clone()),
                or_dash(turn.speaker.clone()),
                turn.role,
                turn.text.replace('\n', "/"),
                or_dash(turn.image_caption.clone()),
            )
            .expect("a string grows");
        }
    }
    out
}

#[test]
fn a_locomo_file_of_several_conversations_names_them_in_its_sessions_and_ids() {
    assert_eq!(
        shown(&told("two.json", LOCOMO_TWO)),
        "\
[pair-1]
pair-1/session_2 (2023-05-08T13:56:00) | pair-1/D2:1 | Bo Person | 2023-05-08T13:56:00 | Look at this. | a photo of a clay pot
pair-1/session_2 (2023-05-08T13:56:00) | pair-1/D2:2 | Ada Person | 2023-05-08T13:56:00 |  | a photo of seeds in a hand
pair-1/session_10 (2024-03-03T00:09:00) | pair-1/D10:1 | Ada Person | 2024-03-03T00:09:00 | The beans are up! | -
pair-1/session_12 | - | Bo Person | - | No date on this one. | -
[2]
2/session_1 (2023-05-08) | 2/7 | Cy Person | 2023-05-08 | Hello, Di. | -
"
    );
}

#[test]
fn a_locomo_file_of_one_conversation_keeps_its_names_plain() {
    let plain = "\
[solo-1]
session_1 (2024-02-01T07:05:00) | D1:1 | Ada Person | 2024-02-01T07:05:00 | I sowed beans today. | -
session_1 (2024-02-01T07:05:00) | D1:2 | - Person | 2024-02-01T07:05:00 | Who said this? | -
";
    assert_eq!(shown(&told("one.json", LOCOMO_ONE)), plain);
    assert_eq!(shown(&told("one.json", &format!("[{LOCOMO_ONE}]"))), plain);
}

#[test]
fn the_evaluation_gets_plain_ids_of_several_conversations_even_when_they_share_them() {
    let one: Value = serde_json::from_str(LOCOMO_ONE).expect("JSON");
    let mut other = one.clone();
    other["conversation"]["session_1"][0]["text"] = json!("Another text.");
    let both = json!([one, other]).to_string();
    let conversations = locomo::conversations("both.json", &both).expect("a LoCoMo file");
    let ids: Vec<_> = conversations.iter().map(|c| c.turns[0].id.as_deref()).collect();
    assert_eq!(ids, [Some("D1:1"), Some("D1:1")]);
    assert_eq!(conversations[1].turns[0].session, "session_1");
    assert_eq!(conversations[1].turns[0].text, "Another text.");
}

#[test]
fn questions_summaries_and_search_words_of_locomo_never_reach_the_turns() {
    const LEFT_OUT: [&str; 4] = ["qa", "observation", "event_summary", "session_summary"];
    let before = shown(&told("x", LOCOMO_TWO));
    for other in [None, Some(json!("changed")), Some(json!({"session_1": [{"text": 1}]}))] {
        let mut file: Value = serde_json::from_str(LOCOMO_TWO).expect("JSON");
        let mut changed = 0;
        let mut set = |object: &mut Value, key: &str| {
            let object = object.as_object_mut().expect("an object");
            changed += 1;
            match &other {
                None => object.remove(key),
                Some(other) => object.insert(key.to_owned(), other.clone()),
            };
        };
        for sample in file.as_array_mut().expect("a list") {
            for key in LEFT_OUT {
                set(sample, key);
            }
            let sessions = sample["conversation"].as_object_mut().expect("an object");
            for turn in sessions.values_mut().filter_map(Value::as_array_mut).flatten() {
                set(turn, "query");
            }
        }
        assert_eq!(changed, 2 * 4 + 5);
        assert_eq!(shown(&told("x", &file.to_string())), before);
    }
}

#[test]
fn json_lines_give_a_turn_a_line_and_the_same_turn_with_the_same_id_once() {
    assert_eq!(
        shown(&told("notes/garden.jsonl", TURNS)),
        "\
[-]
kitchen | k1 | Ada Person | 2024-02-01T07:05:00+01:00 | I sowed beans today. | -
kitchen | - | Bo Person | 2024-02-01T07:06:00 | lol | -
kitchen | - | Bo Person | 2024-02-01T07:06:00 | lol | -
garden | 3 | Ada Person | - | Here it is. | a photo of a bean
kitchen (2024-02-01) | - | - Assistant | - | 線が引けました。 | -
"
    );
    let named = ReadOptions { session: Some("shed".into()), ..ReadOptions::default() };
    let read = read("standard input", TURNS, &named).expect("JSON lines");
    assert_eq!(read[0].turns[3].session, "shed");
}

#[test]
fn chat_messages_keep_their_roles_and_only_what_was_said() {
    let options = ReadOptions { user: Some("Ada".into()), ..ReadOptions::default() };
    let read = read("garden.json", MESSAGES, &options).expect("messages");
    assert_eq!(
        shown(&read),
        "\
[-]
garden | - | - System | 2024-02-01 | You help with gardens. | -
garden | m1 | Ada Person | 2024-02-01T07:05:00Z | I sowed beans. | -
garden | - | - Tool | 2024-02-01T07:05:01.500Z | rain | -
garden | - | Gardener Assistant | 2024-02-01T07:05:02.250Z | Good./It will rain. | -
garden | - | Bo Person | 2024-02-01T08:06:00+01:00 | Thanks! | -
"
    );
}

#[test]
fn the_same_messages_are_read_from_an_object_and_from_lines() {
    let list: Vec<Value> = serde_json::from_str(MESSAGES).expect("JSON");
    let lines: String = list.iter().map(|message| format!("{message}\r\n")).collect();
    let object = serde_json::to_string_pretty(&json!({"model": "m", "messages": list}));
    let before = shown(&told("garden", MESSAGES));
    assert_eq!(shown(&told("garden", &lines)), before);
    assert_eq!(shown(&told("garden", &object.expect("JSON"))), before);
}

#[test]
fn chats_one_a_line_are_conversations_of_their_own() {
    assert_eq!(
        shown(&told("day.jsonl", CHAT)),
        "\
[morning]
morning (2024-02-01T08:00:00Z) | - | user Person | - | Hello. | -
morning (2024-02-01T08:00:00Z) | - | assistant Assistant | - | Hello! | -
[-]
day/2 | - | - System | - | Be brief. | -
day/2 | - | user Person | - | Bye. | -
"
    );
}

#[test]
fn a_story_gives_its_turns() {
    assert_eq!(
        shown(&told("talk.dlg", STORY)),
        "\
[-]
2024-01-05 | - | Ann Person | 2024-01-05 | I work at Acme. | -
2024-06-01 | - | Ann Person | 2024-06-01T10:30:00 | I joined Globex today: at last! | -
the walk | - | Ann Person | 2024-06-02T10:00:00 | look! | a photo of a dog: brown
the walk | - | Bob Person | 2024-06-02T10:01:00+02:00 | [laughs] nice | -
the walk | - | - Person | 2024-06-02 | Who is there? | -
"
    );
}

#[test]
fn a_story_gives_its_questions_and_the_answers_they_should_get() {
    let story = Story::read("talk.dlg", STORY).expect("a story");
    let moment = |text: &str| Some(text.parse::<Moment>().expect("a time"));
    let asks: Vec<Step> =
        story.steps.into_iter().filter(|step| matches!(step, Step::Ask { .. })).collect();
    let fact = |words: &str, valid: Option<&str>| Answer::Fact {
        words: words.to_owned(),
        valid: valid.map(str::to_owned),
    };
    let work = "where does Ann work".to_owned();
    assert_eq!(
        asks,
        [
            Step::Ask {
                line: 5,
                text: work.clone(),
                valid: moment("2024-03-01"),
                known: moment("2024-01-04"),
                answers: vec![Answer::Nothing],
            },
            Step::Ask {
                line: 7,
                text: work,
                valid: moment("2024-03-01"),
                known: None,
                answers: vec![
                    fact("Ann works_at Acme", Some("[<=2024-01-05, 2024-06-01T10:30:00)")),
                    fact("Ann lives_in Lisbon", None),
                ],
            },
            Step::Ask {
                line: 15,
                text: "is the ticket valid tomorrow".to_owned(),
                valid: None,
                known: None,
                answers: vec![],
            },
        ]
    );
}

#[test]
fn the_format_is_told_by_the_first_lines() {
    let cases = [
        (LOCOMO_TWO, Some(Format::Locomo)),
        (LOCOMO_ONE, Some(Format::Locomo)),
        (TURNS, Some(Format::JsonLines)),
        (MESSAGES, Some(Format::Chat)),
        (CHAT, Some(Format::Chat)),
        (STORY, Some(Format::Story)),
        ("{\"kind\":\"hippograph-dump\",\"format\":1}\n{\"kind\":\"episode\"}", Some(Format::Dump)),
        ("{ \"kind\": \"hippograph-dump\" }", Some(Format::Dump)),
        ("\u{feff}  [\n{\"role\": \"user\", \"content\": \"text\"}]", Some(Format::Chat)),
        ("{\"role\": \"user\", \"text\": \"hi\"}", Some(Format::JsonLines)),
        ("{\"role\": \"user\", \"content\": \"hi\", \"text\": 1}", Some(Format::Chat)),
        ("{\"speaker\": \"Ann\"}\n", Some(Format::JsonLines)),
        ("? who is Ann\n2024-01-05 Ann: I am.", Some(Format::Story)),
        ("# Notes\nOn 2024-01-05 we met.", None),
        ("# only a comment", None),
        ("[]", None),
        ("[1]", None),
        ("{}", None),
        ("{\"a\": 1}", None),
        ("{\"a\": ", None),
        ("", None),
        (" \r\n", None),
    ];
    for (text, format) in cases {
        assert_eq!(detect(text), format, "{text}");
    }
    for format in Format::ALL {
        assert_eq!(format.as_str().parse(), Ok(format));
    }
    assert!("csv".parse::<Format>().is_err());
}

#[test]
fn a_mark_at_the_start_and_windows_line_ends_change_nothing() {
    for text in [LOCOMO_TWO, LOCOMO_ONE, TURNS, MESSAGES, CHAT, STORY] {
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(shown(&told("x", &windows)), shown(&told("x", text)));
    }
}
