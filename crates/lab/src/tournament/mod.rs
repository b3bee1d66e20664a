//! Tournaments: entrants of any game meet in pairs of games, placed where they tell most, until what was asked is settled.
//!
//! What is asked, how many games there may be at most and when play stops early is stated beforehand ([`Plan`]). Play is
//! looked at a few times; the looks share the level of the intervals, so that these hold whenever play ends.

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
