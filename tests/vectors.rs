//! Nearest vectors: the graph against exact search, and what is refused.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test may panic")]

#[path = "support/numbers.rs"]
mod numbers;

use std::collections::BTreeSet;

use hippograph::index::vectors::{Search, VectorError, Vectors};
use numbers::Numbers;
use proptest::prelude::*;

fn index(dimensions: usize, vectors: &[Vec<f32>]) -> Vectors {
    let mut index = Vectors::new(dimensions);
    for (id, vector) in (0_u64..).zip(vectors) {
        index.insert(id, vector).unwrap();
    }
    index
}

/// The share of the exact ten best that the graph finds.
fn recall(index: &Vectors, queries: &[Vec<f32>]) -> f64 {
    let there = index.search(&queries[0], usize::MAX, Search::Exact, None).unwrap();
    let there: BTreeSet<u64> = there.into_iter().map(|hit| hit.0).collect();
    let mut found = 0;
    for query in queries {
        let exact = index.search(query, 10, Search::Exact, None).unwrap();
        let graph = index.search(query, 10, Search::Hnsw, None).unwrap();
        assert_eq!(graph.len(), 10);
        assert!(graph.iter().all(|hit| there.contains(&hit.0)), "a removed id was returned");
        found += graph.iter().filter(|hit| exact.contains(hit)).count();
    }
    found as f64 / (10 * queries.len()) as f64
}

/// The graph keeps its recall when vectors are removed, and when an index is made anew of the rest.
fn recall_survives(vectors: &[Vec<f32>], queries: &[Vec<f32>]) {
    let mut index = index(queries[0].len(), vectors);
    let whole = recall(&index, queries);
    assert!(whole >= 0.95, "recall of the whole index: {whole}");
    let removed: BTreeSet<u64> = (0..vectors.len() as u64).filter(|id| id % 10 == 3).collect();
    for &id in &removed {
        assert!(index.remove(id));
    }
    assert!(index.has_graph());
    let after = recall(&index, queries);
    assert!(after >= 0.95, "recall after removals: {after}");
    let mut reopened = Vectors::new(queries[0].len());
    for (id, vector) in (0_u64..).zip(vectors).filter(|(id, _)| !removed.contains(id)) {
        reopened.insert(id, vector).unwrap();
    }
    let anew = recall(&reopened, queries);
    assert!(anew >= 0.95, "recall of the index made anew: {anew}");
    for query in queries {
        assert_eq!(
            index.search(query, 20, Search::Exact, None),
            reopened.search(query, 20, Search::Exact, None)
        );
    }
}

#[test]
fn the_graph_finds_the_nearest_of_twenty_thousand() {
    let mut numbers = Numbers(1);
    let mut vectors = numbers.clustered(20_100, 32, 500);
    let queries = vectors.split_off(20_000);
    let mut index = index(32, &vectors);
    let whole = recall(&index, &queries);
    assert!(whole >= 0.95, "recall: {whole}");
    for id in (0..20_000).step_by(10) {
        assert!(index.remove(id));
    }
    let after = recall(&index, &queries);
    assert!(after >= 0.95, "recall after removals: {after}");
    // A reopened store feeds what is left, in order of ids.
    let mut reopened = Vectors::new(32);
    for (id, vector) in (0..).zip(&vectors).filter(|(id, _)| id % 10 != 0) {
        reopened.insert(id, vector).unwrap();
    }
    let again = recall(&reopened, &queries);
    assert!(again >= 0.95, "recall after reopening: {again}");
    let passes = |id: u64| id % 3 == 1;
    let mut found = 0;
    for query in &queries {
        let exact = index.search(query, 10, Search::Exact, Some(&passes)).unwrap();
        let graph = index.search(query, 10, Search::Hnsw, Some(&passes)).unwrap();
        assert_eq!(graph.len(), 10);
        assert!(graph.iter().all(|&(id, _)| passes(id) && !id.is_multiple_of(10)));
        found += graph.iter().filter(|hit| exact.contains(hit)).count();
    }
    assert!(found >= 950, "found with a filter: {found} of 1000");
}

#[test]
fn the_graph_finds_the_nearest_among_clusters() {
    let mut vectors = Numbers(2).clustered(2_050, 384, 80);
    let queries = vectors.split_off(2_000);
    recall_survives(&vectors, &queries);
}

