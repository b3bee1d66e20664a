//! Tests of claims in rule texts. Each claim predicts the effect of a change of the rules on the game. Games on common
//! random numbers, or exact numbers, show the claim as supported, opposite, smaller than the margin or undecided. The
//! module knows no game.
//!
//! Each combination of a change, a study and a rung is compared in the manner of [`crate::compare`]. A prediction is
//! judged by the mean of its effects over the studies, and a claim by all of its predictions on every rung.

mod answer;
mod predict;
mod study;
#[cfg(test)]
mod tests;
mod verdict;

pub use predict::{Direction, Prediction, PredictionEffect};
pub use study::{Claim, ClaimPart, ClaimsStudy, Fact};
pub use verdict::{ClaimResult, ClaimVerdict, PredictionOutcome};
