//! An undirected weighted graph as one sorted row of neighbours a node. Never holds a self loop, a
//! weight that is not finite and positive, or a link in one direction only; what it holds never
//! depends on the order in which the links came.

use std::sync::OnceLock;

/// Nodes are the numbers below [`Adjacency::nodes`].
#[derive(Debug, Clone, Default)]
pub struct Adjacency {
    rows: Vec<Row>,
    /// The mean weight of a link, when known.
    unit: OnceLock<f64>,
}

#[derive(Debug, Clone, Default)]
struct Row {
    /// By node.
    links: Vec<(u32, f32)>,
    /// The sum of the weights, added in order of nodes.
    degree: f64,
}

impl Adjacency {
    /// The graph of `nodes` nodes with these links. Parallel links are summed. A link is left out
    /// when it joins a node to itself, when its weight is not finite and positive, or when one of
    /// its ends is not below `nodes`.
    pub fn build(nodes: usize, links: impl IntoIterator<Item = (u32, u32, f32)>) -> Self {
        let mut rows = vec![Row::default(); nodes];
        for (a, b, weight) in links {
            if a != b && usable(weight) && index(a.max(b)) < nodes {
                for (from, to) in [(a, b), (b, a)] {
                    if let Some(row) = rows.get_mut(index(from)) {
                        row.links.push((to, weight));
                    }
                }
            }
        }
        for row in &mut rows {
            // Sorted by weight too, so that parallel links are added in one order.
            row.links.sort_unstable_by(|x, y| x.0.cmp(&y.0).then(x.1.total_cmp(&y.1)));
            row.links.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 = (kept.1 + next.1).min(f32::MAX);
                }
                same
            });
            row.links.shrink_to_fit();
            row.sum();
        }
        Self { rows, unit: OnceLock::new() }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.rows.len()
    }

    /// Makes room for nodes up to this many; the new ones have no links. Never takes one away.
    pub fn grow(&mut self, nodes: usize) {
        if nodes > self.rows.len() {
            self.rows.resize_with(nodes, Row::default);
        }
    }

    /// Gives the link between two nodes this weight, in place of the one it had; a weight that is
    /// not finite and positive takes the link away. Says whether both nodes are there and differ:
    /// if not, nothing is done.
    pub fn set(&mut self, a: u32, b: u32, weight: f32) -> bool {
        if a == b || index(a.max(b)) >= self.rows.len() {
            return false;
        }
        for (from, to) in [(a, b), (b, a)] {
            if let Some(row) = self.rows.get_mut(index(from)) {
                row.set(to, weight);
            }
        }
        self.unit = OnceLock::new();
        true
    }

    /// Adds to the weight of the link between two nodes, as a parallel link would. Says as
    /// [`Adjacency::set`] whether it could; a weight that is not finite and positive adds nothing.
    pub fn add(&mut self, a: u32, b: u32, weight: f32) -> bool {
        let weight = if usable(weight) { weight } else { 0.0 };
        self.set(a, b, (self.weight(a, b) + weight).min(f32::MAX))
    }

    /// The weight of the link between two nodes; 0 without one.
    pub fn weight(&self, a: u32, b: u32) -> f32 {
        let links = self.neighbours(a);
        links
            .binary_search_by_key(&b, |link| link.0)
            .ok()
            .and_then(|at| links.get(at))
            .map_or(0.0, |link| link.1)
    }

    /// The neighbours of a node and the weights of its links, by node; none for a node that is not
    /// there.
    pub fn neighbours(&self, node: u32) -> &[(u32, f32)] {
        self.rows.get(index(node)).map_or(&[], |row| &row.links)
    }

    /// The sum of the weights of the links of a node.
    pub fn degree(&self, node: u32) -> f64 {
        self.rows.get(index(node)).map_or(0.0, |row| row.degree)
    }

    /// The mean weight of a link; 1 without links. Computed when first asked for after a change, in
    /// one pass over the nodes.
    pub fn unit(&self) -> f64 {
        *self.unit.get_or_init(|| {
            let links: usize = self.rows.iter().map(|row| row.links.len()).sum();
            let weight: f64 = self.rows.iter().map(|row| row.degree).sum();
            if links == 0 { 1.0 } else { weight / links as f64 }
        })
    }
}

impl Row {
    fn set(&mut self, to: u32, weight: f32) {
        match (self.links.binary_search_by_key(&to, |link| link.0), usable(weight)) {
            (Ok(at), true) => {
                if let Some(link) = self.links.get_mut(at) {
                    link.1 = weight;
                }
            }
            (Ok(at), false) => {
                self.links.remove(at);
            }
            (Err(at), true) => self.links.insert(at, (to, weight)),
            (Err(_), false) => return,
        }
        self.sum();
    }

    fn sum(&mut self) {
        // From zero: the empty sum of the standard library is the negative one.
        self.degree = self.links.iter().fold(0.0, |sum, link| sum + f64::from(link.1));
    }
}

fn usable(weight: f32) -> bool {
    weight.is_finite() && weight > 0.0
}

/// Where the row of a node is.
pub(super) fn index(node: u32) -> usize {
    usize::try_from(node).unwrap_or(usize::MAX)
}
