//! The driver of all that is simulated: what a study wants counted next is plain data ([`Unit`]), cut into numbered
//! blocks with dice of their own; what comes back are integer counts that add. Threads, stopping, progress and the
//! journal of a run live here.

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
