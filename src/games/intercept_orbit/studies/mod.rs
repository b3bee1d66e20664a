//! The studies of Intercept Orbit: one file per kind of question, and how all are read from a scenario.

mod checker;
mod common;
mod games;
mod kinds;
mod raw;
mod tournament;

pub use kinds::check;
pub use raw::RawStudy;
