//! Systems whose worth is known: what the harness must say of them.

use hippograph::dialogue::Turn;
use hippograph::embed::Hashed;
use hippograph::eval::baselines::Baselines;
use hippograph::eval::markdown;
use hippograph::eval::memory::Measured;
use hippograph::eval::multihop;
use hippograph::eval::questions::Conversation;
use hippograph::eval::report::{Means, Report};
use hippograph::eval::{Asked, Cause, EvalError, Loss, Ranking, Retriever, System};
use hippograph::index::vectors::Search;
use hippograph::{Memory, Stopped};
use serde_json::{Value, json};

use crate::common::{
    Planted, cells, generated, measured, measured_and_written, oracle, read, refuser, set, shuffle,
    untidy,
};

fn several() -> Vec<Conversation> {
    let samples: Vec<Value> = (0..4).map(|n| generated(&format!("c{n}"), 200, 60, n)).collect();
    read(&samples)
}

#[test]
fn an_oracle_scores_a_hundred_on_dialogue_and_on_passages() {
    let mut passages = set().conversation;
    passages.questions.retain(|question| question.index != 4);
    // Of these some evidence is no turn.
    let mut dialogue = untidy();
    dialogue[0].questions.retain(|question| ![4, 7].contains(&question.index));
    for conversations in [several(), dialogue, vec![passages]] {
        let report = measured(&conversations, vec![&mut oracle(&conversations)]);
        for (group, row) in &report.systems["oracle"] {
            let m = row.means.expect("all is answered");
            // With more gold than fits, the shallowest recall is less even for an oracle.
            let told = |name: &str| !matches!(name, "R@1" | "R@2" | "tok@10");
            for (name, figure) in Means::NAMES.into_iter().zip(m.figures()) {
                assert!(!told(name) || figure > 99.999, "{group}, {name}: {m:?}");
            }
            assert!(
                m.intervals.recall_at_10.by_question.iter().all(|end| *end > 99.999),
                "{group}: {m:?}"
            );
        }
        let asked: usize = conversations.iter().map(|c| c.questions.len()).sum();
        assert_eq!((report.asked, report.answered, report.failed), (asked, asked, 0));
        assert!(report.losses.is_empty() && report.sound().is_ok());
    }
    // Of the three passages that one question needs, the corpus has one.
    let conversations = [set().conversation];
    let report = measured(&conversations, vec![&mut oracle(&conversations)]);
    let m = report.means("oracle", "all").expect("all is answered");
    assert!((m.recall_at_10 - (4.0 + 1.0 / 3.0) / 5.0 * 100.0).abs() < 0.1, "{m:?}");
    // Each of these has two gold turns: one of them is at rank 1, and both are in the first two.
    let conversations = several();
    let report = measured(&conversations, vec![&mut oracle(&conversations)]);
    let m = report.means("oracle", "1-4").expect("all is answered");
    assert!((m.recall_at_1 - 50.0).abs() < 1e-9 && m.recall_at_2 > 99.999, "{m:?}");
}

#[test]
fn a_shuffle_scores_chance_within_each_of_its_intervals() {
    let conversations = several();
    let report = measured(&conversations, vec![&mut shuffle(7)]);
    let m = report.means("shuffle", "1-4").expect("all is answered");
    // Of 200 turns, ten hold 5 % of any gold, and five 2.5 %.
    for (interval, chance) in [(m.intervals.recall_at_10, 5.0), (m.intervals.recall_at_5, 2.5)] {
        let drawn = [Some(interval.by_question), interval.by_conversation, interval.by_both];
        for [low, high] in drawn.map(|ends| ends.expect("there are four conversations")) {
            assert!(low <= chance && chance <= high, "{low} to {high} has no {chance}");
            assert!(high - low < 3.0, "{low} to {high} says nothing");
        }
    }
}

#[test]
fn refusing_everything_wins_nothing_in_any_group() {
    let conversations = several();
    let report = measured(&conversations, vec![&mut refuser(), &mut shuffle(7)]);
    assert_eq!(report.systems["refuser"].len(), 6, "the adversarial questions too");
    for (group, row) in &report.systems["refuser"] {
        let m = row.means.expect("it answers, with nothing");
        assert!(m.figures().iter().all(|figure| figure.abs() < 1e-9), "{group}: {m:?}");
        let other = report.means("shuffle", group).expect("it answers");
        assert!(other.recall_at_20 > m.recall_at_20, "{group}");
    }
    assert_eq!((report.answered, report.failed), (1_200, 0), "no answer is not no failure");
}