#[test]
fn the_graph_finds_the_nearest_without_clusters() {
    let mut vectors = Numbers(3).uniform(2_050, 384);
    let queries = vectors.split_off(2_000);
    recall_survives(&vectors, &queries);
}

#[test]
fn vectors_inserted_into_a_graph_are_found_as_those_it_was_built_of() {
    let vectors = Numbers(4).clustered(1_000, 32, 30);
    let built_late = index(32, &vectors);
    let mut built_early = index(32, &vectors[..100]);
    built_early.build_graph();
    for (id, vector) in (100_u64..).zip(&vectors[100..]) {
        built_early.insert(id, vector).unwrap();
    }
    for query in &vectors[..50] {
        assert_eq!(
            built_early.search(query, 10, Search::Hnsw, None),
            built_late.search(query, 10, Search::Hnsw, None)
        );
    }
}

#[test]
fn equal_vectors_hide_nobody() {
    // Two thousand times "thanks!" and three hundred other turns.
    let mut numbers = Numbers(5);
    let thanks = numbers.vector(32);
    let others = numbers.uniform(300, 32);
    let mut index = Vectors::new(32);
    for id in 0..2_000 {
        index.insert(id, &thanks).unwrap();
    }
    for (id, vector) in (2_000..).zip(&others) {
        index.insert(id, vector).unwrap();
    }
    let found = index.search(&thanks, 1_000, Search::Hnsw, None).unwrap();
    assert_eq!(found.iter().map(|hit| hit.0).collect::<Vec<_>>(), (0..1_000).collect::<Vec<_>>());
    for (id, vector) in (2_000..).zip(&others) {
        assert_eq!(index.search(vector, 1, Search::Hnsw, None).unwrap()[0].0, id);
    }
    for id in 0..700 {
        index.remove(id);
    }
    assert_eq!(index.search(&thanks, 1, Search::Hnsw, None).unwrap()[0].0, 700);
}

#[test]
fn a_filter_that_passes_few_still_gets_as_many_as_there_are() {
    let vectors = Numbers(6).clustered(3_000, 16, 20);
    let index = index(16, &vectors);
    let filters: [&dyn Fn(u64) -> bool; 4] =
        [&|id| id.is_multiple_of(2), &|id| id % 100 == 7, &|id| id == 2_999, &|_| false];
    for how in [Search::Auto, Search::Exact, Search::Hnsw] {
        for filter in filters {
            let there = (0..3_000).filter(|&id| filter(id)).count();
            for query in &vectors[..20] {
                let found = index.search(query, 10, how, Some(filter)).unwrap();
                assert_eq!(found.len(), there.min(10));
                assert!(found.iter().all(|hit| filter(hit.0)));
            }
        }
    }
    // Where the graph has too few to offer, the answer is the exact one.
    let far = vectors[0].iter().map(|x| -x).collect::<Vec<_>>();
    let near_ids: BTreeSet<u64> = index
        .search(&vectors[0], 40, Search::Exact, None)
        .unwrap()
        .into_iter()
        .map(|hit| hit.0)
        .collect();
    let near = |id: u64| near_ids.contains(&id);
    assert_eq!(
        index.search(&far, 40, Search::Hnsw, Some(&near)),
        index.search(&far, 40, Search::Exact, Some(&near))
    );
}

#[test]
fn what_has_no_direction_is_refused_and_changes_nothing() {
    let mut index = Vectors::new(3);
    index.insert(1, &[0.0, 0.0, 2.0]).unwrap();
    index.build_graph();
    let refused = [
        (vec![1.0, 2.0], VectorError::Dimensions { expected: 3, found: 2 }),
        (vec![], VectorError::Dimensions { expected: 3, found: 0 }),
        (vec![1.0; 4], VectorError::Dimensions { expected: 3, found: 4 }),
        (vec![1.0, f32::NAN, 0.0], VectorError::NotFinite { position: 1 }),
        (vec![f32::INFINITY, 0.0, 0.0], VectorError::NotFinite { position: 0 }),
        (vec![0.0, 0.0, f32::NEG_INFINITY], VectorError::NotFinite { position: 2 }),
        (vec![0.0, -0.0, 0.0], VectorError::Zero),
    ];
    for (vector, error) in refused {
        assert_eq!(index.insert(1, &vector), Err(error.clone()));
        assert_eq!(index.insert(2, &vector), Err(error.clone()));
        for how in [Search::Auto, Search::Exact, Search::Hnsw] {
            assert_eq!(index.search(&vector, 1, how, None), Err(error.clone()));
        }
    }
    assert_eq!(index.len(), 1);
    assert_eq!(index.search(&[0.0, 0.0, 1.0], 2, Search::Exact, None), Ok(vec![(1, 1.0)]));
    assert_eq!(Vectors::new(0).search(&[], 1, Search::Exact, None), Err(VectorError::Zero));
}

