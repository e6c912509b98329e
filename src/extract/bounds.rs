//! Where clauses and their verb groups begin and end. Looks a bounded number of tokens ahead, and
//! never at what a clause tells.

use super::clauses::Walk;
use super::tokens::Tag;
use super::verbs::begins_group;

/// The most tokens of a clause after its verb.
const LONGEST_CLAUSE: usize = 40;

impl Walk<'_> {
    /// Whether a verb group begins here, adverbs passed over.
    pub(super) fn group_at(&self, at: usize) -> bool {
        begins_group(self.token(self.adverbs(at)))
    }

    /// The tokens after adverbs, where the verb group begins.
    pub(super) fn adverbs(&self, at: usize) -> usize {
        (at..at + 3).find(|i| self.token(*i).is_none_or(|t| t.tag != Tag::Adverb)).unwrap_or(at)
    }

    /// Where the clause ends that goes on at a token.
    pub(super) fn clause_end(&self, from: usize, end: usize) -> usize {
        let limit = end.min(from + LONGEST_CLAUSE);
        let mut i = from;
        while i < limit {
            let Some(token) = self.token(i) else { return i };
            match token.tag {
                Tag::End => return i,
                Tag::Mark if token.lower == "," => {
                    let next = self.token(i + 1);
                    let conjunction = next.is_some_and(|t| t.tag == Tag::Conjunction);
                    if self.begins_clause(i + 1) || conjunction && self.begins_clause(i + 2) {
                        return i;
                    }
                }
                Tag::Mark if matches!(token.lower.as_str(), ";" | ":" | "-" | "(") => return i,
                Tag::Conjunction => match token.lower.as_str() {
                    "and" | "but" | "or" | "&" | "plus" if self.begins_clause(i + 1) => return i,
                    "so" | "if" | "when" | "although" | "though" | "unless" | "while" => return i,
                    _ => {}
                },
                _ => {}
            }
            i += 1;
        }
        limit
    }

    pub(super) fn begins_clause(&self, at: usize) -> bool {
        // "But in 2021 I moved".
        let timed = self.token(at).is_some_and(|t| matches!(t.tag, Tag::Time(_)));
        let at = self.adverbs(at + usize::from(timed));
        self.token(at).is_some_and(|t| match t.tag {
            Tag::Pronoun => self.group_at(at + 1),
            Tag::Verb | Tag::Auxiliary => true,
            Tag::Possessive | Tag::Determiner | Tag::Name => self.phrase(at).is_some_and(|p| {
                self.token(p.tokens.end)
                    .is_some_and(|t| matches!(t.tag, Tag::Verb | Tag::Auxiliary))
            }),
            _ => false,
        })
    }
}
