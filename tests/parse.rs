//! The English parser from outside: against what spaCy itself says of the same sentences, and what
//! it promises of any text. The model is fetched as a user's would be. Never measures time.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use hippograph::models::{self, Fetch, Silent};
use hippograph::parse::{Doc, English, LONGEST_PART, ParseError, Parser, Token};
use proptest::prelude::*;

fn english() -> &'static English {
    static MODEL: OnceLock<English> = OnceLock::new();
    MODEL.get_or_init(|| {
        let folder = models::english(&Fetch::from_env(), &mut Silent).expect("the model is here");
        English::load(folder).expect("the model can be read")
    })
}

fn parse(text: &str) -> Doc {
    english().parse(&[text]).remove(0)
}

/// A token as a row of `fixtures/parse/english.conllu`.
fn row(token: Token<'_>) -> String {
    let escaped = |text: &str| {
        let mut out = String::new();
        for character in text.chars() {
            match character {
                '\\' => out.push_str("\\\\"),
                '\t' => out.push_str("\\t"),
                '\n' => out.push_str("\\n"),
                '|' => out.push_str("\\p"),
                ' ' => out.push_str("\\s"),
                other => out.push(other),
            }
        }
        out
    };
    let mut more = format!("Bytes={}:{}", token.range().start, token.range().end);
    if token.begins_sentence() {
        more.push_str("|Sent=Yes");
    }
    let mark = |at: usize| if at == token.place() { "B" } else { "I" };
    if let Some(entity) = token.entity() {
        more.push_str(&format!("|Ent={}-{}", mark(entity.places().start), entity.label()));
    }
    if let Some(chunk) = token.chunk() {
        more.push_str(&format!("|Chunk={}", mark(chunk.places().start)));
    }
    more.push_str(&format!("|Norm={}", escaped(token.norm())));
    [
        (token.place() + 1).to_string(),
        escaped(token.text()),
        escaped(token.lemma()),
        token.pos().to_owned(),
        token.tag().to_owned(),
        if token.morph().is_empty() { "_" } else { token.morph() }.to_owned(),
        token.head().map_or(0, |head| head.place() + 1).to_string(),
        token.label().to_owned(),
        "_".to_owned(),
        more,
    ]
    .join("\t")
}

/// The texts of the fixture, with the rows that spaCy gives for each.
fn frozen() -> Vec<(String, Vec<&'static str>)> {
    let blocks = include_str!("../fixtures/parse/english.conllu").split("\n\n");
    let block = |block: &'static str| {
        let (text, rows) = block.strip_prefix("# text = ")?.split_once('\n')?;
        Some((serde_json::from_str(text).expect("a JSON string"), rows.lines().collect()))
    };
    blocks.filter_map(block).collect()
}

#[test]
fn sentences_are_parsed_as_spacy_parses_them() {
    let frozen = frozen();
    assert!(frozen.len() >= 300, "only {} sentences", frozen.len());
    let texts: Vec<&str> = frozen.iter().map(|(text, _)| text.as_str()).collect();
    // What no net decides: the token, its bytes, its norm.
    let fixed = |row: &str| -> Vec<String> {
        let columns: Vec<&str> = row.split('\t').collect();
        let more =
            columns[9].split('|').filter(|it| it.starts_with("Bytes") || it.starts_with("Norm"));
        columns[..2].iter().copied().chain(more).map(str::to_owned).collect()
    };
    let mut wrong = Vec::new();
    for (doc, (text, rows)) in english().parse(&texts).iter().zip(&frozen) {
        let found: Vec<String> = doc.tokens().map(row).collect();
        let fixed_of = |rows: &[&str]| rows.iter().map(|row| fixed(row)).collect::<Vec<_>>();
        let found_rows: Vec<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(fixed_of(&found_rows), fixed_of(rows), "tokens of {text:?}");
        wrong.extend(found.into_iter().zip(rows).filter(|(found, wanted)| found != *wanted));
    }
    // Not one is wrong on the processors tried; another may round a score to the other side of
    // its neighbour.
    let rows: usize = frozen.iter().map(|(_, rows)| rows.len()).sum();
    assert!(
        wrong.len() * 1000 <= rows,
        "{} of {rows}: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(5)]
    );
}

