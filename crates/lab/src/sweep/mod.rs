//! Sweeps of fields of a ruleset: responses to their values, the fields that matter, and the nearest ruleset that
//! reaches a target. The module knows no game.
//!
//! Every ruleset is a point of a design, and all points are played on common random numbers.

mod design;
mod field;
mod points;
mod search;
mod sensitivity;
mod study;
mod summary;
mod tables;
#[cfg(test)]
mod tests;

pub use design::{Design, Kind, MOST_POINTS, Setting, Shape};
pub use field::{Field, Level};
pub use points::{Batches, Point, Sites, Tally};
pub use search::{Aim, Fresh, Outcome, Reach, SearchResult, Target};
pub use sensitivity::{Curve, Sensitive, Sensitivity, Spot};
pub use study::{Cell, Place, Response, SweepPlan, SweepStudy};
