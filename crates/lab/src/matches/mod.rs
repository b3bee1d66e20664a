//! Games between the players of a table, for all games: played in groups with swapped seats, counted, and reported in
//! tables and figures.
//!
//! A game implements [`Setting`] for its table and [`Recorded`] for the record of a game; everything else of a study of
//! games is here. Games with unlike sides have separate studies.

mod differences;
mod figures;
mod grouped;
mod json;
mod meeting;
mod pairs;
mod played;
mod recorded;
mod seats;
mod setting;
mod states;
mod study;
mod summary;
mod tables;
mod tally;

pub use differences::{Difference, difference};
pub use meeting::{Entering, meeting, meeting_of, with_policies};
pub use played::Match;
pub use recorded::{ROUNDS, Recorded, Roles, stir};
pub use setting::{GamesStudy, Policies, Setting, Shared, Telling, Words, policies_needed};
pub use tables::OBSERVATIONS;
pub use tally::{Fact, Pairs, Share, SideTally, Tally};
