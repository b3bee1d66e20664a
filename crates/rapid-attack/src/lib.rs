//! Mobile Frame Zero: Rapid Attack.

pub mod assignment;
pub mod attack;
pub mod battle;
pub mod battle_rules;
pub mod battlefield;
pub mod bidding;
pub mod durability;
pub mod frame;
pub mod loadout;
pub mod loadouts;
pub mod muster;
pub mod players;
mod ranges;
pub mod rules_files;
pub mod ruleset;
