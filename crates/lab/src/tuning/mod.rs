//! Parameters of policies tuned by play: a climb within a box by comparing two points of it, as a study in stages that
//! knows no game, and the file with what it found.

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
