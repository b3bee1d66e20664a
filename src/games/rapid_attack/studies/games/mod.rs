//! Whole games between companies: played in blocks, counted, and told in tables.

mod asked;
mod check;
mod differences;
mod duel;
mod figures;
mod groups;
mod json;
mod matches;
mod played;
mod seats;
mod states;
mod tables;
mod words;

pub use asked::GamesStudy;
pub(super) use check::check;
