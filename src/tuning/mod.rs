//! Parameters of policies tuned by play: a climb within a box by comparing two points of it, as a study in stages that
//! knows no game, and the file with what it found.

mod file;
mod spsa;
mod study;
mod tables;
mod verdict;

pub use file::TunedFile;
pub use spsa::{Climb, Gains};
pub use study::{Tuned, TuningPlan, TuningStudy, total};
pub use verdict::Verdict;
