//! Claims of rule texts put to the test: each predicts what a change of the rules does to the game, and is supported,
//! opposite, smaller than matters or undecided by games on common random numbers, or by what is known exactly. Knows no game.
//!
//! Every pairing of a change, a study and a rung is compared as [`crate::compare`] does; a prediction is judged by the mean
//! of its effects over the studies, and a claim by all of its predictions on every rung.

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
