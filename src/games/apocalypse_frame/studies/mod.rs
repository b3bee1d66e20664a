//! The studies of Apocalypse Frame: one file per kind of question, and reading them from a scenario.

mod against;
mod batch;
mod batched;
mod bounds;
mod bouts;
mod campaign;
mod checker;
mod common;
mod difficulty;
pub mod enemies;
pub mod exact;
pub mod ground;
mod groups;
mod kinds;
mod ladder;
mod marginal;
mod meeting;
mod mission_summary;
mod missions;
mod odds;
mod raw;
mod squads;
mod states;
pub mod summary;
#[cfg(test)]
mod tests;
mod thrown;
mod tournament;

pub use against::{Against, against};
pub use kinds::check;
pub use raw::RawStudy;
