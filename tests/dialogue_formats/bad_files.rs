//! Bad files give errors that say where and why. Never a part of a file.

use hippograph::dialogue::{DialogueError, Format, ReadOptions, decode, locomo, read};

use crate::{LOCOMO_ONE, STORY, as_format};

fn refused(source: &str, text: &str, options: &ReadOptions) -> String {
    read(source, text, options).expect_err("a bad text").to_string()
}

#[test]
fn a_text_of_no_format_and_a_dump_are_refused_with_the_next_step() {
    let any = ReadOptions::default();
    assert_eq!(
        refused("a.txt", "Dear diary", &any),
        "cannot tell the format of a.txt; name it: locomo, jsonl, chat, story or passages"
    );
    assert_eq!(refused("a.txt", "\u{feff}\n", &any), "a.txt is empty; nothing can be read from it");
    let dump = "a.jsonl is a dump of a store, not dialogue; load it as a dump";
    assert_eq!(refused("a.jsonl", "{\"kind\":\"hippograph-dump\"}", &any), dump);
    assert_eq!(refused("a.jsonl", "", &as_format(Format::Dump)), dump);
}

#[test]
fn bad_json_lines_say_where_and_why() {
    let good = "{\"text\": \"hi\", \"id\": 1}\n\n";
    let cases = [
        (
            "{\"text\": \"a\", \"said_at\": \"yesterday\"}",
            "t.jsonl line 3: said_at `yesterday` is not a time; write `2024-01-05`, \
             `2024-01-05T19:30:00` or `2024-01-05T19:30:00+02:00`",
        ),
        (
            "{\"text\": \"a\", \"said_at\": \"2024-02-30\"}",
            "t.jsonl line 3: said_at `2024-02-30` is not a time; write `2024-01-05`, \
             `2024-01-05T19:30:00` or `2024-01-05T19:30:00+02:00`",
        ),
        (
            "{\"said_at\": \"2024\"}",
            "t.jsonl line 3: said_at `2024` is not a time; write `2024-01-05`, \
             `2024-01-05T19:30:00` or `2024-01-05T19:30:00+02:00`",
        ),
        (
            "{\"speaker\": \"Ann\"}",
            "t.jsonl line 3: the turn has no `text`; write what was said there",
        ),
        ("{\"text\": null}", "t.jsonl line 3: the turn has no `text`; write what was said there"),
        ("  {\"text\": \"a\"", "t.jsonl line 3 column 14: EOF while parsing an object"),
        ("  {\"text\": \"a\"} x", "t.jsonl line 3 column 17: trailing characters"),
        ("{\"text\": 5}", "t.jsonl line 3 column 10: invalid type: integer `5`, expected a string"),
        (
            "{\"text\": \"a\", \"id\": [1]}",
            "t.jsonl line 3 column 21: invalid type: sequence, expected a string or a whole number of at most 64 bits",
        ),
        ("{\"text\": \"a\", \"text\": \"b\"}", "t.jsonl line 3 column 20: duplicate field `text`"),
        ("{\"text\": \"\\ud800\"}", "t.jsonl line 3 column 17: unexpected end of hex escape"),
        ("[\"a\"]", "t.jsonl line 3 column 4: invalid type: string \"a\", expected an object"),
        ("5", "t.jsonl line 3 column 1: invalid type: integer `5`, expected an object"),
        (
            "{\"text\": \"a\", \"role\": \"narrator\"}",
            "t.jsonl line 3: the role `narrator` is not known; \
             write user, assistant, system, developer, tool or function",
        ),
        (
            "{\"text\": \"hello\", \"id\": \"1\"}",
            "t.jsonl line 3: the id `1` is that of another turn, on line 1; \
             give each turn an id of its own, or none",
        ),
        (
            "{\"text\": \"hi\", \"id\": 1, \"speaker\": \"Ann\"}",
            "t.jsonl line 3: the id `1` is that of another turn, on line 1; \
             give each turn an id of its own, or none",
        ),
    ];
    for (bad, message) in cases {
        let text = format!("{good}{bad}\n{good}");
        assert_eq!(refused("t.jsonl", &text, &ReadOptions::default()), message, "{bad}");
    }
    let broken_at_once = "{\"text\": a}\n{\"text\": \"b\"}\n";
    assert_eq!(
        refused("t.jsonl", broken_at_once, &ReadOptions::default()),
        "t.jsonl line 1 column 10: expected value"
    );
}

