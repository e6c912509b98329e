//! Verb groups: auxiliaries, negation, mood and the verb that carries the meaning. Looks a bounded
//! number of tokens ahead.

use std::ops::Range;

use super::lexicon::{Lexicon, Set};
use super::tokens::{Tag, Token};

/// The most tokens in a verb group.
const LONGEST_GROUP: usize = 12;

/// When the verb puts what it tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tense {
    Present,
    Past,
    /// Have done.
    Perfect,
    /// Used to do: no longer so.
    Former,
}

/// How the verb puts what it tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    Told,
    Planned,
    Wished,
    /// Could, might, would: tells nothing.
    Supposed,
}

/// A verb group.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) tokens: Range<usize>,
    pub(super) lemma: String,
    pub(super) tense: Tense,
    pub(super) mood: Mood,
    pub(super) negated: bool,
    /// Whether the verb stands in the form without any ending, as after "I".
    pub(super) bare: bool,
    /// Whether it stands as "-ing" without an auxiliary.
    pub(super) loose: bool,
    /// Whether it is put as what is going on: "am doing", "have been doing".
    pub(super) progressive: bool,
    /// Whether the words before its verb say that the doing ended: "stopped working".
    pub(super) ended: bool,
    /// Whether they say that it began: "started working".
    pub(super) begins: bool,
    /// Whether it was planned or wished for once: "was going to", "wanted to".
    pub(super) past_plan: bool,
}

/// The verb group that begins at a token; adverbs may come first.
pub(super) fn group(tokens: &[Token], at: usize, lexicon: &Lexicon) -> Option<Group> {
    let mut read = Reader { tokens, lexicon, i: at, limit: at + LONGEST_GROUP, past_plan: false };
    read.group(at)
}

/// Auxiliaries that carry the meaning where no verb follows them: their tokens.
#[derive(Clone, Copy)]
struct Carriers {
    be: Option<usize>,
    have: Option<usize>,
    done: Option<usize>,
}

struct Reader<'a> {
    tokens: &'a [Token],
    lexicon: &'a Lexicon,
    i: usize,
    limit: usize,
    past_plan: bool,
}

