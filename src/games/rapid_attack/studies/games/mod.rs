//! Whole games between companies: the table that they are played at, and how a study names it.

mod asked;
mod check;

pub use asked::Meeting;
pub(super) use check::check;
