//! Regression tests of balance. A baseline records the results of a program and its rules; a check compares current
//! results with the baseline. The module knows no game.
//!
//! A check has three layers. Exact numbers must be unchanged. The signature shows if games end as before. Statistics
//! show if differences matter. A baseline keeps the results of every group of games. The same group can thus be played
//! again on the same dice and paired with its old results, although the old program is gone.

mod answer;
mod baseline;
mod check;
mod exact;
mod outcome;
mod record;
#[cfg(test)]
mod tests;

pub use answer::{junit, tables};
pub use baseline::{
    Baseline, BaselineOrigin, BaselineRules, BaselineScenario, Column, FORMAT, MOST_GAMES, Number, Packed,
    RecordedStudy, VERSION,
};
pub use check::{CheckStudy, JudgedStudy, NumberResult, Verdict};
pub use exact::{ChangedPath, MeasureResult, Moved, NumberSummary, differences, hold, measures};
pub use outcome::{CheckResult, Layer, Signed};
pub use record::{Followed, RecordStudy, asked, few, path_from, recorded};
