//! Passages with questions that need several of them.

use hippograph::dialogue::{self, Format, ReadOptions};
use hippograph::embed::Embedder as _;
use hippograph::embed::Hashed;
use hippograph::eval::baselines::Baselines;
use hippograph::eval::hipporag2::HippoRag2;
use hippograph::eval::memory::{Measured, Setting};
use hippograph::eval::multihop;
use hippograph::eval::repair::Why;
use hippograph::eval::report::Report;
use hippograph::eval::triples::Triples;
use hippograph::eval::{Asked, System};
use hippograph::index::vectors::Search;
use hippograph::{Memory, Stopped};

use crate::common::{CORPUS, QUESTIONS, measured, set};

fn turns(text: &str) -> Vec<dialogue::Turn> {
    let read = dialogue::read("corpus.json", text, &ReadOptions::default()).expect("passages");
    read.into_iter().flat_map(|c| c.turns).collect()
}

#[test]
fn passages_are_told_from_dialogue_and_become_parts_of_their_document() {
    assert_eq!(dialogue::detect(CORPUS), Some(Format::Passages));
    let read = turns(CORPUS);
    assert_eq!(read.len(), 14);
    assert_eq!(read[1].session, "Torvik");
    assert_eq!(
        read[1].text,
        "Torvik\nTorvik is a harbour town on the island of Sendra. Its lighthouse was finished in 1887."
    );
    assert_eq!((&read[1].speaker, &read[1].said_at, &read[1].id), (&None, &None, &None));
    assert_eq!(read[8].session, read[9].session, "two passages of one document");
    // A turn may have a title; a passage has no speaker.
    let turn = r#"{"title": "mayor", "speaker": "Ann", "text": "Hi."}"#;
    assert_eq!(dialogue::detect(turn), Some(Format::JsonLines));
}

#[test]
fn passages_come_in_lines_in_sentences_and_by_title() {
    let lines = "{\"title\": \"A\", \"text\": \"One.\", \"id\": 7, \"said_at\": \"2024-01-05\"}\n{\"title\": \"B\", \"paragraph_text\": [\"Two.\", \" Three.\", \"Four.\"]}";
    let read = turns(lines);
    assert_eq!(read[0].id.as_deref(), Some("7"));
    assert_eq!(read[0].said_at.map(|m| m.to_string()).as_deref(), Some("2024-01-05"));
    assert_eq!(read[1].text, "B\nTwo. Three. Four.");
    let titled = include_str!("../../fixtures/eval/titled/corpus.json");
    assert_eq!(dialogue::detect(titled), Some(Format::Passages));
    assert_eq!(
        turns(titled)[0].text,
        "Ilse Brandvik\nIlse Brandvik is a glassblower. She was born in Torvik."
    );
}

