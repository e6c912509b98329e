//! The embedders from outside: MiniLM against what sentence-transformers gives for the same
//! texts, and what every embedder promises. The model is fetched as a user's would be. Never
//! measures time.

use std::sync::OnceLock;

use hippograph::embed::{Embedder, Hashed, MiniLm};
use hippograph::models::{self, Fetch, Silent};
use proptest::prelude::*;

/// A text and what sentence-transformers gives for it; made by `scripts/compare-embedder.py
/// --reference`.
#[derive(Debug, serde::Deserialize)]
struct Case {
    name: String,
    text: String,
    /// The first numbers of its vector.
    first: Vec<f64>,
    /// The products of its vector with `probe(0)`, `probe(1)`, …
    probes: Vec<f64>,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("embedder-reference.json")).expect("the reference is JSON")
}

fn minilm() -> &'static MiniLm {
    static MODEL: OnceLock<MiniLm> = OnceLock::new();
    MODEL.get_or_init(|| {
        let folder = models::minilm(&Fetch::from_env(), &mut Silent).expect("the model is here");
        MiniLm::load(folder).expect("the model can be read")
    })
}

/// A fixed vector; `scripts/compare-embedder.py` makes the same.
fn probe(number: usize) -> impl Iterator<Item = f64> {
    (0..384).map(move |i| ((i * (2 * number + 3) * 7919) % 1009) as f64 / 1009.0 - 0.5)
}

fn bits(vector: &[f32]) -> Vec<u32> {
    vector.iter().map(|value| value.to_bits()).collect()
}

fn all_bits(embedder: &dyn Embedder, texts: &[&str]) -> Vec<Vec<u32>> {
    let vectors = embedder.embed(texts).expect("the texts have vectors");
    vectors.iter().map(|vector| bits(vector)).collect()
}

#[test]
fn vectors_are_those_of_sentence_transformers() {
    for case in cases() {
        let vector = minilm().embed(&[&case.text]).unwrap().remove(0);
        assert_eq!(vector.len(), minilm().dimensions());
        for (place, (found, wanted)) in vector.iter().zip(&case.first).enumerate() {
            let wrong = (f64::from(*found) - wanted).abs();
            assert!(wrong < 1e-5, "{}: number {place} is {found}, wanted {wanted}", case.name);
        }
        for (number, wanted) in case.probes.iter().enumerate() {
            let found: f64 = vector.iter().zip(probe(number)).map(|(a, b)| f64::from(*a) * b).sum();
            let wrong = (found - wanted).abs();
            assert!(wrong < 1e-5, "{}: probe {number} gives {found}, not {wanted}", case.name);
        }
    }
}

#[test]
fn a_text_has_the_same_vector_alone_and_among_others() {
    let cases = cases();
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    let together = all_bits(minilm(), &texts);
    for (text, among_others) in texts.iter().zip(&together) {
        assert_eq!(&all_bits(minilm(), &[text])[0], among_others, "{text:?}");
    }
    let mut backwards = texts.clone();
    backwards.reverse();
    let mut found = all_bits(minilm(), &backwards);
    found.reverse();
    assert_eq!(found, together);
}

#[test]
fn a_text_given_twice_has_its_vector_twice() {
    let found = all_bits(minilm(), &["a kite", "a lamp", "a kite", "a kite"]);
    assert_eq!(found.len(), 4);
    assert_eq!((&found[0], &found[0]), (&found[2], &found[3]));
    assert_ne!(found[0], found[1]);
    assert!(minilm().embed(&[]).unwrap().is_empty());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let texts: Vec<String> = (0..60)
        .map(|n| format!("Note {n}: {}", "the lake froze over again ".repeat(n % 9)))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| all_bits(minilm(), &texts))
    };
    let one = with(1);
    for threads in [2, 3, 7] {
        assert_eq!(with(threads), one, "{threads} threads");
    }
}

#[test]
fn what_is_beyond_256_tokens_is_not_seen() {
    let long = cases().into_iter().find(|case| case.name == "more than 256 tokens").unwrap().text;
    let longer = format!("{long} And then everything changed.");
    let changed = long.replacen("day 1 ", "night 1 ", 1);
    let found = all_bits(minilm(), &[&long, &longer, &changed]);
    assert_eq!(found[0], found[1]);
    assert_ne!(found[0], found[2]);
}

#[test]
fn likeness_follows_meaning() {
    let texts = ["My sister adopted a kitten.", "She got a young cat.", "The train was late."];
    let vectors = minilm().embed(&texts).unwrap();
    let likeness = |a: usize, b: usize| -> f32 {
        vectors[a].iter().zip(&vectors[b]).map(|(a, b)| a * b).sum()
    };
    assert!(likeness(0, 1) > 0.4 && likeness(0, 2) < 0.2, "{} {}", likeness(0, 1), likeness(0, 2));
}

#[test]
fn a_folder_without_the_model_or_with_another_one_is_an_error_that_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let message = MiniLm::load(folder.path()).unwrap_err().to_string();
    assert!(message.contains("model.safetensors"), "{message}");

    std::fs::write(folder.path().join("model.safetensors"), b"no safetensors at all").unwrap();
    let message = MiniLm::load(folder.path()).unwrap_err().to_string();
    assert!(message.contains("does not hold the weights"), "{message}");

    // A right file of the wrong shape: one tensor of one number.
    let header = br#"{"embeddings.word_embeddings.weight":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]}}"#;
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(header);
    file.extend_from_slice(&[0; 4]);
    std::fs::write(folder.path().join("model.safetensors"), file).unwrap();
    let message = MiniLm::load(folder.path()).unwrap_err().to_string();
    assert!(message.contains("word_embeddings") && message.contains("[1, 1]"), "{message}");
}

#[test]
fn embedders_tell_their_space() {
    let hashed = Hashed::new(256);
    assert_eq!((hashed.id(), hashed.dimensions()), ("hashed-256", 256));
    assert_eq!((minilm().id(), minilm().dimensions()), ("all-minilm-l6-v2", 384));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_texts_have_unit_vectors(texts in prop::collection::vec(any::<String>(), 0..5)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let embedders: [&dyn Embedder; 2] = [minilm(), &Hashed::new(64)];
        for embedder in embedders {
            let vectors = embedder.embed(&texts).unwrap();
            prop_assert_eq!(vectors.len(), texts.len());
            for vector in vectors {
                prop_assert_eq!(vector.len(), embedder.dimensions());
                let length: f64 = vector.iter().map(|v| f64::from(*v) * f64::from(*v)).sum();
                prop_assert!((length - 1.0).abs() < 1e-5, "length² {}", length);
            }
        }
    }
}
