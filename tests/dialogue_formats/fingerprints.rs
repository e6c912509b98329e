//! Turns without an id get names that are stable and their own. Never an exact hash, which may change.

use hippograph::dialogue::{Turn, fingerprints};
use hippograph::schema::record::Role;

use crate::{TURNS, turns};

#[test]
fn two_honest_repetitions_are_two_turns_and_the_same_file_gives_the_same_names() {
    let first = turns("garden.jsonl", TURNS);
    let names = fingerprints(&first);
    assert_eq!(names, fingerprints(&turns("garden.jsonl", TURNS)));
    let given: Vec<bool> = names.iter().map(Option::is_some).collect();
    assert_eq!(given, [false, true, true, false, true], "a turn with an id needs no other name");
    assert_ne!(names[1], names[2]);
    let lol = names[1].as_deref().expect("a name");
    assert!(!lol.contains("lol") && lol.starts_with("turn-") && lol.len() == 37, "{lol}");

    let mut longer = first.clone();
    longer.push(first[1].clone());
    let more = fingerprints(&longer);
    assert_eq!(more[..names.len()], names, "what is added changes no earlier name");
    assert!(!names.contains(&more[5]));
}

#[test]
fn each_part_of_a_turn_changes_its_fingerprint() {
    let turn = first_turn();
    let name = |turn: &Turn| fingerprints(std::slice::from_ref(turn))[0].clone();
    let zulu = "2024-01-05T00:00:00Z".parse().ok();
    let others = [
        Turn { session: "t".into(), ..turn.clone() },
        Turn { speaker: None, ..turn.clone() },
        Turn { speaker: Some(String::new()), ..turn.clone() },
        Turn { said_at: None, ..turn.clone() },
        Turn { said_at: zulu, ..turn.clone() },
        Turn { text: "hi ".into(), ..turn.clone() },
        Turn { image_caption: Some("hi".into()), ..turn.clone() },
        Turn { session: "sAnn".into(), speaker: Some(String::new()), ..turn.clone() },
    ];
    let mut names: Vec<_> = others.iter().map(name).collect();
    names.push(name(&turn));
    names.sort();
    names.dedup();
    assert_eq!(names.len(), others.len() + 1);
}

fn first_turn() -> Turn {
    Turn {
        session: "s".into(),
        session_started: None,
        id: None,
        speaker: Some("Ann".into()),
        role: Role::Person,
        said_at: "2024-01-05".parse().ok(),
        text: "hi".into(),
        image_caption: None,
    }
}
