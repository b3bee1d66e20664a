//! Mobile Frame Zero: Intercept Orbit.

pub mod attack;
pub mod band;
pub mod battle;
pub mod battle_rules;
pub mod bidding;
pub mod boarding;
pub mod collision_odds;
pub mod fleet;
mod ranges;
pub mod rules_files;
pub mod ruleset;
pub mod ship;
pub mod space;
