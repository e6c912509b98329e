//! Reads the evidence of a question, which data sets write with slips, and lists every repair.
//! An id is never guessed, and evidence never dropped: what names no turn of the conversation, or
//! cannot be read, stays as evidence by a name that no turn has, so that nobody finds it.

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
    /// Whether each id has a number, so that a word without one is none.
    numbered: bool,
}

impl<'a> Turns<'a> {
    /// The turns with these ids.
    pub fn new(ids: impl IntoIterator<Item = &'a str>) -> Self {
        let mut turns = Self { exact: HashMap::new(), loose: BTreeMap::new(), numbered: true };
        for id in ids {
            turns.numbered &= has_number(&parts(id));
            if turns.exact.insert(id, id).is_none() {
                turns.loose.entry(parts(id)).and_modify(|other| *other = None).or_insert(Some(id));
            }
        }
        turns
    }

    /// The ids that the `evidence` of a question names, each once, in the order given, among them
    /// names that no turn has for what could not be found; and every repair on the way. None at all
    /// when there is no evidence.
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
            None if has_number(&parts) => Err(Why::NoSuchTurn),
            None => Err(Why::NotAnId),
        }
    }
}

/// What an id is made of when case, punctuation and leading zeros are put aside.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Letters(String),
    Number(String),
}

fn has_number(parts: &[Part]) -> bool {
    parts.iter().any(|part| matches!(part, Part::Number(_)))
}

/// The letters and numbers of an id, in their order.
pub(super) fn parts(text: &str) -> Vec<Part> {
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
                let ids = ["dia_id", "id"].iter().filter_map(|key| fields.get(*key));
                match ids.into_iter().find(|id| !is_nothing(id)) {
                    Some(id) => self.inside(id),
                    None if fields.is_empty() => {}
                    None => self.missing(&json::text(value), Why::Unreadable),
                }
            }
            Value::Bool(_) => self.missing(&json::text(value), Why::Unreadable),
            Value::Null => {}
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
                for piece in &pieces {
                    match self.turns.look_up(piece) {
                        // A word between ids, as in `D1:3 and D2:2`.
                        Err(Why::NotAnId) if self.turns.numbered && has_number(&parts(text)) => {
                            self.slips.push(((*piece).to_owned(), Vec::new(), Why::NotAnId));
                        }
                        found => self.piece(piece, found),
                    }
                }
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
            // Nothing is written there.
            Err(Why::NotAnId) if !given.chars().any(char::is_alphanumeric) => {
                self.slips.push((given.to_owned(), Vec::new(), Why::NotAnId));
            }
            Err(why) => self.missing(given, why),
        }
    }

    /// Evidence that nobody can find, once for each thing that is written: told, by a name that no
    /// turn has.
    fn missing(&mut self, given: &str, why: Why) {
        let how = match why {
            Why::Ambiguous => "not told which",
            Why::NotAnId => "not an id",
            Why::Unreadable => "cannot be read",
            _ => "no such turn",
        };
        let mut name = format!("{} ({how})", given.trim());
        while self.turns.exact.contains_key(name.as_str()) {
            name.push('?');
        }
        if self.ids.contains(&name) {
            self.slips.push((given.to_owned(), Vec::new(), Why::Twice));
            return;
        }
        self.slips.push((given.to_owned(), vec![name.clone()], why));
        self.ids.push(name);
    }
}

/// Whether a value holds nothing that could have been meant: no text, no number, no field.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().all(is_nothing),
        Value::Object(fields) => fields.is_empty(),
        Value::String(text) => text.trim().is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
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
    fn what_names_no_turn_stays_as_evidence_that_nobody_finds() {
        let (ids, slips) = read(&json!(["D", "D1:1", "D10:19", "", "D10:19", null]));
        let lost = ["D (not an id)", "D10:19 (no such turn)"];
        assert_eq!(ids, [lost[0], "D1:1", lost[1]]);
        assert_eq!(
            slips,
            [
                slip("D", &lost[..1], Why::NotAnId),
                slip("D10:19", &lost[1..], Why::NoSuchTurn),
                slip("", &[], Why::NotAnId),
                slip("D10:19", &[], Why::Twice),
                slip("null", &[], Why::NotAList),
            ]
        );
        let odd = Turns::new(["7 (no such turn)", "b"]);
        assert_eq!(
            odd.read(Some(&json!(["7", "and"]))).0,
            ["7 (no such turn)?", "and (not an id)"]
        );
        assert_eq!(
            odd.read(Some(&json!(["b and c"]))).0,
            ["b", "and (not an id)", "c (not an id)"]
        );
        assert_eq!(odd.read(Some(&json!([true, {}, [[]]]))).0, ["true (cannot be read)"]);
    }

    #[test]
    fn a_word_between_ids_is_no_evidence_where_ids_have_numbers() {
        let (ids, slips) = read(&json!(["D8:6 and D9:17"]));
        assert_eq!(ids, ["D8:6", "D9:17"]);
        assert_eq!(slips[1], slip("and", &[], Why::NotAnId));
        assert_eq!(read(&json!(["and or"])).0, ["and (not an id)", "or (not an id)"]);
    }

    #[test]
    fn a_part_of_several_may_be_wrong() {
        let (ids, slips) = read(&json!(["D8:6, D7:7"]));
        let both = ["D8:6", "D7:7 (no such turn)"];
        assert_eq!(ids, both);
        assert_eq!(
            slips,
            [slip("D8:6, D7:7", &both, Why::SeveralIds), slip("D7:7", &both[1..], Why::NoSuchTurn)]
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
        let lost = ["{\"turn\":1} (cannot be read)", "7 (no such turn)"];
        assert_eq!(ids, ["D8:6", lost[0], lost[1]]);
        assert_eq!(
            slips,
            [
                slip("[\"D8:6\"]", &["D8:6"], Why::NotAList),
                slip("{\"turn\":1}", &lost[..1], Why::NotAList),
                slip("{\"turn\":1}", &lost[..1], Why::Unreadable),
                slip("7", &lost[1..], Why::NotAList),
                slip("7", &lost[1..], Why::NoSuchTurn),
            ]
        );
    }

    #[test]
    fn a_slip_that_fits_two_turns_is_not_guessed() {
        let (ids, slips) =
            Turns::new(["a-1", "A:1", "1-1", "11"]).read(Some(&json!(["a.1", "11"])));
        assert_eq!(ids, ["a.1 (not told which)", "11"]);
        assert_eq!(slips, [slip("a.1", &["a.1 (not told which)"], Why::Ambiguous)]);
    }

    proptest! {
        #[test]
        fn any_strings_give_known_turns_or_a_slip(texts in proptest::collection::vec(".{0,12}|D?[:0-9 ;]{0,9}", 0..5)) {
            let (ids, slips) = read(&json!(texts));
            let told = |id: &String| slips.iter().any(|(_, read_as, _)| read_as.contains(id));
            prop_assert!(ids.iter().all(|id| IDS.contains(&id.as_str()) || told(id)));
            // What is written is never dropped whole: it would make figures better.
            let written = |text: &&String| text.chars().any(char::is_alphanumeric);
            prop_assert_eq!(ids.is_empty(), !texts.iter().any(|text| written(&text)));
            let unchanged = texts.iter().filter(|t| ids.contains(t)).count();
            prop_assert!(unchanged + slips.len() >= texts.len());
        }
    }
}
