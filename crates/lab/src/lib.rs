//! The driver of simulations, and one module for each method of a study.
//!
//! No module here is about one game. A game describes its table, its players and its records to [`mod@matches`], and
//! gets studies of games, tournaments, searches and comparisons.
//!
//! A [`study::Study`] works in stages: from the counts so far it returns its next jobs, and at the end its answer. The
//! [`runner`] divides each job into numbered blocks and adds integer counts. Results therefore do not depend on
//! threads, shards or interruptions:
//!
//! ```
//! use hitchart_dice::Throw;
//! use hitchart_lab::runner::games::key;
//! use hitchart_lab::runner::{Counts, Job, Progress, Simulation, count_one};
//! use serde::{Deserialize, Serialize};
//! use std::ops::Range;
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! #[derive(Serialize, Deserialize)]
//! struct Heads(u64);
//!
//! impl Counts for Heads {
//!     fn add(&mut self, other: &Heads) {
//!         self.0 += other.0;
//!     }
//! }
//!
//! /// Tosses of a coin.
//! struct Coin {
//!     block_size: u64,
//! }
//!
//! impl Simulation for Coin {
//!     type Counts = Heads;
//!
//!     fn size(&self) -> u64 {
//!         10_000
//!     }
//!
//!     fn block_size(&self) -> u64 {
//!         self.block_size
//!     }
//!
//!     fn count(&self, _: u64, tosses: Range<u64>, _: &AtomicBool) -> Option<Heads> {
//!         // Each toss has its own random stream.
//!         Some(Heads(tosses.map(|toss| Throw::new(key(1, "coin", toss)).below(2) as u64).sum()))
//!     }
//!
//!     fn fits(&self, heads: &Heads, size: u64) -> bool {
//!         heads.0 <= size
//!     }
//!
//!     fn effort(&self) -> f64 {
//!         10.0
//!     }
//! }
//!
//! let heads = |block_size| {
//!     let job = Job::whole("coin".to_owned(), Arc::new(Coin { block_size }));
//!     let counts = count_one(&job, &Progress::hidden(), &AtomicBool::new(false));
//!     counts.and_then(|heads| heads.as_u64())
//! };
//! assert!((4_800..5_200).contains(&heads(100).unwrap()));
//! assert_eq!(heads(100), heads(7));
//! ```
//!
//! A game of your own needs no simulation of your own; `examples/own_game.rs` of the repository shows all steps. Its
//! policies are functions ([`Chooser`](hitchart_play::policy::Chooser)). [`Arena::of_game`](study::Arena::of_game) lets
//! them play a [`Tournament`](tournament::Tournament). [`Grouped::of_game`](study::Grouped::of_game) counts numbers of its
//! games, and [`Grouped::of_policies`](study::Grouped::of_policies) the wins among any number of players.
//! [`CompareStudy::of_rulesets`](compare::CompareStudy::of_rulesets) compares rules on common random numbers.
//!
//! The games of group `n` of a study have the dice of [`key(seed, study, n)`](runner::games::key), on the command line
//! too. A game that you play yourself with this key is the same game. In a tournament
//! each pair has a name of its own, `study/a - b`, and in a gauntlet each opponent, `study/b`. All rulesets of a comparison
//! have the name of the scenario's study.

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod builds;
pub mod claims;
pub mod compare;
pub mod expert;
pub mod exploit;
pub mod learning;
pub mod luck;
pub mod matches;
pub mod metagame;
pub mod positions;
pub mod racing;
pub mod regression;
pub mod replay;
pub mod runner;
pub mod study;
pub mod sweep;
pub mod tournament;
pub mod tuning;

/// Checks that the code of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
