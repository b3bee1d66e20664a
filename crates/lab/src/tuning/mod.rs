//! Tuning of policies' parameters by play: a climb within a box that compares two points in each iteration. It is a
//! study in stages, independent of the game, and writes its result to a file.

mod climbing;
mod file;
mod found;
mod spsa;
mod study;
pub mod summary;
mod tables;
mod verdict;

pub use climbing::Climbing;
pub use file::{TunedFile, counts_of};
pub use found::{Tuned, total};
pub use spsa::{Climb, Gains};
pub use study::{TuningPlan, TuningStudy};
pub use verdict::Verdict;
