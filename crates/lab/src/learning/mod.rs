//! Outlooks learned from play: states sampled from games, a small network fitted to how they ended, tried on games that
//! it was not fitted to, and rounded to integers. It knows no game; what one offers is [`Learnable`](crate::study::Learnable).

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
