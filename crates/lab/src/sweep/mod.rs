//! Sweeps of fields of a ruleset: responses to their values, the fields that matter, and the nearest ruleset that
//! reaches a target. The module knows no game.
//!
//! Every ruleset is a point of a design, and all points are played on common random numbers.

mod curves;
mod design;
mod field;
mod json;
mod points;
mod search;
mod sensitivity;
mod study;
mod tables;
mod target;
#[cfg(test)]
mod tests;
mod words;

pub use curves::{Curve, Spot};
pub use design::{Design, Kind, MOST_POINTS, Setting, Shape};
pub use field::{Field, Level, number, told};
pub use points::{Batches, Point, Sites, Tally};
pub use search::{Answered, Fresh, Outcome, answered};
pub use sensitivity::{Sensitive, Sensitivity, sensitive};
pub use study::{Cell, Place, Response, SweepPlan, SweepStudy};
pub use target::{Aim, Reach, Target, phrase};
