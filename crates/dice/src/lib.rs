//! Dice pools, exact odds of attacks, and a vectorised sampler with named random streams.
//!
//! [`algebra`] computes the distribution of any expression of dice, such as `4d6kh3`, and [`chain`] what attacks
//! that pass steps such as hit, wound and save do to a unit.
//!
//! An attack is a [`plan`]: pools of dice, a hit chart, cover. [`exact`] computes its distribution, and [`kernel`]
//! samples it. A random number comes from a [`Stream`], which has a name: the same name gives the same numbers, on any
//! machine and in any order.
//!
//! ```
//! use hitchart_dice::exact::{highest_of, sum_of};
//! use hitchart_dice::{Pool, Throw};
//!
//! let pool: Pool = "3d6+1d8".parse()?;
//! assert_eq!(format!("{:.3}", highest_of(&pool).mean()), "5.808");
//! assert_eq!(format!("{:.3}", sum_of(&pool).mean()), "15.000");
//!
//! // The same key throws the same faces.
//! let (mut one, mut other) = (Throw::new(7), Throw::new(7));
//! assert_eq!([one.die(6), one.die(8)], [other.die(6), other.die(8)]);
//! # Ok::<(), hitchart_dice::PoolError>(())
//! ```
//!
//! The crate reads no file, starts no thread and prints nothing.

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod algebra;
pub mod chain;
pub mod exact;
pub mod kernel;
pub mod plan;

mod distribution;
mod pool;
mod stream;

pub use distribution::{Joint, Pmf};
pub use pool::{MAX_DICE, MAX_SIDES, MIN_SIDES, Pool, PoolError};
pub use stream::{Dice, KeyedDice, Stream, Throw, job_id};
