//! Parts that the games of the Mobile Frame family share.

pub mod bids;
pub mod entries;
pub mod filter;
pub mod geometry;
pub mod pareto;
