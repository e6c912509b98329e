//! Temporal expressions where a parse decides: words that are months, days or lengths in one sentence
//! and verbs or names in another.

use hippograph::models::{self, Fetch, Silent};
use hippograph::parse::English;
use hippograph::schema::Moment;
use hippograph::time::{Conventions, Expression, find_parsed, find_with};

fn english() -> English {
    let folder = models::english(&Fetch::from_env(), &mut Silent).expect("the model is here");
    English::load(folder).expect("the model can be read")
}

fn said() -> Moment {
    "2023-06-14T19:30".parse().expect("a moment of this test")
}

fn words<'t>(text: &'t str, found: &[Expression]) -> Vec<&'t str> {
    found.iter().map(|e| &text[e.phrase.clone()]).collect()
}

/// Each sentence, and the words of it that name a time.
const DECIDED: &[(&str, &[&str])] = &[
    ("Will may come to the party.", &[]),
    ("May I come in?", &[]),
    ("I may go there in May.", &["in May"]),
    ("It rained in May.", &["in May"]),
    ("They march on Washington.", &[]),
    ("We march every Sunday.", &["every Sunday"]),
    ("The students march in March.", &["in March"]),
    ("March was cold.", &["March"]),
    ("She came second in the race.", &[]),
    ("Second, I like tea.", &[]),
    ("He sat on the chair.", &[]),
    ("He sat by me on Sat.", &["on Sat"]),
    ("The cat sat down.", &[]),
    ("Leaves fall from the trees.", &[]),
    ("I always fall asleep.", &[]),
    ("We moved in the fall of 2022.", &["in the fall of 2022"]),
    ("The sun was out.", &[]),
];

#[test]
fn the_parse_decides_which_words_name_a_time() {
    let english = english();
    let mut wrong = Vec::new();
    for (text, expected) in DECIDED {
        let doc = english.parse(&[text]).pop().expect("a parse of each text");
        let found = find_parsed(&doc, said());
        if words(text, &found) != *expected {
            wrong.push(format!("{text} {:?}", words(text, &found)));
        }
        let told = find_with(text, Some(&doc), Some(said()), &Conventions::DIALOGUE);
        assert_eq!(found, told, "{text}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn tags_tell_what_words_alone_leave_open() {
    let english = english();
    for (text, told) in [
        ("March was cold.", "[2023-03-01, 2023-04-01) month"),
        ("I love March because of the flowers.", "[2024-03-01, 2024-04-01) month"),
        ("He's driven for four years.", "[2019-01-01, ..) year"),
    ] {
        let doc = english.parse(&[text]).pop().expect("a parse of each text");
        let best = |found: &[Expression]| -> Vec<String> {
            found.iter().filter_map(|e| e.readings.first()).map(ToString::to_string).collect()
        };
        assert_eq!(best(&find_parsed(&doc, said())), [told], "{text}");
        let plain = find_with(text, None, Some(said()), &Conventions::DIALOGUE);
        assert_ne!(best(&plain), [told], "{text}");
    }
}

#[test]
fn what_is_not_doubtful_is_read_alike_with_a_parse_and_without() {
    let english = english();
    for text in [
        "We met on 7 May 2023.",
        "I ran a marathon last Sunday.",
        "I have lived there for four years.",
        "Two weeks ago I bought a boat.",
    ] {
        let doc = english.parse(&[text]).pop().expect("a parse of each text");
        let plain = find_with(text, None, Some(said()), &Conventions::DIALOGUE);
        assert_eq!(find_parsed(&doc, said()), plain, "{text}");
        assert!(!plain.is_empty(), "{text}");
    }
}
