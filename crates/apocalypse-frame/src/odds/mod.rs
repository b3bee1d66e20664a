//! Exact answers: every outcome is enumerated or solved by dynamic programming. Only [`roll`] samples, to check
//! the rest.

#[cfg(test)]
pub(crate) mod fixtures;
pub mod frame_damage;
pub mod items;
pub mod rankings;
pub mod roll;
pub mod round;
pub mod single;
