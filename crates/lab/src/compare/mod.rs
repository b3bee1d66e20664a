//! Rulesets compared: what is known exactly, and games on common random numbers. Knows no game.
//!
//! Every group of games is played by both rulesets with the same dice, and is one observation of the difference. Looks at
//! the games are planned beforehand and share the level, so that intervals hold whenever a comparison ends.

mod arms;
#[cfg(test)]
mod coverage;
mod effects;
mod exact;
mod gap;
mod json;
mod parts;
mod plan;
mod ratings;
mod standing;
mod study;
mod tables;
#[cfg(test)]
mod tests;
mod words;
#[cfg(test)]
mod worlds;

pub use arms::{Arms, Both, Products, Triples};
pub use effects::{ALPHA, Change, Effect, Verdict, change_of, changes_of};
pub use exact::{Changed, Known};
pub use gap::has_gap;
pub use json::json;
pub use parts::{MovedRow, moved, moved_columns, moved_figure};
pub use plan::ComparePlan;
pub use ratings::Unrated;
pub use study::{Cell, CompareStudy, Played, Told};
pub use tables::{Row, disagreeing, is_robust, rows};
