//! What is not told as so: suppositions, conditions, denials; and what is dated by another clause.
//! Decides from the words before a clause, and never makes a fact.

use graph_schema::Interval;

use super::clauses::Walk;
use super::lexicon::Set;
use super::making::Subject;
use super::tokens::{Tag, Token};
use super::verbs::{Group, Mood};

/// What the words of a sentence so far say of the clause to come.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// The token from which on words belong to the clause to come: what dates it may stand there.
    pub(super) from: usize,
    /// It is supposed, up to the next comma: "if I lived in Rome, …".
    pub(super) supposed: bool,
    /// All of the sentence is supposed: "let's say I moved, and …".
    pub(super) posed: bool,
    /// What is planned in it hangs on a condition: "if it rains, …".
    pub(super) conditional: bool,
    /// Another clause dates it: "when I was ten, …".
    pub(super) dated_by_clause: bool,
    /// When it was, told by how long ago: "it's been three years since …".
    pub(super) since: Option<Interval>,
    /// It is denied: "I don't think …".
    pub(super) denial: Option<Denial>,
}

/// Who denies what follows, and with which words.
#[derive(Debug, Clone)]
pub(super) struct Denial {
    pub(super) subject: Subject,
    pub(super) group: Group,
    /// Whether a clause was denied by it already.
    used: bool,
}

impl Frame {
    /// That of a sentence that begins at a token.
    pub(super) fn at(from: usize) -> Self {
        Self { from, ..Self::default() }
    }

    /// Whether the clause to come is not told as so.
    pub(super) fn is_unreal(&self) -> bool {
        self.supposed || self.posed
    }

    /// Who denies the next clause. What was denied goes on while the subject does: "I don't think
    /// I'll go and dance".
    pub(super) fn denied(&mut self, carried: bool) -> Option<Denial> {
        if self.denial.as_ref().is_some_and(|denial| denial.used && !carried) {
            self.denial = None;
        }
        let denial = self.denial.clone();
        if let Some(denial) = &mut self.denial {
            denial.used = true;
        }
        denial
    }

    /// A mark stands at token `i`; `acted` tells whether a verb stood before it.
    pub(super) fn mark(&mut self, mark: &str, i: usize, acted: bool) {
        match mark {
            _ if is_quote(mark) => return,
            "," => self.supposed = false,
            _ => *self = Self { posed: self.posed, supposed: self.supposed, ..Self::at(self.from) },
        }
        if acted {
            self.from = i + 1;
        }
    }
}

/// Whether a mark opens or closes a quotation, which parts no clauses.
pub(super) fn is_quote(mark: &str) -> bool {
    matches!(mark, "\"" | "“" | "”")
}

impl Walk<'_> {
    fn is_among(&self, set: Set, i: usize) -> bool {
        self.token(i).is_some_and(|t| self.make.r.lexicon.among(set, &t.lower))
    }

    /// Whether a condition begins at a token: "if", but not "even if".
    fn is_condition(&self, i: usize) -> bool {
        let even = i.checked_sub(1).and_then(|p| self.token(p)).is_some_and(|t| t.lower == "even");
        !even && self.is_among(Set::Condition, i)
    }

    /// Whether a clause begins at a token, "that" passed over.
    pub(super) fn opens_clause(&self, at: usize) -> bool {
        let that = self.token(at).is_some_and(|t| t.lower == "that");
        let at = at + usize::from(that);
        let who = self.token(at).is_some_and(|t| !matches!(t.tag, Tag::Verb | Tag::Auxiliary));
        who && self.begins_clause(at)
    }

    /// A word at token `i` joins clauses; `acted` tells whether a verb stood before it.
    pub(super) fn join_clauses(&mut self, i: usize, acted: bool) {
        if acted {
            self.frame.from = i + 1;
        }
        self.frame.since = self.token(i).and_then(|t| self.make.r.times.back_to(t.span.end));
        self.frame.conditional |= self.is_condition(i);
        if self.token(i).is_some_and(|t| t.lower == "but") {
            self.frame.conditional = false;
            self.frame.dated_by_clause = false;
        }
        self.frame.dated_by_clause |= self.is_dated_by(i);
    }

    /// Whether the clause at a token dates another: "when I was ten".
    fn is_dated_by(&self, i: usize) -> bool {
        self.is_among(Set::DatesByClause, i) && self.opens_clause(i + 1)
    }

    /// Whether a clause that follows, or one that went before, dates the clause up to `end`.
    pub(super) fn dated_by_clause(&self, start: usize, end: usize) -> bool {
        let comma = self.token(end).is_some_and(|t| t.lower == ",");
        self.frame.dated_by_clause
            || (start..=end + usize::from(comma)).any(|i| self.is_dated_by(i))
    }

    /// Whether what is planned in a clause up to `end` hangs on a condition before or after it.
    pub(super) fn is_conditional(&self, end: usize) -> bool {
        let comma = self.token(end).is_some_and(|t| t.lower == ",");
        self.frame.conditional || self.is_condition(end + usize::from(comma))
    }

    /// "Had I known", "should it rain", at the head of a sentence or after "would": a supposition.
    /// "Had my hair cut" and "had a look" are none.
    pub(super) fn is_inverted(&self, i: usize, heads: bool, mood: Mood) -> bool {
        if !self.is_among(Set::Inverted, i) || !(heads || mood == Mood::Supposed) {
            return false;
        }
        let Some(subject) = self.token(i + 1) else { return false };
        let who = match subject.tag {
            Tag::Pronoun => matches!(
                subject.lower.as_str(),
                "i" | "you" | "we" | "he" | "she" | "they" | "it" | "this" | "that" | "there"
            ),
            Tag::Name => subject.kind == Some("person"),
            _ => false,
        };
        let verb = self.adverbs(i + 2);
        let Some(then) = self.token(verb) else { return false };
        let denied = then.tag == Tag::Negation;
        let forms = then.verb.map(|verb| verb.forms).unwrap_or_default();
        let been = matches!(then.lower.as_str(), "been" | "had");
        who && match self.token(i).map_or("", |t| t.lower.as_str()) {
            // "Had it repaired" is told of what was done.
            "had" if matches!(subject.lower.as_str(), "it" | "this" | "that") => been || denied,
            "had" => been || denied || forms.participle,
            "were" => denied || then.tag == Tag::To || then.lower == "to",
            // Else it would be a question.
            _ => true,
        }
    }

    /// Whether a verb without a subject asks to suppose what follows: "say I moved", "let's assume";
    /// not "let me say".
    pub(super) fn is_posed(&self, g: &Group, alone: bool) -> bool {
        let set = |set| self.make.r.lexicon.among(set, &g.lemma);
        let before = g.tokens.start.checked_sub(1).and_then(|p| self.token(p));
        let to_me = |t: &Token| matches!(t.lower.as_str(), "me" | "him" | "them");
        alone && (set(Set::Posed) || set(Set::Unreal)) && !before.is_some_and(to_me)
    }

    /// "I don't think" denies what follows; that another does not think so tells nothing.
    pub(super) fn think(&mut self, who: &Subject, g: &Group) {
        if !g.negated || g.mood != Mood::Told {
            return;
        }
        if self.make.persons.speaker.as_ref() == Some(&who.thing.name) {
            self.frame.denial =
                Some(Denial { subject: who.clone(), group: g.clone(), used: false });
        } else {
            self.frame.supposed = true;
        }
    }
}
