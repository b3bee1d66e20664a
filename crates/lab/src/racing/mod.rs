//! Races that find the best of many by games on common random numbers: heats that halve the field, and counts of their
//! games.
//!
//! An arm is anything that plays: a company, a policy, a change. All arms of a heat meet the same opponents on common
//! random numbers, so that they differ by strength and not by luck. Games of one heat count in the next.

mod halving;
mod margins;
#[cfg(test)]
mod tests;

pub use halving::{Halving, Heat, Next, Race, Standing, race, race_in_heats};
pub use margins::{Difference, Margins};
