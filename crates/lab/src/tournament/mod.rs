//! Tournaments: entrants of any game meet in pairs of games, chosen to be informative, until the aim is settled.
//!
//! The [`Plan`] states the aim, the maximum number of games and the stopping rule beforehand. Play has a few interim
//! looks. The looks share the level of the intervals, so that the intervals hold whenever play ends.

mod draw;
mod mixture;
mod plan;
mod rule;
mod standings;
mod study;
mod tables;
mod words;

#[cfg(test)]
mod tests;

pub use plan::{Aim, Format, MAX_ENTRANTS, Plan, RawPlan};
pub use standings::{Met, Standings};
pub use study::{Course, Look, Tournament};
