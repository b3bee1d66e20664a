//! The driver of all simulations. The jobs of a study are plain data ([`WorkUnit`]), divided into numbered blocks with
//! separate dice; the results are integer counts that can be added. This module also contains threads, stopping,
//! progress and the journal of a run.

mod attacks;
mod driver;
pub mod games;
mod journal;
mod simulation;

pub use attacks::{AttackTally, Plan, Sampled, sample};
pub use driver::{OnPart, Parts, Progress, count_one, drive, without_gap};
pub(crate) use games::OUTCOME;
pub use games::{Seen, SeenState, States};
pub use journal::{Journal, JournalError, JournalLine, read_lines, read_whole, whole_file};
pub use simulation::{BlockCounts, Countable, Counts, Job, Simulation, Transient, WorkUnit, shard};
