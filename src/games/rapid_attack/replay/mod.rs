//! Replays of whole battles: a log that rebuilds every state, and a page that plays it.
//!
//! [`Log`] watches a game and keeps a [`Line`] an event; [`jsonl`] and [`html`] write them down. `docs/replays.md`
//! describes the lines, [`rebuild`] folds them.

mod header;
mod line;
mod log;
mod page;
pub mod rebuild;
#[cfg(test)]
mod tests;
mod told;
mod words;

pub use header::{CompanyHeader, Header, Outline, PieceHeader, StationHeader, TableHeader, UnitHeader};
pub use line::{Aim, Changed, DieColor, DieFace, Happening, Line, Struck};
pub use log::Log;
pub use page::html;

/// Version of the lines. It changes whenever a reader of the old lines could be misled.
pub const SCHEMA: &str = "hitchart-replay/1";

/// A replay as text: the header, then a line an event, each a JSON object that ends with a line feed.
pub fn jsonl(header: &Header, lines: &[Line]) -> String {
    let mut text = json(header);
    text.push('\n');
    for line in lines {
        text.push_str(&json(line));
        text.push('\n');
    }
    text
}

/// JSON without spaces. The types of a replay hold nothing that JSON cannot.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("replays have plain keys and finite numbers")
}

/// A number to four decimals, never minus zero: what a replay says of places.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

/// A place on the table as lines hold it.
fn place(point: crate::geometry::Point) -> [f64; 2] {
    [rounded(point.x), rounded(point.y)]
}
