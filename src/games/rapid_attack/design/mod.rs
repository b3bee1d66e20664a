//! The space of companies: what may be in one, what one change away is, and how two are crossed.
//!
//! A [`Build`] is a company without names; two of the same frames are the same company in whatever order they are written.

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
