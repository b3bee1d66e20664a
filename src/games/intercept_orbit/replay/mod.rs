//! Replays of whole battles: a log that rebuilds every state, and a page that plays it.
//!
//! [`Log`] watches a battle and keeps a [`Line`] for each event, [`PAGE`] shows them. `docs/intercept-orbit-replays.md`
//! describes the lines, [`rebuild`] rebuilds states from them.

mod assets;
mod header;
mod line;
mod log;
mod page;
mod places;
pub mod rebuild;
#[cfg(test)]
pub(in crate::games::intercept_orbit) mod tests;
mod told;
mod words;

pub use header::{AssetHeader, BaseHeader, Called, FleetHeader, Header, Kind, SCHEMA, TableHeader};
pub use line::{Aim, Changed, DieColor, DieFace, Happening, Line, Rolled, Shelter, Struck};
pub use log::Log;
pub use page::PAGE;