#[test]
fn bad_locomo_files_say_where_and_why() {
    let not_a_time = "is not a time; write `2024-01-05`, `2024-01-05T19:30:00` or \
                      `2024-01-05T19:30:00+02:00`";
    let cases = [
        ("\"D1:2\"", "\"D1:1\"", "l.json line 7: the id `D1:1` is that of another turn, on line 6; give each turn an id of its own, or none".to_owned()),
        ("7:05 am on 1", "soon on 1", format!("l.json line 4: session_1_date_time `soon on 1 February, 2024` {not_a_time}")),
        ("\"text\": \"Who said this?\"", "\"words\": 1", "l.json line 7: the turn has no `text`; write what was said there".to_owned()),
        ("\"speaker\": \"\"", "\"speaker\": true", "l.json line 7 column 22: invalid type: boolean `true`, expected a string or a whole number of at most 64 bits".to_owned()),
        ("\"session_1\": [", "\"session_1\": [], \"session_1\": [", "l.json line 5 column 35: duplicate field `session_1`".to_owned()),
        ("\"conversation\":", "\"conversations\":", "l.json line 10 column 1: missing field `conversation`".to_owned()),
        ("{\"speaker\": \"\", ", "{\"speaker\" \"\", ", "l.json line 7 column 18: expected `:`".to_owned()),
    ];
    for (from, to, message) in cases {
        assert!(LOCOMO_ONE.contains(from), "{from}");
        let text = LOCOMO_ONE.replacen(from, to, 1);
        assert_eq!(refused("l.json", &text, &as_format(Format::Locomo)), message, "{to}");
    }
    let empty = locomo::conversations("l.json", " ").map_err(|error| error.to_string());
    assert_eq!(empty, Err("l.json is empty; nothing can be read from it".to_owned()));
}

#[test]
fn bad_messages_say_where_and_why() {
    let cases = [
        (
            "{\"role\": \"narrator\", \"content\": \"a\"}",
            "c.json line 2: the role `narrator` is not known; \
             write user, assistant, system, developer, tool or function",
        ),
        (
            "{\"role\": \"user\"}",
            "c.json line 2: the turn has no `content`; write what was said there",
        ),
        ("{\"content\": \"a\"}", "c.json line 2 column 16: missing field `role`"),
        (
            "{\"role\": \"user\", \"content\": 5}",
            "c.json line 2 column 29: invalid type: integer `5`, expected a string, a list of parts, or null",
        ),
        (
            "{\"role\": \"user\", \"content\": [{\"type\": \"text\"}]}",
            "c.json line 2 column 46: a text part without text",
        ),
        (
            "{\"role\": \"user\", \"content\": \"a\", \"time\": 1e300}",
            "c.json line 2: time `1e300` is not a time; write `2024-01-05`, \
             `2024-01-05T19:30:00` or `2024-01-05T19:30:00+02:00`",
        ),
        (
            "{\"role\": \"user\", \"content\": \"a\", \"time\": \"now\"}",
            "c.json line 2: time `now` is not a time; write `2024-01-05`, \
             `2024-01-05T19:30:00` or `2024-01-05T19:30:00+02:00`",
        ),
    ];
    for (bad, message) in cases {
        let text = format!("[{{\"role\": \"user\", \"content\": \"hi\"}},\n{bad}]");
        assert_eq!(refused("c.json", &text, &ReadOptions::default()), message, "{bad}");
    }
}

#[test]
fn bad_story_lines_say_where_and_why() {
    let not_a_time = "is not a time; write `2024-01-05`, `2024-01-05T19:30:00` or \
                      `2024-01-05T19:30:00+02:00`";
    let cases = [
        ("Ann: hi", format!("`Ann:` {not_a_time}; a turn reads `2024-01-05 Ann: …`")),
        ("2024-01-05 hi", "no colon behind the speaker; a turn reads `2024-01-05 Ann: …`".into()),
        ("2024-01-05 Ann [a dog: hi", "no `]:` behind what the image shows; a turn reads `2024-01-05 Ann [a dog]: …`".into()),
        ("##  ", "the session has no name; write `## name`".into()),
        ("?", "the question is empty; write `? where does Ann work`".into()),
        ("? where valid 2024-13-01", format!("valid `2024-13-01` {not_a_time}")),
        ("= Ann works_at Acme", "an answer without a question; write a line `? …` above it".into()),
        ("? where\n=", "the answer is empty; write `= Ann works_at Acme`, or `= -` for none".into()),
        ("? where\n= a b c\n= -", "`= -` says that there is no answer, and the question has another".into()),
        ("? where\n= Ann at Acme [soon, ..)", "`[soon, ..)` is not an interval; write `[2024-01-05, 2024-06-01)`, `[<=2024-01-05, ..)`".into()),
    ];
    for (bad, message) in cases {
        let text = format!("2024-01-05 Ann: hi\n# note\n{bad}\n");
        let line = text.lines().count();
        let error = refused("s.dlg", &text, &ReadOptions::default());
        assert_eq!(error, format!("s.dlg line {line}: {message}"), "{bad}");
    }
}

#[test]
fn bytes_that_are_not_utf8_are_refused_with_their_line() {
    let error = decode("x.dlg", b"2024-01-05 Ann: hi\n2024-01-06 Ann: \xe9t\xe9\n".to_vec());
    assert_eq!(error, Err(DialogueError::NotUtf8 { file: "x.dlg".into(), line: 2 }));
    assert_eq!(decode("x.dlg", STORY.as_bytes().to_vec()).as_deref(), Ok(STORY));
}
