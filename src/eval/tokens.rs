//! How many tokens a text is: what a reader of the delivered turns would pay. Never asks a model's
//! tokenizer, so that figures of different embedders can be compared.

use unicode_segmentation::UnicodeSegmentation;

use crate::dialogue::Turn;

/// How the reports say it.
pub const HOW: &str = "words and punctuation marks, as Unicode cuts words (UAX 29)";

/// The words and punctuation marks of `text`, as Unicode cuts words (UAX 29); white space is none.
/// On English chat a language model's own tokens are about a tenth more.
pub fn count(text: &str) -> usize {
    text.split_word_bounds().filter(|piece| !piece.trim().is_empty()).count()
}

/// A turn as the baselines read it and as its tokens are counted:
/// `speaker: text [shares caption]`, without the parts it lacks.
pub fn text_of(turn: &Turn) -> String {
    let mut text = match &turn.speaker {
        Some(speaker) => format!("{speaker}: {}", turn.text),
        None => turn.text.clone(),
    };
    if let Some(caption) = &turn.image_caption {
        text.push_str(&format!(" [shares {caption}]"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use graph_schema::record::Role;

    #[test]
    fn words_and_marks_are_tokens_and_space_is_not() {
        for (text, tokens) in [
            ("", 0),
            (" \n\t", 0),
            ("Ann: Hi there!", 5),
            ("It's 3.5 km.", 4),
            ("well…", 2),
            ("東京", 2),
        ] {
            assert_eq!(count(text), tokens, "{text:?}");
        }
    }

    #[test]
    fn a_turn_is_read_with_its_speaker_and_caption_when_it_has_them() {
        let turn = |speaker: Option<&str>, caption: Option<&str>| Turn {
            session: "one".to_owned(),
            session_started: None,
            id: None,
            speaker: speaker.map(str::to_owned),
            role: Role::Person,
            said_at: None,
            text: "Hi.".to_owned(),
            image_caption: caption.map(str::to_owned),
        };
        assert_eq!(text_of(&turn(Some("Ann"), Some("a cat"))), "Ann: Hi. [shares a cat]");
        assert_eq!(text_of(&turn(Some("Ann"), None)), "Ann: Hi.");
        assert_eq!(text_of(&turn(None, None)), "Hi.");
    }
}
