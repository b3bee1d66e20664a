//! Regression tests of balance. A baseline records the results of a program and its rules; a check compares current
//! results with the baseline. The module knows no game.
//!
//! A check has three layers. Exact numbers must be unchanged. The signature shows if games end as before. Statistics
//! show if differences matter. A baseline keeps the results of every group of games. The same group can thus be played
//! again on the same dice and paired with its old results, although the old program is gone.

mod differences;
mod exact;
mod file;
mod followed;
mod held;
mod judge;
mod junit;
mod outcome;
mod packed;
mod played;
mod record;
mod study;
mod tables;
#[cfg(test)]
mod tests;
mod words;

pub use differences::{Difference, differences};
pub use exact::{Measure, MeasureHeld, Moved, hold, measures};
pub use file::{Baseline, Column, FORMAT, MOST_GAMES, Made, Number, Played, RecordedStudy, RulesMade, VERSION};
pub use followed::Followed;
pub use judge::{ALPHA, Judged, Standing, Verdict, judge};
pub use junit::junit;
pub use outcome::{Layer, Outcome, Signed};
pub use packed::Packed;
pub use played::{asked, path_from};
pub use record::{RecordStudy, few, recorded};
pub use study::CheckStudy;
pub use tables::tables;
