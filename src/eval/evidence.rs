//! Reads the evidence of a question, which data sets write with slips, and lists every repair.
//! An id is never guessed: what names no turn of the conversation is dropped, and that is listed.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;
use unicode_normalization::UnicodeNormalization as _;

use super::json;
use super::repair::{Slip, Why};

/// The turns of a conversation, to be named by evidence.
#[derive(Debug)]
pub struct Turns<'a> {
    exact: HashMap<&'a str, &'a str>,
    /// By the letters and numbers of an id; `None` when two ids share them.
    loose: BTreeMap<Vec<Part>, Option<&'a str>>,
}

impl<'a> Turns<'a> {
    /// The turns with these ids.
    pub fn new(ids: impl IntoIterator<Item = &'a str>) -> Self {
        let mut turns = Self { exact: HashMap::new(), loose: BTreeMap::new() };
        for id in ids {
            if turns.exact.insert(id, id).is_none() {
                turns.loose.entry(parts(id)).and_modify(|other| *other = None).or_insert(Some(id));
            }
        }
        turns
    }

    /// The ids that the `evidence` of a question names, each once, in the order given; and every
    /// repair on the way. None at all when there is no evidence.
    pub fn read(&self, evidence: Option<&Value>) -> (Vec<String>, Vec<Slip>) {
        let mut reading = Reading { turns: self, ids: Vec::new(), slips: Vec::new() };
        match evidence {
            None | Some(Value::Null) => {}
            Some(Value::Array(items)) => items.iter().for_each(|item| reading.item(item)),
            Some(other) => reading.odd(other),
        }
        (reading.ids, reading.slips)
    }

    fn look_up(&self, text: &str) -> Result<&'a str, Why> {
        if let Some(&id) = self.exact.get(text) {
            return Ok(id);
        }
        let parts = parts(text);
        match self.loose.get(&parts) {
            Some(&Some(id)) => Ok(id),
            Some(None) => Err(Why::Ambiguous),
            None if parts.iter().any(|p| matches!(p, Part::Number(_))) => Err(Why::NoSuchTurn),
            None => Err(Why::NotAnId),
        }
    }
}

/// What an id is made of when case, punctuation and leading zeros are put aside.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Letters(String),
    Number(String),
}

fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut fresh = true;
    for c in text.nfkc() {
        match (c.is_ascii_digit(), c.is_alphabetic(), parts.last_mut()) {
            (true, _, Some(Part::Number(number))) if !fresh => number.push(c),
            (true, ..) => parts.push(Part::Number(c.to_string())),
            (_, true, Some(Part::Letters(letters))) if !fresh => letters.extend(c.to_lowercase()),
            (_, true, _) => parts.push(Part::Letters(c.to_lowercase().collect())),
            _ => {
                fresh = true;
                continue;
            }
        }
        fresh = false;
    }
    for part in &mut parts {
        if let Part::Number(number) = part {
            let zeros = number.len() - number.trim_start_matches('0').len();
            number.drain(..zeros.min(number.len() - 1));
        }
    }
    parts
}

struct Reading<'t, 'a> {
    turns: &'t Turns<'a>,
    ids: Vec<String>,
    slips: Vec<Slip>,
}

impl Reading<'_, '_> {
    fn item(&mut self, item: &Value) {
        match item {
            Value::String(text) => self.text(text),
            other => self.odd(other),
        }
    }

    /// What stands where a list of strings should: read for the strings it holds.
    fn odd(&mut self, value: &Value) {
        let at = self.slips.len();
        let before = self.ids.len();
        self.inside(value);
        let given = json::text(value);
        let read = self.ids.get(before..).unwrap_or_default().to_vec();
        self.slips.insert(at, (given, read, Why::NotAList));
    }