/// A system whose best score is high where there is an answer, one that has it the other way round,
/// and those whose scores say nothing, of which one finds nothing at all.
#[test]
fn who_knows_what_it_does_not_know_is_told_from_who_guesses() {
    struct Scored(&'static str, fn(bool) -> Option<f32>);
    struct Row<'s>(&'s Scored);
    impl System for Scored {
        fn name(&self) -> &str {
            self.0
        }
        fn ingest(&mut self, _: &str, _: &[Turn]) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
            Ok(vec![Box::new(Row(self))])
        }
    }
    impl Retriever for Row<'_> {
        fn name(&self) -> &str {
            self.0.0
        }
        fn retrieve(&mut self, asked: &Asked<'_>, _: usize) -> Result<Ranking, Cause> {
            // Every fifth question is adversarial.
            let at: usize = asked.question.rsplit(' ').next().map_or(Ok(0), str::parse)?;
            let score = (self.0.1)(at % 5 == 4);
            Ok(Ranking { ids: score.map(|score| ("D1:0".to_owned(), score)).into_iter().collect() })
        }
    }
    let conversations = several();
    let mut systems = [
        Scored("sage", |adversarial| Some(if adversarial { 0.1 } else { 0.2 })),
        Scored("silent", |adversarial| (!adversarial).then_some(-3.0)),
        Scored("liar", |adversarial| Some(if adversarial { 0.2 } else { 0.1 })),
        Scored("even", |_| Some(0.5)),
    ];
    let mut all: Vec<&mut dyn System> = Vec::new();
    let mut refuser = refuser();
    all.extend(systems.iter_mut().map(|system| system as &mut dyn System));
    all.push(&mut refuser);
    let report = measured(&conversations, all);
    let told: Vec<_> =
        report.abstention.iter().map(|(name, a)| (name.as_str(), a.auroc.round())).collect();
    assert_eq!(
        told,
        [("sage", 100.0), ("silent", 100.0), ("liar", 0.0), ("even", 50.0), ("refuser", 50.0)]
    );
    let even = report.abstention["even"];
    assert_eq!((even.answerable, even.adversarial), (960, 240));
    assert_eq!(report.questions[0].systems["even"].best, Some(0.5));
    assert!(report.to_string().contains("960 questions of 1-4, 240 adversarial"), "{report}");
    // Passages have no such questions.
    let passages = [set().conversation];
    assert!(measured(&passages, vec![&mut oracle(&passages)]).abstention.is_empty());
}

/// One sample whose first turn says what `leak` makes of the first question.
fn leaking(leak: impl Fn(&Value) -> String) -> Report {
    let mut sample = generated("c", 30, 1, 5);
    let question = json!("Which of the two ferries did Ada take to Oslo?");
    *sample.pointer_mut("/qa/0/question").expect("it is there") = question;
    let text = leak(sample.pointer("/qa/0").expect("it is there"));
    *sample.pointer_mut("/conversation/session_1/0/text").expect("it is there") = json!(text);
    let conversations = read(&[sample]);
    measured(&conversations, vec![&mut refuser()])
}

#[test]
fn gold_in_what_is_taken_in_is_caught() {
    let question =
        leaking(|qa| format!("Q. {}", qa["question"].as_str().expect("words").to_uppercase()));
    let evidence =
        leaking(|qa| format!("see {} and then {}", qa["evidence"][0], qa["evidence"][1]));
    for (report, what) in [(question, "the question"), (evidence, "the evidence")] {
        assert_eq!(report.leaks.len(), 1, "{what}");
        assert_eq!((report.leaks[0].turn.as_str(), report.leaks[0].question), ("D1:0", 0));
        assert_eq!(report.leaks[0].what.to_string(), what);
        // Failures may be allowed; this never.
        assert!(
            matches!(report.sound_but_for_failures(), Err(EvalError::Leaked { turns: 1 })),
            "{what}"
        );
    }
    let innocent =
        leaking(|_| "Ada took one of two ferries to Oslo, D1:7 on the ticket.".to_owned());
    assert_eq!((innocent.leaks.len(), innocent.sound().is_ok()), (0, true));
}

