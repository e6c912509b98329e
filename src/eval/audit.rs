//! A corrected key beside the original one: an audit of a data set names questions whose evidence is
//! wrong, and what it should be. Never changes the original key; what it cannot apply it lists.

use std::collections::HashMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::EvalError;
use super::evidence::Turns;
use super::fold::plain;
use super::json;
use super::questions::Conversation;
use super::repair::{Repair, Slip, Why};

/// A list of corrections, as the LoCoMo audit writes them.
#[derive(Debug, Clone, PartialEq)]
pub struct Audit {
    file: String,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Entry {
    #[serde(default)]
    question_id: Option<Value>,
    #[serde(default)]
    sample_id: Option<Value>,
    question: String,
    #[serde(default)]
    correct_evidence: Option<Value>,
}

/// What became of an audit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Applied {
    /// What the audit is called.
    pub file: String,
    /// How many corrections it lists.
    pub entries: usize,
    /// How many of them name a question that is asked, and its evidence.
    pub applied: usize,
    /// How many of these name other evidence than the original key.
    pub changed: usize,
    /// How many leave a question without evidence: it is asked under the original key alone.
    pub emptied: usize,
    /// Those that could not be applied.
    pub unmatched: Vec<Unmatched>,
    /// What of them was read otherwise than it is written.
    pub repairs: Vec<Repair>,
}

/// A correction that could not be applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unmatched {
    /// Its place in the audit, from 0.
    pub entry: usize,
    /// The question that it names.
    pub question: String,
    /// Why not.
    pub why: NotApplied,
}

/// Why a correction could not be applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NotApplied {
    /// None of the conversations has a question of these words that is asked.
    #[serde(rename = "no such question is asked")]
    NoSuchQuestion,
    /// It names a conversation that is none of those measured.
    #[serde(rename = "its conversation is not measured")]
    NotMeasured,
    /// Several have, and nothing tells which is meant.
    #[serde(rename = "more than one question could be meant")]
    Ambiguous,
    /// It says nothing of evidence.
    #[serde(rename = "no evidence in the correction")]
    NoEvidence,
    /// A correction before it says the same of the same question.
    #[serde(rename = "the question is corrected before it, and alike")]
    Twice,
    /// Another one says otherwise of the same question, so that none of them is applied.
    #[serde(rename = "another correction of the question says otherwise")]
    Conflict,
}

impl std::fmt::Display for NotApplied {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NoSuchQuestion => "no such question is asked",
            Self::NotMeasured => "its conversation is not measured",
            Self::Ambiguous => "more than one question could be meant",
            Self::NoEvidence => "no evidence in the correction",
            Self::Twice => "the question is corrected before it, and alike",
            Self::Conflict => "another correction of the question says otherwise",
        })
    }
}

impl std::fmt::Display for Unmatched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "correction {} (“{}”): {}", self.entry, self.question, self.why)
    }
}

impl Applied {
    /// Whether there is a second key at all.
    ///
    /// # Errors
    /// When no correction could be applied.
    pub fn used(&self) -> Result<(), EvalError> {
        if self.applied > 0 {
            return Ok(());
        }
        let (file, entries) = (self.file.clone(), self.entries);
        let conflict = |unmatched: &&Unmatched| unmatched.why == NotApplied::Conflict;
        Err(match self.unmatched.iter().filter(conflict).count() {
            0 => EvalError::AuditUnused { file, entries },
            conflicts => EvalError::AuditContradicts { file, entries, conflicts },
        })
    }
}

impl Audit {
    /// Reads the text of an audit: a list of objects, each with the words of a `question` and its
    /// `correct_evidence`, and if wanted the `sample_id` of the conversation and a `question_id`
    /// that ends in `qa` and the question's place.
    ///
    /// # Errors
    /// When it is not of that form.
    pub fn read(file: &str, text: &str) -> Result<Self, EvalError> {
        let entries = serde_json::from_str(text)
            .map_err(|source| EvalError::Audit { file: file.to_owned(), source })?;
        Ok(Self { file: file.to_owned(), entries })
    }

    /// Gives the questions that it names their corrected evidence, read as tolerantly as the
    /// original.
    pub fn apply(&self, conversations: &mut [Conversation]) -> Applied {
        let mut asked: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
        for (c, conversation) in conversations.iter().enumerate() {
            for (q, question) in conversation.questions.iter().enumerate() {
                asked.entry(plain(&question.text)).or_default().push((c, q));
            }
        }
        let mut done =
            Applied { file: self.file.clone(), entries: self.entries.len(), ..Applied::default() };
        let mut placed: IndexMap<(usize, usize), Vec<(usize, Correction)>> = IndexMap::new();
        for (at, entry) in self.entries.iter().enumerate() {
            let found = asked.get(&plain(&entry.question)).map_or(&[][..], Vec::as_slice);
            let read = place(entry, found, conversations)
                .and_then(|place| Ok((place, correction(entry, place, conversations)?)));
            match read {
                Ok((place, correction)) => {
                    placed.entry(place).or_default().push((at, correction));
                }
                Err(why) => done.unmatched.push(self.unmatched(at, why)),
            }
        }
        let told = placed
            .iter()
            .flat_map(|((c, q), corrections)| corrections.iter().map(|(at, _)| (*at, (*c, *q))));
        done.repairs = self.of_others(&told.collect::<Vec<_>>(), conversations);
        for ((c, q), corrections) in placed {
            let mut rest = corrections.into_iter();
            let Some((first, correction)) = rest.next() else { continue };
            let others: Vec<(usize, Correction)> = rest.collect();
            let agree = others.iter().all(|(_, other)| same(&other.0, &correction.0));
            let why = if agree { NotApplied::Twice } else { NotApplied::Conflict };
            done.unmatched.extend(others.iter().map(|(at, _)| self.unmatched(*at, why)));
            if agree {
                apply(correction, conversations.get_mut(c), q, &mut done);
            } else {
                done.unmatched.push(self.unmatched(first, why));
            }
        }
        done.unmatched.sort_by_key(|unmatched| unmatched.entry);
        done
    }

