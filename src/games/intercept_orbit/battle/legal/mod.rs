//! Rules as predicates, used by candidates and by steps.

pub mod attack;
pub mod cover;
pub mod dice;
pub mod flight;
pub mod launch;
pub mod losses;
pub mod maneuver;
pub mod meeting;
pub mod nudge;
pub mod order;
pub mod placing;
pub mod spots;
