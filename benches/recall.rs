//! The time from a question with its vectors to its hits, on the demo's dialogue.

#![expect(missing_docs, reason = "criterion makes functions without them")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use hippograph::dialogue::locomo;
use hippograph::embed::Hashed;
use hippograph::recall::Query;
use hippograph::schema::Moment;
use hippograph::{Memory, Stopped};

const QUESTION: &str = "Where does the brother of the woman who set June up with Elis work?";

fn recall(c: &mut Criterion) {
    let text = include_str!("../fixtures/demo.json");
    let conversations = locomo::conversations("demo.json", text).expect("the demo's file is sound");
    let turns: Vec<_> = conversations.into_iter().flat_map(|talk| talk.turns).collect();
    let now: Moment = "2025-03-01".parse().expect("a moment");
    let dir = tempfile::tempdir().expect("a directory");
    let memory =
        Memory::builder(dir.path(), Hashed::new(256), Stopped(now)).open().expect("a fresh store");
    let space = memory.make_namespace("demo").expect("a name");
    space.ingest(&turns).expect("a disk");
    let vectors = space.embed(&space.question(QUESTION)).expect("hashing does not fail");
    for (name, walk, facts) in
        [("whole", true, true), ("without the walk", false, true), ("without facts", true, false)]
    {
        let query = Query { walk, facts, vectors: Some(vectors.clone()), ..Query::new(QUESTION) };
        c.bench_function(&format!("recall, {name}"), |b| {
            b.iter(|| black_box(space.recall(&query).expect("a question")));
        });
    }
}

criterion_group!(benches, recall);
criterion_main!(benches);
