//! The walk against dense power iteration, and the path that explains it against all paths.

#![expect(clippy::indexing_slicing, clippy::float_cmp, reason = "a test may panic")]

use std::collections::BTreeMap;

use hippograph::graph::walk::{Adjacency, Walk, WalkOptions, best_path, walk};
use proptest::prelude::*;

/// A graph, seeds and options as proptest draws them.
#[derive(Debug, Clone)]
struct Case {
    nodes: usize,
    links: Vec<(u32, u32, f32)>,
    seeds: Vec<(u32, f32)>,
    damping: f32,
    epsilon: f32,
}

impl Case {
    fn adjacency(&self) -> Adjacency {
        Adjacency::build(self.nodes, self.links.iter().copied())
    }

    fn walk(&self) -> Walk {
        walk(&self.adjacency(), &self.seeds, &self.options())
    }

    fn options(&self) -> WalkOptions {
        WalkOptions { damping: self.damping, epsilon: self.epsilon }
    }

    /// The weights of all links as a full matrix.
    fn matrix(&self) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; self.nodes]; self.nodes];
        for &(a, b, weight) in &self.links {
            let (a, b) = (a as usize, b as usize);
            if a != b && weight > 0.0 {
                matrix[a][b] += f64::from(weight);
                matrix[b][a] += f64::from(weight);
            }
        }
        matrix
    }

    /// The mean weight of a link.
    fn unit(&self) -> f64 {
        let mut weights: BTreeMap<(u32, u32), f64> = BTreeMap::new();
        for &(a, b, weight) in &self.links {
            if a != b && weight > 0.0 {
                *weights.entry((a.min(b), a.max(b))).or_default() += f64::from(weight);
            }
        }
        let count = weights.len().max(1) as f64;
        if weights.is_empty() { 1.0 } else { weights.values().sum::<f64>() / count }
    }

    fn start(&self) -> Option<Vec<f64>> {
        let mut start = vec![0.0; self.nodes];
        for &(node, weight) in &self.seeds {
            if weight > 0.0 {
                start[node as usize] += f64::from(weight);
            }
        }
        let total: f64 = start.iter().sum();
        (total > 0.0).then(|| start.into_iter().map(|share| share / total).collect())
    }

    /// Personalized PageRank by power iteration until nothing moves by more than 1e-12. A node
    /// without links passes what it has to itself.
    fn dense(&self) -> Option<Vec<f64>> {
        let start = self.start()?;
        let matrix = self.matrix();
        let damping = f64::from(self.damping);
        let mut rank = start.clone();
        loop {
            let mut next: Vec<f64> = start.iter().map(|share| (1.0 - damping) * share).collect();
            for (row, &mass) in matrix.iter().zip(&rank) {
                let degree: f64 = row.iter().sum();
                for (to, weight) in row.iter().enumerate() {
                    next[to] += if degree > 0.0 { damping * mass * weight / degree } else { 0.0 };
                }
            }
            for (at, row) in matrix.iter().enumerate() {
                if row.iter().all(|&weight| weight == 0.0) {
                    next[at] += damping * rank[at];
                }
            }
            let moved: f64 = next.iter().zip(&rank).map(|(a, b)| (a - b).abs()).sum();
            rank = next;
            if moved < 1e-12 {
                return Some(rank);
            }
        }
    }

    /// How far below the dense rank the walk may leave each node.
    fn bounds(&self) -> Vec<f64> {
        let unit = self.unit();
        let epsilon = f64::from(self.epsilon);
        self.matrix().iter().map(|row| epsilon * row.iter().sum::<f64>() / unit).collect()
    }
}

fn full(walk: &Walk, nodes: usize) -> Vec<f64> {
    let mut full = vec![0.0; nodes];
    for &(node, mass) in &walk.mass {
        full[node as usize] = f64::from(mass);
    }
    full
}

/// What a mass may be off by as an `f32`, and the dense oracle by its own bound.
const ROUNDING: f64 = 2e-7;

