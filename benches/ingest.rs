//! Turns a second into a fresh store: the demo's dialogue, with an embedder that costs next to
//! nothing, so that the rest is seen.

#![expect(missing_docs, reason = "criterion makes functions without them")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use hippograph::dialogue::locomo;
use hippograph::embed::Hashed;
use hippograph::schema::Moment;
use hippograph::{Memory, Stopped};

fn ingest(c: &mut Criterion) {
    let text = include_str!("../fixtures/demo.json");
    let conversations = locomo::conversations("demo.json", text).expect("the demo's file is sound");
    let turns: Vec<_> = conversations.into_iter().flat_map(|talk| talk.turns).collect();
    let now: Moment = "2025-03-01".parse().expect("a moment");
    let mut group = c.benchmark_group("ingest");
    group.sample_size(10).throughput(Throughput::Elements(turns.len() as u64));
    group.bench_function("demo, hashed-256", |b| {
        b.iter_batched(
            || tempfile::tempdir().expect("a directory"),
            |dir| {
                let memory = Memory::builder(dir.path(), Hashed::new(256), Stopped(now))
                    .open()
                    .expect("a fresh store");
                let space = memory.make_namespace("demo").expect("a name");
                black_box(space.ingest(&turns).expect("a disk"));
                dir
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(benches, ingest);
criterion_main!(benches);
