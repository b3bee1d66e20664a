//! Whole games between companies: their setting, and the check of a study of games.

mod asked;
mod check;

pub use asked::Meeting;
pub(super) use check::check;
