//! What the words of a clause tell of its time: a date, a length, a recurrence, or a time that cannot
//! be told. What that makes of a fact is decided in `validity`.

use graph_schema::{Holds, Interval};

use super::clauses::Walk;
use super::times::Timed;
use super::tokens::Tag;
use super::validity::TimeTold;
use super::verbs::{Group, Mood, Tense};

/// When a clause is so, as its words tell it.
pub(super) struct Timing {
    pub(super) time: TimeTold,
    /// The same, where its bounds are worth saying.
    pub(super) shown: Option<Interval>,
    /// Told of the present, it names a day to come.
    pub(super) to_come: bool,
    /// Told as over.
    pub(super) over: bool,
    /// Told as a habit: of the present without an end, or again and again.
    pub(super) habit: bool,
}

impl Walk<'_> {
    /// The timing of a verb group whose clause ends at a token; `leading` is the time named before
    /// its subject.
    pub(super) fn timing(&self, g: &Group, clause_end: usize, leading: Option<usize>) -> Timing {
        let inside = (g.tokens.start..clause_end).filter_map(|i| match self.token(i)?.tag {
            Tag::Time(number) => Some(number),
            _ => None,
        });
        let (when, often): (Vec<_>, Vec<_>) = inside
            .chain(leading)
            .filter_map(|n| self.make.r.times.dated.get(n))
            .partition(|e| e.interval.is_some());
        // "These days" says of what is so only that it is so now; a plan that is over has no day.
        let now = |e: &&Timed| e.vague && g.tense == Tense::Present && self.is_now(e);
        let told = when.first().copied().filter(|e| !g.past_plan && !now(e));
        // The bounds of "recently" are for the fact; a sentence says them best in its own words.
        let shown = told.filter(|e| !e.vague).and_then(|e| e.interval);
        let told = told.and_then(|e| e.interval);
        let words = self.make.bytes(self.frame.from.min(g.tokens.start)..clause_end);
        let lasted = self.make.r.times.lasting(&words);
        let lasted = lasted.filter(|_| told.is_none() && g.mood == Mood::Told && !g.negated);
        // "I've had a dog for three years" lasts still; what was told so is over.
        let before_then = g.tense == Tense::Perfect && self.is_past_perfect(g);
        let still = g.tense == Tense::Perfect && !before_then;
        let so_far = lasted.filter(|_| still).and_then(|l| l.so_far);
        let (told, shown) = (told.or(so_far), shown.or(so_far));
        let told = told.or(self.frame.since.filter(|_| g.mood == Mood::Told));
        let open = || {
            self.make.r.times.is_open(&words) || self.dated_by_clause(g.tokens.start, clause_end)
        };
        let time = match told {
            Some(told) => TimeTold::At(told),
            None if g.tense == Tense::Past && !g.past_plan && open() => TimeTold::Open,
            None => TimeTold::Nothing,
        };
        let simple = g.tense == Tense::Present && !g.progressive && !g.loose;
        Timing {
            time,
            shown,
            // "I fly to Madrid on Friday" tells what is to come.
            to_come: g.tense == Tense::Present && told.is_some_and(|t| self.is_to_come(&t)),
            over: g.tense == Tense::Former
                || g.past_plan
                || g.tense == Tense::Past && !often.is_empty()
                || (g.tense == Tense::Past || before_then) && lasted.is_some(),
            habit: !often.is_empty() || simple || g.tense == Tense::Former,
        }
    }

    /// Whether a time holds at the turn.
    fn is_now(&self, told: &Timed) -> bool {
        let holds = told.interval.zip(self.make.r.said_at).map(|(told, said)| told.holds_at(said));
        holds == Some(Holds::Yes)
    }

    /// Whether a time begins after the day of the turn.
    fn is_to_come(&self, told: &Interval) -> bool {
        let from = told.certain_from();
        let day = self.make.r.said_at.map(Interval::day_of).and_then(|day| day.until());
        matches!((from, day), (Some(from), Some(tomorrow)) if tomorrow <= from)
    }

    /// Whether a group is of "had been", not of "has had".
    fn is_past_perfect(&self, g: &Group) -> bool {
        let has = |words: &[&str]| {
            let mut tokens = g.tokens.clone().filter_map(|i| self.token(i));
            tokens.any(|t| words.contains(&t.lower.as_str()))
        };
        has(&["had"]) && !has(&["have", "has", "'ve", "'s"])
    }
}
