//! Messages of a readable length, whatever they quote.

use std::borrow::Cow;

/// Most bytes of a message.
pub const MAX_MESSAGE: usize = 3_500;

/// A text of at most so many bytes, about: of a longer one, its beginning and its end. Control characters but line ends
/// and tabs are written out, so that none reaches a terminal.
pub fn clipped(text: &str, most: usize) -> Cow<'_, str> {
    let short = match text.len() > most {
        false => Cow::Borrowed(text),
        true => {
            let (head, tail) = (boundary(text, most * 2 / 3), boundary(text, text.len() - most / 3));
            Cow::Owned(format!("{} […] {}", &text[..head], &text[tail..]))
        }
    };
    match short.contains(is_raw) {
        false => short,
        true => Cow::Owned(written_out(&short)),
    }
}

/// The last place at or before a byte where a character begins.
pub(super) fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn is_raw(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
}

fn written_out(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        if is_raw(c) {
            out.extend(c.escape_default())
        } else {
            out.push(c)
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
