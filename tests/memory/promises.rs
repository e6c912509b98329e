//! What a memory promises: idempotence, nothing lost, errors that say the next step.

use std::collections::BTreeMap;

use hippograph::embed::Hashed;
use hippograph::graph::truth::{AsOf, held};
use hippograph::ingest::IngestOptions;
use hippograph::recall::Query;
use hippograph::schema::Ontology;
use hippograph::schema::record::Object;
use hippograph::{Memory, Namespace, Stopped};

use crate::common::{at, dump, open, turn};

#[test]
fn taking_the_same_turns_twice_changes_nothing() {
    // graphiti#963 doubled a re-ingested episode.
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let space = memory.make_namespace("a").unwrap();
    let mut turns = vec![turn("s", "1", "2024-01-05", "Ann", "I work at Acme.")];
    turns.extend(
        [None, None].map(|id| hippograph::dialogue::Turn {
            id,
            ..turn("s", "", "2024-01-05", "Ann", "lol")
        }),
    );
    let first = space.ingest(&turns).unwrap();
    assert_eq!((first.taken, first.known), (3, 0));
    let before = dump(&memory, "a");
    let second = space.ingest(&turns).unwrap();
    assert_eq!((second.taken, second.known), (0, 3));
    assert_eq!(dump(&memory, "a"), before);
}

#[test]
fn a_reopened_memory_is_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let space = memory.make_namespace("a").unwrap();
    space
        .ingest(&[
            turn("s", "1", "2024-01-05", "Ann", "My sister Zoë lives in Łódź."),
            turn("s", "2", "2024-01-06", "Bo", "张伟说他住在北京。"),
        ])
        .unwrap();
    let question = Query::new("Where does Ann's sister live?");
    let (before, hits) = (dump(&memory, "a"), space.recall(&question).unwrap());
    drop(memory);
    let memory = open(dir.path());
    assert_eq!(dump(&memory, "a"), before);
    assert_eq!(memory.namespace("a").unwrap().recall(&question).unwrap(), hits);
}

#[test]
fn one_name_is_one_entity_whatever_the_embedder() {
    // graphiti#1734: an identical name below a cosine was a second node.
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let space = memory.make_namespace("a").unwrap();
    space.ingest(&[turn("s", "1", "2024-01-05", "Bob", "Hi there.")]).unwrap();
    space.ingest(&[turn("t", "2", "2024-01-09", "BOB", "Me again.")]).unwrap();
    assert_eq!(space.read().entities_named("bob").count(), 1);
}

#[test]
fn another_text_under_a_known_id_is_refused_before_anything_is_taken() {
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let space = memory.make_namespace("a").unwrap();
    space.ingest(&[turn("s", "1", "2024-01-05", "Ann", "I work at Acme.")]).unwrap();
    let before = dump(&memory, "a");
    let input = [
        turn("s", "2", "2024-01-06", "Ann", "New."),
        turn("s", "1", "2024-01-05", "Ann", "I work at Globex."),
    ];
    let error = space.ingest(&input).unwrap_err().to_string();
    assert!(error.contains("`1`") && error.contains("another text"), "{error}");
    assert!(error.contains("--replace"), "{error}");
    assert_eq!(dump(&memory, "a"), before);
}

#[test]
fn a_replaced_turn_is_no_longer_believed_and_can_still_be_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let told =
        |now: &str| Memory::builder(dir.path(), Hashed::new(256), Stopped(at(now))).open().unwrap();
    let memory = told("2024-02-01");
    let space = memory.make_namespace("a").unwrap();
    space.ingest(&[turn("s", "1", "2024-01-05", "Ann", "I work at Acme.")]).unwrap();
    drop(memory);
    let memory = told("2024-03-01");
    let space = memory.namespace("a").unwrap();
    let replace = IngestOptions { replace: true, ..IngestOptions::default() };
    let corrected = [turn("s", "1", "2024-01-05", "Ann", "I work at Globex.")];
    space.ingest_with(&corrected, replace, |_| ()).unwrap();
    assert_eq!(employers(&space, None), ["Globex"]);
    assert_eq!(employers(&space, Some("2024-02-15")), ["Acme"]);
    // The same correction again is known by now.
    assert_eq!(space.ingest_with(&corrected, replace, |_| ()).unwrap().known, 1);
}

