//! Dice without a game: pools, probability mass functions, named random streams.

mod pmf;
mod pool;
mod stream;
mod throw;

pub use pmf::{Joint, Pmf};
pub use pool::{MAX_DICE, MAX_SIDES, MIN_SIDES, Pool, PoolError};
pub use stream::{Stream, job_id};
pub use throw::{Dice, KeyedDice, Throw};