#[test]
fn the_largest_and_smallest_numbers_have_a_direction() {
    let mut index = Vectors::new(2);
    index.insert(1, &[f32::MAX, f32::MAX]).unwrap();
    index.insert(2, &[1e-45, 0.0]).unwrap();
    for how in [Search::Exact, Search::Hnsw] {
        let found = index.search(&[f32::MAX, 0.0], 2, how, None).unwrap();
        assert_eq!(found[0], (2, 1.0));
        assert!((found[1].1 - 0.5_f32.sqrt()).abs() < 1e-6);
    }
}

#[test]
fn an_empty_index_and_a_k_too_large_are_no_errors() {
    let mut index = Vectors::new(2);
    for how in [Search::Auto, Search::Exact, Search::Hnsw] {
        assert_eq!(index.search(&[1.0, 0.0], 5, how, None), Ok(vec![]));
    }
    index.insert(7, &[0.0, 3.0]).unwrap();
    index.insert(3, &[0.0, 1.0]).unwrap();
    for how in [Search::Auto, Search::Exact, Search::Hnsw] {
        // Equal ones come by id.
        assert_eq!(index.search(&[0.0, 1.0], usize::MAX, how, None), Ok(vec![(3, 1.0), (7, 1.0)]));
        assert_eq!(index.search(&[0.0, 1.0], 0, how, None), Ok(vec![]));
    }
}

#[test]
fn a_search_may_go_on_in_many_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    let vectors = Numbers(8).clustered(500, 16, 10);
    let index = index(16, &vectors);
    shared(&index);
    let alone = index.search(&vectors[0], 10, Search::Hnsw, None);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                assert_eq!(index.search(&vectors[0], 10, Search::Hnsw, None), alone);
            });
        }
    });
}

/// What may happen to an index.
#[derive(Debug, Clone)]
enum Step {
    Insert(u64, [f32; 3]),
    Remove(u64),
    Build,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let id = 0_u64..12;
    prop::collection::vec(
        prop_oneof![
            4 => (id.clone(), prop::array::uniform3(-2_i8..3))
                .prop_map(|(id, vector)| Step::Insert(id, vector.map(f32::from))),
            3 => id.prop_map(Step::Remove),
            1 => Just(Step::Build),
        ],
        0..80,
    )
}

proptest! {
    #[test]
    fn an_index_holds_what_was_put_in_last_and_not_taken_out(steps in steps()) {
        let mut index = Vectors::new(3);
        let mut model = std::collections::BTreeMap::new();
        for step in steps {
            match step {
                Step::Insert(id, vector) => match index.insert(id, &vector) {
                    Ok(()) => drop(model.insert(id, vector)),
                    Err(error) => prop_assert_eq!((error, vector), (VectorError::Zero, [0.0; 3])),
                },
                Step::Remove(id) => {
                    prop_assert_eq!(index.remove(id), model.remove(&id).is_some());
                }
                Step::Build => index.build_graph(),
            }
            prop_assert_eq!(index.len(), model.len());
            let found = index.search(&[1.0, 1.0, 1.0], 20, Search::Exact, None).unwrap();
            let ids: BTreeSet<u64> = found.iter().map(|hit| hit.0).collect();
            prop_assert!(ids.iter().eq(model.keys()));
            for (id, cosine) in &found {
                let vector = model[id];
                let norm = vector.iter().map(|x| x * x).sum::<f32>().sqrt() * 3.0_f32.sqrt();
                prop_assert!((cosine - vector.iter().sum::<f32>() / norm).abs() < 1e-5);
            }
            let best_first = |a: &(u64, f32), b: &(u64, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)).is_lt();
            prop_assert!(found.is_sorted_by(best_first));
            let auto = index.search(&[1.0, 1.0, 1.0], 20, Search::Auto, None).unwrap();
            prop_assert_eq!(auto, found);
        }
        let found = index.search(&[1.0, 1.0, 1.0], 20, Search::Hnsw, None).unwrap();
        prop_assert_eq!(found.len(), model.len());
    }
}
