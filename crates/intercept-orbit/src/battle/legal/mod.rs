//! Rules as predicates, used by candidates and by steps.

pub mod attack;
pub mod places;
