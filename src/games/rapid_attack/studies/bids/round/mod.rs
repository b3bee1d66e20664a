//! Bids at tables of three to five: every combination of bids is played, then the equilibrium is computed and each bid
//! is tested against it with fresh seeds.

mod answers;
mod counts;
mod plan;
mod results;
mod tables;

pub use answers::Answers;
pub use plan::{Plan, Tabled};
pub use results::Tables;
pub use tables::answer;
