//! Exact answers: every outcome is enumerated or solved by dynamic programming. Only [`simulated`] samples, to check
//! the rest.

pub mod ammo;
pub mod armaments;
pub mod circumstance;
#[cfg(test)]
pub(crate) mod fixtures;
pub mod harm_odds;
pub mod items;
pub mod rankings;
pub mod roll;
pub mod round;
pub mod simulated;
pub mod single;
