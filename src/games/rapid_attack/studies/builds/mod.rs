//! Companies that are looked for: what each change of one is worth, the best changes, and the best of a space.

mod breeding;
mod changes;
mod improve;
mod marginal;
mod optimise;
mod phase;
pub mod raw;
mod setting;
mod tables;
mod trial;

pub(super) use improve::check as check_improve;
pub(super) use marginal::check as check_marginal;
pub(super) use optimise::check as check_optimise;
