//! Every question of hitchart, and its answer as a value.
//!
//! [`ask`] is the one door: a question as JSON in, its answer as JSON out. The command line uses the same
//! [questions] with typed arguments, and prints the [`Reply`]. The crate also has what the questions need: the studies of
//! the [games], and [scenario] files.
//!
//! ```
//! use hitchart_ask::{Asking, ask_value};
//! use serde_json::json;
//! use std::sync::atomic::AtomicBool;
//!
//! let stop = AtomicBool::new(false);
//! let question = json!({ "ask": "play", "scenario": "mirror-five", "games": 4, "policies": ["greedy", "random"] });
//! let question = question.as_object().ok_or("a question is an object")?;
//! let answer = ask_value(question, &Asking::data(&stop));
//! assert_eq!(answer["data"]["games"], 4);
//! # Ok::<(), &str>(())
//! ```

#![deny(unsafe_code)]

mod asking;
mod door;
pub mod games;
mod link;
pub mod options;
pub mod questions;
mod reply;
pub mod scenario;
mod units;

pub use asking::{AskError, Asking, on_threads, thread_pool};
pub use door::{
    LazyAnswer, MAX_QUESTION, ScenarioQuestion, VERSION, answer, ask, ask_value, mistake_value, schema, takes_long,
};
pub use games::empty_replays;
pub use link::{Link, ShortAnswer};
pub use reply::{Reply, ReplyForm};
pub use units::{RunDescription, Units, simulated, units, work};
