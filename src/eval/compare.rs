//! Two reports, question by question: which questions moved, by how much, and whether that is more
//! than noise. Compares only what both asked and answered; what one lacks it counts.

mod doubts;

use std::collections::{BTreeSet, HashMap};
use std::fmt::{self, Display, Formatter};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::metrics::{percent, round};
use super::questions::Category;
use super::record::{Found, Record};
use super::report::Report;
use super::spread::{bootstrap, sign_test};
use super::told;

pub use doubts::check;

use doubts::{one_sided, warnings};

/// How unlikely chance must be as the cause of a difference that is not called noise.
const SIGNIFICANT: f64 = 0.05;
/// How many moved questions the table shows for each row.
const SHOWN: usize = 10;

/// How the rows of two reports differ.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The depth of the recall that is compared.
    pub depth: usize,
    /// What keeps the two from being comparable, or makes the comparison doubtful.
    pub warnings: Vec<String>,
    /// The rows, by name; `a against b` when two names are compared.
    pub rows: IndexMap<String, Pair>,
}

/// How one row of the first report and one of the second differ.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// By group of questions: `1-4`, or `all` where there are no categories, first.
    pub groups: IndexMap<String, Difference>,
    /// The questions whose recall differs, the greatest difference first.
    pub moved: Vec<Moved>,
}

/// The difference of recall over the questions of a group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// How many questions both answered.
    pub n: usize,
    /// The mean of the first, in percent.
    pub before: f64,
    /// The mean of the second, in percent.
    pub after: f64,
    /// The second less the first, in points.
    pub delta: f64,
    /// The 95 % bootstrap interval of the difference over questions, each with itself.
    pub interval: [f64; 2],
    /// How many questions have more of their evidence than before.
    pub up: usize,
    /// How many have less.
    pub down: usize,
    /// How likely so lopsided a split of up and down is by chance: the two-sided sign test.
    pub p: f64,
    /// What to think of it, in words.
    pub verdict: String,
}

/// A question whose recall differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    /// Which conversation.
    pub conversation: String,
    /// The question's place in the file's list, from 0.
    pub question: usize,
    /// Its words.
    pub text: String,
    /// Its category's name.
    pub category: String,
    /// What share of its evidence the first report's row found, in percent.
    pub before: f64,
    /// The second report's.
    pub after: f64,
}

/// Compares `before` and `after`: every row of the same name, or else the `rows` given as pairs of a
/// name of the first and one of the second. What is compared is recall in the first `depth`, of
/// which reports know up to [`super::metrics::DEEPEST`]. `seed` is that of the intervals.
pub fn compare(
    before: &Report,
    after: &Report,
    rows: &[(String, String)],
    depth: usize,
    seed: u64,
) -> Comparison {
    let mut comparison =
        Comparison { depth, warnings: warnings(before, after), ..Comparison::default() };
    let same = || before.systems.keys().filter(|name| after.systems.contains_key(*name));
    let rows: Vec<(String, String)> = match rows {
        [] => same().map(|name| (name.clone(), name.clone())).collect(),
        rows => rows.to_vec(),
    };
    let others: HashMap<Key<'_>, &Record> =
        after.questions.iter().map(|record| (key(record), record)).collect();
    for (first, second) in rows {
        let missing = [(before, &first), (after, &second)];
        let missing =
            missing.into_iter().filter(|(report, row)| !report.systems.contains_key(*row));
        let missing: BTreeSet<&String> = missing.map(|(_, row)| row).collect();
        let both = missing.is_empty();
        comparison.warnings.extend(missing.into_iter().map(|row| no_row(row, before, after)));
        let pairs: Vec<Paired<'_>> = before
            .questions
            .iter()
            .filter_map(|record| {
                let other = others.get(&key(record))?;
                let at = |record: &Record, name: &str| {
                    record.systems.get(name).and_then(|found: &Found| found.recall_at(depth))
                };
                Some(Paired { record, before: at(record, &first)?, after: at(other, &second)? })
            })
            .collect();
        if both {
            let sides = one_sided((before, first.as_str()), (after, second.as_str()));
            comparison.warnings.extend(sides);
        }
        if !pairs.is_empty() {
            let name = if first == second { first } else { format!("{first} against {second}") };
            comparison.rows.insert(name, pair(&pairs, seed));
        }
    }
    comparison
}

/// That one of the reports or both have no such row, and which rows there are.
fn no_row(row: &str, before: &Report, after: &Report) -> String {
    let rows = |report: &Report| report.systems.keys().cloned().collect::<Vec<_>>().join(", ");
    let (first, second) = (rows(before), rows(after));
    match (before.systems.contains_key(row), after.systems.contains_key(row)) {
        (false, false) if first == second => {
            format!("no report has a row {row}; both have {first}")
        }
        (false, false) => {
            format!("no report has a row {row}; the first has {first}, the second {second}")
        }
        (false, true) => format!("the first report has no row {row}; it has {first}"),
        _ => format!("the second report has no row {row}; it has {second}"),
    }
}

