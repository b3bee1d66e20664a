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

pub use design::{Design, DesignKind, DesignPurpose, FieldValues, MOST_POINTS};
pub use field::{Level, SweepField};
pub use points::{Batches, Point, PointTally, Sites};
pub use search::{Fresh, Reach, SearchOutcome, SearchResult, TargetRange, WrittenTarget};
pub use sensitivity::{Curve, FieldRange, Sensitive, Sensitivity};
pub use study::{Place, Response, SweepCell, SweepPlan, SweepStudy};
