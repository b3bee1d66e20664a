//! Questions as data.
#![deny(unsafe_code)]

mod asking;
mod door;
mod error;
pub mod games;
pub mod options;
pub mod questions;
mod reply;
pub mod scenario;
mod units;

pub use asking::{Asking, on_threads, thread_pool};
pub use door::{MAX_QUESTION, VERSION, ask, ask_value, schema, takes_long};
pub use error::AskError;
pub use games::empty_replays;
pub use reply::{Reply, ReplyForm, study_reply};
pub use units::{Described, Units, simulated, units, work};
