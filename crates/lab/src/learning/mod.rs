//! Evaluations learned from play: states are sampled from games, and a small network is fitted to the results. It is
//! tested on held-out games and rounded to integers. Independent of the game; a game offers a
//! [`Learnable`](crate::study::Learnable).

mod adam;
mod calibration;
mod data;
mod file;
mod fit;
mod study;
mod summary;
mod tables;
#[cfg(test)]
mod tests;

pub use calibration::{Band, Loss};
pub use file::LearnedFile;
pub use study::{Learned, LearningPlan, LearningStudy, Losses};
