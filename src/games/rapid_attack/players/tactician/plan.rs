//! Assignment of dice to actions: the best of all ways to use the rest of a turn.

use super::dice_choice::{NO_CHOICE, choices, is_twice};
use super::places::{MOST_POSITIONS, Position};
use super::worth::View;
use crate::games::rapid_attack::battle::Dice;
use crate::games::rapid_attack::battle::candidates::budget;
use crate::games::rapid_attack::battle::odds::Situation;
use crate::games::rapid_attack::battle::range_band::CLOSE;
use crate::games::rapid_attack::battle::state::{Colour, Die, Target, Turn};

/// Weight of a declared attack against other uses of the dice: a plan is kept unless it is clearly worse.
const KEPT: f64 = 1.25;

/// A use of a turn's dice, and its value.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub movement: Die,
    pub attack: Die,
    pub spot: Die,
    /// The destination, as an index of the positions.
    pub place: usize,
    /// True if the attack comes before the movement.
    pub attack_first: bool,
    pub worth: f64,
}

impl Plan {
    /// The plan to do nothing.
    const NOTHING: Plan = Plan {
        movement: Die::None,
        attack: Die::None,
        spot: Die::None,
        place: 0,
        attack_first: false,
        worth: f64::NEG_INFINITY,
    };
}

/// Scales that change the value of plans at the same places: the value of a pip of the spot, and the defense.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    pub spot: f64,
    /// Danger of this round relative to the danger that was subtracted from a place's value.
    pub exposure: f64,
}

impl<D: Dice> View<'_, D> {
    /// Returns the best use of the remaining dice, for the given positions.
    pub fn best_plan(&self, turn: &Turn, positions: &[Position], worth_of: &Scales) -> Plan {
        let exposure = worth_of.exposure;
        let left = |done: bool, colour| if done { NO_CHOICE } else { choices(turn, colour) };
        let (attacks, moves) = (left(turn.attacked, Colour::Red), left(turn.moved, Colour::Green));
        let spots = choices(turn, Colour::Yellow).by_pips();
        let (mut lengths, mut strikes, mut worths) =
            ([0.0; MOST_POSITIONS], [0.0; MOST_POSITIONS], [0.0; MOST_POSITIONS]);
        lengths_of(positions, &mut lengths);
        let mut best = Plan::NOTHING;
        for (attack, pips) in attacks.as_slice().iter().copied() {
            self.strikes_from(turn, pips, positions, &mut strikes);
            let here = worths_of(positions, &strikes, exposure, &mut worths);
            for (movement, way) in moves.as_slice().iter().copied().filter(|(die, _)| !is_twice(*die, attack)) {
                let limit = if way == 0 { -1.0 } else { budget(self.battle, turn, movement) };
                let (place, worth) = best_place(&lengths[..positions.len()], &worths, limit);
                let is_left = |(die, _): &&(Die, u8)| !is_twice(*die, movement) && !is_twice(*die, attack);
                let (spot, value) = spots.as_slice().iter().rev().find(is_left).copied().unwrap_or((Die::None, 0));
                let worth = worth + worth_of.spot * f64::from(value);
                if worth > best.worth {
                    let attack_first = here >= strikes[place];
                    best = Plan { movement, attack, spot, place, attack_first, worth };
                }
            }
        }
        best
    }

    /// Computes the value of the attack with a die from each position.
    fn strikes_from(&self, turn: &Turn, pips: u8, positions: &[Position], strikes: &mut [f64]) {
        strikes[..positions.len()].fill(0.0);
        if let (Target::Piece(piece), 1..) = (turn.target, pips) {
            let worth = self.strike_at(turn, piece, pips);
            let within = strikes.iter_mut().zip(positions).filter(|(_, position)| position.can_attack());
            return within.for_each(|(strike, _)| *strike = worth);
        }
        let Some((_, target)) = self.target_of(turn).filter(|_| pips > 0) else { return };
        // Most positions share a situation.
        let mut last: Option<(Situation, f64)> = None;
        for (strike, position) in strikes.iter_mut().zip(positions) {
            let Some(situation) = position.attack else { continue };
            let worth = match last {
                Some((same, worth)) if same == situation => worth,
                _ => self.strike(pips, target, situation),
            };
            last = Some((situation, worth));
            *strike = worth * KEPT;
        }
    }
}

/// Collects the lengths of the ways to positions; staying needs no length at all.
fn lengths_of(positions: &[Position], lengths: &mut [f64]) {
    for (length, position) in lengths.iter_mut().zip(positions) {
        *length = if position.path.is_none() { f64::NEG_INFINITY } else { position.length };
    }
}

/// Computes the value of each position, with an attack before or after the movement. Returns the value of the attack
/// before it.
fn worths_of(positions: &[Position], strikes: &[f64], exposure: f64, worths: &mut [f64]) -> f64 {
    let staying = positions.iter().zip(strikes).filter(|(position, _)| position.path.is_none());
    let here = staying.map(|(_, strike)| *strike).fold(0.0, f64::max);
    for (worth, (position, there)) in worths.iter_mut().zip(positions.iter().zip(strikes)) {
        *worth = position.worth + position.danger_now * (1.0 - exposure) + here.max(*there);
    }
    here
}

/// Returns the best place within a length, the first of equals, and its value.
fn best_place(lengths: &[f64], worths: &[f64], limit: f64) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (i, (length, worth)) in lengths.iter().zip(worths).enumerate() {
        if *length <= limit + CLOSE && *worth > best.1 {
            best = (i, *worth);
        }
    }
    best
}
