//! How long MiniLM takes for a question and for a sitting of turns, on all cores. The model is
//! fetched as a user's would be. The sentences are made here; never a data set's.

#![expect(missing_docs, reason = "criterion_group makes a function without any")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hippograph::embed::{Embedder, Hashed, MiniLm};
use hippograph::models::{self, Fetch, Silent};

/// Turns of about 20 to 40 tokens, all different.
fn turns(count: usize) -> Vec<String> {
    let people = ["Ann", "Bogdan", "Chidi", "Dolores", "Emre"];
    let doings = [
        "told me that the new job at the harbour is harder than she thought",
        "wants to paint the kitchen before the whole family comes to visit",
        "could not find the keys again and missed the early train to the coast",
        "is learning to bake bread, and gave a loaf to every neighbour on the stairs",
    ];
    let ends =
        ["", ", but nobody minded.", ". We talked about it until midnight, and then it rained."];
    let turn = |n: usize| {
        let person = people.get(n % people.len()).copied().unwrap_or_default();
        let doing = doings.get(n % doings.len()).copied().unwrap_or_default();
        let end = ends.get(n % ends.len()).copied().unwrap_or_default();
        format!("In week {n}, {person} {doing}{end}")
    };
    (0..count).map(turn).collect()
}

fn embed(criterion: &mut Criterion) {
    let folder = models::minilm(&Fetch::from_env(), &mut Silent).expect("the model is here");
    let minilm = MiniLm::load(folder).expect("the model can be read");
    let hashed = Hashed::new(256);
    let turns = turns(256);
    let turns: Vec<&str> = turns.iter().map(String::as_str).collect();

    let mut group = criterion.benchmark_group("embed");
    group.sample_size(10);
    group.throughput(Throughput::Elements(1));
    group.bench_function("minilm/question", |bencher| {
        bencher.iter(|| minilm.embed(black_box(&["Who missed the train to the coast?"])));
    });
    group.throughput(Throughput::Elements(turns.len() as u64));
    group.bench_function("minilm/256 turns", |bencher| {
        bencher.iter(|| minilm.embed(black_box(&turns)));
    });
    group.bench_function("hashed/256 turns", |bencher| {
        bencher.iter(|| hashed.embed(black_box(&turns)));
    });
    group.finish();
}

criterion_group!(benches, embed);
criterion_main!(benches);
