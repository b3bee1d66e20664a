//! Replays of whole battles: a log that rebuilds every state, and a page that plays it.
//!
//! [`Log`] watches a game and keeps a [`Line`] an event, [`PAGE`] shows them. `docs/replays.md` describes the lines,
//! [`rebuild`] folds them.

mod header;
mod line;
mod log;
mod page;
mod places;
pub mod rebuild;
#[cfg(test)]
mod tests;
mod told;
mod words;

pub use header::{CompanyHeader, Header, Outline, PieceHeader, SCHEMA, StationHeader, TableHeader, UnitHeader};
pub use line::{Aim, Changed, DieColor, DieFace, Happening, Line, Struck};
pub use log::Log;
pub use page::PAGE;
