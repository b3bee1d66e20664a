//! Tests of the engine against the rules.

mod actions;
mod gm_turn;
mod invariants;
mod items;
mod positions;
mod rulings;
mod situations;
mod table;
mod tags;
