//! Escaping of user text, one function per output language, so that text is always shown as text.
//!
//! HTML is escaped by the templates, and drawings by the painter.

/// Removes raw control characters and those that change the direction of writing; line ends and tabs stay.
pub fn printable(text: &str) -> String {
    text.chars().filter(|c| !is_unprintable(*c)).collect()
}

/// Returns true if a terminal or a page interprets a character instead of showing it.
pub fn is_unprintable(c: char) -> bool {
    !matches!(c, '\n' | '\t') && (c.is_control() || turns(c) || breaks_line(c))
}

/// Returns true if a character ends a line or a page, or is a tab.
const fn breaks_line(c: char) -> bool {
    matches!(c, '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns true for marks, embeddings, overrides and isolates of bidirectional text, which can disguise words.
const fn turns(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}')
}

/// Returns the text on one line, without characters that control a terminal or a page.
pub fn line(text: &str) -> String {
    let shown = text.chars().filter(|c| breaks_line(*c) || !is_unprintable(*c));
    shown.map(|c| if breaks_line(c) { ' ' } else { c }).collect()
}

/// Returns the text as inline Markdown on one line: CommonMark, and the extensions of GitHub and other readers (tables,
/// bare links, strike-through, formulas). The result is valid in a paragraph, a heading, a list item, a link's text and
/// a table cell.
pub fn markdown(text: &str) -> String {
    let text = line(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let chars: Vec<char> = text.chars().collect();
    let opens = opens_block(&chars);
    let mut out = String::with_capacity(text.len());
    for (i, c) in chars.iter().enumerate() {
        if opens == Some(i) || is_markup(&chars, i) {
            out.push('\\');
        }
        out.push(*c);
    }
    out
}

/// Returns the index of the leading character that would make the text a heading, a quotation, a rule or a list item.
fn opens_block(chars: &[char]) -> Option<usize> {
    let ends = |i: usize| chars.get(i).is_none_or(|c| *c == ' ');
    let digits = chars.iter().take_while(|c| c.is_ascii_digit()).count();
    match chars.first()? {
        '>' | '=' => Some(0),
        '-' | '+' if ends(1) || chars[1] == '-' => Some(0),
        ':' if chars.get(1) == Some(&'-') => Some(0),
        _ if digits > 0 && matches!(chars.get(digits), Some('.' | ')')) && ends(digits + 1) => Some(digits),
        _ => None,
    }
}

/// Returns true if the character at an index is Markdown syntax.
fn is_markup(chars: &[char], i: usize) -> bool {
    let (before, after) = (chars[..i].last(), chars.get(i + 1));
    let is_word = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric());
    match chars[i] {
        '\\' | '`' | '*' | '[' | ']' | '|' | '~' | '$' | '^' => true,
        // At the end of a heading a `#` would be dropped.
        '#' => before.is_none_or(|c| matches!(c, ' ' | '#')),
        '_' => !(is_word(before) && is_word(after)),
        '<' => after.is_some_and(|c| *c != ' '),
        '&' => after.is_some_and(|c| c.is_ascii_alphanumeric() || *c == '#'),
        ':' => chars[i + 1..].starts_with(&['/', '/']),
        '.' => chars[..i].ends_with(&['w', 'w', 'w']) || chars[..i].ends_with(&['W', 'W', 'W']),
        _ => false,
    }
}

/// Returns the text in XML 1.0, for an element or an attribute. XML cannot hold control characters: they become U+FFFD.
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c if breaks_line(c) => out.push(' '),
            c if is_unprintable(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Returns JSON with every character that controls a terminal as `\uXXXX`. Valid JSON has them inside strings only.
pub fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match is_unprintable(c) {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    out
}

/// First characters of a text that spreadsheets run as a formula.
const FORMULA: [char; 4] = ['=', '+', '-', '@'];

/// Returns the text as a cell of a CSV file, before quoting: on one line, with an apostrophe before each part that a
/// spreadsheet would run as a formula. A part begins the text or follows a semicolon, the cell separator in much of
/// Europe. Numbers do not change.
pub fn csv(text: &str) -> String {
    line(text).split(';').map(shown_part).collect::<Vec<_>>().join(";")
}

fn shown_part(part: &str) -> String {
    let begins = part.trim_start_matches([' ', '"', '\'']);
    let runs = begins.starts_with(FORMULA) && part.trim().parse::<f64>().is_err();
    if runs { format!("'{part}") } else { part.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_dice::Throw;
    use pulldown_cmark::{Event, Options, Parser};

    #[test]
    fn one_line_of_what_is_shown() {
        assert_eq!(line("a\nb\r\tc\u{2028}d\u{1b}[2Je\u{202e}f\u{85}g"), "a b  c d[2Jef g");
    }

    #[test]
    fn markup_is_escaped_and_plain_words_stay() {
        for plain in ["P < 0.5", "a & b", "p_damage", "-0.25", "3.5 (95%)", "A/B: x", "www", "-x", "2020. A", "#"] {
            let escaped = plain.replace('#', "\\#").replace("2020.", "2020\\.");
            assert_eq!(markdown(plain), escaped);
        }
        for (text, escaped) in [
            ("\\[x](javascript:1)", "\\\\\\[x\\](javascript:1)"),
            ("<b> <1@x.y>", "\\<b> \\<1@x.y>"),
            ("&lt; &#60;", "\\&lt; \\&#60;"),
            ("&\u{202e}lt;", "\\&lt;"),
            ("# a\n\n## b", "\\# a \\#\\# b"),
            ("C# ##", "C# \\#\\#"),
            ("c^d^", "c\\^d\\^"),
            ("- a", "\\- a"),
            ("---", "\\---"),
            ("1) a", "1\\) a"),
            ("_a_ *b* ~c~ $d$ `e` f|g", "\\_a\\_ \\*b\\* \\~c\\~ \\$d\\$ \\`e\\` f\\|g"),
            ("http://a www.b", "http\\://a www\\.b"),
        ] {
            assert_eq!(markdown(text), escaped, "{text}");
        }
    }

    #[test]
    fn nothing_in_a_name_breaks_xml() {
        assert_eq!(xml("a<b & \"c\"\u{1b}[0m'\n\u{202e}"), "a&lt;b &amp; &quot;c&quot;\u{fffd}[0m&apos; \u{fffd}");
    }

    #[test]
    fn json_stays_the_same_value() {
        let value = serde_json::json!({ "a\u{202e}": "b\u{9b}\n\u{7f}" });
        let text = json(&value.to_string());
        assert!(!text.chars().any(is_unprintable), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }

    #[test]
    fn no_part_of_a_cell_is_run_by_a_spreadsheet() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("a;=1+1", "a;'=1+1"),
            ("a; \"@SUM(A1)", "a;' \"@SUM(A1)"),
            ("\t=1", "' =1"),
            ("a\n=1", "a =1"),
            ("\u{0}-x", "'-x"),
            ("-1.5", "-1.5"),
            ("+3;-2", "+3;-2"),
            ("C:RpRa F:Ra; ace=red", "C:RpRa F:Ra; ace=red"),
        ] {
            assert_eq!(csv(text), cell, "{text:?}");
        }
    }

    /// Checks random sequences of markup in every context: a Markdown reader must return exactly the text.
    #[test]
    fn markdown_is_read_as_the_text() {
        const PIECES: &str = "\\ | [ ] (x) < script> <b> ! ` * _ a 1. 1) # - + = ~ ~~ $ &lt; &#60; & http://a www.a ^[a] : :: \
                              [^1] :- \" ' -- ``` <!-- x@y.z <x@y.z> % > é [x]: [[a]] \\| ## x |-| C#";
        let pieces: Vec<&str> = PIECES.split(' ').chain([" ", "\n", "\t", "   "]).collect();
        let options = Options::all() - (Options::ENABLE_HEADING_ATTRIBUTES | Options::ENABLE_SMART_PUNCTUATION);
        let read = |text: &str| -> String {
            let word =
                |event: Event<'_>| if let Event::Text(text) = event { text.into_string() } else { String::new() };
            Parser::new_ext(text, options).map(word).collect()
        };
        let mut throw = Throw::new(7);
        for _ in 0..20_000 {
            let text: String = (0..throw.below(7) + 1).map(|_| pieces[throw.below(pieces.len())]).collect();
            let (inline, plain) = (markdown(&text), text.split_whitespace().collect::<Vec<_>>().join(" "));
            if plain.is_empty() {
                continue;
            }
            for (context, words) in [
                (format!("# {inline}\n\nend\n"), format!("{plain}end")),
                (format!("{inline}\n\nend\n"), format!("{plain}end")),
                (format!("- **{inline}:** {inline}\n"), format!("{plain}: {plain}")),
                (format!("| A | B |\n| --- | --- |\n| {inline} | {inline} |\n"), format!("AB{plain}{plain}")),
                (format!("- [{inline}](#a)\n"), plain.clone()),
                (format!("![{inline}](p)\n"), plain.clone()),
            ] {
                assert_eq!(read(&context), words, "{context}");
            }
        }
    }

    #[test]
    fn what_would_be_obeyed_is_left_out() {
        assert_eq!(printable("a\u{1b}[31m\u{0}b\u{9b}c\u{7f}\r\u{202e}d\u{2066}"), "a[31mbcd");
        assert_eq!(printable("kept:\n\tÄ – 機 …"), "kept:\n\tÄ – 機 …");
    }
}
