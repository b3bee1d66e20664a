//! The studies of Intercept Orbit: one file per kind of question, and how all are read from a scenario.

mod bids;
mod checker;
mod common;
mod games;
mod ground;
mod kinds;
mod marginal;
mod raw;
mod tournament;
mod yard;

pub use kinds::check;
pub use raw::RawStudy;
