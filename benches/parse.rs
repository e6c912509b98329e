//! Times the English parser: loading, and parsing on one thread, words met before and words not.

#![expect(missing_docs, reason = "criterion_group makes a function without any")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use hippograph::models::{self, Fetch, Silent};
use hippograph::parse::English;

fn parse(criterion: &mut Criterion) {
    let folder = models::english(&Fetch::from_env(), &mut Silent).expect("the model can be had");
    let mut group = criterion.benchmark_group("parse");
    group.sample_size(10);
    group.bench_function("load", |bencher| {
        bencher.iter(|| English::load(&folder).expect("the model can be read"))
    });

    let texts: Vec<&str> = include_str!("../fixtures/parse/sentences.txt").lines().collect();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    let load = || English::load(&folder).expect("the model can be read");
    let warm = load();
    let tokens: usize = warm.parse(&texts).iter().map(|doc| doc.len()).sum();
    group.throughput(Throughput::Elements(tokens as u64));
    group.bench_function("sentences, first time", |bencher| {
        let run = |english: English| one.install(|| english.parse(&texts));
        bencher.iter_batched(load, run, BatchSize::LargeInput);
    });
    group.bench_function("sentences, again", |bencher| {
        bencher.iter(|| one.install(|| warm.parse(&texts)));
    });
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
