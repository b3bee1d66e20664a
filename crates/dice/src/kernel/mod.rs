//! Vectorised sampling of attack plans: every die of the attack and every damage die is rolled as a die.
//!
//! Samples come in blocks, each with its random stream, and are counted in integers: the same stream gives
//! bit-identical counts with any instruction set. Within a block, one array per quantity holds the values of many
//! attacks (lanes), and plain loops over these arrays do the work.

mod attack;
mod counts;
mod dispatch;
mod hits;
mod lanes;
#[cfg(test)]
mod naive;
mod one_by_one;
mod series;
mod strike;
mod tally;
#[cfg(test)]
mod tests;
mod words;

/// Samples in a block. A block is long enough (at least half a millisecond) to hide the cost of scheduling. It is short
/// enough that the blocks of a short run fill many threads and that stopping takes effect at once.
pub const BLOCK: u64 = 1 << 18;

pub use attack::{AttackCounts, attack_block, attack_block_with};
pub use counts::JointCounts;
pub use dispatch::Instructions;
pub use one_by_one::spend_one_by_one;
pub use series::{SeriesCounts, series_block, series_block_with};
