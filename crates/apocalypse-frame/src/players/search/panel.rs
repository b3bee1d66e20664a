//! Candidates of a search: the rankings of a tactician for the Aces, and of game masters for the other side.

use super::super::gm::{GameMaster, Temper};
use super::super::tactician::Tactician;
use crate::mission::{Action, Dice, Mission, State};
use hitchart_play::Policy;
use hitchart_play::search::Advisor;

/// Players that propose their highest-ranked choices.
#[derive(Clone, Debug)]
pub(super) enum Panel {
    Aces(Box<Tactician>),
    /// The first is the base player.
    GameMasters(Box<[GameMaster; 3]>),
}

impl Panel {
    /// Returns game masters of every temper that attacks.
    pub(super) fn of_game_masters() -> Panel {
        Panel::GameMasters(Box::new([Temper::Greedy, Temper::Ruthless, Temper::Spread].map(GameMaster::new)))
    }
}

impl<D: Dice> Policy<Mission<D>> for Panel {
    fn begin(&mut self, key: u64) {
        match self {
            Panel::Aces(base) => Policy::<Mission<D>>::begin(base.as_mut(), key),
            Panel::GameMasters(all) => {
                all.iter_mut().for_each(|master| Policy::<Mission<D>>::begin(master, key));
            }
        }
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        match self {
            Panel::Aces(base) => base.decide(mission, state),
            Panel::GameMasters(all) => all[0].decide(mission, state),
        }
    }
}

impl<D: Dice> Advisor<Mission<D>> for Panel {
    fn shortlist(&mut self, mission: &Mission<D>, state: &State, most: usize, into: &mut Vec<Action>) {
        match self {
            Panel::Aces(base) => base.shortlist(mission, state, most, into),
            Panel::GameMasters(all) => {
                for master in all.iter_mut() {
                    let action = master.decide(mission, state);
                    if into.len() < most && !into.contains(&action) {
                        into.push(action);
                    }
                }
                all[0].rank(mission, state, most, into);
            }
        }
    }

    fn overrule(&mut self) {}
}
