//! How the walk came to a hit.

use graph_schema::EpisodeId;

use crate::graph::view::{Node, View};
use crate::graph::walk::best_path;

use super::fuse::best;
use super::seeds::WALK;

/// The longest path that is shown, in steps.
const STEPS: usize = 3;
/// From how many seeds, the greatest first, a path may begin.
const SEEDS: usize = 16;

/// The likeliest path from another node that was sown to an episode; empty when there is none of
/// at most three steps. What was sown at the episode itself explains nothing.
pub(super) fn path(view: &View, seeds: &[(u32, f32)], episode: EpisodeId) -> Vec<Node> {
    let Some(target) = view.number(Node::Episode(episode)) else { return Vec::new() };
    let others = best(seeds.iter().copied().filter(|(number, _)| *number != target), SEEDS);
    let path = best_path(view.adjacency(), &others, target, STEPS, &WALK);
    path.unwrap_or_default().into_iter().filter_map(|number| view.node(number)).collect()
}
