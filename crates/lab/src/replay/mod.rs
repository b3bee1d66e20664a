//! Parts that the replays of all games share: lines of JSON, the page that plays them, and helpers for text.
//!
//! A game supplies a header that begins with an [`Origin`], one line per event, and a [`Page`] with its part of the
//! page.

mod lines;
mod origin;
mod page;
pub mod words;

pub use lines::{is_default, jsonl};
pub use origin::Origin;
pub use page::{Page, TABLE, TABLE_STYLE};
