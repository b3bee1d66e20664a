//! The studies of Intercept Orbit, one file for each kind, and the check of a scenario.

mod bars;
mod bids;
mod checker;
mod common;
mod costs;
mod games;
mod ground;
mod kinds;
mod marginal;
mod optimise;
mod raw;
mod restricted;
mod space;
mod tournament;
mod yard;

#[cfg(test)]
mod tests;

pub use kinds::check;
pub use raw::RawStudy;
