//! An undirected weighted graph as one sorted row of neighbours a node. Never holds a self loop, a
//! weight that is not finite and positive, or a link in one direction only; what it holds never
//! depends on the order in which the links came.

/// Nodes are the numbers below [`Adjacency::nodes`].
#[derive(Debug, Clone)]
pub struct Adjacency {
    rows: Vec<Row>,
    unit: f64,
}

#[derive(Debug, Clone, Default)]
struct Row {
    /// By node.
    links: Vec<(u32, f32)>,
    /// The sum of the weights, added in order of nodes.
    degree: f64,
}

impl Default for Adjacency {
    /// Without nodes.
    fn default() -> Self {
        Self::build(0, [])
    }
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
            // From zero: the empty sum of the standard library is the negative one.
            row.degree = row.links.iter().fold(0.0, |sum, link| sum + f64::from(link.1));
        }
        let links: usize = rows.iter().map(|row| row.links.len()).sum();
        let weight: f64 = rows.iter().map(|row| row.degree).sum();
        let unit = if links == 0 { 1.0 } else { weight / links as f64 };
        Self { rows, unit }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.rows.len()
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

    /// The mean weight of a link; 1 without links.
    pub fn unit(&self) -> f64 {
        self.unit
    }
}

fn usable(weight: f32) -> bool {
    weight.is_finite() && weight > 0.0
}

/// Where the row of a node is.
pub(super) fn index(node: u32) -> usize {
    usize::try_from(node).unwrap_or(usize::MAX)
}
