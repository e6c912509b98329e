//! Which script a character is written in, as far as cutting a text into terms needs it. By code
//! point alone (Unicode 17, `Scripts.txt` and `emoji-data.txt`, in whole blocks).

use unicode_normalization::UnicodeNormalization;

/// Whether it belongs to a script written without spaces between words, or in which words take
/// endings without a space: Han, Hiragana, Katakana, Hangul.
pub(super) fn is_cjk(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x11FF                                   // Hangul jamo
        | 0x2E80..=0x2FDF                                 // Han radicals
        | 0x3005..=0x3007 | 0x3021..=0x3029 | 0x3038..=0x303B // Han marks and numerals
        | 0x3041..=0x3096 | 0x3099..=0x309A | 0x309D..=0x309F // Hiragana
        | 0x30A1..=0x30FA | 0x30FC..=0x30FF               // Katakana, without its middle dot
        | 0x3131..=0x318E                                 // Hangul letters
        | 0x31F0..=0x31FF                                 // small Katakana
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF               // Han
        | 0xA960..=0xA97C | 0xAC00..=0xD7FB               // Hangul
        | 0xF900..=0xFAFF | 0xFF66..=0xFF9F | 0xFFA0..=0xFFDC // compatible forms
        | 0x1B000..=0x1B16F                               // Kana
        | 0x20000..=0x3FFFD) // Han
}

/// Whether it starts an emoji or another picture.
pub(super) fn is_picture(c: char) -> bool {
    matches!(u32::from(c), 0x2300..=0x23FF | 0x2600..=0x27BF | 0x2B00..=0x2BFF | 0x1F000..=0x1FAFF)
}

/// Whether it only changes how the picture before it looks: a variation selector or a skin tone.
pub(super) fn is_shade(c: char) -> bool {
    matches!(u32::from(c), 0xFE00..=0xFE0F | 0x1F3FB..=0x1F3FF)
}

/// `word` with the accents taken off its Latin and Greek letters, and with the Latin letters that
/// have no accentless form in Unicode written as most people type them. Marks of other scripts stay:
/// they tell words apart.
pub(crate) fn without_accents(word: &str) -> String {
    if word.is_ascii() {
        return word.to_owned();
    }
    let mut plain = String::with_capacity(word.len());
    let mut takes_accents = false;
    for c in word.nfd() {
        if matches!(c, '\u{300}'..='\u{36F}') {
            if !takes_accents {
                plain.push(c);
            }
            continue;
        }
        takes_accents = matches!(c, 'a'..='z' | 'A'..='Z' | '\u{370}'..='\u{3FF}');
        match c {
            'æ' => plain.push_str("ae"),
            'œ' => plain.push_str("oe"),
            'ø' => plain.push('o'),
            'ł' => plain.push('l'),
            'đ' | 'ð' => plain.push('d'),
            'ı' => plain.push('i'),
            _ => plain.push(c),
        }
    }
    plain.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_come_off_latin_and_greek_letters_only() {
        assert_eq!(without_accents("josé"), "jose");
        assert_eq!(without_accents("jose\u{301}"), "jose");
        assert_eq!(without_accents("ælfrød łódź"), "aelfrod lodz");
        assert_eq!(without_accents("αθήνα"), "αθηνα");
        assert_eq!(without_accents("йод"), "йод");
        assert_eq!(without_accents("が"), "が");
        assert_eq!(without_accents("한국"), "한국");
    }
}