/// Where Ann works, by recall, as believed at a time.
fn employers(space: &Namespace<'_>, known: Option<&str>) -> Vec<String> {
    let query = Query { known: known.map(at), ..Query::new("where does Ann work") };
    let facts = space.recall(&query).unwrap().facts;
    let graph = space.read();
    let jobs = facts.into_iter().filter(|hit| hit.fact.predicate == "works_at");
    jobs.map(|hit| match hit.fact.object {
        Object::Entity(id) => graph.name(id),
        Object::Literal(value) => value,
    })
    .collect()
}

/// The statement of each fact of a predicate with the interval in which it held.
fn timeline(space: &Namespace<'_>, predicate: &str) -> BTreeMap<String, String> {
    let graph = space.read();
    let facts = graph.facts().iter().filter(|(_, fact)| fact.predicate == predicate);
    facts
        .map(|(id, fact)| {
            let held = held(&graph, graph.ontology(), *id, fact, AsOf::default());
            (fact.statement.clone(), held.interval.unwrap().to_string())
        })
        .collect()
}

#[test]
fn the_order_of_telling_does_not_change_what_is_true() {
    // graphiti#139: history told later did not close the older fact.
    let turns = [
        turn("a", "1", "2020-03-01", "Ann", "I started working at Acme today."),
        turn("b", "2", "2022-05-01", "Ann", "I joined Globex today."),
        turn("c", "3", "2024-09-01", "Ann", "I joined Initech today."),
    ];
    let mut seen = Vec::new();
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let dir = tempfile::tempdir().unwrap();
        let memory = open(dir.path());
        let space = memory.make_namespace("a").unwrap();
        for at in order {
            space.ingest(&turns[at..=at]).unwrap();
        }
        seen.push(timeline(&space, "works_at"));
    }
    assert_eq!(seen[0].len(), 3, "{:?}", seen[0]);
    assert!(seen[0].values().any(|held| held == "[2022-05-01, 2024-09-01)"), "{:?}", seen[0]);
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
}

#[test]
fn an_update_closes_one_fact_and_leaves_a_hundred_alone() {
    // graphiti#1728: candidates from the whole group retired unrelated facts.
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let space = memory.make_namespace("a").unwrap();
    let mut turns: Vec<_> = (0..100)
        .map(|n| {
            let text = format!("I live in {} City.", ["North", "South", "East", "West"][n % 4]);
            turn("s", &format!("{n}"), "2024-01-05", &format!("Person{}x", letters(n)), &text)
        })
        .collect();
    turns.push(turn("s", "u", "2024-06-01", "Personaax", "I moved to Ghent today."));
    space.ingest(&turns).unwrap();
    let graph = space.read();
    let closed = graph
        .facts()
        .iter()
        .filter(|(id, fact)| {
            held(&graph, graph.ontology(), **id, fact, AsOf::default()).closed_by.is_some()
        })
        .count();
    assert_eq!(closed, 1);
}

/// Two letters that tell the numbers below 676 apart.
fn letters(n: usize) -> String {
    let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap());
    [letter(n / 26), letter(n)].iter().collect()
}

#[test]
fn a_store_is_opened_by_one_and_with_its_own_embedder() {
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let now = Stopped(at("2024-01-01"));
    let again = Memory::builder(dir.path(), Hashed::new(256), now).open().unwrap_err();
    assert!(again.to_string().contains("in use by another process"), "{again}");
    drop(memory);
    let other = Memory::builder(dir.path(), Hashed::new(128), now).open().unwrap_err().to_string();
    assert!(other.contains("(256)") && other.contains("(128)"), "{other}");
}

