//! What the replays of all games share: lines of JSON, the page that plays them, and how things are said.
//!
//! A game brings a header that begins with an [`Origin`], a line an event, and a [`Page`] with its own part of the page.

mod lines;
mod origin;
mod page;
pub mod words;

pub use lines::{is_default, jsonl};
pub use origin::Origin;
pub use page::{Page, TABLE, TABLE_STYLE};
