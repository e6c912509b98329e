//! What a system may say when it is shown which evidence it missed.

use hippograph::dialogue::Turn;
use hippograph::eval::{Asked, Cause, Loss, Ranking, Retriever, System};

use crate::common::{generated, read, untidy};
use crate::rankings::measure;

/// Evidence of one question must not help with the next.
#[test]
fn no_question_is_asked_when_evidence_has_been_shown() {
    #[derive(Default)]
    struct Peeping {
        asked: usize,
        shown: usize,
    }
    struct Row<'p>(&'p mut Peeping);
    impl System for Peeping {
        fn name(&self) -> &str {
            "peeping"
        }
        fn ingest(&mut self, _: &str, _: &[Turn]) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
            (self.asked, self.shown) = (0, 0);
            Ok(vec![Box::new(Row(self))])
        }
    }
    impl Retriever for Row<'_> {
        fn name(&self) -> &str {
            "peeping"
        }
        fn retrieve(&mut self, _: &Asked<'_>, _: usize) -> Result<Ranking, Cause> {
            assert_eq!(self.0.shown, 0, "evidence was shown before this question was asked");
            self.0.asked += 1;
            Ok(Ranking::default())
        }
        fn losses(
            &mut self,
            _: &Asked<'_>,
            missed: &[&str],
            _: usize,
        ) -> Result<Vec<(String, Loss)>, Cause> {
            self.0.shown += missed.len();
            Ok(missed.iter().map(|id| ((*id).to_owned(), Loss::NotSeeded)).collect())
        }
    }
    let mut peeping = Peeping::default();
    let conversations = read(&[generated("c", 30, 2, 1), generated("d", 30, 2, 2)]);
    let report = measure(&conversations, &mut peeping).expect("it runs");
    assert_eq!((peeping.asked, peeping.shown), (10, 20), "all of the second conversation");
    assert_eq!(report.losses["peeping"]["1-4"]["not seeded"], 32);
}

/// Answers under one name, and calls itself otherwise whenever it does badly.
struct Sly {
    ashamed: bool,
    fails: bool,
}

impl System for Sly {
    fn name(&self) -> &str {
        "sly"
    }
    fn ingest(&mut self, _: &str, _: &[Turn]) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
        Ok(vec![Box::new(SlyRow(self))])
    }
}

struct SlyRow<'a>(&'a mut Sly);

impl Retriever for SlyRow<'_> {
    fn name(&self) -> &str {
        if self.0.ashamed { "somebody else" } else { "sly" }
    }
    fn retrieve(&mut self, asked: &Asked<'_>, _: usize) -> Result<Ranking, Cause> {
        self.0.ashamed = asked.question.len().is_multiple_of(2);
        Ok(Ranking::default())
    }
    fn losses(
        &mut self,
        _: &Asked<'_>,
        missed: &[&str],
        _: usize,
    ) -> Result<Vec<(String, Loss)>, Cause> {
        self.0.ashamed = true;
        if self.0.fails {
            return Err("it will not say".into());
        }
        let told = missed.iter().chain(missed).chain(&["D9:9"]);
        Ok(told.map(|id| ((*id).to_owned(), Loss::NotSeeded)).collect())
    }
}

#[test]
fn a_row_keeps_the_name_that_it_was_taken_in_by_and_loses_each_turn_once() {
    let conversations = read(&[generated("c", 30, 2, 1)]);
    let mut sly = Sly { ashamed: false, fails: false };
    let report = measure(&conversations, &mut sly).expect("it runs");
    assert_eq!(report.systems.keys().collect::<Vec<_>>(), ["sly"]);
    assert_eq!(report.systems["sly"]["1-4"].n, 8);
    assert_eq!(report.losses["sly"]["1-4"]["not seeded"], 16);
    assert!(report.untold.is_empty());
}

/// Else a row could choose which of its answers count, by failing when it is shown what it missed.
#[test]
fn who_cannot_tell_where_evidence_was_lost_has_answered_all_the_same() {
    let conversations = read(&[generated("c", 30, 2, 1)]);
    let mut sly = Sly { ashamed: false, fails: true };
    let report = measure(&conversations, &mut sly).expect("it runs");
    let row = report.systems["sly"]["1-4"];
    assert_eq!((row.n, row.failed), (8, 0));
    assert!(row.means.is_some_and(|means| means.recall_at_20 < 1e-9));
    assert_eq!((report.failed, report.untold.len()), (0, 10));
    let told = report.to_string();
    assert!(told.contains("Answers of which it was not told where evidence was lost:"), "{told}");
    assert!(told.contains("it will not say"), "{told}");
}

/// No memory can know where evidence was lost that it never took in.
#[test]
fn evidence_that_is_no_turn_is_shown_to_nobody() {
    struct Asking(usize);
    struct Row<'a>(Vec<String>, &'a mut usize);
    impl System for Asking {
        fn name(&self) -> &str {
            "asking"
        }
        fn ingest(&mut self, _: &str, t: &[Turn]) -> Result<Vec<Box<dyn Retriever + '_>>, Cause> {
            let ids = t.iter().filter_map(|turn| turn.id.clone()).collect();
            Ok(vec![Box::new(Row(ids, &mut self.0))])
        }
    }
    impl Retriever for Row<'_> {
        fn name(&self) -> &str {
            "asking"
        }
        fn retrieve(&mut self, _: &Asked<'_>, _: usize) -> Result<Ranking, Cause> {
            Ok(Ranking::default())
        }
        fn losses(
            &mut self,
            _: &Asked<'_>,
            missed: &[&str],
            _: usize,
        ) -> Result<Vec<(String, Loss)>, Cause> {
            *self.1 += 1;
            assert!(missed.iter().all(|id| self.0.contains(&(*id).to_owned())), "{missed:?}");
            Ok(Vec::new())
        }
    }
    let mut asking = Asking(0);
    let report = measure(&untidy(), &mut asking).expect("it runs");
    assert_eq!((report.asked, asking.0), (9, 8));
}
