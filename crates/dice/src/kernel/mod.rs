//! Vectorised sampling of attack plans: every die of the attack and every damage die is rolled as a die.
//!
//! Samples come in blocks, each with its random stream, and are counted in integers: the same stream gives
//! bit-identical counts with any instruction set. Within a block, one array per quantity holds the values of many
//! attacks (lanes), and plain loops over these arrays do the work. Single attacks read dice from bytes; runs of attacks
//! read them from words of 16 bits, because a run keeps its lane and so cannot be dropped for another.

mod attack;
mod attack_dice;
mod bytes;
mod damage_dice;
mod dispatch;
mod hits;
mod lanes;
mod sample;
mod strike;
#[cfg(test)]
mod tests;

pub use attack::{AttackCounts, attack_block, attack_block_with};
pub use dispatch::Instructions;
pub use hits::spend_one_by_one;
pub use sample::{JointCounts, SeriesCounts, series_block, series_block_with};

/// Samples in a block. A block is long enough (at least a tenth of a millisecond) to hide the cost of scheduling. It is
/// short enough that the blocks of a short run fill many threads and that stopping takes effect at once.
pub const BLOCK: u64 = 1 << 18;
