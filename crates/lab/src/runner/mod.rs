//! The driver of all simulations. The jobs of a study are plain data ([`Unit`]), divided into numbered blocks with
//! separate dice; the results are integer counts that can be added. This module also contains threads, stopping,
//! progress and the journal of a run.

mod counting;
mod driver;
pub mod games;
mod held;
mod journal;
mod plans;
mod progress;
mod queue;
mod states;
mod work;

pub use counting::{Countable, Counting, Counts, Part};
pub use driver::{Keep, Parts, count_one, drive, without_gap};
pub use held::Held;
pub use journal::{Journal, JournalError, Line, read_lines, read_whole, whole_file};
pub use plans::{Plan, Sampled, Tally, sample};
pub use progress::Progress;
pub use states::{OUTCOME, Row, Seen, States};
pub use work::{Unit, Wanted, shard};