impl Reader<'_> {
    fn token(&self, i: usize) -> Option<&Token> {
        self.tokens.get(i).filter(|_| i < self.limit)
    }

    /// Whether a token stands right after a word.
    fn follows(&self, i: usize, word: &str) -> bool {
        i.checked_sub(1).and_then(|p| self.token(p)).is_some_and(|t| t.lower == word)
    }

    fn group(&mut self, at: usize) -> Option<Group> {
        let mut tense = Tense::Present;
        let mut mood = Mood::Told;
        let mut negated = false;
        let mut be = None;
        let mut have = None;
        let mut auxiliary = false;
        let mut would = false;
        let mut done = None;
        while let Some(token) = self.token(self.i) {
            match token.tag {
                Tag::Adverb => {}
                Tag::Negation => negated = true,
                Tag::Auxiliary => {
                    auxiliary = true;
                    match token.lower.as_str() {
                        "am" | "is" | "are" | "'m" | "'re" | "be" | "being" => be = Some(self.i),
                        "'s" => {
                            be = Some(self.i);
                        }
                        "was" | "were" => {
                            be = Some(self.i);
                            tense = Tense::Past;
                        }
                        "been" => {
                            be = Some(self.i);
                            tense = Tense::Perfect;
                        }
                        "have" | "has" | "'ve" => have = Some(self.i),
                        // "Have had", "she's had".
                        "had" if have.is_some() || self.follows(self.i, "'s") => {
                            have = Some(self.i);
                            be = None;
                            tense = Tense::Perfect;
                        }
                        "had" => {
                            have = Some(self.i);
                            tense = Tense::Past;
                        }
                        "having" => have = Some(self.i),
                        "did" => {
                            tense = Tense::Past;
                            done = Some(self.i);
                        }
                        "do" | "does" | "doing" | "done" => done = Some(self.i),
                        "will" | "'ll" | "shall" | "wo" | "gonna" => mood = Mood::Planned,
                        "wanna" => mood = Mood::Wished,
                        "would" | "'d" => would = true,
                        "could" | "should" | "may" | "might" | "must" | "can" | "ca" | "cannot"
                        | "ought" => {
                            mood = Mood::Supposed;
                        }
                        _ => {}
                    }
                }
                _ => break,
            }
            self.i += 1;
        }
        let token = self.token(self.i);
        // "used to", "be going to", "be able to", "have to".
        if let Some(t) = token
            && self.token(self.i + 1).is_some_and(|n| n.tag == Tag::To)
        {
            match t.lower.as_str() {
                "used" if be.is_none() => tense = Tense::Former,
                "going" | "about" if be.is_some() => {
                    mood = Mood::Planned;
                    self.past_plan = tense == Tense::Past;
                }
                "able" if be.is_some() => {}
                _ => {
                    return self.carry(
                        at,
                        tense,
                        mood,
                        negated,
                        Carriers { be, have, done },
                        auxiliary,
                        would,
                    );
                }
            }
            self.i += 2;
            be = None;
            while self.token(self.i).is_some_and(|t| t.tag == Tag::Adverb) {
                self.i += 1;
            }
        } else if token.is_some_and(|t| t.tag == Tag::To)
            && be.is_some()
            && self.follows(self.i, "about")
        {
            // "was about to leave".
            mood = Mood::Planned;
            self.past_plan = tense == Tense::Past;
            be = None;
            self.i += 1;
        } else if token.is_some_and(|t| t.tag == Tag::To)
            && (have.is_some() || be.is_none() && mood == Mood::Planned)
        {
            // "had to leave" is left.
            mood = if tense == Tense::Past { mood } else { Mood::Planned };
            have = None;
            self.i += 1;
        }
        self.carry(at, tense, mood, negated, Carriers { be, have, done }, auxiliary, would)
    }

    /// From the auxiliaries on: the carrying verb, through verbs that only colour it.
    #[expect(clippy::too_many_arguments, reason = "these are what the auxiliaries said, read once")]
    fn carry(
        &mut self,
        at: usize,
        mut tense: Tense,
        mut mood: Mood,
        mut negated: bool,
        carriers: Carriers,
        auxiliary: bool,
        would: bool,
    ) -> Option<Group> {
        let verb = self.token(self.i).filter(|t| t.tag == Tag::Verb).and_then(|t| t.verb);
        let Some(mut verb) = verb else {
            // "be" or "have" itself carries.
            let last = self.i.checked_sub(1);
            let (index, lemma) = match carriers {
                Carriers { done: Some(done), .. } if Some(done) == last => (done, "do"),
                Carriers { be: Some(be), .. } => (be, "be"),
                Carriers { have: Some(have), .. } => (have, "have"),
                _ => return None,
            };
            if would {
                mood = Mood::Supposed;
            }
            return Some(self.finish(
                at,
                lemma.to_owned(),
                index,
                tense,
                mood,
                negated,
                false,
                false,
            ));
        };
        let first = verb;
        if carriers.have.is_some() && tense == Tense::Present {
            tense = Tense::Perfect;
        }
        if !auxiliary
            && (first.forms.past || first.forms.participle)
            && !(first.forms.base && first.forms.past && self.is_bare_reading())
        {
            tense = Tense::Past;
        }
        if would {
            let lemma = self.lexicon.lemma(verb);
            mood = if matches!(lemma, "love" | "like" | "prefer" | "enjoy") {
                Mood::Wished
            } else {
                Mood::Supposed
            };
        }
        let loose = !auxiliary && first.forms.gerund;
        let bare = !auxiliary && first.forms.base && tense == Tense::Present;
        let mut index = self.i;
        self.i += 1;
        // "want to learn to swim" is a wish to swim.
        for _ in 0..3 {
            let lemma = self.lexicon.lemma(verb).to_owned();
            let mut next = self.i;
            if lemma == "think"
                && self.token(next).is_some_and(|t| matches!(t.lower.as_str(), "about" | "of"))
                || matches!(lemma.as_str(), "look" | "dream")
                    && self.token(next).is_some_and(|t| {
                        matches!(t.lower.as_str(), "into" | "of" | "about" | "forward")
                    })
                || lemma == "plan" && self.token(next).is_some_and(|t| t.lower == "on")
            {
                next += 1;
                if self.token(next).is_some_and(|t| t.lower == "to") {
                    next += 1;
                }
            }
            let to = self.token(next).is_some_and(|t| t.tag == Tag::To);
            let inner = if to { next + 1 } else { next };
            let inner = if self.token(inner).is_some_and(|t| t.tag == Tag::Adverb) {
                inner + 1
            } else {
                inner
            };
            let Some(t) = self.token(inner).filter(|t| t.tag == Tag::Verb) else { break };
            let Some(inside) = t.verb.filter(|v| if to { v.forms.base } else { v.forms.gerund })
            else {
                break;
            };
            let colour = match lemma.as_str() {
                "want" | "wish" | "hope" | "dream" | "prefer" if to || lemma == "dream" => {
                    Some(Mood::Wished)
                }
                "love" | "like" | "enjoy" if would && to => Some(Mood::Wished),
                "plan" | "intend" | "decide" | "think" | "consider" | "aim" | "look"
                | "prepare" | "arrange" | "agree" | "need" | "promise" => Some(Mood::Planned),
                "get" | "manage" | "continue" | "keep" | "go" if to || lemma != "get" => Some(mood),
                "try" if to => Some(Mood::Planned),
                "try" => Some(mood),
                _ => None,
            };
            let Some(colour) = colour else { break };
            let plans = matches!(colour, Mood::Planned | Mood::Wished);
            self.past_plan |=
                plans && tense == Tense::Past && self.lexicon.among(Set::PastPlan, &lemma);
            if lemma == "go" && !to {
                // "go camping": the activity is the object.
                break;
            }
            if mood != Mood::Supposed {
                mood = colour;
            }
            verb = inside;
            index = inner;
            self.i = inner + 1;
        }
        if matches!(self.lexicon.lemma(first), "forget" | "fail" | "refuse") && index != at {
            negated = true;
        }
        let mut lemma = self.lexicon.lemma(verb).to_owned();
        // "have got" is have.
        let got = lemma == "get" && self.token(index).is_some_and(|t| t.lower == "got");
        if got && carriers.have.is_some() && tense == Tense::Perfect {
            "have".clone_into(&mut lemma);
            tense = Tense::Present;
        }
        Some(self.finish(at, lemma, index, tense, mood, negated, bare, loose))
    }

    /// "I read every day" is present, "I read it last week" past; the word does not tell. Past is
    /// the more common, but for what lasts.
    fn is_bare_reading(&self) -> bool {
        self.token(self.i).is_some_and(|t| matches!(t.lower.as_str(), "let" | "hurt" | "cost"))
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of the group")]
    fn finish(
        &self,
        at: usize,
        lemma: String,
        verb: usize,
        tense: Tense,
        mood: Mood,
        negated: bool,
        bare: bool,
        loose: bool,
    ) -> Group {
        let end = self.i.max(verb + 1);
        let have = lemma == "have";
        let plain = self.token(verb).is_some_and(|t| t.lower == "have") && verb == at;
        let gerund = self.token(verb).and_then(|t| t.verb).is_some_and(|v| v.forms.gerund);
        let progressive = gerund && verb > at;
        let bare = bare || have && plain;
        let ended = false;
        let past_plan = self.past_plan;
        Group {
            tokens: at..end,
            lemma,
            tense,
            mood,
            negated,
            bare,
            loose,
            progressive,
            ended,
            begins: false,
            past_plan,
        }
    }
}

/// The doing that a group says has ended, as a group of its own: "working" of "stopped working".
pub(super) fn ended_by(g: &Group, tokens: &[Token], lexicon: &Lexicon) -> Option<Group> {
    let told =
        g.mood == Mood::Told && !g.negated && matches!(g.tense, Tense::Past | Tense::Perfect);
    if !told || !lexicon.among(Set::Ending, &g.lemma) {
        return None;
    }
    let mut at = g.tokens.end;
    if g.lemma == "give" {
        tokens.get(at).filter(|t| t.lower == "up")?;
        at += 1;
    }
    while tokens.get(at).is_some_and(|t| t.tag == Tag::Adverb) {
        at += 1;
    }
    let verb = tokens.get(at)?.verb.filter(|verb| verb.forms.gerund)?;
    let lemma = lexicon.lemma(verb).to_owned();
    Some(Group { tokens: g.tokens.start..at + 1, lemma, ended: true, ..g.clone() })
}

/// Whether a token could begin a verb group.
pub(super) fn begins_group(token: Option<&Token>) -> bool {
    token.is_some_and(|t| matches!(t.tag, Tag::Verb | Tag::Auxiliary | Tag::Negation))
}
