//! Tournaments: entrants of any game meet in pairs of games, chosen to be informative, until the aim is settled.
//!
//! The [`Plan`] states the aim, the maximum number of games and the stopping rule beforehand. Play has a few interim
//! looks. The looks share the level of the intervals, so that the intervals hold whenever play ends.

mod answer;
mod plan;
mod standings;
mod study;
#[cfg(test)]
mod tests;

pub use plan::{Format, MAX_ENTRANTS, Plan, RawPlan, TournamentAim};
pub use standings::{MatchupGames, Standings};
pub use study::{Look, Tournament, TournamentProgress};
