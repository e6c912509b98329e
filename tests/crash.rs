//! A process that is killed while it ingests: what it acknowledged is there, the store is sound,
//! and going on gives the same memory as never having stopped.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail by panicking")]
#![cfg(unix)]

#[expect(dead_code, reason = "shared with the tests of the command line, which use all of it")]
mod run;

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};

use serde_json::Value;

use run::Room;

const TURNS: usize = 1_500;

/// The turn ids of a dump.
fn turn_ids(dump: &str) -> BTreeSet<String> {
    let lines = dump.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let episodes = lines.filter(|line| line["kind"] == "episode");
    episodes.map(|episode| episode["turn_id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn acknowledged_turns_survive_a_kill() {
    let dialogue = run::lines(TURNS);
    let undisturbed = Room::new();
    undisturbed.file("long.jsonl", &dialogue);
    undisturbed.run(&["ingest", "long.jsonl"]).ends(0);
    let whole = undisturbed.dump();
    assert_eq!(turn_ids(&whole).len(), TURNS);

    let mut killed = 0;
    for batches in [1, 3, 6, 9, 12] {
        let room = Room::new();
        room.file("long.jsonl", &dialogue);
        let mut child = room.start(&["ingest", "--json", "long.jsonl"]);
        let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut acknowledged = 0;
        for line in out.by_ref().take(batches) {
            let batch: Value = serde_json::from_str(&line.unwrap()).unwrap();
            acknowledged = batch["done"].as_u64().unwrap();
        }
        // SIGKILL: the process has no say in it.
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
        assert_eq!(acknowledged, batches as u64 * 100);

        let there = turn_ids(&room.dump());
        for turn in 1..=acknowledged {
            assert!(there.contains(&format!("t{turn}")), "t{turn} of {acknowledged}");
        }
        assert_eq!(there.len() % 100, 0, "a batch is whole or not there");
        assert_eq!(room.run(&["check"]).ends(0).out, "sound: 1 namespace\n");
        room.run(&["ingest", "long.jsonl"]).ends(0);
        assert_eq!(room.dump(), whole, "killed after {batches} batches");
    }
    assert!(killed >= 3, "only {killed} runs were stopped before their end");
}