/// Numbers from `low` to `high`. A range of floats is no strategy to rely on: its sampler in proptest
/// 1.12 now and then fails an assertion of its own.
fn between(low: f32, high: f32) -> impl Strategy<Value = f32> + Clone {
    (0..=1_000_000_u32).prop_map(move |step| low + (high - low) * (step as f32 / 1e6))
}

fn cases() -> impl Strategy<Value = Case> {
    (2_usize..30).prop_flat_map(move |nodes| {
        let node = 0..nodes as u32;
        let links = prop::collection::vec((node.clone(), node.clone(), between(0.01, 10.0)), 0..90);
        let seeds = prop::collection::vec((node, between(0.0, 5.0)), 0..5);
        (links, seeds, between(0.0, 0.95), between(-7.0, -1.0)).prop_map(
            move |(links, seeds, damping, exponent)| Case {
                nodes,
                links,
                seeds,
                damping,
                epsilon: 10.0_f32.powf(exponent),
            },
        )
    })
}

fn close_to_dense(case: &Case) -> Result<(), TestCaseError> {
    let walked = case.walk();
    let Some(dense) = case.dense() else {
        prop_assert_eq!(walked, Walk::default());
        return Ok(());
    };
    let masses = full(&walked, case.nodes);
    for (node, bound) in case.bounds().into_iter().enumerate() {
        let missing = dense[node] - masses[node];
        prop_assert!(
            -ROUNDING <= missing && missing <= bound + ROUNDING,
            "node {node}: dense {} walked {} bound {bound}",
            dense[node],
            masses[node]
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_walk_is_within_its_bound_of_dense_iteration(case in cases()) {
        close_to_dense(&case)?;
    }

    #[test]
    fn mass_and_residual_add_up_to_one(case in cases()) {
        let walked = case.walk();
        let sum: f64 = walked.mass.iter().map(|&(_, mass)| f64::from(mass)).sum();
        if case.start().is_some() {
            prop_assert!((1.0 - sum - f64::from(walked.residual)).abs() < 1e-6);
            let most: f64 = case.bounds().iter().sum();
            prop_assert!(f64::from(walked.residual) <= most + ROUNDING);
        } else {
            prop_assert_eq!(walked, Walk::default());
        }
    }

    #[test]
    fn what_no_seed_reaches_has_no_mass(case in cases()) {
        let matrix = case.matrix();
        let mut reached: Vec<bool> =
            case.start().unwrap_or(vec![0.0; case.nodes]).iter().map(|&share| share > 0.0).collect();
        for _ in 0..case.nodes {
            for (from, row) in matrix.iter().enumerate() {
                for (to, &weight) in row.iter().enumerate() {
                    reached[to] |= reached[from] && weight > 0.0;
                }
            }
        }
        for (node, mass) in case.walk().mass {
            prop_assert!(reached[node as usize] && mass > 0.0);
        }
    }

    #[test]
    fn doubling_every_weight_changes_nothing(case in cases(), doublings in 1_i32..20) {
        let mut scaled = case.clone();
        for link in &mut scaled.links {
            link.2 *= 2.0_f32.powi(doublings);
        }
        prop_assert_eq!(case.walk(), scaled.walk());
    }

    #[test]
    fn scaling_every_weight_stays_within_the_bound(case in cases(), factor in between(0.001, 1000.0)) {
        let mut scaled = case.clone();
        for link in &mut scaled.links {
            link.2 *= factor;
        }
        let (a, b) = (full(&case.walk(), case.nodes), full(&scaled.walk(), case.nodes));
        for (node, bound) in case.bounds().into_iter().enumerate() {
            prop_assert!((a[node] - b[node]).abs() <= bound * 1.001 + 1e-5);
        }
    }

    #[test]
    fn renumbering_nodes_renumbers_the_walk(case in cases(), turn in 1_u32..30) {
        // Whatever order that gives the nodes, both walks are within the bound of the same rank.
        let mut renumbered = case.clone();
        let new = |node: u32| (case.nodes as u32 - 1 - node + turn) % case.nodes as u32;
        for link in &mut renumbered.links {
            *link = (new(link.0), new(link.1), link.2);
        }
        for seed in &mut renumbered.seeds {
            seed.0 = new(seed.0);
        }
        let (a, b) = (full(&case.walk(), case.nodes), full(&renumbered.walk(), case.nodes));
        for (node, bound) in case.bounds().into_iter().enumerate() {
            let other = b[new(node as u32) as usize];
            prop_assert!((a[node] - other).abs() <= bound + ROUNDING);
        }
    }

    #[test]
    fn neither_the_order_of_links_nor_that_of_seeds_changes_a_bit(case in cases()) {
        let mut turned = case.clone();
        turned.links.reverse();
        for link in &mut turned.links {
            *link = (link.1, link.0, link.2);
        }
        turned.seeds.reverse();
        prop_assert_eq!(case.walk(), turned.walk());
        prop_assert_eq!(case.walk(), case.walk());
    }

    #[test]
    fn no_graph_seed_or_option_makes_it_panic_or_not_end(
        links in prop::collection::vec((any::<u8>(), any::<u8>(), any::<f32>()), 0..60),
        seeds in prop::collection::vec((any::<u32>().prop_map(|n| n % 300), any::<f32>()), 0..6),
        damping in any::<f32>(),
        epsilon in any::<f32>(),
    ) {
        let links = links.into_iter().map(|(a, b, weight)| (u32::from(a), u32::from(b), weight));
        let adjacency = Adjacency::build(200, links);
        let options = WalkOptions { damping, epsilon };
        let walked = walk(&adjacency, &seeds, &options);
        prop_assert!(walked.mass.iter().all(|&(_, mass)| mass.is_finite() && mass <= 1.000_001));
        prop_assert!((0.0..=1.000_001).contains(&walked.residual));
        for target in [0, 100, 299] {
            best_path(&adjacency, &seeds, target, 4, &options);
        }
    }

    #[test]
    fn the_best_path_is_the_best_of_all(case in cases(), target in 0_u32..30, hops in 0_usize..4) {
        let target = target % case.nodes as u32;
        let found =
            best_path(&case.adjacency(), &case.seeds, target, hops, &case.options());
        let best = best_part(&case, target, hops);
        match found {
            None => prop_assert!(best < 1.01e-9, "a path of {} was not found", best),
            Some(path) => {
                prop_assert_eq!(path.last(), Some(&target));
                prop_assert!(path.len() <= hops + 1);
                let part = part(&case, &path);
                prop_assert!((part - best).abs() <= 1e-9 * best, "{:?}: {} of {}", path, part, best);
            }
        }
    }
}

/// The part of the walk that takes a path.
fn part(case: &Case, path: &[u32]) -> f64 {
    let matrix = case.matrix();
    let share = case.start().map_or(0.0, |start| start[path[0] as usize]);
    path.windows(2).fold(share, |part, hop| {
        let row = &matrix[hop[0] as usize];
        part * f64::from(case.damping) * row[hop[1] as usize] / row.iter().sum::<f64>()
    })
}

/// The greatest part that a path of at most so many hops takes, by trying one hop after another.
fn best_part(case: &Case, target: u32, hops: usize) -> f64 {
    let Some(mut parts) = case.start() else { return 0.0 };
    let matrix = case.matrix();
    let mut best = parts[target as usize];
    for _ in 0..hops {
        let mut next = vec![0.0_f64; case.nodes];
        for (from, row) in matrix.iter().enumerate() {
            let degree: f64 = row.iter().sum();
            for (to, &weight) in row.iter().enumerate() {
                if weight > 0.0 {
                    let part = parts[from] * f64::from(case.damping) * weight / degree;
                    next[to] = next[to].max(part);
                }
            }
        }
        best = best.max(next[target as usize]);
        parts = next;
    }
    best
}

#[test]
fn a_walk_without_seeds_is_empty() {
    let adjacency = Adjacency::build(3, [(0, 1, 1.0), (1, 2, 1.0)]);
    let unusable: [&[(u32, f32)]; 4] =
        [&[], &[(0, 0.0), (1, 0.0)], &[(0, f32::NAN), (1, -1.0)], &[(3, 1.0)]];
    for seeds in unusable {
        assert_eq!(walk(&adjacency, seeds, &WalkOptions::default()), Walk::default());
        assert_eq!(best_path(&adjacency, seeds, 1, 3, &WalkOptions::default()), None);
    }
    assert_eq!(walk(&Adjacency::default(), &[(0, 1.0)], &WalkOptions::default()), Walk::default());
}

#[test]
fn an_isolated_seed_keeps_its_share() {
    let adjacency = Adjacency::build(4, [(0, 1, 1.0)]);
    let walked = walk(&adjacency, &[(0, 3.0), (3, 1.0)], &WalkOptions::default());
    assert_eq!(full(&walked, 4)[3], 0.25);
    assert_eq!(full(&walked, 4)[2], 0.0);
}

#[test]
fn the_masses_of_a_pair_are_those_worked_out_by_hand() {
    // p = 1/2 e + 1/2 P p on two nodes: two thirds and one third.
    let adjacency = Adjacency::build(2, [(0, 1, 7.0)]);
    let walked = walk(&adjacency, &[(0, 1.0)], &WalkOptions::default());
    let masses = full(&walked, 2);
    assert!((masses[0] - 2.0 / 3.0).abs() < 2e-6, "{masses:?}");
    assert!((masses[1] - 1.0 / 3.0).abs() < 2e-6, "{masses:?}");
}

#[test]
fn links_that_say_nothing_are_left_out_and_parallel_ones_summed() {
    let bad = f32::INFINITY;
    let adjacency = Adjacency::build(
        3,
        [
            (0, 0, 5.0),
            (0, 1, 1.0),
            (1, 0, 2.0),
            (1, 2, 0.0),
            (1, 2, -3.0),
            (0, 2, bad),
            (0, 9, 1.0),
        ],
    );
    assert_eq!(adjacency.neighbours(0), [(1, 3.0)]);
    assert_eq!(adjacency.neighbours(1), [(0, 3.0)]);
    assert!(adjacency.neighbours(2).is_empty());
    assert_eq!(adjacency.unit(), 3.0);
}

#[test]
fn the_walk_costs_what_its_bound_asks_for_and_not_what_the_graph_is() {
    // A ring: the mass halves with each step, so a longer ring is not walked further.
    let pushes = |nodes: u32| {
        let links = (0..nodes).map(|node| (node, (node + 1) % nodes, 1.0));
        let adjacency = Adjacency::build(nodes as usize, links);
        walk(&adjacency, &[(0, 1.0)], &WalkOptions::default()).pushes
    };
    assert_eq!(pushes(1_000), pushes(50_000));
}

#[test]
fn a_shorter_path_to_a_node_is_kept_beside_a_better_one() {
    // The best way to 2 leads over 1, but within two hops 3 is reached only straight through 2.
    let links = [(0, 1, 10.0), (1, 2, 10.0), (0, 2, 0.1), (2, 3, 1.0)];
    let adjacency = Adjacency::build(4, links);
    let path = |hops| best_path(&adjacency, &[(0, 1.0)], 3, hops, &WalkOptions::default());
    assert_eq!(path(2), Some(vec![0, 2, 3]));
    assert_eq!(path(3), Some(vec![0, 1, 2, 3]));
}

#[test]
fn a_path_through_a_hub_explains_less_than_one_beside_it() {
    // 0 reaches 3 through the hub 1, which has many links, or through 2, which has only these.
    let hub = (10..60).map(|node| (1, node, 1.0));
    let links = [(0, 1, 1.0), (1, 3, 1.0), (0, 2, 1.0), (2, 3, 1.0)];
    let adjacency = Adjacency::build(60, links.into_iter().chain(hub));
    let path = |hops| best_path(&adjacency, &[(0, 1.0)], 3, hops, &WalkOptions::default());
    assert_eq!(path(2), Some(vec![0, 2, 3]));
    assert_eq!(path(1), None);
}
