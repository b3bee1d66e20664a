//! Balance under test: a baseline says what a program and its rules came to once, and a check holds those of today against
//! it. Knows no game.
//!
//! Three layers: exact numbers, which must be as they were; the signature, which tells whether games come out as they
//! did; and statistics, which tell whether what differs matters. A baseline keeps what every group of games came to, so
//! that the same group can be played again on the same dice and paired with it, although the old program is gone.

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
