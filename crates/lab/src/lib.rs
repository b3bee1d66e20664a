//! Simulations and their methods: the driver of jobs, and one module for each method of a study.
//!
//! No module here is about one game. A game describes its table, its players and its records to [`matches`], and gets studies
//! of games, tournaments, searches and comparisons.

#![deny(unsafe_code)]

pub mod builds;
pub mod claims;
pub mod compare;
pub mod exploit;
pub mod learning;
pub mod matches;
pub mod metagame;
pub mod racing;
pub mod regression;
pub mod replay;
pub mod runner;
pub mod study;
pub mod sweep;
pub mod tournament;
pub mod tuning;
