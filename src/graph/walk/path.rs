//! The path by which most of a walk comes from its seeds to a node: what explains a rank. Pure.
//! Never follows a path of less than a billionth of the walk, so its cost is bounded.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use super::adjacency::{Adjacency, index};
use super::{WalkOptions, shares};

/// A path of a smaller part of the walk explains nothing.
const LEAST_PART: f64 = 1e-9;

/// A path as far as it goes. The greater one is to be followed first.
#[derive(Debug, Clone, Copy)]
struct Reached {
    /// The negative logarithm of the part of the walk that takes this path.
    cost: f64,
    hops: usize,
    node: u32,
    /// Where in the list of settled ones the path without its last hop is.
    before: Option<usize>,
}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .cost
            .total_cmp(&self.cost)
            .then(other.hops.cmp(&self.hops))
            .then(other.node.cmp(&self.node))
            .then(other.before.cmp(&self.before))
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Reached {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Reached {}

/// The nodes from a seed to `target`, both included, along the path of at most `max_hops` links that
/// most of the walk takes: with the largest product of the seed's share and, for each hop, the
/// damping and the probability of that link among the links of its node. A seed that is the
/// target may explain itself.
///
/// None if no such path carries at least a billionth of the walk. Among equal paths the one with
/// fewer hops is chosen, then always the same one. `epsilon` is not used.
pub fn best_path(
    adjacency: &Adjacency,
    seeds: &[(u32, f32)],
    target: u32,
    max_hops: usize,
    options: &WalkOptions,
) -> Option<Vec<u32>> {
    if index(target) >= adjacency.nodes() {
        return None;
    }
    let damping = options.damping();
    let greatest_cost = -LEAST_PART.ln();
    let mut open: BinaryHeap<Reached> = shares(adjacency, seeds)
        .into_iter()
        .map(|(node, share)| Reached { cost: -share.ln(), hops: 0, node, before: None })
        .collect();
    let mut settled: Vec<Reached> = Vec::new();
    // The fewest hops by which a node was settled: with as many, a later path is never better.
    let mut fewest: HashMap<u32, usize> = HashMap::new();
    while let Some(reached) = open.pop() {
        if reached.cost > greatest_cost {
            return None;
        }
        if reached.node == target {
            return Some(nodes(&settled, reached));
        }
        if fewest.get(&reached.node).is_some_and(|&hops| hops <= reached.hops) {
            continue;
        }
        fewest.insert(reached.node, reached.hops);
        let before = Some(settled.len());
        settled.push(reached);
        if reached.hops >= max_hops || damping <= 0.0 {
            continue;
        }
        let degree = adjacency.degree(reached.node);
        for &(node, weight) in adjacency.neighbours(reached.node) {
            let cost = reached.cost - (damping * f64::from(weight) / degree).ln();
            let hops = reached.hops + 1;
            if cost <= greatest_cost && fewest.get(&node).is_none_or(|&fewest| hops < fewest) {
                open.push(Reached { cost, hops, node, before });
            }
        }
    }
    None
}

/// The nodes of a path, from its seed on.
fn nodes(settled: &[Reached], last: Reached) -> Vec<u32> {
    let mut nodes = vec![last.node];
    let mut before = last.before;
    while let Some(reached) = before.and_then(|at| settled.get(at)) {
        nodes.push(reached.node);
        before = reached.before;
    }
    nodes.reverse();
    nodes
}
