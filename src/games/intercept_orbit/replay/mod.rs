//! Replays of whole battles: a log that rebuilds every state, and a page that plays it.
//!
//! [`Log`] watches a battle and keeps a [`Line`] for each event, [`PAGE`] shows them. `docs/intercept-orbit-replays.md`
//! describes the lines, [`rebuild`] rebuilds states from them.

mod header;
mod line;
pub mod log;
#[cfg(test)]
pub(in crate::games::intercept_orbit) mod tests;
mod words;

pub use header::{AssetHeader, AssetKind, BaseHeader, FleetHeader, FleetNames, Header, SCHEMA, TableHeader};
pub use line::{Aim, Changed, DieColor, DieFace, Happening, Line, Rolled, Struck, TargetShelter};
pub use log::Log;

use hitchart_lab::replay::{Page, TABLE, TABLE_STYLE};

// The page of a battle: styles, scripts and layout.

/// The page of a battle: the table, the dice, and the scores over the battle.
pub const PAGE: Page = Page {
    styles: &[TABLE_STYLE, include_str!("replay.css")],
    // Code for all battles on a table; states from lines; the table; effects of events; the rest of the page.
    scripts: &[
        TABLE,
        include_str!("states.js"),
        include_str!("table.js"),
        include_str!("effects.js"),
        include_str!("replay.js"),
    ],
    standing: concat!("  <ul id=\"scores\"></ul>\n", include_str!("legend.html")),
    aside: "",
    below: "  <svg id=\"chart\" role=\"img\" aria-label=\"Scores over the battle\"></svg>\n",
    drawing: "The battlespace",
    view: (
        "Follow the action closely",
        "M10 3a7 7 0 1 0 4.2 12.600l5.1 5.1 1.4-1.4-5.1-5.100A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm-1 \
         2v2H7v2h2v2h2v-2h2V9h-2V7z",
    ),
};
