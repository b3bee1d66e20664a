//! Balance analysis for tabletop mecha games.
//!
//! Data flows one way: a scenario is checked, answered exactly or sampled into integer counts, turned into estimates
//! with intervals, laid out as tables, drawn and reported. `docs/architecture.md` is the map.

#![deny(unsafe_code)]

pub mod cli;
pub mod dice;
pub mod exact;
pub mod games;
pub mod geometry;
pub mod input;
pub mod kernel;
pub mod plan;
pub mod play;
pub mod plot;
pub mod policy;
pub mod replay;
pub mod report;
pub mod runner;
pub mod scenario;
pub mod stats;
pub mod study;
pub mod table;
pub mod tuning;
pub mod workflow;
