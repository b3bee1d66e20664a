//! Aces in scenario files: a frame's name, or a table of changes to it.

mod gear;
mod raw;
mod resolve;

#[cfg(test)]
mod tests;

pub use gear::{armament, backup, item, under};
pub use raw::{RawAce, RawAceTable, RawTrait};
pub use resolve::{resolve, stock};
