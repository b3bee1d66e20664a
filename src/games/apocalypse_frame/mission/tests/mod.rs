//! Tests of the engine against the rules.

mod actions;
mod catalogue;
mod colossus;
mod drops;
mod example_round;
mod fields;
mod frame_damage;
mod gm_turn;
mod invariants;
mod item_tags;
mod items;
mod meanwhile;
mod missions;
mod primes;
mod rulings;
mod situations;
mod table;
mod tags;
mod traits;
mod watcher;
