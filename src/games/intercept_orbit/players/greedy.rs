//! The greedy player: the highest expected damage now; what has no damage in it, it leaves to chance.

use super::super::battle::state::{Colour, Die, Target, Turn};
use super::super::battle::{Action, Battle, Decision, Dice, State};
use super::random::Random;
use crate::play::{Game, Policy};

/// Plays for the highest expected damage now.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    chance: Random,
    buffer: Vec<Action>,
}

impl Greedy {
    /// A greedy player; [`Policy::begin`] names the stream of what it leaves to chance.
    pub fn new() -> Greedy {
        Greedy { chance: Random::new(), buffer: Vec::with_capacity(512) }
    }

    /// The candidate of the highest worth, the first of equals.
    fn best<D: Dice>(&mut self, battle: &Battle<D>, state: &State, worth: impl Fn(&Action) -> f64) -> Action {
        self.buffer.clear();
        battle.candidates(state, &mut self.buffer);
        let first = (f64::NEG_INFINITY, self.buffer[0]);
        let best = self.buffer.iter().fold(first, |best, action| {
            let worth = worth(action);
            if worth > best.0 { (worth, *action) } else { best }
        });
        best.1
    }
}

/// Pips of a die that attacks, which comes before all else.
fn attack(turn: &Turn, action: &Action) -> f64 {
    match action {
        Action::Attack { die, target: Target::Asset(_) } => f64::from(turn.hand().value(Colour::Red, *die)),
        _ => 0.0,
    }
}

impl<D: Dice> Policy<Battle<D>> for Greedy {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<D>>::begin(&mut self.chance, key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        let turn = state.turn_in_control().copied();
        match (asked.what, turn) {
            (Decision::Defend, Some(turn)) => self.best(battle, state, |action| match action {
                Action::Defend(die) => {
                    f64::from(turn.hand().value(Colour::Blue, *die)) - f64::from(u8::from(*die != Die::Own))
                }
                _ => 0.0,
            }),
            (Decision::Proceed, Some(turn)) => {
                let action = self.best(battle, state, |action| attack(&turn, action));
                if attack(&turn, &action) > 0.0 { action } else { self.chance.decide(battle, state) }
            }
            _ => self.chance.decide(battle, state),
        }
    }
}