    /// The corrections whose id names another conversation than the one that they are `placed` in: by
    /// its name, or as most ids do that begin alike.
    fn of_others(
        &self,
        placed: &[(usize, (usize, usize))],
        conversations: &[Conversation],
    ) -> Vec<Repair> {
        let mut counts: IndexMap<(String, usize), usize> = IndexMap::new();
        let head = |at: &usize| self.entries.get(*at).and_then(Entry::head);
        for (at, (c, _)) in placed {
            if let Some(head) = head(at) {
                *counts.entry((head, *c)).or_default() += 1;
            }
        }
        let told = placed.iter().filter_map(|(at, (c, q))| {
            let own = head(at)?;
            let named = conversations.iter().position(|conversation| conversation.name == own);
            let alike = counts.iter().filter(|((head, _), _)| *head == own);
            // Of several that are as many the first.
            let most = alike.rev().max_by_key(|(_, n)| **n).map(|((_, c), _)| *c);
            if named.or(most)? == *c {
                return None;
            }
            let conversation = conversations.get(*c)?;
            let question = conversation.questions.get(*q)?.index;
            let given = self.entries.get(*at)?.question_id.as_ref().map(json::text)?;
            let read_as = vec![conversation.name.clone()];
            let slip = (given, read_as, Why::OtherConversation);
            Some(Repair::of(&conversation.name, question, slip))
        });
        told.collect()
    }

    fn unmatched(&self, at: usize, why: NotApplied) -> Unmatched {
        let question = self.entries.get(at).map(|entry| entry.question.clone());
        Unmatched { entry: at, question: question.unwrap_or_default(), why }
    }
}

impl Entry {
    /// What its id says before `qa` and the question's place: `locomo_3`.
    fn head(&self) -> Option<String> {
        let id = self.question_id.as_ref().map(json::text)?;
        let head = id.rsplit_once("qa")?.0.trim_end_matches(|c: char| !c.is_alphanumeric());
        (!head.is_empty()).then(|| head.to_owned())
    }
}

/// Evidence as a correction has it, and what of it was read otherwise than it is written.
type Correction = (Vec<String>, Vec<Slip>);

/// Which of the questions of these words is meant.
fn place(
    entry: &Entry,
    found: &[(usize, usize)],
    conversations: &[Conversation],
) -> Result<(usize, usize), NotApplied> {
    let sample = entry.sample_id.as_ref().filter(|id| !id.is_null()).map(json::text);
    if let Some(sample) = &sample
        && !conversations.iter().any(|conversation| conversation.name == *sample)
    {
        return Err(NotApplied::NotMeasured);
    }
    let of_sample = |(c, _): &(usize, usize)| match (&sample, conversations.get(*c)) {
        (Some(sample), Some(conversation)) => conversation.name == *sample,
        _ => true,
    };
    let fitting: Vec<(usize, usize)> = found.iter().copied().filter(of_sample).collect();
    let index = entry.question_id.as_ref().and_then(|id| {
        let id = json::text(id);
        id.rsplit_once("qa").and_then(|(_, number)| number.parse::<usize>().ok())
    });
    let at_index = |(c, q): &(usize, usize)| {
        let question = conversations.get(*c).and_then(|c| c.questions.get(*q));
        index.is_some() && question.map(|question| question.index) == index
    };
    match fitting.as_slice() {
        [] => Err(NotApplied::NoSuchQuestion),
        [one] => Ok(*one),
        several => several.iter().copied().find(at_index).ok_or(NotApplied::Ambiguous),
    }
}

fn correction(
    entry: &Entry,
    (c, _): (usize, usize),
    conversations: &[Conversation],
) -> Result<Correction, NotApplied> {
    let given = entry.correct_evidence.as_ref().filter(|value| !value.is_null());
    let (Some(given), Some(conversation)) = (given, conversations.get(c)) else {
        return Err(NotApplied::NoEvidence);
    };
    let ids = conversation.turns.iter().filter_map(|turn| turn.id.as_deref());
    Ok(Turns::new(ids).read(Some(given)))
}

fn apply(
    (evidence, slips): Correction,
    conversation: Option<&mut Conversation>,
    q: usize,
    done: &mut Applied,
) {
    let Some(conversation) = conversation else { return };
    let Some(question) = conversation.questions.get_mut(q) else { return };
    let repairs = slips.into_iter();
    done.repairs.extend(repairs.map(|slip| Repair::of(&conversation.name, question.index, slip)));
    done.applied += 1;
    done.changed += usize::from(!same(&evidence, &question.evidence));
    done.emptied += usize::from(evidence.is_empty());
    question.corrected = Some(evidence);
}

/// Whether two keys name the same turns, each of which names none twice.
fn same(a: &[String], b: &[String]) -> bool {
    a.len() == b.len() && a.iter().all(|id| b.contains(id))
}
