//! The tactician: plans one turn ahead with the exact tables.
//!
//! Every choice has a value in points of score: damage dealt and taken by the exact odds, ships taken and held, high
//! value assets, fuel, places. The weights are [`Tactics`]. Each kind of choice has a file.

mod aim;
mod boarding;
mod collisions;
mod dice;
mod few;
mod flight;
mod guarding;
mod hangar;
mod helm;
mod home;
mod losses;
mod order;
mod sailing;
mod setup;
mod small;
mod tactics;

pub(super) use home::USUAL as USUAL_FLIGHT;
pub use tactics::Tactics;

use super::super::band::Band;
use super::super::battle::candidates;
use super::super::battle::state::Target;
use super::super::battle::{Action, Battle, Decision, Dice, State};
use super::view::View;
use hitchart_dice::Throw;
use hitchart_play::{Game, Policy};

/// The declaration of a ship that attacks nothing.
pub(super) const NO_TARGET: Action = Action::Declare { target: Target::Nothing, band: Band::Dogfight };

/// A policy that plays the choice of the greatest value.
#[derive(Clone, Debug)]
pub struct Tactician {
    tactics: Tactics,
    throw: Throw,
    /// Buffer that all decisions reuse, so that none allocates.
    actions: Vec<Action>,
}

impl Tactician {
    /// Creates a tactician with these weights.
    pub fn new(tactics: Tactics) -> Tactician {
        Tactician { tactics, throw: Throw::new(0), actions: Vec::with_capacity(512) }
    }
}

impl<D: Dice> Policy<Battle<D>> for Tactician {
    fn begin(&mut self, key: u64) {
        self.throw = Throw::new(key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        let odds = battle.odds();
        let Tactician { tactics, throw, actions, .. } = self;
        let view = View::new(battle, state, odds, tactics, asked.player);
        let chosen = match asked.what {
            Decision::Place => view.place(throw),
            Decision::PlaceDebris => view.place_debris(throw),
            Decision::Act => Some(view.act()),
            Decision::Declare => Some(view.declarations::<1>().best().map_or(NO_TARGET, |(_, action)| action)),
            Decision::Defend => view.defend(),
            Decision::Proceed => view.proceed(),
            Decision::Launch => view.launch(actions),
            Decision::PlaceCompany => view.place_company(actions),
            Decision::Spot => view.spot(),
            // Entry 1 is to come along at the same place on the ship; entry 0 is to stay behind.
            Decision::Ride => candidates::any(battle, state, |_| 1),
            _ => None,
        };
        chosen.unwrap_or_else(|| {
            actions.clear();
            battle.candidates(state, actions);
            view.best_of(asked.what, actions)
        })
    }
}
