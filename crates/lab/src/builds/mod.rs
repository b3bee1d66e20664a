//! Builds and searches for them: the worth of each change, the best changes, and the best build of a space.
//!
//! A game implements these traits:
//!
//! - [`BuildSetting`]: the table of a build and its field.
//! - [`hitchart_play::Built`]: the parts of a build.
//! - [`DescribedSetting`]: words on the setting and its opponents.
//! - [`Changes`]: changes of a build.
//! - [`BuildSpace`]: random builds, for searches.
//! - [`SearchSetting`]: a field of builds that are searched for.
//! - [`SpaceSetting`]: the space of a search.
//! - [`EntrantSetting`]: the entrants of a field.
//! - [`ListedSetting`]: a list of opponents that another player chooses from.
//! - [`RestrictedSetting`]: restrictions of a side.
//!
//! The searches race builds against a field on common random numbers.

#[cfg(test)]
mod coverage;
mod double_oracle;
mod field;
mod improve;
mod keys;
mod list_oracle;
mod marginal;
mod matchups;
mod optimise;
mod restricted;
mod search;
mod space;
mod tables;

/// Estimated bytes that a run holds for a game of builds: its margin, as counted and as summed.
const HELD_FOR_A_GAME: u64 = 120;
/// Estimated bytes that a run holds for a build of a race: the build, and the name of its games.
const HELD_FOR_A_BUILD: u64 = 4_000;

/// Estimates the bytes that a run holds at once for a study of builds, from the number of builds and the pairs of games
/// of all together.
fn held(builds: usize, pairs: u64) -> u64 {
    (builds as u64).saturating_mul(HELD_FOR_A_BUILD).saturating_add(pairs.saturating_mul(2 * HELD_FOR_A_GAME))
}

/// Returns the pairs of games of a changed study; `None` if the command line gives no number of games.
fn changed_pairs(changes: &crate::study::Changes<'_>) -> Option<u64> {
    changes.games.map(|games| games.div_ceil(2))
}

pub use double_oracle::Oracle;
pub use field::in_turn;
pub use improve::Improve;
pub use keys::{FieldKeys, Limit, RawBid, RoundKeys, Rounds, SearchKeys, number, pairs, yes};
pub use list_oracle::ListOracle;
pub use marginal::{Costs, Marginal};
pub use matchups::{MatchupCounts, Meetings, spread};
pub use optimise::{Equilibrium, Optimise, Role};
pub use restricted::Restricted;
pub use search::{BuildSearch, Drafts, REPEATS, REPEATS_ALLOWED, SearchProgress, SearchSize, Sizes};
pub use space::{
    BIDS_ANEW, BuildSetting, BuildSpace, ChangeSet, ChangedBuild, Changes, CostWords, DescribedSetting, EntrantSetting,
    ListedSetting, OpponentKind, RestrictedSetting, SearchSetting, SpaceSetting, Words, conflict, enumerated, pairs_of,
    some_build,
};
