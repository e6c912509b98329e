//! Personalized PageRank from ten seeds, on random graphs of mean degree ten.

#![expect(missing_docs, reason = "criterion makes functions without them")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use hippograph::graph::walk::{Adjacency, WalkOptions, best_path, walk};

/// A graph in which some nodes have far more links than others, the same each time.
fn graph(nodes: u32) -> Adjacency {
    let mut state = 1_u64;
    let mut next = |below: u32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((state >> 33) * u64::from(below)) >> 31) as u32
    };
    let links: Vec<(u32, u32, f32)> = (0..5 * nodes)
        .map(|_| {
            // The product of two even draws lies near zero more often than not.
            let near = next(nodes);
            let hub = (u64::from(next(nodes)) * u64::from(next(nodes)) / u64::from(nodes)) as u32;
            (near, hub, 0.5 + next(1_000) as f32 / 1_000.0)
        })
        .collect();
    Adjacency::build(nodes as usize, links)
}

fn walks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("walk");
    for nodes in [10_000_u32, 100_000, 1_000_000] {
        let adjacency = graph(nodes);
        let seeds: Vec<(u32, f32)> =
            (0..10).map(|seed| (seed * (nodes / 10) + 7, 1.0 + seed as f32)).collect();
        for epsilon in [1e-5_f32, 1e-6] {
            let options = WalkOptions { epsilon, ..WalkOptions::default() };
            let name = format!("epsilon {epsilon:e}");
            group.bench_function(BenchmarkId::new(name, nodes), |bench| {
                bench.iter(|| black_box(walk(&adjacency, &seeds, &options)));
            });
        }
        let found = walk(&adjacency, &seeds, &WalkOptions::default());
        let mut ranked = found.mass;
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        let target = ranked.get(30).map_or(0, |&(node, _)| node);
        group.bench_function(BenchmarkId::new("path to the thirtieth", nodes), |bench| {
            bench.iter(|| {
                best_path(&adjacency, &seeds, black_box(target), 4, &WalkOptions::default())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, walks);
criterion_main!(benches);
