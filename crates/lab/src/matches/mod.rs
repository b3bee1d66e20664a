//! Games between the players of a table, for all games: played in groups with swapped seats, counted, and reported in
//! tables and figures.
//!
//! A game implements [`Setting`] for its table and [`Recorded`] for the record of a game; everything else of a study of
//! games is here. Games with unlike sides have separate studies.

mod play;
mod setting;
mod study;
mod summary;
mod tables;
mod tally;

pub use play::{EntrantSpec, Match, meeting, meeting_of, with_policies};
pub use setting::{
    GamesStudy, Policies, ROUNDS, Recorded, ReplayedGame, Roles, Setting, Shared, Words, policies_needed, stir,
};
pub use tables::{OBSERVATIONS, PolicyDifference};
pub use tally::{Fact, Pairs, Share, SideTally, Tally};
