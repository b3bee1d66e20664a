//! Replays of whole battles: a log from which every state can be rebuilt, and a page that plays it.
//!
//! [`Log`] observes a game and records a [`Line`] per event; [`PAGE`] shows the lines. `docs/replays.md` describes the
//! lines, and [`rebuild`] computes states from them.

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
