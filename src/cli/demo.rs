//! `hippograph demo`: a year of three friends' chat, taken into a memory that lasts as long as the
//! command, with questions asked of it. Shows what is found, right or wrong: it never hides a miss.

use std::io::{self, Write};

use hippograph::eval::locomo::{Conversation, Question};
use hippograph::eval::report::{Report, Row};
use hippograph::ingest::IngestOptions;
use hippograph::memory::{Namespace, Reader};
use hippograph::recall::Query;
use hippograph::schema::Moment;

use super::inspect::{Stats, by_mentions};
use super::open::Global;
use super::page::{Page, count};
use super::show::Reading;
use super::{Outcome, bar, eval, recall};

/// Take in a made-up chat, show what the graph holds, ask it questions, and measure recall.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: hippograph demo")]
pub(super) struct Args {}

/// The dialogue and its questions, in LoCoMo's format; written for this project.
const DIALOGUE: &str = include_str!("../../fixtures/demo.json");
/// What errors call it.
const SOURCE: &str = "demo.json";

/// The questions that are shown: words of the file, and the time in the world that they ask about.
const QUESTIONS: [(&str, Option<&str>); 6] = [
    ("Where does the brother of the woman who set June up with Elis work?", None),
    ("In which city does the sister of the man who bought June's car live?", None),
    ("Which city is Priya going to move to in April 2025?", None),
    ("Who was Tomás working for in July 2024?", Some("2024-07-15")),
    ("On what date did Nadia eat fish for the first time since she was twenty?", None),
    ("When did June and Elis get to know each other?", None),
];

/// How many facts, and how many episodes, are shown for a question.
const SHOWN: usize = 3;
/// How many entities are shown.
const ENTITIES: usize = 10;

pub(super) fn run(global: &Global, _: &Args, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let conversations = hippograph::eval::locomo::read(SOURCE, DIALOGUE)?;
    let dir = tempfile::tempdir()?;
    let embedder = global.embedder()?;
    let memory = global.passing(dir.path().join("store"), &embedder)?;
    for conversation in &conversations {
        // The measurement below finds its namespaces by the names of the conversations.
        let namespace = memory.make_namespace(&conversation.name)?;
        take(&namespace, conversation)?;
        let mut page = Page::new(out);
        let reader = namespace.read();
        holds(&mut page, &reader)?;
        drop(reader);
        for (text, valid) in QUESTIONS {
            let asked = conversation.questions.iter().find(|question| question.text == text);
            let valid = valid.map(str::parse::<Moment>).transpose()?;
            let query = Query { k: SHOWN, valid, ..Query::new(text) };
            ask(&mut page, &namespace, &query, asked)?;
        }
    }
    let report = eval::measure(&embedder, &memory, &conversations, None, recall::How::Auto)?;
    short(&mut Page::new(out), &report)?;
    Ok(Outcome::Found)
}

fn take(namespace: &Namespace<'_>, conversation: &Conversation) -> anyhow::Result<()> {
    let bar = bar::counting("turns", conversation.turns.len());
    let taken = namespace.ingest_with(&conversation.turns, IngestOptions::default(), |batch| {
        bar.set_position(batch.done as u64);
    });
    bar.finish_and_clear();
    taken?;
    Ok(())
}

fn holds(page: &mut Page<'_>, reader: &Reader<'_>) -> io::Result<()> {
    page.line("What the graph holds\n")?;
    Stats::of(reader, reader.ontology()).print(page)?;
    page.line("\nMost mentioned\n")?;
    for (id, mentions) in by_mentions(reader).into_iter().take(ENTITIES) {
        if let Some(entity) = reader.entities().get(&id) {
            page.line(format!("{mentions:>5}  {:<12}  {}", entity.kind, entity.name))?;
        }
    }
    page.line(
        "\nQuestions, with the facts and the episodes that bear on them most\n\
         (* marks an episode that the question's author named as evidence)",
    )
}

fn ask(
    page: &mut Page<'_>,
    namespace: &Namespace<'_>,
    query: &Query,
    asked: Option<&Question>,
) -> anyhow::Result<()> {
    let found = namespace.recall(query)?;
    let reader = namespace.read();
    let reading = Reading { graph: &reader, ontology: reader.ontology(), as_of: query.as_of() };
    page.line("")?;
    let valid = query.valid.map(|valid| format!("   (valid {valid})")).unwrap_or_default();
    page.wrapped("? ", &format!("{}{valid}", query.text))?;
    for hit in &found.facts {
        reading.fact(page, hit.id, &hit.fact)?;
    }
    let evidence = asked.map_or(&[][..], |question| question.evidence.as_slice());
    let mut right = 0;
    for hit in &found.episodes {
        let gold = hit.turn_id.as_ref().is_some_and(|id| evidence.contains(id));
        right += usize::from(gold);
        recall::episode(page, &reading, if gold { "* " } else { "  " }, hit)?;
    }
    let among = count(right, "of them is", "of them are");
    let answer = asked.and_then(|question| question.answer.as_deref()).unwrap_or("not told");
    page.wrapped(
        "  ",
        &format!(
            "The answer: {answer}. Its evidence: {}; {among} among these {SHOWN}.",
            evidence.join(", ")
        ),
    )?;
    Ok(())
}

/// The rows of BM25 and of hippograph, for a person who wants to see the difference.
fn short(page: &mut Page<'_>, report: &Report) -> io::Result<()> {
    page.line("\nEvidence found in the first 10 episodes, % (mean of each question's share)\n")?;
    page.line(format!("{:<14}{:>5}{:>8}{:>12}", "", "n", "bm25", "hippograph"))?;
    let row = |system: &str, group: &str| Some(*report.systems.get(system)?.get(group)?);
    let groups = report.systems.get("hippograph").into_iter().flat_map(|groups| groups.keys());
    for group in groups {
        let at_10 = |row: Option<Row>| {
            let means = row.and_then(|row| row.means);
            means.map_or_else(|| "-".to_owned(), |means| format!("{:.1}", means.recall_at_10))
        };
        let (bm25, own) = (row("bm25", group), row("hippograph", group));
        let n = own.map_or(0, |row| row.n);
        page.line(format!("{group:<14}{n:>5}{:>8}{:>12}", at_10(bm25), at_10(own)))?;
    }
    if report.failed > 0 {
        page.line(format!("\n{} failed", count(report.failed, "question", "questions")))?;
    }
    page.line("")?;
    page.wrapped(
        "",
        "1-4 leaves out the adversarial questions, which ask for what was never said. \
         `hippograph eval locomo FILE` measures any file of this format, with more rows and columns.",
    )
}
