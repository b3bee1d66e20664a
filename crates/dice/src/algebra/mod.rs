//! An algebra of dice: expressions such as `4d6kh3`, and their exact distributions.
//!
//! Parse an [`Expression`] from the notation of docs/dice.md, or build one from [`d`], [`dice`] and methods. Its
//! [`DiceOdds`] are the distribution of a whole number or of a tuple.
//!
//! ```
//! use hitchart_dice::algebra::{Expression, d, dice};
//!
//! let parsed: Expression = "max(2d6, d12) - 1".parse()?;
//! let odds = parsed.distribution()?;
//! assert_eq!((odds.min(), odds.max()), (1, 11));
//!
//! let built = dice(4, 6).drop_lowest(1).at_least(d(20));
//! assert_eq!(built.to_string(), "4d6dl1 >= d20");
//! # Ok::<(), hitchart_dice::algebra::AlgebraError>(())
//! ```
//!
//! The method depends on the part: closed forms for the highest die and for counted successes, convolution for sums
//! ([`Distribution::times`]), and dynamic programming over faces for kept dice, sets and runs ([`Multiset`]). Nothing is
//! sampled, except by [`Expression::roll`], to check the rest. Every operation counts its work first, and an expression that takes too much is refused.

mod build;
mod combine;
mod distribution;
mod error;
mod evaluate;
mod expression;
mod fraction;
mod multiset;
mod parse;
mod pools;
mod roll;
mod scan;
mod traps;
mod valid;

pub use build::{d, dice, faces, if_else, max, members, min};
pub use distribution::{Distribution, MAX_OUTCOMES, MAX_VALUE, TupleDistribution};
pub use error::{AlgebraError, MAX_DEPTH, MAX_LENGTH, MAX_NESTING, MAX_WORK, Mistake};
pub use evaluate::DiceOdds;
pub use expression::{Condition, Expression};
pub use multiset::Multiset;
pub use roll::ExpressionRoll;
pub use valid::MAX_NUMBER;
