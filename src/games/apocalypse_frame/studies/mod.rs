//! The studies of Apocalypse Frame: one file per kind of question, and reading them from a scenario.

mod batch;
mod batched;
mod bounds;
mod bouts;
mod campaign;
mod checker;
mod difficulty;
pub mod enemies;
pub mod exact;
mod kinds;
mod marginal;
mod missions;
mod odds;
mod squads;
pub mod summary;
#[cfg(test)]
mod tests;
mod tournament;

pub use kinds::RawStudy;
pub use kinds::check;
pub use odds::{OddsTarget, against};
