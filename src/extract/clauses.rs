//! The clauses of a turn: who does what to what, as proposed facts. Questions and suppositions
//! assert nothing; a subject that is not known gives no fact. Looks a bounded number of tokens around
//! each verb.

use std::ops::Range;

use super::lexicon::Set;
use super::making::{FAVOURITE, Maker, Reading, Subject};
use super::phrases::{Phrase, person, phrase};
use super::supposed::{Frame, is_quote};
use super::tokens::{Tag, Token};
use super::verbs::{Group, Mood, Tense, ended_by, group};
use super::{NamedThing, ProposedFact};

/// The facts that a turn tells.
pub(super) fn facts(reading: Reading<'_>) -> Vec<ProposedFact> {
    let mut walk = Walk {
        make: Maker::new(&reading),
        people: Vec::new(),
        frame: Frame::default(),
        framed: Vec::new(),
    };
    for told in reading.sentences {
        walk.people.clear();
        if !told.question {
            walk.sentence(told.tokens.clone());
        }
        if walk.make.is_full() {
            break;
        }
    }
    walk.make.facts
}

pub(super) struct Walk<'a> {
    pub(super) make: Maker<'a>,
    /// Who has been named in this sentence.
    people: Vec<String>,
    /// What the words so far say of the clause to come.
    pub(super) frame: Frame,
    /// The tokens of this sentence that are not told as so.
    framed: Vec<Range<usize>>,
}

