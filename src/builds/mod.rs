//! What is built and looked for: what each change of it is worth, which changes are best, and the best of a
//! space.
//!
//! A game says what is built of what ([`Built`]), how it may be changed and who plays it ([`Workshop`]), and at which table
//! two of them meet ([`Venue`]); races of builds against a field, on common dice, are here.

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
pub use meetings::{Meetings, Met};
pub use phase::{Phase, Run, by_points};
pub use sizes::Sizes;
pub use tables::{share, signed};
pub use trial::{Field, Trial};
pub use workshop::{Breeds, Built, Entrant, Venue, Words, Workshop};
