//! The tactician: one turn ahead, by exact odds.
//!
//! Every choice has a worth in points of an Ace's Vigor: what it takes from enemies by the exact odds of its roll, less
//! what the consequence is expected to cost; what the place promises, and threatens in the GM turn; the price of what
//! it spends. The weights are [`Tactics`].

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

/// Plays the choice of greatest worth.
#[derive(Clone, Debug)]
pub struct Tactician {
    tactics: Tactics,
    foes: Foes,
    ranked: Vec<Ranked>,
    actions: Vec<Action>,
}

impl Tactician {
    /// A tactician of these weights.
    pub fn new(tactics: Tactics) -> Tactician {
        let (ranked, actions) = (Vec::with_capacity(256), Vec::with_capacity(256));
        Tactician { tactics, foes: Foes::default(), ranked, actions }
    }

    /// Ranks the choices that are worth a thought, in no order.
    fn rank<D: Dice>(&mut self, mission: &Mission<D>, state: &State) {
        let Some(asked) = state.asked else { return };
        let Tactician { tactics, foes, ranked, actions } = self;
        ranked.clear();
        actions.clear();
        // A roll is kept or made again, unless a system can lay its target bare; and an answer is seldom worth one.
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

    /// What was ranked highest, the first of equals.
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
