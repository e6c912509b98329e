//! Nearest vectors of 384 numbers: exact search and search through the graph, and what insertion
//! costs. The vectors lie in clusters of about forty. The graph takes some milliseconds for each
//! vector to build; `cargo bench --bench vectors -- exact` leaves it out.

#![expect(clippy::indexing_slicing, reason = "a bench may panic")]
#![expect(missing_docs, reason = "criterion makes functions without them")]

#[path = "../tests/support/numbers.rs"]
mod numbers;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use hippograph::index::vectors::{Search, Vectors};
use numbers::Numbers;

const DIMENSIONS: usize = 384;

fn index(vectors: &[Vec<f32>]) -> Vectors {
    let mut index = Vectors::new(DIMENSIONS);
    for (id, vector) in (0_u64..).zip(vectors) {
        index.insert(id, vector).expect("a vector with a direction");
    }
    index
}

fn vectors(criterion: &mut Criterion) {
    for count in [1_000, 6_000, 20_000] {
        let mut vectors = Numbers(1).clustered(count + 100, DIMENSIONS, count / 40 + 1);
        let queries = vectors.split_off(count);
        let index = index(&vectors);
        let mut group = criterion.benchmark_group("vectors");
        for (name, how) in [("exact", Search::Exact), ("hnsw", Search::Hnsw)] {
            let mut next = queries.iter().cycle();
            group.bench_function(BenchmarkId::new(name, count), |bench| {
                bench.iter(|| {
                    let query = next.next().expect("an endless iterator");
                    black_box(index.search(query, 10, how, None)).expect("a query with a direction")
                });
            });
        }
        group.bench_function(BenchmarkId::new("exact, all cosines", count), |bench| {
            bench.iter(|| {
                black_box(index.search(&queries[0], count, Search::Exact, None))
                    .expect("a query with a direction")
            });
        });
        group.finish();
    }
}

fn insert(criterion: &mut Criterion) {
    let vectors = Numbers(2).clustered(6_500, DIMENSIONS, 6_500 / 40);
    let (first, more) = vectors.split_at(6_000);
    let mut group = criterion.benchmark_group("insert a hundred into 6000");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for (name, graph) in [("exact, without a graph", false), ("hnsw, with a graph", true)] {
        let mut index = index(first);
        if graph && std::env::args().all(|arg| arg != "exact") {
            index.build_graph();
        }
        let mut id = 6_000;
        group.bench_function(name, |bench| {
            bench.iter_batched(
                || (),
                |()| {
                    for vector in more.iter().cycle().skip(id as usize % 400).take(100) {
                        id += 1;
                        // Each a little off, so that none is the same as one before.
                        let vector: Vec<f32> =
                            vector.iter().map(|x| x + id as f32 * 1e-6).collect();
                        index.insert(id, &vector).expect("a vector with a direction");
                    }
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, vectors, insert);
criterion_main!(benches);
