//! Tuning of policies' parameters by play: a climb within a box that compares two points in each iteration. It is a
//! study in stages, independent of the game, and writes its result to a file.

pub(crate) mod answer;
mod climb;
mod study;

pub use answer::TuningVerdict;
pub use climb::{Climb, Climbing, Gains};
pub(crate) use study::counts_of;
pub use study::{Tuned, TunedFile, TuningPlan, TuningStudy, total};
