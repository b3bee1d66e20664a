//! The search space of companies: the allowed frames and systems, single changes, and crossover.
//!
//! A [`Build`] is a company without names. Two builds with the same frames in any order are the same company.

mod build;
mod changes;
mod draws;
mod space;
#[cfg(test)]
mod tests;
mod why;

pub use build::{Build, told};
pub use changes::{Change, Changed, Sort, all_single, pairs_of, sort_of};
pub use draws::{crossed, drawn, mutated};
pub use space::Space;
pub use why::why_none;
