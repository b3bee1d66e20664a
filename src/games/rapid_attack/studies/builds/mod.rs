//! Searches for companies: the value of each change, the best changes, and the best company of a space.

mod bars;
mod costs;
mod improve;
mod marginal;
mod optimise;
mod oracle;
pub mod raw;
mod restricted;
pub(super) mod setting;
pub(super) mod sitting;

pub(super) use costs::check as check_costs;
pub(super) use improve::check as check_improve;
pub(super) use marginal::check as check_marginal;
pub(super) use optimise::check as check_optimise;
pub(super) use oracle::check as check_oracle;
pub(super) use restricted::check as check_restricted;