#[test]
fn a_sentence_can_be_walked() {
    let doc = parse("Ann's sister, who lives in Vienna, gave her the old red bicycle. It squeaks.");
    let gave = doc.tokens().find(|token| token.text() == "gave").unwrap();
    assert_eq!((gave.lemma(), gave.label(), gave.head()), ("give", "ROOT", None));
    let sister = gave.child("nsubj").unwrap();
    assert_eq!(sister.reach().text(), "Ann's sister, who lives in Vienna,");
    assert_eq!(gave.child("dative").unwrap().text(), "her");
    let bicycle = gave.child("dobj").unwrap();
    assert_eq!(bicycle.head(), Some(gave));
    let below: Vec<&str> = bicycle.subtree().into_iter().map(Token::text).collect();
    assert_eq!(below, ["the", "old", "red", "bicycle"]);
    let sentences: Vec<&str> = doc.sentences().into_iter().map(|span| span.text()).collect();
    assert_eq!(sentences.last(), Some(&"It squeaks."));
    assert_eq!(sentences.len(), 2);
    let entities: BTreeMap<&str, &str> =
        doc.entities().map(|entity| (entity.text(), entity.label())).collect();
    assert_eq!(entities.get("Vienna"), Some(&"GPE"));
    let chunk = doc.chunks().find(|chunk| chunk.text().ends_with("bicycle")).unwrap();
    assert_eq!((chunk.text(), chunk.root()), ("the old red bicycle", Some(bicycle)));
    assert_eq!(doc.token_at(0).map(Token::text), Some("Ann"));
    assert_eq!(doc.token_at(doc.text().len()), None);
}

#[test]
fn a_text_has_one_parse_alone_in_company_and_on_any_number_of_threads() {
    let frozen = frozen();
    let texts: Vec<&str> = frozen.iter().map(|(text, _)| text.as_str()).collect();
    let printed = |docs: Vec<Doc>| -> Vec<Vec<String>> {
        docs.iter().map(|doc| doc.tokens().map(row).collect()).collect()
    };
    let together = printed(english().parse(&texts));
    let alone: Vec<_> =
        texts.iter().step_by(7).flat_map(|text| printed(english().parse(&[text]))).collect();
    assert_eq!(together.iter().step_by(7).cloned().collect::<Vec<_>>(), alone);
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(one.install(|| printed(english().parse(&texts))), together);
}

#[test]
fn only_english_has_a_parse_for_those_who_can_do_without() {
    let parser: &dyn Parser = english();
    let docs = parser.docs(&["I moved to Linz.", "Ich bin nach Linz gezogen.", "我搬到了林茨", ""]);
    let read: Vec<bool> = docs.iter().map(Option::is_some).collect();
    assert_eq!(read, [true, false, false, true]);
    assert_eq!(docs[0].as_ref().unwrap().len(), 5);
}

/// The parse of a text, whose tokens are the text but for single spaces between them.
fn covered(text: &str) -> Doc {
    let doc = parse(text);
    assert_eq!(doc.text(), text);
    let mut end = 0;
    for token in doc.tokens() {
        let range = token.range();
        assert_eq!(text.get(range.clone()), Some(token.text()));
        assert!(text.get(end..range.start).is_some_and(|gap| gap.is_empty() || gap == " "));
        end = range.end;
    }
    assert!(text.get(end..).is_some_and(|gap| gap.is_empty() || gap == " "));
    doc
}