    /// The ids of a value, however it holds them.
    fn inside(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.text(text),
            // Files nest no deeper than serde_json allows, so this ends.
            Value::Array(items) => items.iter().for_each(|item| self.inside(item)),
            Value::Number(number) => self.text(&number.to_string()),
            Value::Object(fields) => {
                let id = ["dia_id", "id"].iter().find_map(|key| fields.get(*key));
                id.into_iter().for_each(|id| self.inside(id));
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn text(&mut self, text: &str) {
        let whole = self.turns.look_up(text);
        let pieces: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || ",;|&".contains(c))
            .filter(|piece| !piece.is_empty())
            .collect();
        match (whole, pieces.as_slice()) {
            (Err(_), [_, _, ..]) => {
                let at = self.slips.len();
                let before = self.ids.len();
                pieces.iter().for_each(|piece| self.piece(piece, self.turns.look_up(piece)));
                let read = self.ids.get(before..).unwrap_or_default().to_vec();
                self.slips.insert(at, (text.to_owned(), read, Why::SeveralIds));
            }
            (whole, _) => self.piece(text, whole),
        }
    }

    fn piece(&mut self, given: &str, found: Result<&str, Why>) {
        match found {
            Ok(id) => {
                if id != given {
                    self.slips.push((given.to_owned(), vec![id.to_owned()], Why::Spelling));
                }
                if self.ids.iter().any(|known| known == id) {
                    self.slips.push((given.to_owned(), Vec::new(), Why::Twice));
                } else {
                    self.ids.push(id.to_owned());
                }
            }
            Err(why) => self.slips.push((given.to_owned(), Vec::new(), why)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    const IDS: [&str; 9] =
        ["D1:1", "D4:4", "D4:6", "D8:6", "D9:1", "D9:17", "D11:26", "D30:5", "D30:50"];

    fn read(evidence: &Value) -> (Vec<String>, Vec<Slip>) {
        Turns::new(IDS).read(Some(evidence))
    }

    fn slip(given: &str, read_as: &[&str], why: Why) -> Slip {
        (given.to_owned(), read_as.iter().map(|&id| id.to_owned()).collect(), why)
    }

    #[test]
    fn what_is_written_well_is_no_repair() {
        assert_eq!(
            read(&json!(["D9:1", "D1:1"])),
            (vec!["D9:1".to_owned(), "D1:1".to_owned()], vec![])
        );
        assert_eq!(read(&json!([])), (vec![], vec![]));
        assert_eq!(read(&json!(null)), (vec![], vec![]));
        assert_eq!(Turns::new(IDS).read(None), (vec![], vec![]));
    }

    #[test]
    fn several_ids_in_one_string_are_parted() {
        let (ids, slips) = read(&json!(["D8:6; D9:17"]));
        assert_eq!(ids, ["D8:6", "D9:17"]);
        assert_eq!(slips, [slip("D8:6; D9:17", &["D8:6", "D9:17"], Why::SeveralIds)]);
        let (ids, slips) = read(&json!(["D9:1 D4:4 D4:6"]));
        assert_eq!(ids, ["D9:1", "D4:4", "D4:6"]);
        assert_eq!(slips, [slip("D9:1 D4:4 D4:6", &["D9:1", "D4:4", "D4:6"], Why::SeveralIds)]);
    }

    #[test]
    fn a_slip_of_the_pen_is_mended_when_one_turn_fits() {
        let (ids, slips) = read(&json!(["D:11:26", "D30:05", " d8:6 "]));
        assert_eq!(ids, ["D11:26", "D30:5", "D8:6"]);
        assert_eq!(
            slips,
            [
                slip("D:11:26", &["D11:26"], Why::Spelling),
                slip("D30:05", &["D30:5"], Why::Spelling),
                slip(" d8:6 ", &["D8:6"], Why::Spelling),
            ]
        );
    }

    #[test]
    fn what_names_no_turn_is_dropped_and_listed() {
        let (ids, slips) = read(&json!(["D", "D1:1", "D10:19", ""]));
        assert_eq!(ids, ["D1:1"]);
        assert_eq!(
            slips,
            [
                slip("D", &[], Why::NotAnId),
                slip("D10:19", &[], Why::NoSuchTurn),
                slip("", &[], Why::NotAnId)
            ]
        );
    }

    #[test]
    fn a_part_of_several_may_be_wrong() {
        let (ids, slips) = read(&json!(["D8:6, D7:7"]));
        assert_eq!(ids, ["D8:6"]);
        assert_eq!(
            slips,
            [slip("D8:6, D7:7", &["D8:6"], Why::SeveralIds), slip("D7:7", &[], Why::NoSuchTurn)]
        );
    }

    #[test]
    fn the_same_turn_counts_once() {
        let (ids, slips) = read(&json!(["D8:6", "D08:6", "D8:6"]));
        assert_eq!(ids, ["D8:6"]);
        assert_eq!(
            slips,
            [
                slip("D08:6", &["D8:6"], Why::Spelling),
                slip("D08:6", &[], Why::Twice),
                slip("D8:6", &[], Why::Twice)
            ]
        );
    }

    #[test]
    fn other_shapes_than_a_list_are_read_for_their_strings() {
        let (ids, slips) = read(&json!("D8:6"));
        assert_eq!(ids, ["D8:6"]);
        assert_eq!(slips, [slip("D8:6", &["D8:6"], Why::NotAList)]);
        let (ids, slips) = read(&json!([[["D8:6"]], {"dia_id": "D9:1"}, "Ｄ１：１"]));
        assert_eq!(ids, ["D8:6", "D9:1", "D1:1"]);
        assert_eq!(
            slips,
            [
                slip("[[\"D8:6\"]]", &["D8:6"], Why::NotAList),
                slip("{\"dia_id\":\"D9:1\"}", &["D9:1"], Why::NotAList),
                slip("Ｄ１：１", &["D1:1"], Why::Spelling),
            ]
        );
        let (ids, slips) = read(&json!([["D8:6"], {"turn": 1}, 7]));
        assert_eq!(ids, ["D8:6"]);
        assert_eq!(
            slips,
            [
                slip("[\"D8:6\"]", &["D8:6"], Why::NotAList),
                slip("{\"turn\":1}", &[], Why::NotAList),
                slip("7", &[], Why::NotAList),
                slip("7", &[], Why::NoSuchTurn),
            ]
        );
    }

    #[test]
    fn a_slip_that_fits_two_turns_is_not_guessed() {
        let (ids, slips) =
            Turns::new(["a-1", "A:1", "1-1", "11"]).read(Some(&json!(["a.1", "11"])));
        assert_eq!(ids, ["11"]);
        assert_eq!(slips, [slip("a.1", &[], Why::Ambiguous)]);
    }

    proptest! {
        #[test]
        fn any_strings_give_known_turns_or_a_slip(texts in proptest::collection::vec(".{0,12}|D?[:0-9 ;]{0,9}", 0..5)) {
            let (ids, slips) = read(&json!(texts));
            prop_assert!(ids.iter().all(|id| IDS.contains(&id.as_str())));
            let unchanged = texts.iter().filter(|t| ids.contains(t)).count();
            prop_assert!(unchanged + slips.len() >= texts.len());
        }
    }
}