impl Walk<'_> {
    pub(super) fn token(&self, i: usize) -> Option<&Token> {
        self.make.token(i)
    }

    pub(super) fn phrase(&self, at: usize) -> Option<Phrase> {
        phrase(self.make.r.tokens, at, &self.make.persons, self.make.r.text, self.make.r.lexicon)
    }

    /// Someone is named: "she" now means that person, unless another was named beside.
    pub(super) fn name(&mut self, thing: &NamedThing) {
        if thing.kind != "person" || self.make.persons.speaker.as_ref() == Some(&thing.name) {
            return;
        }
        if !self.people.contains(&thing.name) {
            self.people.push(thing.name.clone());
        }
        self.make.persons.third = match self.people.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        };
    }

    fn sentence(&mut self, range: Range<usize>) {
        let mut subject: Option<Subject> = None;
        let mut last: Option<NamedThing> = None;
        let mut leading = None;
        let mut fresh = true;
        let mut carried = false;
        self.frame = Frame::at(range.start);
        self.framed = self.framed(&range);
        let mut mood = Mood::Told;
        let mut acted = false;
        let mut i = range.start;
        while i < range.end && !self.make.is_full() {
            let Some(token) = self.token(i) else { break };
            match token.tag {
                Tag::Time(number) => {
                    if subject.is_none() && fresh {
                        leading = Some(number);
                    }
                    i += 1;
                }
                Tag::Interjection | Tag::Adverb | Tag::To | Tag::Genitive => i += 1,
                Tag::Mark | Tag::End => {
                    let lower = token.lower.clone();
                    self.frame.mark(&lower, i, acted);
                    if lower == "," {
                        carried = subject.is_some();
                        fresh = subject.is_none() && !acted;
                    } else if !is_quote(&lower) {
                        subject = None;
                        fresh = true;
                        acted = false;
                        carried = false;
                    }
                    i += 1;
                }
                Tag::Conjunction => {
                    let lower = token.lower.clone();
                    self.join_clauses(i, acted);
                    leading = self.leading_after(i, leading);
                    match lower.as_str() {
                        "and" | "or" | "but" | "plus" | "&" => {
                            carried = subject.is_some();
                            fresh = subject.is_none() && fresh;
                        }
                        "who" => {
                            subject = last
                                .clone()
                                .filter(|t| matches!(t.kind.as_str(), "person" | "animal"))
                                .map(|thing| Subject {
                                    thing,
                                    tokens: 0..0,
                                    agrees: false,
                                    favourite_of: None,
                                });
                            carried = subject.is_some();
                        }
                        "if" | "unless" | "whether" | "when" | "whenever" | "until" => {
                            self.frame.supposed = true;
                            subject = None;
                            carried = false;
                        }
                        _ => {
                            subject = None;
                            carried = false;
                            fresh = false;
                        }
                    }
                    i += 1;
                }
                Tag::Auxiliary if self.is_inverted(i, subject.is_none() && fresh, mood) => {
                    self.frame.supposed = true;
                    self.frame.conditional = true;
                    fresh = false;
                    i += 1;
                }
                Tag::Verb | Tag::Auxiliary | Tag::Negation => {
                    let Some(mut g) = group(self.make.r.tokens, i, self.make.r.lexicon) else {
                        i += 1;
                        continue;
                    };
                    let next = g.tokens.end.max(i + 1);
                    acted = true;
                    let who = match subject.clone() {
                        Some(s) if s.tokens.end == i || carried => {
                            let tokens = if s.tokens.end == i { s.tokens.clone() } else { 0..0 };
                            Some(Subject { tokens, ..s })
                        }
                        None if fresh && self.implies_speaker(&g, range.end) => {
                            self.make.persons.speaker.as_deref().map(|name| Subject {
                                thing: person(name),
                                tokens: 0..0,
                                agrees: true,
                                favourite_of: None,
                            })
                        }
                        _ => None,
                    };
                    // "I will pack and leave": the second verb is as planned as the first.
                    if carried && g.bare && mood != Mood::Told {
                        g.mood = mood;
                        g.bare = false;
                    }
                    let planned = carried && mood != Mood::Told;
                    let who = who.filter(|_| !(carried && g.loose));
                    let who = who.map(|s| Subject { agrees: s.agrees && !planned, ..s });
                    let opens = self.opens_clause(g.tokens.end);
                    if who.is_none() && opens && self.is_posed(&g, subject.is_none()) {
                        self.frame.posed = true;
                    }
                    if let Some(who) = who {
                        mood = g.mood;
                        if opens && self.make.r.lexicon.among(Set::Opinion, &g.lemma) {
                            self.think(&who, &g);
                        } else if !self.frame.is_unreal() && !self.is_framed(i) {
                            self.told(&who, &g, range.end, leading, carried);
                        }
                        subject = Some(who);
                    }
                    // "I wish I had a boat" has none.
                    self.frame.supposed |= self.make.r.lexicon.among(Set::Unreal, &g.lemma);
                    fresh = false;
                    carried = false;
                    i = next;
                }
                Tag::Pronoun => {
                    let meant = self.make.persons.meant(&token.lower).map(person);
                    let agrees = matches!(token.lower.as_str(), "i" | "we" | "you");
                    let object = matches!(
                        token.lower.as_str(),
                        "me" | "us" | "him" | "them" | "my" | "myself"
                    );
                    if self.group_at(i + 1) && !object {
                        let adverbs = self.adverbs(i + 1);
                        subject = meant.map(|thing| Subject {
                            thing,
                            tokens: i..adverbs,
                            agrees,
                            favourite_of: None,
                        });
                        carried = false;
                        i = adverbs;
                    } else {
                        i += 1;
                    }
                    fresh = false;
                }
                Tag::Preposition => {
                    self.join_clauses(i, false);
                    i += 1;
                    if let Some(p) = self.phrase(i) {
                        self.told_by(&p);
                        last.clone_from(&p.thing);
                        i = p.tokens.end.max(i);
                    }
                }
                Tag::Determiner
                | Tag::Possessive
                | Tag::Adjective
                | Tag::Modifier
                | Tag::Noun
                | Tag::Name => {
                    let Some(p) = self.phrase(i) else {
                        subject = self.my_favourite(i);
                        carried = false;
                        i += if subject.is_some() { 2 } else { 1 };
                        continue;
                    };
                    self.told_by(&p);
                    last.clone_from(&p.thing);
                    let end = p.tokens.end.max(i + 1);
                    if self.group_at(end) {
                        let adverbs = self.adverbs(end);
                        let favourite_of = self.favourite(&p);
                        subject = p.thing.filter(|_| p.definite || p.named).map(|thing| Subject {
                            thing,
                            tokens: i..adverbs,
                            agrees: false,
                            favourite_of,
                        });
                        carried = false;
                        fresh = false;
                        i = adverbs;
                    } else {
                        // "Mel, guess what" goes on; "support and hope" is no subject.
                        fresh = fresh && p.named;
                        i = end;
                    }
                }
            }
        }
    }

    /// What a clause tells, and before it what it says has ended: "I stopped working at Acme".
    /// `carried` tells whether it goes on with the subject of the clause before.
    fn told(
        &mut self,
        who: &Subject,
        g: &Group,
        end: usize,
        leading: Option<usize>,
        carried: bool,
    ) {
        let still = Group { tense: Tense::Present, ..g.clone() };
        let g = if g.tense == Tense::Former && self.is_still(g, end) { &still } else { g };
        let denial = self.frame.denied(carried);
        if denial.is_none()
            && let Some(ended) = ended_by(g, self.make.r.tokens, self.make.r.lexicon)
        {
            self.clause(who, &ended, end, leading, None);
        }
        self.clause(who, g, end, leading, denial.as_ref());
    }

    fn is_framed(&self, i: usize) -> bool {
        let next = self.framed.partition_point(|range| range.end <= i);
        self.framed.get(next).is_some_and(|range| range.contains(&i))
    }

    /// Where the words of a clause end because what follows is not told as so.
    pub(super) fn until_framed(&self, from: usize, end: usize) -> usize {
        let next = self.framed.partition_point(|range| range.start < from);
        self.framed.get(next).map_or(end, |range| range.start.min(end))
    }

    /// The time that goes on to date clauses behind a conjunction: "but now" ends it, and another
    /// one takes its place.
    fn leading_after(&self, i: usize, leading: Option<usize>) -> Option<usize> {
        match self.token(i + 1) {
            Some(Token { tag: Tag::Time(number), .. }) => Some(*number),
            Some(t) if self.make.r.lexicon.among(Set::Now, &t.lower) => None,
            _ => leading,
        }
    }

    /// Whether what used to be so is said to be so still: "and I still do".
    fn is_still(&self, g: &Group, end: usize) -> bool {
        let from = self.clause_end(g.tokens.end, end);
        let word = |i: usize| self.token(i).map_or("", |t| t.lower.as_str());
        let carries = |i| matches!(word(i), "do" | "does" | "am" | "is" | "are" | "'m" | "have");
        (from..end.min(from + 6)).any(|i| word(i) == "still" && (carries(i + 1) || carries(i - 1)))
    }

    /// "my favorite is ramen": what is mine is told by what follows.
    fn my_favourite(&self, at: usize) -> Option<Subject> {
        let owner = self.token(at).filter(|t| t.tag == Tag::Possessive)?;
        self.token(at + 1)
            .filter(|t| matches!(t.lower.as_str(), "favorite" | "favourite" | "fave"))?;
        let owner = self.make.persons.meant(&owner.lower)?.to_owned();
        self.group_at(at + 2).then(|| Subject {
            thing: NamedThing { name: FAVOURITE.to_owned(), kind: "thing".to_owned() },
            tokens: at..at + 2,
            agrees: false,
            favourite_of: Some(owner),
        })
    }

    fn favourite(&self, p: &Phrase) -> Option<String> {
        let inside = self.make.r.tokens.get(p.tokens.clone())?;
        inside.iter().find(|t| matches!(t.lower.as_str(), "favorite" | "favourite" | "fave"))?;
        let owner = inside.iter().find(|t| t.tag == Tag::Possessive)?;
        self.make.persons.meant(&owner.lower).map(str::to_owned)
    }

    /// What a phrase tells by itself, and whom it names.
    fn told_by(&mut self, p: &Phrase) {
        if let Some(thing) = &p.thing {
            self.name(thing);
        }
        self.make.relate(p);
    }

    /// "Went to the shore today": whether a verb without a subject is said by the speaker of
    /// themselves.
    fn implies_speaker(&self, g: &Group, end: usize) -> bool {
        let Some(first) = self.token(g.tokens.start) else { return false };
        let lower = first.lower.as_str();
        if first.tag == Tag::Auxiliary {
            return matches!(lower, "gonna" | "wanna" | "been" | "had" | "did" | "'ve");
        }
        let object = self.token(g.tokens.end).map_or("", |t| t.lower.as_str());
        if first.tag == Tag::Negation || matches!(object, "me" | "us") {
            return false;
        }
        if g.loose {
            // "Taking a break is vital" speaks of the break.
            let mut ahead =
                (g.tokens.end..end.min(g.tokens.end + 14)).filter_map(|i| self.token(i));
            return !ahead.any(|t| {
                t.tag == Tag::Auxiliary
                    || t.tag == Tag::Verb && t.verb.is_some_and(|v| v.forms.third)
                    || matches!(t.lower.as_str(), "you" | "your")
            });
        }
        if g.bare {
            return matches!(g.lemma.as_str(), "love" | "miss")
                || matches!(lower, "hope" | "plan" | "want");
        }
        first.verb.is_some_and(|v| v.forms.past) && !matches!(g.lemma.as_str(), "be" | "let")
    }
}