struct Paired<'r> {
    record: &'r Record,
    before: f64,
    after: f64,
}

/// A question by its conversation, its place and its words.
type Key<'r> = (&'r str, usize, &'r str);

fn key(record: &Record) -> Key<'_> {
    (&record.conversation, record.question, &record.text)
}

fn pair(pairs: &[Paired<'_>], seed: u64) -> Pair {
    let mut groups = IndexMap::new();
    for name in Category::groups() {
        let group = pairs.iter().filter(|pair| pair.record.belongs(name));
        let values: Vec<(f64, f64)> = group.map(|pair| (pair.before, pair.after)).collect();
        if let Some(difference) = difference(&values, seed) {
            groups.insert(name.to_owned(), difference);
        }
    }
    let mut moved: Vec<&Paired<'_>> =
        pairs.iter().filter(|pair| differs(pair.before, pair.after)).collect();
    moved.sort_by(|a, b| (b.after - b.before).abs().total_cmp(&(a.after - a.before).abs()));
    let moved = moved.into_iter().map(|pair| Moved {
        conversation: pair.record.conversation.clone(),
        question: pair.record.question,
        text: pair.record.text.clone(),
        category: pair.record.category.clone(),
        before: percent(pair.before),
        after: percent(pair.after),
    });
    Pair { groups, moved: moved.collect() }
}

fn difference(values: &[(f64, f64)], seed: u64) -> Option<Difference> {
    let n = values.len();
    let deltas: Vec<f64> = values.iter().map(|(before, after)| after - before).collect();
    let [low, high] = bootstrap(&deltas, seed)?;
    let mean = |of: fn(&(f64, f64)) -> f64| values.iter().map(of).sum::<f64>() / n as f64;
    let (before, after) = (mean(|v| v.0), mean(|v| v.1));
    let moved = || values.iter().filter(|(before, after)| differs(*before, *after));
    let up = moved().filter(|(before, after)| after > before).count();
    let down = moved().count() - up;
    let p = sign_test(up, down);
    Some(Difference {
        n,
        before: percent(before),
        after: percent(after),
        delta: percent(after - before),
        interval: [percent(low), percent(high)],
        up,
        down,
        p: round(p, 1e4),
        verdict: verdict(up, down, [low, high], p).to_owned(),
    })
}

/// Both the interval of the mean and the sign test must speak against chance.
fn verdict(up: usize, down: usize, [low, high]: [f64; 2], p: f64) -> &'static str {
    let apart = low > 0.0 || high < 0.0;
    let lopsided = p < SIGNIFICANT;
    match (up + down, apart, lopsided) {
        (0, ..) => "nothing moved",
        (_, true, true) if low > 0.0 && up > down => "better, and not by chance",
        (_, true, true) if high < 0.0 && down > up => "worse, and not by chance",
        (_, false, false) => "noise: as large a difference comes by chance",
        _ => "doubtful: the mean and the count of moved questions do not both speak against chance",
    }
}

fn differs(a: f64, b: f64) -> bool {
    (a - b).abs() > 1e-9
}

impl Display for Comparison {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for warning in &self.warnings {
            writeln!(f, "{}", told::wrapped("careful: ", "  ", warning))?;
        }
        for (name, pair) in &self.rows {
            writeln!(f, "{name}, recall@{}", self.depth)?;
            for (group, d) in &pair.groups {
                let [low, high] = d.interval;
                writeln!(
                    f,
                    "  {group:<12} n {:>5}  {:>5.1} to {:>5.1}  {:+.1} ({low:+.1} to {high:+.1})  \
                     {} up, {} down, p {:.3}",
                    d.n, d.before, d.after, d.delta, d.up, d.down, d.p
                )?;
                writeln!(f, "{}", told::wrapped("    ", "    ", &d.verdict))?;
            }
            for moved in pair.moved.iter().take(SHOWN) {
                let (conversation, question) = (&moved.conversation, moved.question);
                let line = format!("{conversation} question {question}: {}", moved.text);
                let head = format!("    {:>5.1} to {:>5.1}  ", moved.before, moved.after);
                writeln!(f, "{}", told::wrapped(&head, "      ", &line))?;
            }
            if pair.moved.len() > SHOWN {
                writeln!(f, "    and {} more that moved", pair.moved.len() - SHOWN)?;
            }
        }
        Ok(())
    }
}