/// What holds of every parse.
fn check(text: &str) -> Doc {
    let doc = covered(text);
    for token in doc.tokens() {
        // Heads lead to the head of a sentence, without a circle.
        let mut above = token;
        for _ in 0..=doc.len() {
            above = above.head().unwrap_or(above);
        }
        assert_eq!(above.head(), None);
        assert!(token.reach().places().contains(&token.place()));
        assert!(token.children().all(|child| child.head() == Some(token)));
        for name in [token.tag(), token.pos(), token.label()] {
            assert!(!name.is_empty() && !name.contains("||"), "{token:?}");
        }
    }
    let places = doc.sentences().into_iter().flat_map(|span| span.places());
    assert!(places.eq(0..doc.len()));
    for spans in [doc.entities().collect::<Vec<_>>(), doc.chunks().collect()] {
        assert!(spans.iter().all(|span| !span.places().is_empty()));
        assert!(spans.is_sorted_by(|a, b| a.places().end <= b.places().start));
    }
    doc
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_text_has_a_sound_parse(text in "\\PC{0,60}|[ -~\n\t]{0,80}|[a-z'’.\\-!? ]{0,80}") {
        check(&text);
    }

    #[test]
    fn any_characters_have_a_sound_parse(text in proptest::collection::vec(any::<char>(), 0..60)) {
        check(&text.into_iter().collect::<String>());
    }
}

#[test]
fn strange_texts_have_a_sound_parse() {
    for text in [
        "",
        " ",
        "\n\n\n",
        "\0",
        "👩‍👩‍👧‍👦 👍🏽 🇦🇹 ok",
        "zero\u{200b}width \u{202e}bidi\u{202c} \u{feff}mark",
        "我去年搬到北京了。私は東京に住んでいます。",
        "שלום עולם مرحبا بالعالم",
        "a\u{301}\u{301}\u{301} e\u{308}",
        "'''''''' \"\"\"\"\"\" (((((((( ))))))))",
        "don't'd've'll's's's",
        "x.y.z@a.b.c://d.e:f@g.h",
    ] {
        check(text);
    }
}

/// So many bytes of one kind of text.
fn bytes(many: usize, piece: &str) -> String {
    piece.repeat(many / piece.len())
}

#[test]
fn a_megabyte_is_parsed_in_parts() {
    let doc = covered(&bytes(1_000_000, "Ann moved to Linz in 2019, and she's happy there. "));
    assert!(doc.len() > 10 * LONGEST_PART);
    // Parts are cut at sentences: none is lost or made.
    assert_eq!(doc.sentences().len(), 1_000_000 / 50);
    assert_eq!(doc.tokens().filter(|token| token.lemma() == "move").count(), 1_000_000 / 50);
    // Runs without white space, on which backtracking patterns could run away.
    for piece in ["a", "a.", "a@", ".a", "https://a.b/", "\n"] {
        covered(&bytes(1_000_000, piece));
    }
}

#[test]
fn what_comes_off_one_by_one_leaves_no_byte_out() {
    for piece in ["!", "(", "a-", "'s", " \t", "1+", "….", "👍"] {
        covered(&bytes(50_000, piece));
    }
}

#[test]
fn what_is_no_model_is_told_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let error = English::load(folder.path()).unwrap_err();
    assert!(matches!(error, ParseError::Read { .. }));
    assert!(error.to_string().contains("tok2vec/model"), "{error}");

    // Each file in turn is cut short, damaged, or another one: an error each time, never a panic.
    let model = models::english(&Fetch::from_env(), &mut Silent).unwrap();
    let files: Vec<&str> = models::ENGLISH.files.iter().map(|file| file.path).collect();
    for path in &files {
        let to = folder.path().join(path);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(model.path().join(path), to).unwrap();
    }
    English::load(folder.path()).expect("the copy is whole");
    for path in &files {
        let to = folder.path().join(path);
        let whole = std::fs::read(&to).unwrap();
        let half = &whole[..whole.len() / 2];
        for bytes in [half, b"".as_slice(), b"\x80", b"{}", b"\x81\xa5nodes\x90"] {
            std::fs::write(&to, bytes).unwrap();
            let error = English::load(folder.path()).map(|_| ()).expect_err(path);
            assert!(error.to_string().contains(path), "{path}: {error}");
        }
        std::fs::write(&to, whole).unwrap();
    }
}
