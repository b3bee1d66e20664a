//! Comparisons of rulesets: exact numbers, and games on common random numbers. The module knows no game.
//!
//! Both rulesets play every group of games with the same dice, and a group is one observation of the difference. Looks
//! at the games are planned beforehand and share the level, so that intervals hold whenever a comparison ends.

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
