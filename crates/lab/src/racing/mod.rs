//! Which of many is best, found by games on common dice: races in heats that halve the field, and the games that they count.
//!
//! An arm is whatever plays: a company, a policy, a change. All arms of a heat meet the same opponents on the same dice, so
//! that they differ by what they are and not by their luck; and what was played in one heat counts in the next.

mod halving;
mod margins;
#[cfg(test)]
mod tests;

pub use halving::{Halving, Heat, Next, Race, Standing, race, race_in_heats};
pub use margins::{Difference, Margins};
