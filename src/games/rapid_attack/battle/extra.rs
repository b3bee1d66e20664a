//! Extra dice by circumstance, at the moment when a frame rolls.

use super::Battle;
use super::state::{State, numbers_in};
use crate::games::rapid_attack::dice_rules::Circumstance;

/// Returns true if a frame gets the extra dice of the rules.
pub fn has_extra_dice<D>(battle: &Battle<D>, state: &State, number: u8) -> bool {
    let unit = state.unit(number);
    let beside = |own: bool| {
        let mut stations = numbers_in(state.stations_beside(number).into());
        stations.any(|station| (state.stations[usize::from(station)].owner == Some(unit.owner)) == own)
    };
    let frames = |player: u8| state.players[usize::from(player)].frames;
    match battle.rules.extra.when {
        Circumstance::Never => false,
        Circumstance::Always => true,
        Circumstance::AtOwnStation => beside(true),
        Circumstance::AtStationOfOthers => beside(false),
        Circumstance::BesideCover => unit.near & state.standing != 0,
        Circumstance::Late => state.clock <= battle.rules.extra.clock,
        Circumstance::Outnumbered => {
            (0..state.player_count).all(|player| player == unit.owner || frames(player) > frames(unit.owner))
        }
        Circumstance::StoodStill => unit.stood_still,
    }
}
