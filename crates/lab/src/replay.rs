//! Parts that the replays of all games share: lines of JSON, the page that plays them, and helpers for text.
//!
//! A game supplies a header that begins with an [`Origin`], events and states as plain data, and a [`Page`] with its part
//! of the page.

mod line;

pub use line::{Line, Lines, apply, fields, rounded};

use crate::study::ReplayOrigin;
use hitchart_config::files::sha256;
use hitchart_report::table::printable;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The first fields of every replay's header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Origin {
    /// Kind and version of the lines. The version changes whenever a reader of the old lines could be misled.
    pub schema: String,
    /// Program, scenario, seed and number of the game.
    #[serde(flatten)]
    pub about: ReplayOrigin,
    /// Key of the random numbers, in hexadecimal digits.
    pub key: String,
    /// Name of the ruleset.
    pub ruleset: String,
}

impl Origin {
    /// Returns the origin of a game with a known key; `about` is filled in later.
    pub fn new(schema: &str, key: u64, ruleset: &str) -> Origin {
        Origin {
            schema: schema.to_owned(),
            about: ReplayOrigin::default(),
            key: format!("{key:016x}"),
            ruleset: ruleset.to_owned(),
        }
    }
}

/// Returns a replay as text: the header, then one line per event, each a JSON object that ends with a line feed.
pub fn jsonl(header: &impl Serialize, lines: &[impl Serialize]) -> String {
    let mut text = json(header);
    text.push('\n');
    for line in lines {
        text.push_str(&json(line));
        text.push('\n');
    }
    text
}

/// Returns the SHA-256 of the lines of a replay, in hexadecimal digits.
pub fn lines_sha256(lines: &[Line]) -> String {
    texts_sha256(lines.iter().map(json))
}

/// Returns the SHA-256 of lines of text, each with a line feed, in hexadecimal digits.
pub fn texts_sha256(lines: impl Iterator<Item = impl AsRef<str>>) -> String {
    sha256(lines.fold(String::new(), |text, line| text + line.as_ref() + "\n"))
}

/// Returns JSON without spaces. The types of a replay hold only values that JSON can represent.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("replays have plain keys and finite numbers")
}

/// Returns true if a field has its default value and may be left out of a header.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

const PAGE: &str = include_str!("replay/page.html");
const STYLE: &str = include_str!("replay/page.css");
/// Script that reads the replay's data and declares the state shared with a game's script.
const LINES: &str = include_str!("replay/lines.js");
/// Common parts of pages of battles on a table of ruler units: styles, and a script before the game's script.
pub const TABLE_STYLE: &str = include_str!("replay/table.css");
/// Script of these pages; it comes before the game's script.
pub const TABLE: &str = include_str!("replay/table.js");
/// Script of the player.
const PLAYER: &str = include_str!("replay/player.js");

/// A game's part of a replay page: scripts, styles, and elements besides those of every page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Styles; later styles override earlier ones.
    pub styles: &'static [&'static str],
    /// Scripts that compute states from lines, draw them, and define `game`, which the player calls.
    pub scripts: &'static [&'static str],
    /// Elements below the title.
    pub standing: &'static str,
    /// Elements before the drawing.
    pub aside: &'static str,
    /// Elements after the list of events.
    pub below: &'static str,
    /// Description of the drawing.
    pub drawing: &'static str,
    /// Label of the button that enlarges the view.
    pub view: &'static str,
}

/// The data that the page's script reads.
#[derive(Serialize)]
struct Data<'a, H, L> {
    header: &'a H,
    lines: &'a [L],
}

impl Page {
    /// Returns a replay as one self-contained page: it opens offline and makes no request.
    pub fn html(&self, header: &impl Serialize, lines: &[impl Serialize]) -> String {
        // Inside a script element only `<` could end or comment out the data.
        let data = printable(&json(&Data { header, lines })).replace('<', "\\u003c");
        filled(&[
            ("{{style}}", STYLE),
            ("{{own style}}", &self.styles.join("\n")),
            ("{{standing}}", self.standing),
            ("{{aside}}", self.aside),
            ("{{drawing}}", self.drawing),
            ("{{view}}", self.view),
            ("{{view}}", self.view),
            ("{{below}}", self.below),
            ("{{data}}", &data),
            ("{{lines}}", LINES),
            ("{{script}}", &self.scripts.join("\n")),
            ("{{player}}", PLAYER),
        ])
    }
}

/// Replaces the marks of the page from left to right. Inserted text is not searched for marks, so it may contain any
/// text.
fn filled(parts: &[(&str, &str)]) -> String {
    let mut page = String::with_capacity(PAGE.len() + parts.iter().map(|(_, part)| part.len()).sum::<usize>());
    let mut rest = PAGE;
    for (mark, part) in parts {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page + rest
}

/// Text helpers for the replays of all games.
pub mod words {
    /// Joins numbers with a separator.
    pub fn list(numbers: &[u8], between: &str) -> String {
        let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
        numbers.join(between)
    }

    /// Describes the lower spot that a spot replaces.
    pub fn over(replaced: Option<u8>) -> String {
        replaced.map_or_else(String::new, |old| format!(", over a {old}"))
    }
}

/// Defines a function that describes events: one line per event, with its fields, a sentence and the parts of the
/// sentence. An event without a line does not compile.
#[macro_export]
macro_rules! sentences {
    ($(#[$doc:meta])* $vis:vis $name:ident($($arguments:tt)*) of $kind:ident $event:expr;
     $($variant:ident $fields:tt => $text:literal $(, $part:expr)*;)*) => {
        $(#[$doc])*
        $vis fn $name($($arguments)*) -> String {
            match $event { $($kind::$variant $fields => format!($text $(, $part)*),)* }
        }
    };
}
