//! What die for what: the best of all ways to use what is left of a turn.

use super::super::super::battle::Dice;
use super::super::super::battle::candidates::budget;
use super::super::super::battle::measure::CLOSE;
use super::super::super::battle::odds::Situation;
use super::super::super::battle::state::{Colour, Die, Turn};
use super::dice_choice::{NO_CHOICE, choices, is_twice};
use super::places::{MOST_POSITIONS, Position};
use super::worth::View;

/// What to do with a turn's dice, and what it is worth.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub movement: Die,
    pub attack: Die,
    pub spot: Die,
    /// Where to go, by its place among the positions.
    pub place: usize,
    /// Whether the attack comes before the movement.
    pub attack_first: bool,
    pub worth: f64,
}

impl Plan {
    /// To do nothing.
    const NOTHING: Plan = Plan {
        movement: Die::None,
        attack: Die::None,
        spot: Die::None,
        place: 0,
        attack_first: false,
        worth: f64::NEG_INFINITY,
    };
}

/// Worth of a pip of the spot, and of movement where places were not looked at.
#[derive(Clone, Copy, Debug)]
pub struct PipWorth {
    pub spot: f64,
    pub movement: f64,
}

impl<D: Dice> View<'_, D> {
    /// The best use of the dice that are left, for positions that were found.
    pub fn best_plan(&self, turn: &Turn, positions: &[Position], worth_of: &PipWorth) -> Plan {
        let left = |done: bool, colour| if done { NO_CHOICE } else { choices(turn, colour) };
        let (attacks, moves) = (left(turn.attacked, Colour::Red), left(turn.moved, Colour::Green));
        let spots = choices(turn, Colour::Yellow);
        let mut best = Plan::NOTHING;
        for (attack, pips) in attacks.iter() {
            let strikes = self.strikes_from(turn, pips, positions);
            for (movement, way) in moves.iter().filter(|(movement, _)| !is_twice(*movement, attack)) {
                let limit = if way == 0 { -1.0 } else { budget(self.battle, turn, movement) };
                let (place, attack_first, worth) = best_place(positions, &strikes, limit);
                let is_left = |die: Die| !is_twice(die, movement) && !is_twice(die, attack);
                let most = spots.iter().filter(|(die, _)| is_left(*die)).max_by_key(|(_, pips)| *pips);
                let (spot, value) = most.unwrap_or((Die::None, 0));
                let worth = worth + worth_of.spot * f64::from(value) + worth_of.movement * f64::from(way);
                if worth > best.worth {
                    best = Plan { movement, attack, spot, place, attack_first, worth };
                }
            }
        }
        best
    }

    /// Worth of the attack with a die from each position.
    fn strikes_from(&self, turn: &Turn, pips: u8, positions: &[Position]) -> [f64; MOST_POSITIONS] {
        let mut strikes = [0.0; MOST_POSITIONS];
        let Some((_, target)) = self.target_of(turn).filter(|_| pips > 0) else { return strikes };
        // Most positions share a situation.
        let mut last: Option<(Situation, f64)> = None;
        for (strike, position) in strikes.iter_mut().zip(positions) {
            let Some(situation) = position.attack else { continue };
            let worth = match last {
                Some((same, worth)) if same == situation => worth,
                _ => self.strike(pips, target, situation),
            };
            last = Some((situation, worth));
            *strike = worth;
        }
        strikes
    }
}

/// The best place within a way, with an attack before or after it: which, whether the attack comes first, the worth.
fn best_place(positions: &[Position], strikes: &[f64], limit: f64) -> (usize, bool, f64) {
    let staying = positions.iter().zip(strikes).filter(|(position, _)| position.path.is_none());
    let here = staying.map(|(_, strike)| *strike).fold(0.0, f64::max);
    let mut best = (0, true, f64::NEG_INFINITY);
    for (i, (position, there)) in positions.iter().zip(strikes).enumerate() {
        if position.path.is_none() || position.length <= limit + CLOSE {
            let worth = position.worth + here.max(*there);
            if worth > best.2 {
                best = (i, here >= *there, worth);
            }
        }
    }
    best
}
