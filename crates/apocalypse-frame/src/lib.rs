//! Apocalypse Frame.

pub mod ace;
pub mod attack;
pub mod catalogue;
pub mod encounter;
pub mod hexes;
pub mod ids;
pub mod mission;
pub mod odds;
pub mod players;
pub mod rules_files;
pub mod ruleset;
pub mod shot;
pub mod squad;
