//! Companies that are looked for: what each change of one is worth, the best changes, and the best of a space.

mod bars;
mod improve;
mod marginal;
mod met;
mod optimise;
mod oracle;
mod oracle_tables;
pub mod raw;
mod role;
pub(super) mod setting;
pub(super) mod sitting;
mod variants;

pub(super) use improve::check as check_improve;
pub(super) use marginal::check as check_marginal;
pub(super) use optimise::check as check_optimise;
pub(super) use oracle::check as check_oracle;
pub(super) use variants::{check_costs, check_restricted};
