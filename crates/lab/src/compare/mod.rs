//! Comparisons of rulesets: exact numbers, and games on common random numbers. The module knows no game.
//!
//! Both rulesets play every group of games with the same dice, and a group is one observation of the difference. Looks
//! at the games are planned beforehand and share the level, so that intervals hold whenever a comparison ends.

mod arms;
#[cfg(test)]
mod coverage;
mod effects;
mod ratings;
mod standings;
mod study;
mod summary;
mod tables;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod worlds;

pub use arms::{Arms, PairedGroups, Products, Triples};
pub(crate) use effects::{ALPHA, change_of, changes_of};
pub use effects::{ChangedNumber, Effect, EffectVerdict, Known, NumberChange, has_gap};
pub use ratings::Unrated;
pub use study::{Cell, CellResult, ComparePlan, CompareResults, CompareStudy};
pub use tables::{EffectRow, MovedRow, json};
pub(crate) use tables::{moved, moved_columns, moved_figure};
