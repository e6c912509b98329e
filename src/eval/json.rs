//! Reads the JSON of data sets, also as Python writes it: with `NaN` and infinities, which are no
//! JSON. They become `null`, and whoever reads is told how many.

use serde_json::Value;

use super::told::count;

/// What Python writes for numbers that JSON has not.
const NO_NUMBERS: [&str; 3] = ["-Infinity", "Infinity", "NaN"];

/// The value of `text`, and how many numbers in it are none.
pub(super) fn read(text: &str) -> Result<(Value, usize), serde_json::Error> {
    mending(text, |text| serde_json::from_str(text))
}

/// The samples of `text`: the elements of its list, or its values one after the other; and how many
/// numbers in it are none.
pub(super) fn samples(text: &str) -> Result<(Vec<Value>, usize), serde_json::Error> {
    let values = |text: &str| serde_json::Deserializer::from_str(text).into_iter().collect();
    let (values, count): (Vec<Value>, usize) = mending(text, values)?;
    let elements = values.into_iter().flat_map(|value| match value {
        Value::Array(elements) => elements,
        single => vec![single],
    });
    Ok((elements.collect(), count))
}

/// How it is told that numbers of `file` are none.
pub(super) fn no_numbers(file: &str, n: usize) -> String {
    let numbers = count(n, "number", "numbers");
    format!("{file}: {numbers} that JSON has not, read as none")
}

/// A string as it is, anything else as its JSON.
pub(super) fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn mending<T>(
    text: &str,
    read: impl Fn(&str) -> Result<T, serde_json::Error>,
) -> Result<(T, usize), serde_json::Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match read(text) {
        Ok(value) => Ok((value, 0)),
        Err(error) => {
            let (mended, count) = without(text);
            // What mending does not help is told of the text as it is.
            read(&mended).map(|value| (value, count)).map_err(|_| error)
        }
    }
}

/// The text with `null` for what is no number, outside strings.
fn without(text: &str) -> (String, usize) {
    let mut out = String::with_capacity(text.len());
    let (mut count, mut quoted, mut escaped) = (0, false, false);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if !quoted && let Some(word) = NO_NUMBERS.iter().find(|word| rest.starts_with(**word)) {
            out.push_str("null");
            count += 1;
            rest = rest.get(word.len()..).unwrap_or_default();
            continue;
        }
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ => {}
        }
        out.push(c);
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    (out, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_python_writes_is_read_and_counted() {
        let (value, count) =
            read(r#"{"a": NaN, "b": [-Infinity, Infinity, 1], "c": "NaN \" NaN"}"#).expect("read");
        assert_eq!(value, json!({"a": null, "b": [null, null, 1], "c": "NaN \" NaN"}));
        assert_eq!(count, 3);
        assert_eq!(read("[1]").expect("plain").1, 0);
        let error = read("[NaN, }").expect_err("still no JSON");
        assert_eq!((error.line(), error.column()), (1, 2));
    }
}
