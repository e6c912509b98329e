//! Ranks nodes by personalized PageRank from seeds, by forward push (Andersen, Chung and Lang,
//! "Local graph partitioning using PageRank vectors", 2006), and finds the path that explains a
//! rank. Pure: no store, no clock, no randomness. Never costs more than its bound asks for, however
//! large the graph, and never loses mass: what is not given out is reported as residual.

mod adjacency;
mod path;

use std::collections::VecDeque;

pub use adjacency::Adjacency;
use adjacency::index;
pub use path::best_path;

/// The greatest damping: nearer to 1 a walk would hardly end.
const MOST_DAMPING: f32 = 0.99;
/// The least residual bound.
const LEAST_EPSILON: f32 = 1e-12;

/// How to walk.
#[derive(Debug, Clone, Copy)]
pub struct WalkOptions {
    /// The probability to go on walking at each node, rather than to stay there. From 0 to 0.99;
    /// what lies outside is taken as the nearer end, NaN as 0.
    pub damping: f32,
    /// The residual that may be left at a node, for each unit of its degree, the unit being the
    /// mean weight of a link. A node's mass is at most this times its degree below what an endless
    /// walk would give it. At least 1e-12; what lies below, and NaN, is taken as that.
    pub epsilon: f32,
}

impl Default for WalkOptions {
    fn default() -> Self {
        Self { damping: 0.5, epsilon: 1e-6 }
    }
}

impl WalkOptions {
    fn damping(&self) -> f64 {
        // NaN passes `clamp` and gives way to the other operand of `max`.
        f64::from(self.damping.clamp(0.0, MOST_DAMPING).max(0.0))
    }

    fn epsilon(&self) -> f64 {
        f64::from(self.epsilon.max(LEAST_EPSILON))
    }
}

/// Where a walk ends.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Walk {
    /// The nodes with mass, by node. With `residual` the masses add up to 1.
    pub mass: Vec<(u32, f32)>,
    /// How often a node's residual was pushed on.
    pub pushes: usize,
    /// The mass that was not given out.
    pub residual: f32,
}

/// Walks from `seeds`, each a node and its weight.
///
/// The weights are scaled to add up to 1. A seed is left out when its weight is not finite and
/// positive, or when its node is not there; without any seed left the walk is empty.
/// A walk that cannot go on, at a node without links, stays there: an isolated seed keeps its share.
///
/// The masses depend on neither the order of the seeds nor that in which the graph was made.
pub fn walk(adjacency: &Adjacency, seeds: &[(u32, f32)], options: &WalkOptions) -> Walk {
    let shares = shares(adjacency, seeds);
    if shares.is_empty() {
        return Walk::default();
    }
    let mut state = State::new(adjacency, options);
    for (seed, share) in shares {
        state.receive(seed, share, 0.0);
    }
    let mut pushes = 0;
    while let Some(node) = state.queue.pop_front() {
        state.push(node);
        pushes += 1;
    }
    state.finish(pushes)
}

/// The usable seeds, by node, their shares adding up to 1.
fn shares(adjacency: &Adjacency, seeds: &[(u32, f32)]) -> Vec<(u32, f64)> {
    let mut usable: Vec<(u32, f32)> = seeds
        .iter()
        .copied()
        .filter(|&(node, weight)| {
            weight.is_finite() && weight > 0.0 && index(node) < adjacency.nodes()
        })
        .collect();
    usable.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let total: f64 = usable.iter().map(|seed| f64::from(seed.1)).sum();
    let mut shares: Vec<(u32, f64)> = Vec::with_capacity(usable.len());
    for (node, weight) in usable {
        let share = f64::from(weight) / total;
        match shares.last_mut() {
            Some(last) if last.0 == node => last.1 += share,
            _ => shares.push((node, share)),
        }
    }
    shares
}

/// A walk under way. What is kept for each node is zero until the node is reached.
struct State<'a> {
    adjacency: &'a Adjacency,
    damping: f64,
    /// The residual bound for each unit of weight.
    bound: f64,
    residual: Vec<f64>,
    mass: Vec<f64>,
    queued: Vec<bool>,
    reached: Vec<u32>,
    queue: VecDeque<u32>,
}

impl<'a> State<'a> {
    fn new(adjacency: &'a Adjacency, options: &WalkOptions) -> Self {
        let nodes = adjacency.nodes();
        Self {
            adjacency,
            damping: options.damping(),
            bound: options.epsilon() / adjacency.unit(),
            residual: vec![0.0; nodes],
            mass: vec![0.0; nodes],
            queued: vec![false; nodes],
            reached: Vec::new(),
            queue: VecDeque::new(),
        }
    }

    /// Adds to the residual of a node and queues it once that is over the bound. `weight` is that of
    /// a link of the node: no more than its degree, so that the degree of most nodes that
    /// are reached is never looked at.
    fn receive(&mut self, node: u32, amount: f64, weight: f64) {
        let at = index(node);
        let (Some(residual), Some(&mass), Some(&queued)) =
            (self.residual.get_mut(at), self.mass.get(at), self.queued.get(at))
        else {
            return;
        };
        if *residual <= 0.0 && mass <= 0.0 {
            self.reached.push(node);
        }
        *residual += amount;
        let residual = *residual;
        if queued
            || residual <= self.bound * weight
            || residual <= self.bound * self.adjacency.degree(node)
        {
            return;
        }
        if let Some(queued) = self.queued.get_mut(at) {
            *queued = true;
            self.queue.push_back(node);
        }
    }

    /// Turns a part of the residual of a node into its mass and hands the rest to its neighbours.
    fn push(&mut self, node: u32) {
        let at = index(node);
        let degree = self.adjacency.degree(node);
        let (Some(residual), Some(mass), Some(queued)) =
            (self.residual.get_mut(at), self.mass.get_mut(at), self.queued.get_mut(at))
        else {
            return;
        };
        let amount = std::mem::take(residual);
        *queued = false;
        if degree <= 0.0 || self.damping <= 0.0 {
            *mass += amount;
            return;
        }
        *mass += (1.0 - self.damping) * amount;
        let flow = self.damping * amount / degree;
        for &(neighbour, weight) in self.adjacency.neighbours(node) {
            let weight = f64::from(weight);
            self.receive(neighbour, flow * weight, weight);
        }
    }

    fn finish(mut self, pushes: usize) -> Walk {
        self.reached.sort_unstable();
        // A residual that underflowed to zero may have let a node be reached twice.
        self.reached.dedup();
        let at = |values: &[f64], node: u32| values.get(index(node)).copied().unwrap_or_default();
        let residual: f64 = self.reached.iter().map(|&node| at(&self.residual, node)).sum();
        let mass = self
            .reached
            .iter()
            .map(|&node| (node, at(&self.mass, node) as f32))
            .filter(|&(_, mass)| mass > 0.0)
            .collect();
        Walk { mass, pushes, residual: residual as f32 }
    }
}
