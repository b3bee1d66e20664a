//! Aces as users write them: a frame's name, or a table of what is changed in it.

mod gear;
mod raw;
mod resolve;

#[cfg(test)]
mod tests;

pub use gear::{armament, backup, item, under};
pub use raw::{RawAce, RawAceTable, RawTrait};
pub use resolve::{resolve, stock};
