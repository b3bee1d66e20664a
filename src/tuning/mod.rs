//! Maximisation of what can only be compared by trial: parameters in a box, and a noisy comparison of two points of it.

mod spsa;

pub use spsa::{Climb, Gains};
