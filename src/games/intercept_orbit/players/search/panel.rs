//! Candidates of the search: first the tactician's, then those of an untuned tactician and the greedy player, then all
//! legal ones if there are few.

use super::super::super::battle::legal::attack::ship_can_attack;
use super::super::super::battle::state::Turn;
use super::super::super::battle::{Action, Asked, Battle, Decision, Dice, State};
use super::super::greedy::Greedy;
use super::super::tactician::{NO_TARGET, Tactician, Tactics};
use super::super::view::View;
use hitchart_play::search::Advisor;
use hitchart_play::{Game, Policy};

/// A tactician and other players that propose candidates.
#[derive(Clone, Debug)]
pub struct Panel {
    base: Tactician,
    tactics: Tactics,
    /// True if the tactician's next best choices are candidates too.
    places: bool,
    other: Tactician,
    greedy: Greedy,
    key: u64,
    legal: Vec<Action>,
    /// Number of choices overruled since the game began.
    overruled: u64,
}

/// Decisions with so short a list of candidates that all can be compared.
const BY_RULE: [Decision; 7] =
    [Decision::Act, Decision::Defend, Decision::Repair, Decision::Ram, Decision::Spot, Decision::Lose, Decision::Tick];

/// Number of targets, and of maneuvers or flights, that the tactician proposes.
const TARGETS: usize = 5;
const MOVES: usize = 4;

impl Panel {
    /// Creates a panel around a tactician with these weights.
    pub fn new(tactics: Tactics, places: bool) -> Panel {
        let (base, other) = (Tactician::new(tactics), Tactician::new(Tactics::start()));
        let (greedy, legal) = (Greedy::new(), Vec::with_capacity(512));
        Panel { base, tactics, places, other, greedy, key: 0, legal, overruled: 0 }
    }

    /// Passes the tactician's best few choices to `add`.
    fn next_best<D: Dice>(&self, battle: &Battle<D>, state: &State, asked: Asked, mut add: impl FnMut(Action)) {
        let view = View::new(battle, state, battle.odds(), &self.tactics, asked.player);
        match (asked.what, state.turn_in_control()) {
            (Decision::Declare, Some(_)) => {
                view.declarations::<TARGETS>().actions().for_each(&mut add);
                add(NO_TARGET);
            }
            (Decision::Proceed, Some(turn)) if state.asset(turn.asset).is_company() => {
                if !turn.moved {
                    view.flights::<MOVES>(turn).actions().for_each(&mut add);
                }
                if !turn.attacked {
                    view.best_attack(turn).into_iter().for_each(|(_, attack)| add(attack));
                }
                add(Action::Finish);
            }
            (Decision::Proceed, Some(turn)) => {
                if !turn.moved {
                    // The first of these is the tactician's own choice.
                    view.before_steering(turn).into_iter().for_each(&mut add);
                    view.steer::<MOVES>(turn).actions().for_each(&mut add);
                }
                if ship_can_attack(battle, state, turn) {
                    let best = view.best_die(turn);
                    best.into_iter().for_each(|(_, die)| add(Action::Attack { die, target: turn.target }));
                }
            }
            _ => {}
        }
    }
}

/// Returns true if a ship is asked for its move. The first of the next best choices is then the tactician's own, so it
/// is computed once.
fn steers(state: &State, asked: Asked) -> bool {
    let ship = |turn: &Turn| !turn.moved && !state.asset(turn.asset).is_company();
    asked.what == Decision::Proceed && state.turn_in_control().is_some_and(ship)
}

impl<D: Dice> Policy<Battle<D>> for Panel {
    fn begin(&mut self, key: u64) {
        (self.key, self.overruled) = (key, 0);
        Policy::<Battle<D>>::begin(&mut self.base, key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        self.base.decide(battle, state)
    }
}

impl<D: Dice> Advisor<Battle<D>> for Panel {
    fn shortlist(&mut self, battle: &Battle<D>, state: &State, most: usize, into: &mut Vec<Action>) {
        let Some(asked) = state.asked else { return };
        if !(self.places && steers(state, asked)) {
            into.push(self.base.decide(battle, state));
        }
        let mut add = |action: Action| {
            if into.len() < most && !into.contains(&action) {
                into.push(action);
            }
        };
        if self.places {
            self.next_best(battle, state, asked, &mut add);
        }
        // They may hold plans for a future that did not happen.
        Policy::<Battle<D>>::begin(&mut self.other, self.key);
        Policy::<Battle<D>>::begin(&mut self.greedy, self.key);
        add(self.other.decide(battle, state));
        add(self.greedy.decide(battle, state));
        if BY_RULE.contains(&asked.what) {
            self.legal.clear();
            battle.candidates(state, &mut self.legal);
            self.legal.iter().copied().for_each(add);
        }
    }

    fn overrule(&mut self) {
        self.overruled += 1;
        Policy::<Battle<D>>::begin(&mut self.base, self.key ^ self.overruled << 32);
    }
}
