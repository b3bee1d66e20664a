//! The studies of Rapid Attack, one file per kind, and their checks.

pub mod arena;
pub mod assignment;
pub mod attacks;
pub mod bids;
mod builds;
mod checker;
mod common;
pub mod companies;
pub mod durability;
pub mod frames;
pub mod games;
mod kinds;
pub mod loadouts;
mod outlast;
mod raw;
mod summary;
mod tournament;

pub use checker::NamedFrame;
pub use common::Common;
pub use kinds::check;
pub use raw::RawStudy;
