//! Choices of dice: defense, spots, and the whites of captured ships.

use super::super::Battle;
use super::super::action::Action;
use super::super::legal::attack::foes;
use super::super::legal::dice::{DiceLeft, may_stay_undefended, worth_giving};
use super::super::legal::spots::{has_ace_spot, may_spot, spot_dice};
use super::super::state::{Colour, Die, Given, State, Turn};
use super::Net;
use super::masks::nth_of;

/// The dice worth giving to the defense, and no die if there is neither a blue nor a white assigned to the defense.
pub struct Defenses {
    dice: DiceLeft,
    none: bool,
}

impl Defenses {
    pub fn new(turn: &Turn) -> Defenses {
        Defenses { dice: worth_giving(turn, Colour::Blue), none: may_stay_undefended(turn) }
    }
}

impl Net for Defenses {
    fn entries(&self) -> usize {
        self.dice.len() + usize::from(self.none)
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let mut dice = self.dice;
        Some(Action::Defend(dice.nth(nth).unwrap_or(Die::None)))
    }
}

/// No spot, then every die on every target.
pub struct Spots<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
    dice: DiceLeft,
    ace: bool,
    foes: u64,
}

impl<'a, D> Spots<'a, D> {
    pub fn new(battle: &'a Battle<D>, state: &'a State, turn: &'a Turn) -> Self {
        let foes = foes(state, state.asset(turn.asset).side());
        Spots { battle, state, turn, dice: spot_dice(turn), ace: has_ace_spot(turn), foes }
    }
}

impl<D> Net for Spots<'_, D> {
    fn entries(&self) -> usize {
        1 + (self.dice.len() + usize::from(self.ace)) * self.foes.count_ones() as usize
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let Some(nth) = nth.checked_sub(1) else { return Some(Action::NoSpot) };
        let targets = self.foes.count_ones() as usize;
        let mut dice = self.dice;
        let die = dice.nth(nth / targets).unwrap_or(Die::None);
        let target = nth_of(self.foes, nth % targets)?;
        may_spot(self.battle, self.state, self.turn, die, target).then_some(Action::Spot { die, target })
    }
}

/// Every way to give the whites of a captured ship to its actions: at most one action for each white, and at most one
/// white for each action (I33).
pub struct Gifts<'a> {
    pub turn: &'a Turn,
}

/// Number of choices for a white: nothing, or one of four actions.
const GIFTS: usize = 5;

impl Net for Gifts<'_> {
    fn entries(&self) -> usize {
        GIFTS.pow(self.turn.hand().white_count.into())
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let (mut given, mut rest) = (Given::NONE, nth);
        for white in 0..self.turn.hand().white_count {
            let to = match rest % GIFTS {
                0 => None,
                1 => Some(&mut given.defense),
                2 => Some(&mut given.attack),
                3 => Some(&mut given.movement),
                _ => Some(&mut given.spot),
            };
            if let Some(slot) = to {
                if *slot != Die::None {
                    return None;
                }
                *slot = Die::White(white);
            }
            rest /= GIFTS;
        }
        Some(Action::Give(given))
    }
}
