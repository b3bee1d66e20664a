//! Bids at tables of three to five: every way in which all can bid is played, and what everybody might settle on is found
//! and tried on fresh dice.

mod answers;
mod counts;
mod plan;
mod results;
mod tables;

pub use answers::Answers;
pub use plan::{Plan, Tabled};
pub use results::Tables;
pub use tables::answer;
