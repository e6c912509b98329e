//! What a memory promises: idempotence, nothing lost, errors that say the next step.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use hippograph::dialogue::{self, ReadOptions, Turn};
use hippograph::embed::{EmbedError, Embedder, Hashed};
use hippograph::extract::{Context, ExtractError, Extraction, Extractor};
use hippograph::graph::truth::{AsOf, held};
use hippograph::ingest::IngestOptions;
use hippograph::models::{self, Fetch, Silent};
use hippograph::parse::English;
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
    // Cut off at the end of a line, or with a mark of its byte order, a dump is known for what it is.
    let whole: Vec<&str> = text.lines().collect();
    let cut = whole[..whole.len() - 1].join("\n");
    let error = copy.make_namespace("b").unwrap().restore("b.jsonl", &cut).unwrap_err();
    assert!(error.to_string().contains("cut short"), "{error}");
    copy.make_namespace("c").unwrap().restore("c.jsonl", &format!("\u{feff}{text}")).unwrap();
    let greedy = text.replacen("\"episode\":", "\"episode\":999999999999999999", 1);
    let error = copy.make_namespace("d").unwrap().restore("d.jsonl", &greedy).unwrap_err();
    assert!(error.to_string().contains("too large"), "{error}");
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

#[test]
fn a_dump_whose_records_do_not_fit_together_is_refused_whole() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let memory = open(from.path());
    let turns = [
        turn("s", "1", "2024-01-05", "Ann", "I work at Acme."),
        turn("s", "2", "2024-01-06", "Ann", "I live in Oslo."),
    ];
    memory.make_namespace("a").unwrap().ingest(&turns).unwrap();
    let text = dump(&memory, "a");
    let copy = open(to.path());
    let back = copy.make_namespace("a").unwrap();
    let spoilt: [(&str, &[&str], serde_json::Value, &str); 5] = [
        ("episode", &["place"], 1.into(), "the same place"),
        ("fact", &["confidence"], 1.5.into(), "its confidence is 1.5"),
        ("fact", &["sources"], serde_json::json!([]), "its sources are empty"),
        ("fact", &["recorded", "until"], "2020-01-01".into(), "ends before it begins"),
        ("entity", &["aliases"], serde_json::json!(["Zoe"]), "is not found by its name"),
    ];
    for (kind, field, value, says) in spoilt {
        let mut lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let line = lines.iter_mut().find(|line| line["kind"] == kind).unwrap();
        let id = line["id"].as_str().unwrap().to_owned();
        *field.iter().fold(line, |at, name| &mut at[*name]) = value;
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let error = back.restore("a.jsonl", &lines.join("\n")).unwrap_err().to_string();
        assert!(error.starts_with("a.jsonl cannot be taken") && error.contains(says), "{error}");
        // Of two turns at one place, the second is named.
        assert!(kind == "episode" || error.contains(&id), "{id}: {error}");
        assert!(back.read().episodes().is_empty());
    }
    back.restore("a.jsonl", &text).unwrap();
}

type Made = Result<Vec<Vec<f32>>, EmbedError>;

/// Hashed vectors, and what its one field makes of them.
struct Failing(fn(Vec<Vec<f32>>) -> Made);

impl Embedder for Failing {
    fn id(&self) -> &str {
        "failing"
    }

    fn dimensions(&self) -> usize {
        64
    }

    fn embed(&self, texts: &[&str]) -> Made {
        (self.0)(Hashed::new(64).embed(texts)?)
    }
}

impl Extractor for Failing {
    fn id(&self) -> &str {
        "failing"
    }

    fn extract(&self, _: &Turn, _: &Context<'_>) -> Result<Extraction, ExtractError> {
        Err(ExtractError::Failed { source: "no model is served here".into() })
    }
}

/// All that an error says, with its sources.
fn whole(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {}", whole(source)),
        None => error.to_string(),
    }
}

#[test]
fn what_a_users_embedder_or_extractor_says_is_heard() {
    let now = Stopped(at("2030-01-01"));
    let turns = [turn("s", "1", "2024-01-05", "Ann", "I work at Acme.")];
    let dir = tempfile::tempdir().unwrap();
    let failing = Failing(|_| Err(EmbedError::Failed { source: "the line is cut".into() }));
    let memory = Memory::builder(dir.path(), failing, now).open().unwrap();
    let space = memory.make_namespace("a").unwrap();
    let error = whole(&space.ingest(&turns).unwrap_err());
    assert!(error.ends_with("the line is cut"), "{error}");
    let dir = tempfile::tempdir().unwrap();
    let builder = Memory::builder(dir.path(), Hashed::new(64), now).extractor(Failing(Ok));
    let memory = builder.open().unwrap();
    let space = memory.make_namespace("a").unwrap();
    let error = whole(&space.ingest(&turns).unwrap_err());
    assert!(error.contains("turn 1") && error.ends_with("no model is served here"), "{error}");
}

#[test]
fn a_question_is_not_asked_with_too_few_vectors() {
    let dir = tempfile::tempdir().unwrap();
    let now = Stopped(at("2030-01-01"));
    let turns = [turn("s", "1", "2024-01-05", "Ann", "I work at Acme.")];
    Memory::builder(dir.path(), Failing(Ok), now)
        .open()
        .unwrap()
        .make_namespace("a")
        .unwrap()
        .ingest(&turns)
        .unwrap();
    let short = Failing(|mut vectors| {
        vectors.pop();
        Ok(vectors)
    });
    let memory = Memory::builder(dir.path(), short, now).open().unwrap();
    let space = memory.namespace("a").unwrap();
    let text = "Where does Zebedee Quux work?";
    let asked = space.question(text).texts().len();
    assert!(asked > 1, "a question of this test has a phrase");
    let error = space.recall(&Query::new(text)).unwrap_err().to_string();
    assert!(
        error.contains(&format!("gave {} vectors for the {asked} texts", asked - 1)),
        "{error}"
    );
}

/// Notes of which turns it saw a parse.
struct Watching(Arc<Mutex<Vec<Seen>>>);

/// The text of a turn, and that of its parse.
type Seen = (String, Option<String>);

impl Extractor for Watching {
    fn id(&self) -> &str {
        "watching"
    }

    fn extract(&self, turn: &Turn, context: &Context<'_>) -> Result<Extraction, ExtractError> {
        let parsed = context.doc.map(|doc| doc.text().to_owned());
        self.0.lock().unwrap().push((turn.text.clone(), parsed));
        Ok(Extraction::default())
    }
}

#[test]
fn an_extractor_is_given_the_parse_of_an_english_turn_and_of_no_other() {
    let folder = models::english(&Fetch::from_env(), &mut Silent).unwrap();
    let english = English::load(folder).unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let dir = tempfile::tempdir().unwrap();
    let now = Stopped("2024-06-02".parse().unwrap());
    let memory = Memory::builder(dir.path(), Hashed::new(64), now)
        .parser(english)
        .extractor(Watching(Arc::clone(&seen)))
        .open()
        .unwrap();
    let story = "2024-01-05 Ann: I work at Acme.\n2024-01-05 Wei: 我去年搬到北京了。";
    for talk in dialogue::read("story.dlg", story, &ReadOptions::default()).unwrap() {
        memory.make_namespace("ann").unwrap().ingest(&talk.turns).unwrap();
    }
    let mut seen = seen.lock().unwrap().clone();
    seen.sort();
    assert_eq!(
        seen,
        [
            ("I work at Acme.".to_owned(), Some("I work at Acme.".to_owned())),
            ("我去年搬到北京了。".to_owned(), None),
        ]
    );
}
