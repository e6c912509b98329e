//! How the walk came to a hit.

use graph_schema::EpisodeId;

use crate::graph::view::{Node, View};
use crate::graph::walk::best_path;

use super::seeds::WALK;

/// The longest path that is shown, in steps.
const STEPS: usize = 4;

/// The likeliest path from a seed to an episode; empty when there is none of at most four steps.
pub(super) fn path(view: &View, seeds: &[(u32, f32)], episode: EpisodeId) -> Vec<Node> {
    let target = view.number(Node::Episode(episode));
    let path = target.and_then(|target| best_path(view.adjacency(), seeds, target, STEPS, &WALK));
    path.unwrap_or_default().into_iter().filter_map(|number| view.node(number)).collect()
}
