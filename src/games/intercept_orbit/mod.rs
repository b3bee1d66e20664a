//! Mobile Frame Zero: Intercept Orbit.

pub mod asset;
pub mod attack;
pub mod band;
pub mod battle;
pub mod battle_rules;
pub mod bidding;
pub mod blind;
pub mod boarding;
pub mod collision_odds;
pub mod durability;
pub mod fleet;
pub mod fleet_graph;
pub mod fuel;
pub mod known;
pub mod players;
mod ranges;
pub mod record;
pub mod replay;
pub mod rules_files;
pub mod ruleset;
pub mod ship;
pub mod shipyard;
pub mod space;
