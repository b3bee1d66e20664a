//! Mobile Frame Zero: Intercept Orbit.

pub mod attack;
pub mod battle;
pub mod battle_rules;
pub mod bidding;
pub mod durability;
pub mod exact_odds;
pub mod fleet;
pub mod muster;
pub mod players;
pub mod ruleset;
pub mod ship;
pub mod space;
