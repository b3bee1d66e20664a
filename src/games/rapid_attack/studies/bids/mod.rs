//! Bids: numbers of frames and systems against each other, first by points, then by games between companies optimised
//! for them.

mod fair;
mod grid;
mod moves;
mod points;
pub mod raw;
mod replies;
mod round;
mod saved;
mod study;
mod tables;
mod words;

pub use grid::{Built, Company, Grid, Typed};
pub(super) use moves::check as check_moves;
pub use saved::{Made, SCENARIO, SCENARIO_NAME, Saved};
pub(super) use study::check;
pub use tables::answer_to;
