//! Text that is safe to show: without characters that control a terminal or a page.

/// Removes raw control characters and those that change the direction of writing; line ends and tabs stay.
pub fn printable(text: &str) -> String {
    text.chars().filter(|c| !obeyed(*c)).collect()
}

/// Returns true if a terminal or a page interprets a character instead of showing it.
pub fn obeyed(c: char) -> bool {
    !matches!(c, '\n' | '\t') && (c.is_control() || turns(c) || breaks_line(c))
}

/// Returns true if a character ends a line or a page, or is a tab.
pub(super) const fn breaks_line(c: char) -> bool {
    matches!(c, '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns true for marks, embeddings, overrides and isolates of bidirectional text, which can disguise words.
const fn turns(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}')
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn what_would_be_obeyed_is_left_out() {
        assert_eq!(printable("a\u{1b}[31m\u{0}b\u{9b}c\u{7f}\r\u{202e}d\u{2066}"), "a[31mbcd");
        assert_eq!(printable("kept:\n\tÄ – 機 …"), "kept:\n\tÄ – 機 …");
    }
}