#[test]
fn a_turn_that_gives_several_questions_away_is_one() {
    let mut sample = generated("c", 30, 2, 5);
    let question = json!("Which of the two ferries did Ada take to Oslo?");
    for at in 0..3 {
        sample["qa"][at]["question"] = question.clone();
    }
    sample["conversation"]["session_1"][0]["text"] = question;
    let conversations = read(&[sample]);
    let report = measured(&conversations, vec![&mut refuser()]);
    assert_eq!(report.leaks.len(), 3);
    let error = report.sound().expect_err("gold is in it");
    assert!(matches!(error, EvalError::Leaked { turns: 1 }), "{error}");
    assert!(error.to_string().starts_with("1 turn holds a question"), "{error}");
}

#[test]
fn a_question_that_fails_is_counted_and_fails_the_run_unless_allowed() {
    let conversations = read(&[generated("c", 30, 4, 5)]);
    let mut oracle = oracle(&conversations);
    let gold = &mut oracle.rows.first_mut().expect("a row").1;
    let mut brittle = Planted::one("brittle", |question, k, ids| match question {
        "c 7" => Err("the well is dry".into()),
        other => gold(other, k, ids),
    });
    let (report, answers) =
        measured_and_written(&conversations, vec![&mut brittle, &mut refuser()]);
    assert_eq!((report.asked, report.answered, report.failed), (20, 19, 1));
    // c 7 is of the third category: neither right nor wrong there, and seen to be missing.
    let row = report.systems["brittle"]["open-domain"];
    assert_eq!((row.n, row.failed, row.means.map(|m| m.recall_at_10)), (3, 1, Some(100.0)));
    assert!(matches!(report.sound(), Err(EvalError::Failed { failed: 1, asked: 20 })));
    assert!(report.sound_but_for_failures().is_ok());
    // It is told with its message, and never as an empty ranking.
    let told: Vec<_> = report.failures.iter().map(|f| (f.question, f.error.as_str())).collect();
    assert_eq!(told, [(7, "it failed: the well is dry")]);
    assert!(report.to_string().contains("brittle, c question 7: it failed: the well is dry"));
    let failed: Vec<_> = answers.iter().filter(|answer| answer.ranked.is_none()).collect();
    assert_eq!((failed.len(), failed[0].error.as_deref()), (1, Some("it failed: the well is dry")));
    let record = report.questions.iter().find(|r| r.text == "c 7").expect("it has a record");
    assert_eq!(record.systems["brittle"].ranks, None);
    assert_eq!(record.systems["refuser"].ranks, Some(vec![None, None]));
}

#[test]
fn a_depth_that_takes_in_everything_is_told() {
    let conversations = read(&[generated("small", 7, 1, 1), generated("large", 40, 1, 2)]);
    let report = measured(&conversations, vec![&mut shuffle(3)]);
    assert_eq!(report.shallow.len(), 1);
    let shallow = &report.shallow[0];
    assert_eq!((shallow.conversation.as_str(), shallow.turns), ("small", 7));
    assert_eq!(shallow.depths, [10, 20]);
    assert!(report.to_string().contains("small has 7 turns: R@10, R@20"), "{report}");
    assert!(report.systems["shuffle"]["1-4"].n == 8);
}

#[test]
fn each_question_has_a_record_that_bears_the_figures_out() {
    let conversations = several();
    let report = measured(&conversations, vec![&mut shuffle(7), &mut oracle(&conversations)]);
    assert_eq!(report.questions.len(), 1_200);
    for system in ["shuffle", "oracle"] {
        let counted = report.questions.iter().filter(|r| r.category != "adversarial");
        let recalls: Vec<f64> =
            counted.map(|r| r.systems[system].recall_at(10).expect("it was answered")).collect();
        let mean = 100.0 * recalls.iter().sum::<f64>() / recalls.len() as f64;
        let told = report.means(system, "1-4").expect("all is answered").recall_at_10;
        assert!((mean - told).abs() < 0.006, "{system}: {mean} and {told}");
    }
}

