//! From one clause of words to what it tells: by rule, by "is a", or open. What is asserted, of whom
//! and of when is known here; which clauses there are is found in `clauses`, what a verb is done to in
//! `objects`; facts are made in `making`, those without a rule from `open`.

use std::ops::Range;

use graph_schema::record::Modality;

use super::ProposedObject;
use super::clauses::Walk;
use super::lexicon::{Class, Set};
use super::making::{BY_RULE, Claim, Subject, Told};
use super::phrases::person;
use super::supposed::Denial;
use super::validity::Aspect;
use super::verbs::{Group, Mood, Tense};

impl Walk<'_> {
    /// Whether the words say that something is no longer so.
    fn is_ceased(&self, clause: Range<usize>) -> bool {
        let word = |i: usize| self.token(i).map_or("", |t| t.lower.as_str());
        clause.into_iter().any(|i| match word(i) {
            "anymore" => true,
            "longer" => matches!(word(i.wrapping_sub(1)), "no" | "any"),
            "more" => word(i.wrapping_sub(1)) == "any",
            _ => false,
        })
    }

    /// Adds what a clause tells; `leading` is the time named before its subject.
    pub(super) fn clause(
        &mut self,
        subject: &Subject,
        g: &Group,
        end: usize,
        leading: Option<usize>,
        denial: Option<&Denial>,
    ) {
        let denies = denial.map(|denial| (&denial.subject, &denial.group));
        // "the page has pictures" tells little: a subject is a name, or more than one word.
        let name = &subject.thing.name;
        if subject.thing.kind != "person"
            && !name.contains(' ')
            && !name.starts_with(char::is_uppercase)
            && subject.favourite_of.is_none()
        {
            return;
        }
        // "I nearly moved" did not.
        let among =
            |set, i| self.token(i).is_some_and(|t| self.make.r.lexicon.among(set, &t.lower));
        let ever = |i| self.token(i).is_some_and(|t| t.lower == "ever");
        let failed = g
            .tokens
            .clone()
            .chain(subject.tokens.clone())
            .any(|i| among(Set::Failed, i) || among(Set::Seldom, i) && ever(i + 1));
        let modality = match g.mood {
            _ if failed => return,
            Mood::Supposed => return,
            Mood::Told => Modality::Asserted,
            Mood::Planned => Modality::Plan,
            Mood::Wished => Modality::Wish,
        };
        let clause_end = self.clause_end(g.tokens.end, end).max(g.tokens.end);
        let clause_end = self.until_framed(g.tokens.end, clause_end);
        let timing = self.timing(g, clause_end, leading);
        let modality = match modality {
            Modality::Asserted if timing.to_come => Modality::Plan,
            own => own,
        };
        let hangs = modality == Modality::Plan || g.tense == Tense::Present && g.progressive;
        if hangs && self.is_conditional(clause_end) {
            return;
        }
        let negated = g.negated != denial.is_some();
        let ceased = negated && self.is_ceased(g.tokens.start..clause_end);
        let told_clause = Told {
            g,
            modality,
            negated: negated && !ceased,
            ceased,
            timing,
            clause_end,
            denial: denies,
        };
        let mut made = false;
        for (rule, at) in self.make.r.cues.fitting(g, self.make.r.tokens, self.make.r.lexicon) {
            if at > clause_end {
                continue;
            }
            let targets = self.targets(at, clause_end);
            let taken = self.make.by_rule(subject, rule, targets, &told_clause);
            taken.iter().for_each(|thing| self.name(thing));
            if !taken.is_empty() {
                made = true;
                break;
            }
        }
        if g.lemma == "be" && g.mood == Mood::Told {
            made |= self.copula(subject, &told_clause);
        }
        self.open(subject, &told_clause, made);
        self.name(&subject.thing);
    }

    /// "I am a nurse", "Rex is a beagle", "my favourite dish is ramen".
    fn copula(&mut self, subject: &Subject, told: &Told<'_>) -> bool {
        let at = told.g.tokens.end;
        let article = self.token(at).is_some_and(|t| matches!(t.lower.as_str(), "a" | "an"));
        let Some(target) = self.targets(at, told.clause_end).into_iter().next() else {
            return false;
        };
        let last = target.thing.name.split(' ').next_back().unwrap_or_default().to_owned();
        let occupation = self.make.r.lexicon.class(&last).is(Class::OCCUPATION);
        let (about, predicate) = match &subject.favourite_of {
            Some(owner) => (person(owner), "likes"),
            None if article && occupation => (subject.thing.clone(), "works_as"),
            None if article
                && !target.named
                && subject.tokens.len() < 4
                && subject.thing.kind != "thing" =>
            {
                (subject.thing.clone(), "is_a")
            }
            None => return false,
        };
        let Some(about) = self.make.admitted(&about, predicate) else { return false };
        let aspect = Aspect {
            over: told.over() || told.g.tense == Tense::Past,
            tense: told.g.tense,
            ends: told.ceased(),
            ..Aspect::state()
        };
        self.make.make(
            subject,
            told,
            Claim {
                about: &about,
                predicate,
                object: ProposedObject::Thing(target.thing),
                aspect,
                modality: told.modality,
                end: target.end,
                rule: "copula",
                confidence: BY_RULE,
            },
        );
        true
    }
}
