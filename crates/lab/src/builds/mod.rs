//! What is built and looked for: what each change of it is worth, which changes are best, and the best of a
//! space.
//!
//! A game says at which table a build meets its field ([`Workshop`]), what it is made of ([`Built`]), how it may be
//! changed ([`Changes`]), how one is found by chance ([`Breeds`]), who enters a field ([`Enters`]) and what a side may go
//! without ([`Bars`]); races of builds against a field, on common dice, are here.

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

/// About how many bytes a run holds for a game of builds: its margin, as counted and as summed.
const HELD_FOR_A_GAME: u64 = 120;
/// The same for a build of a race: itself, and the name of its games.
const HELD_FOR_A_BUILD: u64 = 4_000;

/// About how many bytes a run holds at once for a study of builds: so many builds, and pairs of games of all together.
fn held(builds: usize, pairs: u64) -> u64 {
    (builds as u64).saturating_mul(HELD_FOR_A_BUILD).saturating_add(pairs.saturating_mul(2 * HELD_FOR_A_GAME))
}

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
pub use crate::{answering, optimising};
pub use restricted::Restricted;
pub use role::Role;
pub use sizes::{REPEATS, REPEATS_ALLOWED, Sizes};
pub use trial::{Trial, in_turn};
pub use workshop::{Bars, Breeds, Built, Changes, Enters, Words, Workshop};
