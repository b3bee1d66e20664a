//! Mobile Frame Zero: Rapid Attack.

pub mod assignment;
pub mod attack;
pub mod attack_table;
pub mod battle;
pub mod battle_rules;
pub mod battlefield;
pub mod bidding;
pub mod company;
pub mod durability;
pub mod filter;
pub mod frame;
pub mod frame_graph;
pub mod loadout;
pub mod loadouts;
pub mod muster;
pub mod players;
pub mod record;
pub mod replay;
pub mod roster;
pub mod rules_files;
pub mod ruleset;
pub mod situation;

/// This game's entry.
pub const SYSTEM: super::System =
    super::System { name: "rapid-attack", title: "Mobile Frame Zero: Rapid Attack", rulesets: rules_files::BUILT_IN };