#[test]
fn tokens_are_those_of_the_ten_best_turns() {
    let conversations = read(&[generated("c", 30, 1, 1)]);
    let report = measured(&conversations, vec![&mut shuffle(3), &mut oracle(&conversations)]);
    // "Ada: turn 7" is four.
    let tokens = |system| report.means(system, "1-4").expect("all is answered").tokens_at_10;
    assert!((tokens("shuffle") - 40.0).abs() < 1e-9 && (tokens("oracle") - 8.0).abs() < 1e-9);
}

/// Of two turns one says nothing that could be read, and one nothing near the question.
#[test]
fn where_evidence_is_lost_is_told_by_stage() {
    let liked = ["Bea", "Cleo", "Dora", "Ella", "Fay", "Gus", "Hana"];
    let text = |at: usize| format!("Kai likes {}, number {at}.", liked[at % liked.len()]);
    let turn = |at| json!({"speaker": "Ann", "dia_id": format!("D1:{at}"), "text": text(at)});
    let mut turns: Vec<Value> = (0..120).map(turn).collect();
    turns.push(json!({"speaker": "Ann", "dia_id": "D1:120", "text": "hm, well."}));
    let apart = json!([{"speaker": "Ann", "dia_id": "D2:1", "text": "Zorba lives in Xanthi."}]);
    let sample = json!({
        "sample_id": "c",
        "conversation": {"session_1": turns, "session_2": apart},
        "qa": [{"question": "Whom does Kai like?", "category": 4, "evidence": ["D1:120", "D2:1"]}],
    });
    let conversations = read(&[sample]);
    let dir = tempfile::tempdir().expect("a directory");
    let now = Stopped("2030-01-01T12:00:00Z".parse().expect("a moment"));
    let memory = Memory::builder(dir.path(), Hashed::new(64), now).open().expect("a fresh store");
    let embedder = Hashed::new(64);
    let mut own = Measured::new(&memory, Search::Auto);
    let report = measured(&conversations, vec![&mut Baselines::new(&embedder), &mut own]);
    let lost = &report.questions[0].systems["hippograph"].lost;
    assert_eq!(lost.get("D1:120"), Some(&Loss::NotExtracted));
    assert_eq!(lost.get("D2:1"), Some(&Loss::NotSeeded));
    assert_eq!(report.losses["hippograph"]["1-4"].values().sum::<usize>(), 2);
    assert!(!report.losses.contains_key("bm25"), "who does not walk tells nothing");
    assert!(!report.losses.contains_key("hippograph-no-walk"), "who does not walk tells nothing");
    let page = markdown::page(&report);
    assert!(cells(&page).contains("| hippograph | 1-4 | 2 | 0 | 1 | 1 | 0 | 0 |"), "{page}");
    let example = "- not seeded: c question 0 (single-hop), “Whom does Kai like?”: D2:1, not in";
    assert!(page.contains(example), "{page}");
}

/// Copies of a question that were changed a little, and of its key.
#[test]
fn gold_is_caught_though_it_is_written_otherwise() {
    for text in [
        "Which—of the TWO ferries did Ada take to Ｏｓｌｏ",
        "which of the two ferries did ada take to Oslo’s?",
        "Hm, of the two ferries did Ada take to Oslo?",
        "which of the two férries did Adá take to Óslo",
        "whi\u{ad}ch of the t\u{200b}wo ferries did Ada take to Os\u{2060}lo",
        "which_of_the_two_ferries_did_ada_take_to_oslo",
    ] {
        let report = leaking(|_| text.to_owned());
        assert_eq!(report.leaks.len(), 1, "{text}");
        assert!(report.sound_but_for_failures().is_err(), "{text}");
    }
    let key = |between: &str, around: [&str; 2]| {
        leaking(|qa| {
            let id = |at: usize| {
                let id = qa["evidence"][at].as_str().expect("an id");
                format!("{}{}{}", around[0], id.replace(':', between), around[1])
            };
            format!("{} {}", id(0), id(1))
        })
    };
    for report in [
        key("-", ["", ""]),
        key(".", ["(", ")."]),
        key("_", ["\"", "\","]),
        key("：", ["", ";"]),
        key("/", ["", ""]),
    ] {
        assert_eq!(report.leaks.len(), 1, "{:?}", report.leaks);
        assert_eq!(report.leaks[0].what.to_string(), "the evidence");
    }
    assert!(key("0", ["", ""]).leaks.is_empty(), "it is another number");
    assert!(key("-", ["1", ""]).leaks.is_empty(), "it is part of another id");
}

