//! Extraction by rules: words, lists and cues, without a parser. Deterministic, offline, linear in
//! the length of a turn. Never sees the store; never makes a fact of a question.
//!
//! The path of a turn: `tokens` cuts it, `crate::time` finds its dates, `names` joins names, `tagging`
//! guesses what each word does, `mentions` and `clauses` read off what it speaks of and tells.
//! English only; of other scripts it takes titles in quotes.

use std::collections::BTreeMap;

use graph_schema::Ontology;
use graph_schema::name::normalise;
use graph_schema::record::{Modality, Role};

use super::clauses;
use super::cues::Cues;
use super::lexicon::Lexicon;
use super::making::{BY_RULE, Reading};
use super::names::{Known, join};
use super::phrases::{Persons, person};
use super::tagging::tag;
use super::times::{self, Timed};
use super::tokens::{Sentence, Tag, Token, cut, sentences};
use super::validity::{Aspect, TimeTold, valid};
use super::{Context, ExtractError, Extraction, Extractor, Mention, mentions};
use super::{NamedThing, ProposedFact, ProposedObject};
use crate::dialogue::Turn;

/// The most mentions of one turn; those after it in the text are left out. Only a turn of many pages
/// comes near it.
pub const MOST_MENTIONS: usize = 256;
/// The most facts of one turn; those after it in the text are left out.
pub const MOST_FACTS: usize = 64;

/// The extractor that works by rules.
#[derive(Debug)]
pub struct Rules {
    lexicon: Lexicon,
    cues: Cues,
    ontology: Ontology,
}

impl Rules {
    /// With the predicates of `ontology`.
    pub fn new(ontology: Ontology) -> Self {
        Self { lexicon: Lexicon::built_in(), cues: Cues::built_in(), ontology }
    }

    /// The tagged tokens of a text.
    fn read(&self, text: &str, times: &[Timed], context: &Context<'_>) -> Vec<Token> {
        let known = Known { participants: context.participants, lexicon: &self.lexicon, text };
        let mut tokens = join(cut(text, &self.lexicon), times, &known);
        tag(&mut tokens, &self.lexicon, context.doc);
        tokens
    }

    fn image(&self, turn: &Turn, caption: &str, out: &mut Extraction, most: usize) {
        let alone = Context { participants: &[], before: &[], doc: None };
        let tokens = self.read(caption, &[], &alone);
        let persons = Persons::default();
        let shown: Vec<NamedThing> =
            mentions::mentions(&tokens, caption, &persons, &self.lexicon, most)
                .into_iter()
                .map(|m| m.thing)
                .collect();
        let first = shown.first().cloned();
        out.mentions.extend(shown.into_iter().map(|thing| Mention { thing, span: 0..0 }));
        let Some(speaker) = turn.speaker.as_deref() else { return };
        let caption = caption.trim();
        let bare = strip_picture(&tokens).and_then(|at| caption.get(at..)).unwrap_or(caption);
        let object = match first {
            Some(thing) => ProposedObject::Thing(thing),
            None if bare.is_empty() => return,
            None => ProposedObject::Literal(bare.to_owned()),
        };
        let aspect = Aspect::event();
        out.facts.push(ProposedFact {
            subject: person(speaker),
            predicate: "shared_image".to_owned(),
            object,
            negated: false,
            modality: Modality::Asserted,
            statement: format!("{speaker} shared an image of {bare}"),
            valid: valid(aspect, Modality::Asserted, TimeTold::Nothing, turn.said_at),
            confidence: BY_RULE,
            rule: "image".to_owned(),
            span: 0..0,
        });
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::new(Ontology::built_in())
    }
}

/// Where "a photo of" at the beginning of a caption ends.
fn strip_picture(tokens: &[Token]) -> Option<usize> {
    let of = tokens.iter().take(4).position(|t| t.lower == "of")?;
    tokens.get(of + 1).map(|t| t.span.start)
}

/// Whom "you" means: the other of two, else who spoke last before.
fn other(turn: &Turn, context: &Context<'_>) -> Option<String> {
    let own = turn.speaker.as_deref().map(normalise);
    let is_other = |name: &&String| own.as_ref() != Some(&normalise(name));
    let mut others = context.participants.iter().filter(is_other);
    match (others.next(), others.next()) {
        (Some(one), None) => Some(one.clone()),
        _ => context.before.iter().rev().filter_map(|t| t.speaker.as_ref()).find(is_other).cloned(),
    }
}

impl Extractor for Rules {
    fn id(&self) -> &str {
        "rules"
    }

    fn extract(&self, turn: &Turn, context: &Context<'_>) -> Result<Extraction, ExtractError> {
        let mut out = Extraction::default();
        if matches!(turn.role, Role::System | Role::Tool) {
            return Ok(out);
        }
        let persons =
            Persons { speaker: turn.speaker.clone(), other: other(turn, context), third: None };
        if let Some(speaker) = &turn.speaker {
            out.mentions.push(Mention { thing: person(speaker), span: 0..0 });
        }
        let times = times::told(&turn.text, context.doc, turn.said_at);
        let tokens = self.read(&turn.text, &times.dated, context);
        let sentences: Vec<Sentence> = sentences(&tokens);
        debug_assert!(
            tokens.iter().all(|t| !matches!(t.tag, Tag::Time(n) if n >= times.dated.len()))
        );
        let most = MOST_MENTIONS - out.mentions.len();
        out.mentions.extend(mentions::mentions(&tokens, &turn.text, &persons, &self.lexicon, most));
        out.facts = clauses::facts(Reading {
            text: &turn.text,
            tokens: &tokens,
            sentences: &sentences,
            times: &times,
            said_at: turn.said_at,
            lexicon: &self.lexicon,
            cues: &self.cues,
            ontology: &self.ontology,
            persons,
            most: MOST_FACTS,
        });
        if let Some(caption) = &turn.image_caption {
            let most = MOST_MENTIONS.saturating_sub(out.mentions.len());
            self.image(turn, caption, &mut out, most);
        }
        agree_on_types(&mut out);
        Ok(out)
    }
}

/// One name has one type within a turn: the first that is more than "thing".
fn agree_on_types(out: &mut Extraction) {
    let mut types: BTreeMap<String, String> = BTreeMap::new();
    let facts = |fact: &ProposedFact| {
        let object = match &fact.object {
            ProposedObject::Thing(thing) => Some(thing.clone()),
            ProposedObject::Literal(_) => None,
        };
        [Some(fact.subject.clone()), object].into_iter().flatten().collect::<Vec<_>>()
    };
    let mentioned = out.mentions.iter().map(|m| m.thing.clone());
    for thing in mentioned.chain(out.facts.iter().flat_map(facts)).filter(|t| t.kind != "thing") {
        types.entry(thing.name).or_insert(thing.kind);
    }
    let agree = |thing: &mut NamedThing| {
        if let Some(kind) = types.get(&thing.name) {
            thing.kind.clone_from(kind);
        }
    };
    out.mentions.iter_mut().for_each(|m| agree(&mut m.thing));
    for fact in &mut out.facts {
        agree(&mut fact.subject);
        if let ProposedObject::Thing(thing) = &mut fact.object {
            agree(thing);
        }
    }
}
