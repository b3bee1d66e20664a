//! The page that plays a replay.

use super::lines::json;
use hitchart_report::table::printable;
use serde::Serialize;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// Script that reads the replay's data and declares the state shared with a game's script.
const LINES: &str = include_str!("lines.js");
/// Common parts of pages of battles on a table of ruler units: styles, and a script before the game's script.
pub const TABLE_STYLE: &str = include_str!("table.css");
pub const TABLE: &str = include_str!("table.js");
/// Script of the player.
const PLAYER: &str = include_str!("player.js");

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
    /// Label of the button that changes the view, and the path of its icon, 24 by 24.
    pub view: (&'static str, &'static str),
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
        let (view, icon) = self.view;
        filled(&[
            ("{{style}}", STYLE),
            ("{{own style}}", &self.styles.join("\n")),
            ("{{standing}}", self.standing),
            ("{{aside}}", self.aside),
            ("{{drawing}}", self.drawing),
            ("{{view}}", view),
            ("{{view}}", view),
            ("{{icon}}", icon),
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