#[test]
fn a_turn_that_repeats_most_of_a_question_is_told_and_no_error() {
    let report = leaking(|_| "So, of the two ferries did Ada take the slow one?".to_owned());
    assert_eq!((report.leaks.len(), report.echoes.len()), (0, 1));
    let told = "c turn D1:0 repeats 7 of the 10 words of question 0";
    assert_eq!(report.echoes[0].to_string(), told);
    assert!(report.sound().is_ok() && report.to_string().contains(told), "{report}");
    assert!(markdown::page(&report).contains(told));
    let less = leaking(|_| "So, of the two ferries did Ada like the slow one?".to_owned());
    assert!(less.leaks.is_empty() && less.echoes.is_empty(), "{:?}", less.echoes);
}

/// Shuffled words may be chance, but somebody should look at them.
#[test]
fn a_turn_that_holds_the_telling_words_of_a_question_in_another_order_is_told() {
    let scattered = |said: &str| {
        let mut sample = generated("c", 30, 1, 5);
        sample["qa"][0]["question"] =
            json!("Which old ferry did Ada take from Oslo to the harbour in winter, with luggage?");
        sample["conversation"]["session_1"][0]["text"] = json!(said);
        measured(&read(&[sample]), vec![&mut refuser()])
    };
    let report =
        scattered("Winter, harbours, Oslo: for ferries that old Ada would take her luggage.");
    assert!(report.leaks.is_empty() && report.sound().is_ok());
    let told: Vec<String> = report.echoes.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["c turn D1:0 holds 8 of the 8 telling words of question 0"]);
    let less = scattered("Winter, Oslo: for ferries that old Ada would take her luggage.");
    assert!(less.echoes.is_empty(), "{:?}", less.echoes);
}

/// Triples are given to some of the systems, so gold in them is gold that was taken in.
#[test]
fn gold_in_the_triples_of_a_passage_is_caught() {
    let leaking = |triple: Value| {
        let corpus = r#"[{"title": "Oslo", "text": "A town.", "idx": "p-1"},
            {"title": "Bergen", "text": "A town too.", "idx": "p-2"}]"#;
        let questions = r#"[{"question": "Which of the two towns has a ferry?",
            "supporting_facts": ["Oslo", "Bergen"]}]"#;
        let openie = json!({"docs": [
            {"title": "Oslo", "text": "A town.", "extracted_triples": [["Oslo", "is", "town"]]},
            {"title": "Bergen", "text": "A town too.", "extracted_triples": [triple]},
        ]});
        let openie = openie.to_string();
        let (q, c) = (("q.json", questions), ("c.json", corpus));
        let set = multihop::read("s", q, c, Some(("o.json", openie.as_str()))).expect("a set");
        measured(&[set.conversation], vec![&mut refuser()])
    };
    let report = leaking(json!(["Which of the two towns", "has", "a ferry"]));
    assert!(matches!(report.sound_but_for_failures(), Err(EvalError::Leaked { turns: 1 })));
    let told = report.leaks[0].to_string();
    assert_eq!(told, "the triples of s turn Bergen hold the question of question 0");
    assert!(leaking(json!(["Bergen", "has", "a ferry"])).sound().is_ok());
}

/// The title of a document is a name that others say too.
#[test]
fn passages_that_name_each_other_are_no_leak() {
    let corpus = r#"[{"title": "F-16", "text": "Heavier than the B-52 it is not."},
        {"title": "B-52", "text": "A bomber."}]"#;
    let questions = r#"[{"question": "Which is heavier?", "supporting_facts": ["F-16", "B-52"]}]"#;
    let set = multihop::read("s", ("q.json", questions), ("c.json", corpus), None).expect("a set");
    let report = measured(&[set.conversation], vec![&mut refuser()]);
    assert!(report.sound().is_ok(), "{:?}", report.leaks);
}
