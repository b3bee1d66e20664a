//! The tactician: one turn ahead, by exact odds.
//!
//! The worth of a choice is in points of an Ace's Vigor. It sums the expected loss of the enemies by exact odds, the
//! expected cost of the consequence, the worth and the danger of the place, and the price of the resources spent. The
//! weights are [`Tactics`].

mod choices;
mod foes;
mod meanwhile;
mod plan;
mod prospect;
mod spot;
mod tactics;
mod uses;
mod view;

pub use tactics::Tactics;

use super::super::mission::{Action, Decision, Dice, Mission, State};
use foes::Foes;
use hitchart_play::{Game, Policy};
use plan::Ranked;
use view::View;

/// A player that takes the choice of greatest worth.
#[derive(Clone, Debug)]
pub struct Tactician {
    tactics: Tactics,
    foes: Foes,
    ranked: Vec<Ranked>,
    actions: Vec<Action>,
}

impl Tactician {
    /// Returns a tactician with these weights.
    pub fn new(tactics: Tactics) -> Tactician {
        let (ranked, actions) = (Vec::with_capacity(256), Vec::with_capacity(256));
        Tactician { tactics, foes: Foes::default(), ranked, actions }
    }

    /// Ranks the choices that may be best, in no order.
    fn rank<D: Dice>(&mut self, mission: &Mission<D>, state: &State) {
        let Some(asked) = state.asked else { return };
        let Tactician { tactics, foes, ranked, actions } = self;
        ranked.clear();
        actions.clear();
        // Without EMP systems a roll is only kept or rerolled. `before_answer` lists its actions only if they matter.
        let listed = match asked {
            Decision::Roll => !mission.kit(state.turn.acting()).emp.is_empty(),
            asked => asked != Decision::BeforeAnswer,
        };
        if listed {
            mission.candidates(state, actions);
        }
        let ace = match asked {
            Decision::NextAce => return choices::next_ace(mission, state, tactics, foes, (actions, ranked)),
            Decision::Step { ace, .. } => ace,
            _ => state.turn.acting(),
        };
        foes.look(mission, state, tactics, ace);
        let view = View { mission, state, tactics, foes, ace };
        match asked {
            Decision::Act => view.act(actions, ranked),
            Decision::Roll => view.roll(actions, ranked),
            Decision::BeforeAnswer => view.before_answer(actions, ranked),
            Decision::Second => view.second(actions, ranked),
            Decision::Volley => view.pick(ranked),
            Decision::Choose => view.choose(actions, ranked),
            Decision::Step { .. } => view.step(actions, ranked),
            Decision::Shove => view.shove(actions, ranked),
            _ => {}
        }
        if ranked.is_empty() {
            ranked.extend(actions.first().map(|action| (0.0, *action)));
        }
    }

    /// Appends up to `most` choices, the best first.
    pub(super) fn shortlist<D: Dice>(
        &mut self,
        mission: &Mission<D>,
        state: &State,
        most: usize,
        into: &mut Vec<Action>,
    ) {
        self.rank(mission, state);
        for _ in 0..most {
            let best = (self.ranked.iter().enumerate()).fold(None, |best: Option<(usize, f64)>, (place, ranked)| {
                if best.is_none_or(|best| ranked.0 > best.1) { Some((place, ranked.0)) } else { best }
            });
            let Some((place, _)) = best else { return };
            into.push(self.ranked.remove(place).1);
        }
    }

    /// Returns the choice ranked highest, the first of equals.
    fn best(&self) -> Action {
        let first = self.ranked[0];
        self.ranked.iter().fold(first, |best, ranked| if ranked.0 > best.0 { *ranked } else { best }).1
    }
}

impl<D: Dice> Policy<Mission<D>> for Tactician {
    fn begin(&mut self, _: u64) {}

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        self.rank(mission, state);
        self.best()
    }
}
