//! Evaluations learned from play: states are sampled from games, and a small network is fitted to the results. It is
//! tested on held-out games and rounded to integers. Independent of the game; a game offers a
//! [`Learnable`](crate::study::Learnable).

mod answer;
mod fit;
mod study;
#[cfg(test)]
mod tests;

pub use answer::{ChanceBand, Loss};
pub use study::{Learned, LearnedFile, LearningPlan, LearningStudy, Losses};
