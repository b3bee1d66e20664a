//! The driver of all simulations. The jobs of a study are plain data ([`WorkUnit`]), divided into numbered blocks with
//! separate dice; the results are integer counts that can be added. This module also contains threads, stopping,
//! progress and the journal of a run.

mod attacks;
mod driver;
pub mod games;
mod groups;
#[cfg(not(target_family = "wasm"))]
mod journal;
mod line;
pub mod playouts;
#[cfg_attr(target_family = "wasm", path = "no_progress.rs")]
mod progress;
mod rolls;
mod simulation;

pub use attacks::{AttackTally, Plan, Sampled, sample};
pub use driver::{OnPart, Parts, count_one, drive, on_threads, without_gap};
pub use games::{SampledGames, Seen, SeenState, TrainingRows};
pub use groups::{Group, GroupCounter, Matchup, Streams};
#[cfg(not(target_family = "wasm"))]
pub use journal::{Journal, JournalError, read_lines, read_whole, whole_file};
pub use line::JournalLine;
pub use progress::{Progress, Stopwatch};
pub use rolls::{DicePlan, DiceTally, Rolls};
pub use simulation::{BlockCounts, Countable, Counts, Job, Simulation, Transient, WorkUnit, shard};
