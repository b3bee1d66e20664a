//! Rules of spotting ("Spot a Tactical Asset"; I62).

use super::super::super::fleet::Ace;
use super::super::super::ship::System;
use super::super::Battle;
use super::super::state::{Colour, Die, SpotDie, State, Turn, numbers_in};
use super::attack::{foes, is_led_by};
use super::cover::is_open;
use super::dice::{DiceLeft, worth_giving};

/// Returns the dice that a turn may spot with; a ship without comms has only whites.
pub fn spot_dice(turn: &Turn) -> DiceLeft {
    worth_giving(turn, Colour::Yellow)
}

/// Returns true if the yellow ace has a die to place.
pub fn has_ace_spot(turn: &Turn) -> bool {
    turn.hand().ace_spot > 0
}

/// Returns true if a turn may spot a target with a die, or only with the yellow ace's. The target must be in reach, and
/// the die higher than the spot on the target.
pub fn may_spot<D>(battle: &Battle<D>, state: &State, turn: &Turn, die: Die, target: u8) -> bool {
    let to = state.asset(target);
    let above = |value: u8, there: Option<SpotDie>| value > there.map_or(0, |spot| spot.value);
    let value = turn.hand().value(Colour::Yellow, die);
    let by_ace = has_ace_spot(turn) && above(turn.hand().ace_spot, to.ace_spot);
    let raises = above(value, to.spot) || (die == Die::None && by_ace);
    raises && sees(battle, state, turn.asset, target)
}

/// Returns true if an asset can spot a target.
pub fn sees<D>(battle: &Battle<D>, state: &State, by: u8, target: u8) -> bool {
    let (from, to) = (state.asset(by), state.asset(target));
    let (ranges, spotting) = (&battle.rules.ranges, &battle.rules.spotting);
    let within = |most: f64| battle.space.within(from.placed(), to.placed(), most);
    if from.is_company() {
        let shares = from.on.is_some_and(|ship| ship == target || to.on == Some(ship));
        let reach = match is_led_by(from, Ace::Yellow) && battle.rules.aces.yellow_reaches {
            true => ranges.point_defense,
            false => ranges.dogfight,
        };
        return shares || within(reach);
    }
    match from.systems.count(System::Comms) {
        0 => spotting.ships_without && within(ranges.assault) && is_open(battle, state, from.placed(), by, target),
        comms => comms >= spotting.anywhere_from || within(ranges.assault),
    }
}

/// Returns true if any spot is possible.
pub fn can_spot<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    let dice = spot_dice(turn);
    let best = dice.max_by_key(|die| turn.hand().value(Colour::Yellow, *die));
    let side = state.asset(turn.asset).side();
    let alone = has_ace_spot(turn).then_some(Die::None);
    let may = |die: Die| numbers_in(foes(state, side)).any(|target| may_spot(battle, state, turn, die, target));
    best.is_some_and(may) || alone.is_some_and(may)
}
