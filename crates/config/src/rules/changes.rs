//! Changes of a ruleset instead of a name: `ranges.direct=10; clock.start=8`.

use crate::FileText;
use crate::source::is_text;

/// Path of changes in messages.
const PATH: &str = "changes of the rules";

/// Returns true if a text is no name but changes of fields: `PATH=VALUE`, several with `;` between them. The text of a
/// file, with several lines, is none.
pub fn are_changes(text: &str) -> bool {
    text.contains('=') && !is_text(text) && !super::is_file(text)
}

/// Returns the changes as TOML, each on a line.
pub fn file(changes: &str) -> FileText {
    let changes = changes.split(';').filter(|change| !change.trim().is_empty());
    FileText { path: PATH.into(), text: changes.map(|change| line(change.trim())).collect() }
}

/// Returns the line of a change. A value that is no TOML is a text, so that it needs no quotes.
fn line(change: &str) -> String {
    let is_toml = |value: &str| toml::from_str::<toml::Table>(&format!("x = {value}")).is_ok();
    match change.split_once('=') {
        Some((path, value)) if !is_toml(value) => format!("{path}= {}\n", toml::Value::from(value.trim())),
        _ => format!("{change}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_lines_of_toml() {
        let text = |changes| file(changes).text;
        assert_eq!(text("ranges.direct=10;  clock.start = 8;"), "ranges.direct=10\nclock.start = 8\n");
        assert_eq!(text("turn.dogfight=any"), "turn.dogfight= \"any\"\n");
        assert_eq!(text("turn.dogfight='any'"), "turn.dogfight='any'\n");
        assert!(are_changes("a=1") && !are_changes("rulebook") && !are_changes("a=1.toml"));
        assert!(!are_changes("summary = \"a; b\"\n"));
    }
}
