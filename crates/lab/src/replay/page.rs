//! The page that plays a replay.

use super::lines::json;
use hitchart_report::table::printable;
use serde::Serialize;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// What a game's script finds.
const LINES: &str = include_str!("lines.js");
/// What pages of battles on a table of ruler units have in common: styles, and a script before the game's own.
pub const TABLE_STYLE: &str = include_str!("table.css");
pub const TABLE: &str = include_str!("table.js");
/// What plays it.
const PLAYER: &str = include_str!("player.js");

/// What a game's page has of its own: scripts, styles, and elements beside those of every page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Styles, later ones above earlier ones.
    pub styles: &'static [&'static str],
    /// States from lines, what they look like, and `game`, which the player asks.
    pub scripts: &'static [&'static str],
    /// Elements below the title.
    pub standing: &'static str,
    /// Elements before the drawing.
    pub aside: &'static str,
    /// Elements after the list of events.
    pub below: &'static str,
    /// What the drawing shows.
    pub drawing: &'static str,
    /// What the button does that changes the view, and the path of its icon, 24 by 24.
    pub view: (&'static str, &'static str),
}

/// All that the page's script reads.
#[derive(Serialize)]
struct Data<'a, H, L> {
    header: &'a H,
    lines: &'a [L],
}

impl Page {
    /// A replay as one page that needs nothing beside it: it opens offline and makes no request.
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

/// The page with its marks replaced, each where it stands next: what is put in may say anything.
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
