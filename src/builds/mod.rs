//! What is built and looked for: what each change of it is worth, which changes are best, and the best of a
//! space.
//!
//! A game says at which table a build meets its field ([`Workshop`]), what it is made of ([`Built`]), how it may be
//! changed ([`Changes`]) and how one is found by chance ([`Breeds`]); races of builds against a field, on common dice,
//! are here.

mod breeding;
mod changes;
mod improve;
mod marginal;
mod meetings;
mod phase;
mod sizes;
mod tables;
mod trial;
mod workshop;

pub use breeding::{Breeding, Found, Search};
pub use changes::{Changed, Changing, pairs_of};
pub use improve::Improve;
pub use marginal::Marginal;
pub use meetings::{Meetings, Met, answers, share as share_of};
pub use phase::{Phase, Run, by_points};
pub use sizes::Sizes;
pub use tables::{share, signed};
pub use trial::{Trial, in_turn};
pub use workshop::{Breeds, Built, Changes, Words, Workshop};
