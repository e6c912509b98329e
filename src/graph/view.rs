//! The graph as the walk sees it as of two times: entities and episodes as nodes, weighted edges.
//! Built from the graph and dropped when it changes.

use graph_schema::record::Object;
use graph_schema::{EntityId, EpisodeId, FactId, Ontology};

use super::Graph;
use super::truth::{self, AsOf};
use super::walk::Adjacency;

/// How strongly a fact ties its subject and object.
const FACT: f32 = 1.0;
/// How strongly an episode is tied to the rarest entity that it mentions.
const MENTION: f32 = 1.0;
/// How strongly two names of the same spelling would be tied.
const SYNONYMY: f32 = 0.5;
/// How strongly two neighbouring turns are tied.
const NEIGHBOUR: f32 = 0.8;

/// What a node of the walk stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// An entity.
    Entity(EntityId),
    /// An episode.
    Episode(EpisodeId),
}

/// The nodes and edges that a walk as of some time may use.
#[derive(Debug)]
pub struct View {
    entities: Vec<EntityId>,
    episodes: Vec<EpisodeId>,
    facts: Vec<FactId>,
    adjacency: Adjacency,
}

impl View {
    /// The graph as of `as_of`: the episodes that were known, the facts that are seen, and all
    /// entities. Without `facts` it sees none, and joins no two entities by one.
    pub fn build(graph: &Graph, ontology: &Ontology, as_of: AsOf, facts: bool) -> Self {
        let episodes: Vec<EpisodeId> = graph
            .episodes()
            .iter()
            .filter(|(_, episode)| as_of.believes(&episode.recorded))
            .map(|(id, _)| *id)
            .collect();
        let entities: Vec<EntityId> = graph.entities().keys().copied().collect();
        let facts: Vec<FactId> = graph
            .facts()
            .iter()
            .filter(|(id, fact)| facts && truth::is_seen(graph, ontology, **id, fact, as_of))
            .map(|(id, _)| *id)
            .collect();
        let mut view = Self { entities, episodes, facts, adjacency: Adjacency::default() };
        let edges = view.edges(graph);
        view.adjacency = Adjacency::build(view.len(), edges);
        view
    }

    fn edges(&self, graph: &Graph) -> Vec<(u32, u32, f32)> {
        let mut edges = Vec::new();
        let mut tie = |a: Option<u32>, b: Option<u32>, weight: f32| {
            if let (Some(a), Some(b)) = (a, b) {
                edges.push((a, b, weight));
            }
        };
        for (episode, entity) in graph.mentions().keys() {
            let weight = MENTION * self.rarity(graph, *entity);
            tie(self.number(Node::Episode(*episode)), self.number(Node::Entity(*entity)), weight);
        }
        for fact in self.facts.iter().filter_map(|id| graph.facts().get(id)) {
            if let Object::Entity(object) = fact.object {
                let rarer = self.rarity(graph, fact.subject).min(self.rarity(graph, object));
                let ends = (Node::Entity(fact.subject), Node::Entity(object));
                tie(self.number(ends.0), self.number(ends.1), FACT * fact.confidence * rarer);
            }
        }
        for ((a, b), synonymy) in graph.synonymy() {
            let ends = (self.number(Node::Entity(*a)), self.number(Node::Entity(*b)));
            tie(ends.0, ends.1, SYNONYMY * synonymy.similarity);
        }
        for session in graph.sessions().keys() {
            let mut before = None;
            for (_, episode) in graph.turns(*session) {
                let here = self.number(Node::Episode(episode));
                tie(before, here, NEIGHBOUR);
                before = here.or(before);
            }
        }
        edges
    }

    /// From 1 for an entity mentioned once down towards 0 for one mentioned everywhere: inverse
    /// document frequency over its greatest value.
    pub fn rarity(&self, graph: &Graph, entity: EntityId) -> f32 {
        let total = self.episodes.len().max(1) as f32;
        let carrying = graph.mention_count(entity).max(1) as f32;
        (1.0 + total / carrying).ln() / (1.0 + total).ln()
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.entities.len() + self.episodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a node in the walk's adjacency; `None` when the view does not see it.
    pub fn number(&self, node: Node) -> Option<u32> {
        let place = match node {
            Node::Entity(id) => self.entities.binary_search(&id).ok()?,
            Node::Episode(id) => self.episodes.binary_search(&id).ok()? + self.entities.len(),
        };
        u32::try_from(place).ok()
    }

    /// The node with this number.
    pub fn node(&self, number: u32) -> Option<Node> {
        let place = usize::try_from(number).ok()?;
        match place.checked_sub(self.entities.len()) {
            None => self.entities.get(place).copied().map(Node::Entity),
            Some(place) => self.episodes.get(place).copied().map(Node::Episode),
        }
    }

    /// The episodes that are seen, by id.
    pub fn episodes(&self) -> &[EpisodeId] {
        &self.episodes
    }

    /// Whether a fact is seen.
    pub fn sees_fact(&self, fact: FactId) -> bool {
        self.facts.binary_search(&fact).is_ok()
    }

    /// Whether an episode is seen.
    pub fn sees(&self, episode: EpisodeId) -> bool {
        self.episodes.binary_search(&episode).is_ok()
    }

    /// The edges between the nodes.
    pub fn adjacency(&self) -> &Adjacency {
        &self.adjacency
    }
}