#[test]
fn a_passage_without_title_or_text_is_an_error_with_its_line() {
    let options = ReadOptions { format: Some(Format::Passages), ..ReadOptions::default() };
    for (text, told) in [
        (
            "[{\"title\": \"A\", \"text\": \"a\"},\n{\"title\": \"B\"}]",
            "c.json line 2: the turn has no `text`",
        ),
        ("{\"title\": \" \", \"text\": \"a\"}", "c.json line 1: the turn has no `title`"),
        ("{\"A\": [\"a\"],\n\"B\": 7}", "c.json line 2"),
        ("{\"title\": \"A\", \"text\": []}", "a list without a sentence"),
    ] {
        let error = dialogue::read("c.json", text, &options).expect_err(text).to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn the_questions_of_both_forms_are_read_and_every_slip_told() {
    let set = set();
    let asked: Vec<_> =
        set.conversation.questions.iter().map(|q| (q.index, q.evidence.join(" + "))).collect();
    assert_eq!(
        asked,
        [
            (0, "Ilse Brandvik + Torvik".to_owned()),
            (1, "Ilse Brandvik + Torvik + Sendra".to_owned()),
            (2, "The Salt Road + Dagny Voss + Quellen".to_owned()),
            (3, "Lantern Workshop + Ambe".to_owned()),
            (4, "Pavel Osk + Quellen (not told which) + Atlantis (not in the corpus)".to_owned()),
        ]
    );
    let slips: Vec<_> =
        set.conversation.repairs.iter().map(|r| (r.question, r.given.as_str(), r.why)).collect();
    assert_eq!(
        slips,
        [
            (4, "Pavel Osk", Why::OtherText),
            (4, "Quellen", Why::Ambiguous),
            (4, "Atlantis", Why::NoSuchTurn),
        ]
    );
    assert_eq!(set.conversation.skipped.len(), 1, "no paragraph supports the last one");
    assert_eq!(
        set.conversation.notes,
        [
            "openie.json: 1 number that JSON has not, read as none",
            "openie.json: knows nothing of 1 of 14 passages",
            "openie.json: 1 triple without three parts dropped",
        ]
    );
    let ids: Vec<_> = set.conversation.turns.iter().filter_map(|t| t.id.as_deref()).collect();
    assert_eq!(ids[8..10], ["Quellen", "Quellen #2"]);

    let titled = multihop::read(
        "titled",
        ("questions.json", include_str!("../../fixtures/eval/titled/questions.json")),
        ("corpus.json", include_str!("../../fixtures/eval/titled/corpus.json")),
        None,
    )
    .expect("a set");
    assert_eq!(titled.conversation.questions.len(), 2);
    assert_eq!(titled.conversation.questions[0].evidence, ["Ilse Brandvik", "Torvik"]);
    assert_eq!(titled.conversation.questions[1].evidence, ["Lyonesse (not in the corpus)"]);
}

/// The evidence of one question written as `fields`, and what was told of it.
fn gold_of(fields: &str) -> (Vec<String>, Vec<String>) {
    let questions = format!("[{{\"question\": \"Where?\", {fields}}}]");
    let corpus = r#"[{"title": "A", "text": "a"}, {"title": "1984", "text": "b"}]"#;
    let set = multihop::read("s", ("q.json", &questions), ("c.json", corpus), None).expect(fields);
    let gold = set.conversation.questions.into_iter().flat_map(|q| q.evidence).collect();
    (gold, set.conversation.repairs.iter().map(ToString::to_string).collect())
}

/// Each way to write gold that was once dropped without a word, so that figures rose.
#[test]
fn gold_is_read_however_it_is_written_and_never_dropped_in_silence() {
    let read = [
        r#""paragraphs": [{"title": "A", "paragraph_text": "a", "is_supporting": 1}, {"title": 1984, "text": "b", "is_supporting": "true"}, {"title": "C", "is_supporting": 0}, {"title": "C", "is_supporting": "False"}, {"title": "C", "is_supporting": null}, {"title": "C"}]"#,
        r#""supporting_facts": {"title": ["A", "1984", "A"], "sent_id": [0, 1, 2]}"#,
        r#""supporting_facts": [{"title": "A", "sent_id": 0}, [1984, 2]]"#,
        r#""paragraphs": [{"title": "A"}], "supporting_facts": ["A", "1984"]"#,
    ];
    for fields in read {
        assert_eq!(gold_of(fields), (vec!["A".to_owned(), "1984".to_owned()], vec![]), "{fields}");
    }
    let paragraph = r#""paragraphs": [{"title": "A", "text": "a", "is_supporting": true}, "#;
    let (gold, told) = gold_of(&format!("{paragraph}{{\"is_supporting\": true}}]"));
    assert_eq!(gold, ["A", "paragraph 2 (cannot be read)"]);
    let sentence =
        "s question 0: \"paragraph 2\" read as paragraph 2 (cannot be read): it cannot be read";
    assert_eq!(told, [sentence]);
    let (gold, told) = gold_of(&format!("{paragraph}{{\"is_supporting\": \"maybe\"}}, 7]"));
    assert_eq!((gold, told.len()), (vec!["A".to_owned()], 2));
    assert!(told[0].contains("\"whether paragraph 2 supports\" dropped"), "{told:?}");
    let (gold, told) = gold_of(r#""supporting_facts": ["A", {"sent_id": 3}, [null], "Z"]"#);
    let lost = ["supporting fact 2 (cannot be read)", "supporting fact 3 (cannot be read)"];
    assert_eq!(gold, ["A", lost[0], lost[1], "Z (not in the corpus)"]);
    assert_eq!(told.len(), 3);
    let (gold, _) = gold_of(r#""supporting_facts": 7"#);
    assert_eq!(gold, ["supporting_facts (cannot be read)"]);
}

/// All rows over the small set, with an embedder that knows spelling only.
fn whole() -> Report {
    let set = set();
    let dir = tempfile::tempdir().expect("a directory");
    let open = |name: &str| {
        let now = Stopped("2030-01-01T12:00:00Z".parse().expect("a moment"));
        Memory::builder(dir.path().join(name), Hashed::new(64), now)
    };
    let triples = set.triples.expect("they came with it");
    let own = open("own").open().expect("a fresh store");
    let told = open("told").extractor(triples.clone()).open().expect("a fresh store");
    let embedder = Hashed::new(64);
    measured(
        &[set.conversation],
        vec![
            &mut Baselines::new(&embedder),
            &mut Measured::with(
                "hippograph",
                [Setting::WHOLE, Setting::NO_WALK],
                &own,
                Search::Auto,
            ),
            &mut Measured::with("hippograph-triples", [Setting::TRIPLES], &told, Search::Auto),
            &mut HippoRag2::new(&embedder, &triples),
        ],
    )
}

#[test]
fn all_rows_answer_over_passages_and_the_only_category_is_all() {
    let report = whole();
    let rows: Vec<_> = report.systems.keys().map(String::as_str).collect();
    assert_eq!(
        rows,
        [
            "bm25",
            "dense",
            "hybrid",
            "hippograph",
            "hippograph-no-walk",
            "hippograph-triples",
            "hipporag2"
        ]
    );
    assert_eq!((report.asked, report.failed, report.skipped), (5, 0, 1), "{:?}", report.failures);
    for (name, groups) in &report.systems {
        assert_eq!(groups.keys().collect::<Vec<_>>(), ["all"], "{name}");
        assert_eq!(groups["all"].n, 5);
    }
    assert_eq!(report.shallow[0].depths, [20]);
    let json = serde_json::to_value(&report).expect("plain data");
    for figure in ["recall@2", "recall@5", "recall@10", "all@5", "mrr"] {
        assert!(json["systems"]["hipporag2"]["all"][figure].is_number(), "{figure}");
    }
}

#[test]
fn two_runs_are_the_same_but_for_the_times() {
    let once = || {
        let mut report = whole();
        report.forget_times();
        serde_json::to_string(&report).expect("plain data")
    };
    assert_eq!(once(), once());
}

/// The question names who is in one passage, whose triple leads to Torvik, whose own leads to Sendra:
/// both come before the Corrin Hills, which no such chain brings as near.
#[test]
fn hipporag2_walks_a_chain_that_its_facts_tell() {
    let set = set();
    let triples = set.triples.expect("they came with it");
    let embedder = Hashed::new(256);
    let mut system = HippoRag2::new(&embedder, &triples);
    let mut rows = system.ingest("town", &set.conversation.turns).expect("it takes them in");
    let question = "Where was Ilse Brandvik born?";
    let vectors = embedder.embed(&[question]).expect("it embeds");
    let ranking = rows[0].retrieve(&Asked { question, vectors: &vectors }, 14).expect("it answers");
    let ids: Vec<&str> = ranking.ids.iter().map(|(id, _)| id.as_str()).collect();
    let rank = |id: &str| ids.iter().position(|other| *other == id).expect("all are ranked");
    assert_eq!(ids.len(), 14);
    assert_eq!(rank("Ilse Brandvik"), 0);
    assert!(rank("Torvik") < 4 && rank("Sendra") < rank("Corrin Hills"), "{ids:?}");
    assert!(ranking.ids.windows(2).all(|pair| pair[0].1 >= pair[1].1));
    // The walk begins at each passage too, by its own cosine, but for the one that is least alike.
    assert!(ranking.ids[..13].iter().all(|(_, mass)| *mass > 0.0), "{ranking:?}");
    assert!(rows[0].retrieve(&Asked { question, vectors: &[] }, 5).is_err(), "it wants a vector");
    assert!(rows[0].retrieve(&Asked { question, vectors: &[vec![1.0]] }, 5).is_err());
}

#[test]
fn hipporag2_without_triples_ranks_by_cosine() {
    let (questions, corpus) = (("q.json", QUESTIONS), ("c.json", CORPUS));
    let set = multihop::read("town", questions, corpus, None).expect("a set");
    let triples = Triples::read("o.json", "{\"docs\": []}").expect("no triple is read");
    let embedder = Hashed::new(64);
    let conversations = [set.conversation];
    let report = measured(
        &conversations,
        vec![&mut Baselines::new(&embedder), &mut HippoRag2::new(&embedder, &triples)],
    );
    for record in &report.questions {
        assert_eq!(
            record.systems["dense"].ranks, record.systems["hipporag2"].ranks,
            "{}",
            record.text
        );
    }
}

#[test]
fn files_of_another_form_are_refused_with_their_names() {
    let good = (("questions.json", QUESTIONS), ("corpus.json", CORPUS));
    for (questions, corpus, openie, told) in [
        (("q.json", "{}"), good.1, None, "q.json: it is not a list of questions"),
        (("q.json", "["), good.1, None, "q.json is not JSON"),
        (good.0, ("c.json", "[]x"), None, "c.json"),
        (good.0, good.1, Some(("o.json", "{\"docs\": 3}")), "o.json: `docs` is not a list"),
        (good.0, good.1, Some(("o.json", "[{}]")), "o.json: document 1 is not a passage"),
        (
            good.0,
            good.1,
            Some(("o.json", r#"[{"passage": "x", "extracted_triples": [["a", "b", "c"]]}]"#)),
            "o.json has no triple of any of the 14 passages",
        ),
    ] {
        let error = multihop::read("set", questions, corpus, openie).expect_err(told);
        let source = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
        assert!(format!("{error}: {source}").contains(told), "{error}: {source}");
    }
}

#[test]
fn a_question_that_is_there_twice_counts_once() {
    let questions = r#"[{"question": "Where?", "supporting_facts": ["A", "1984"]},
        {"question": "where? ", "supporting_facts": ["1984", "A"]},
        {"question": "Where?", "supporting_facts": ["A"]}]"#;
    let corpus = r#"[{"title": "A", "text": "a"}, {"title": "1984", "text": "b"}]"#;
    let set = multihop::read("s", ("q.json", questions), ("c.json", corpus), None).expect("a set");
    let asked: Vec<usize> = set.conversation.questions.iter().map(|q| q.index).collect();
    assert_eq!((asked, set.conversation.skipped.len()), (vec![0, 2], 1));
}
