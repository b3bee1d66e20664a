//! Tests of claims in rule texts. Each claim predicts the effect of a change of the rules on the game. Games on common
//! random numbers, or exact numbers, show the claim as supported, opposite, smaller than the margin or undecided. The
//! module knows no game.
//!
//! Each combination of a change, a study and a rung is compared in the manner of [`crate::compare`]. A prediction is
//! judged by the mean of its effects over the studies, and a claim by all of its predictions on every rung.

mod held;
mod judge;
mod predict;
mod study;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;
mod words;

pub use held::Held;
pub use judge::Judged;
pub use predict::{Direction, Prediction};
pub use study::{Claim, ClaimsStudy, Fact, Part};
pub use verdict::{Outcome, Verdict};
