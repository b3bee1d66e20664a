//! The studies of Apocalypse Frame: one file per kind of question, and reading them from a scenario.

mod batch;
mod batched;
mod bouts;
mod campaign;
mod checker;
mod difficulty;
pub(crate) mod enemies;
pub(crate) mod exact;
mod gear;
mod kinds;
mod marginal;
mod missions;
mod odds;
mod positions;
mod squads;
pub(crate) mod summary;
#[cfg(test)]
mod tests;
mod tournament;

pub(crate) use kinds::check;
pub(crate) use kinds::kinds;
pub(crate) use odds::{OddsTarget, against};