#[test]
fn what_is_not_there_is_said_to_be_missing() {
    let dir = tempfile::tempdir().unwrap();
    let builder = || Memory::builder(dir.path(), Hashed::new(256), Stopped(at("2024-01-01")));
    let missing = builder().existing().open().unwrap_err().to_string();
    assert!(missing.contains("no store at") && missing.contains("hippograph ingest"), "{missing}");
    std::fs::write(dir.path().join("letter.txt"), "hello").unwrap();
    let foreign = builder().open().unwrap_err().to_string();
    assert!(foreign.contains("no hippograph store"), "{foreign}");
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let error = memory.namespace("nobody").unwrap_err().to_string();
    assert!(error.contains("`nobody`"), "{error}");
}

#[test]
fn a_memory_without_an_answer_says_nothing() {
    // HippoRAG#123: no entity, and a division by zero.
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let space = memory.make_namespace("a").unwrap();
    assert!(space.recall(&Query::new("anything?")).unwrap().is_empty());
    space.ingest(&[turn("s", "1", "2024-01-05", "Ann", "")]).unwrap();
    space.ingest(&[turn("s", "2", "2024-01-05", "Ann", "…")]).unwrap();
    space.recall(&Query::new("?!")).unwrap();
    let empty = space.recall(&Query::new("  ")).unwrap_err().to_string();
    assert!(empty.contains("the question is empty"), "{empty}");
}

#[test]
fn a_dump_comes_back_to_an_equal_memory() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let memory = open(from.path());
    let space = memory.make_namespace("a").unwrap();
    let turns = [
        turn("s", "1", "2024-01-05", "Ann", "I work at Acme with Bo."),
        turn("s", "2", "2024-01-05T10:00:00+02:00", "Bo", "I adopted a dog named Rex last week."),
    ];
    space.ingest(&turns).unwrap();
    let replace = IngestOptions { replace: true, ..IngestOptions::default() };
    let other = [turn("s", "1", "2024-01-05", "Ann", "I work at Globex with Bo.")];
    space.ingest_with(&other, replace, |_| ()).unwrap();
    let text = dump(&memory, "a");
    let copy = open(to.path());
    let back = copy.make_namespace("a").unwrap();
    back.restore("a.jsonl", &text).unwrap();
    assert_eq!(dump(&copy, "a"), text);
    // What was known to the first is known to the copy.
    assert_eq!(back.ingest(&[other[0].clone(), turns[1].clone()]).unwrap().known, 2);
    let error = back.restore("a.jsonl", &text).unwrap_err().to_string();
    assert!(error.contains("holds something already"), "{error}");
}

#[test]
fn a_restored_memory_knows_turns_without_ids_however_their_speaker_was_spelt() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let memory = open(from.path());
    let talk = ["Ann", "ANN", "ann"].map(|name| hippograph::dialogue::Turn {
        id: None,
        ..turn("s", "", "2024-01-05", name, &format!("I am {name}."))
    });
    memory.make_namespace("a").unwrap().ingest(&talk).unwrap();
    let copy = open(to.path());
    let back = copy.make_namespace("a").unwrap();
    back.restore("a.jsonl", &dump(&memory, "a")).unwrap();
    assert_eq!(back.ingest(&talk).unwrap().known, 3);
}

#[test]
fn rebuilding_what_is_derived_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let memory = open(dir.path());
    let space = memory.make_namespace("a").unwrap();
    let text = "The pottery class was fun. My sister Anna took pottery classes in Porto too.";
    space.ingest(&[turn("s", "1", "2024-01-05", "Ann", text)]).unwrap();
    let question = Query::new("Who took a pottery class?");
    let (before, hits) = (dump(&memory, "a"), space.recall(&question).unwrap());
    space.rebuild().unwrap();
    assert_eq!(dump(&memory, "a"), before);
    assert_eq!(space.recall(&question).unwrap(), hits);
}

#[test]
fn a_users_predicate_takes_part_in_contradiction() {
    let file = "[[predicate]]\nname = \"captain_of\"\nabout = \"is captain of\"\nkind = \"state\"\n\
                cardinality = \"one\"\n";
    let dir = tempfile::tempdir().unwrap();
    let memory = Memory::builder(dir.path(), Hashed::new(256), Stopped(at("2024-01-01")))
        .ontology(Ontology::with_user_file(file).unwrap())
        .open()
        .unwrap();
    let space = memory.make_namespace("a").unwrap();
    assert!(space.read().ontology().holds_one("captain_of"));
}
