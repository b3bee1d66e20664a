//! Messages of a readable length.

use std::borrow::Cow;

/// Most bytes of a message.
pub const MAX_MESSAGE: usize = 3_500;

/// Number of line ends from which a text loses its lines; a message of a reader has two or three.
const MAX_LINES: usize = 8;

/// Shortens a text to about `most` bytes: its beginning and its end remain. Control characters are escaped, so that
/// none reaches a terminal; tabs stay, and so do a few line ends.
pub fn clipped(text: &str, most: usize) -> Cow<'_, str> {
    let keeps_lines = text.matches('\n').count() < MAX_LINES;
    let is_raw = |c: char| c.is_control() && c != '\t' && !(keeps_lines && c == '\n');
    let plain = match text.contains(is_raw) {
        false => Cow::Borrowed(text),
        true => Cow::Owned(written_out(text, is_raw)),
    };
    if plain.len() <= most {
        return plain;
    }
    let (head, tail) = (boundary(&plain, most * 2 / 3), boundary(&plain, plain.len() - most / 3));
    Cow::Owned(format!("{} […] {}", &plain[..head], &plain[tail..]))
}

/// Returns the last character boundary at or before a byte.
pub(super) fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn written_out(text: &str, is_raw: impl Fn(char) -> bool) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        if is_raw(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_are_one() {
        assert_eq!(clipped(&"a\n".repeat(8), 100), "a\\n".repeat(8));
    }

    #[test]
    fn long_texts_keep_both_ends() {
        let text = format!("begin{}end", "é".repeat(10_000));
        let short = clipped(&text, 100);
        assert!(short.len() < 120 && short.starts_with("begin") && short.ends_with("end"), "{short}");
        assert!(short.contains(" […] "));
        assert_eq!(clipped("as it is\n", 100), "as it is\n");
        assert_eq!(clipped("a\u{1b}[31mb\u{0}", 100), "a\\u{1b}[31mb\\u{0}");
    }
}
