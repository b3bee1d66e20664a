//! Sampling of attack plans, vectorised: every die of the attack and every damage die is rolled as a die.
//!
//! Samples are cut into numbered blocks, each with its own random stream, and counted in integers: the same seed gives
//! the same counts, bit for bit, on any number of threads and with any instruction set. Within a block, one array per
//! quantity holds it for many attacks (lanes) at once, and plain loops over these arrays do the work.

mod attack;
mod blocks;
mod counts;
mod dispatch;
mod hits;
mod lanes;
#[cfg(test)]
mod naive;
mod series;
mod strike;
mod tally;
#[cfg(test)]
mod tests;
mod words;

pub use attack::{AttackCounts, attack_block, attack_block_with, attacks};
pub use blocks::BLOCK;
pub use counts::JointCounts;
pub use dispatch::Instructions;
#[cfg(test)]
pub(crate) use naive::resolve as spend_one_by_one;
pub use series::{SeriesCounts, series, series_block, series_block_with};
