//! Builds and searches for them: the worth of each change, the best changes, and the best build of a space.
//!
//! A game implements these traits:
//!
//! - [`Workshop`]: the table of a build and its field.
//! - [`Built`]: the parts of a build.
//! - [`Changes`]: changes of a build.
//! - [`Breeds`]: random builds, for searches.
//! - [`Enters`]: the entrants of a field.
//! - [`Bars`]: restrictions of a side.
//!
//! Races of builds against a field, on common random numbers, are here.

mod breeding;
mod changes;
mod conflict;
mod costs;
#[cfg(test)]
mod coverage;
mod improve;
mod improve_summary;
mod limit;
mod marginal;
mod meetings;
mod met;
mod opponents;
mod optimise;
mod oracle;
mod oracle_tables;
mod phase;
mod raw;
mod restricted;
mod role;
mod sizes;
mod tables;
mod trial;
mod workshop;

/// Estimated bytes that a run holds for a game of builds: its margin, as counted and as summed.
const HELD_FOR_A_GAME: u64 = 120;
/// Estimated bytes that a run holds for a build of a race: the build, and the name of its games.
const HELD_FOR_A_BUILD: u64 = 4_000;

/// Estimates the bytes that a run holds at once for a study of builds, from the number of builds and the pairs of games
/// of all together.
fn held(builds: usize, pairs: u64) -> u64 {
    (builds as u64).saturating_mul(HELD_FOR_A_BUILD).saturating_add(pairs.saturating_mul(2 * HELD_FOR_A_GAME))
}

pub use crate::{answering, optimising};
pub use breeding::{Breeding, Found, Search};
pub use changes::{Changed, Changing, pairs_of};
pub use conflict::{conflict, enumerated};
pub use costs::Costs;
pub use improve::Improve;
pub use limit::{Limit, number, pairs};
pub use marginal::Marginal;
pub use meetings::{Meetings, Met};
pub use met::spread;
pub use optimise::Optimise;
pub use oracle::Oracle;
pub use raw::{RawAgainst, Rounds, field_pairs};
pub use restricted::Restricted;
pub use role::Role;
pub use sizes::{REPEATS, REPEATS_ALLOWED, Sizes};
pub use trial::{Trial, in_turn};
pub use workshop::{Bars, Breeds, Built, Changes, Enters, Words, Workshop};
